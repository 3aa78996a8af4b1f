"""Checks what a schema cannot express: names refer to something that exists, and a pod has enough time to shut down.

    consistent.py BUILT [EXPECTED]    EXPECTED: the output of kustomize, which must be the same
"""

import sys
from pathlib import Path

import yaml

# The longest graceful shutdown, after the drain delay.
SHUTDOWN_SECONDS = 10.3


def load(path):
    manifests = yaml.safe_load_all(Path(path).read_text())
    return {(manifest["kind"], manifest["metadata"]["name"]): manifest for manifest in manifests}


built = load(sys.argv[1])
if len(sys.argv) > 2:
    assert load(sys.argv[2]) == built, "kustomize builds different manifests"

deployment = built["Deployment", "sudoku-validator"]
labels = deployment["spec"]["template"]["metadata"]["labels"]
pod = deployment["spec"]["template"]["spec"]
(container,) = pod["containers"]
ports = {port["name"] for port in container["ports"]}
settings = {setting["name"]: setting["value"] for setting in container["env"]}

for kind, spec in [(kind, manifest.get("spec", {})) for (kind, _), manifest in built.items() if kind != "ServiceMonitor"]:
    selector = spec.get("selector", spec.get("podSelector"))
    if selector is not None:
        assert selector.get("matchLabels", selector) == labels, f"{kind} selects different pods"
for constraint in pod["topologySpreadConstraints"]:
    assert constraint["labelSelector"]["matchLabels"] == labels, "the topology spread counts different pods"
for probe in ["startupProbe", "livenessProbe", "readinessProbe"]:
    assert container[probe]["httpGet"]["port"] in ports, f"{probe} uses a port that does not exist"
services = [manifest for (kind, _), manifest in built.items() if kind == "Service"]
for port in [port for service in services for port in service["spec"]["ports"]]:
    assert port["targetPort"] in ports, "a Service targets a port that does not exist"
collector = settings.get("OTEL_EXPORTER_OTLP_ENDPOINT")
traces = built.get(("NetworkPolicy", "sudoku-validator-traces"))
assert (collector is None) == (traces is None), "traces need a collector and a network policy that opens it"
if collector is not None:
    (host, port) = collector.removeprefix("http://").split(":")
    (service, namespace) = host.split(".")
    opened = traces["spec"]["egress"][0]
    (peer,) = opened["to"]
    assert [rule["port"] for rule in opened["ports"]] == [int(port)], "the network policy opens another port"
    selected = {**peer["namespaceSelector"]["matchLabels"], **peer["podSelector"]["matchLabels"]}
    assert list(selected.values()) == [namespace, service], "the network policy opens something else than the collector"
for rule in built["NetworkPolicy", "sudoku-validator"]["spec"]["ingress"]:
    assert all(port["port"] in ports for port in rule["ports"]), "the NetworkPolicy names a port that does not exist"
shutdown = int(settings["SUDOKU_DRAIN_DELAY"]) + SHUTDOWN_SECONDS
assert pod["terminationGracePeriodSeconds"] > shutdown, "the pod is killed before its shutdown has completed"
autoscaler = built.get(("HorizontalPodAutoscaler", "sudoku-validator"))
if autoscaler is not None:
    scaled = autoscaler["spec"]["scaleTargetRef"]
    assert (scaled["kind"], scaled["name"]) in built, "the autoscaler scales something that does not exist"
    assert "replicas" not in deployment["spec"], "both the Deployment and the autoscaler set the number of pods"
monitor = built.get(("ServiceMonitor", "sudoku-validator"))
if monitor is not None:
    selected = monitor["spec"]["selector"]["matchLabels"].items()
    (service,) = [service for service in services if selected <= service["metadata"]["labels"].items()]
    (endpoint,) = monitor["spec"]["endpoints"]
    assert endpoint["port"] in {port["name"] for port in service["spec"]["ports"]}, "the monitor names no port of the Service"
    job = service["metadata"]["labels"][monitor["spec"]["jobLabel"]]
    (group,) = built["PrometheusRule", "sudoku-validator"]["spec"]["groups"]
    assert any(f'job="{job}"' in rule["expr"] for rule in group["rules"]), "the alerts are about another job"
