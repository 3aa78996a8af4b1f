"""Holds built manifests to what no schema says: names that name something, and a stop that has the time it needs.

    consistent.py BUILT [SAME]    SAME: the manifests as kustomize builds them, which must be the same
"""

import sys
from pathlib import Path

import yaml

# What the service takes at most, after its delay, for the requests in flight when it is told to stop.
STOP_SECONDS = 10.3


def load(path):
    manifests = yaml.safe_load_all(Path(path).read_text())
    return {(manifest["kind"], manifest["metadata"]["name"]): manifest for manifest in manifests}


built = load(sys.argv[1])
if len(sys.argv) > 2:
    assert load(sys.argv[2]) == built, "kustomize builds other manifests"

deployment = built["Deployment", "sudoku-validator"]
labels = deployment["spec"]["template"]["metadata"]["labels"]
pod = deployment["spec"]["template"]["spec"]
(container,) = pod["containers"]
ports = {port["name"] for port in container["ports"]}
settings = {setting["name"]: setting["value"] for setting in container["env"]}

for kind, spec in [(kind, manifest.get("spec", {})) for (kind, _), manifest in built.items()]:
    selector = spec.get("selector", spec.get("podSelector"))
    if selector is not None:
        assert selector.get("matchLabels", selector) == labels, f"{kind} selects other pods"
for constraint in pod["topologySpreadConstraints"]:
    assert constraint["labelSelector"]["matchLabels"] == labels, "the spread counts other pods"
for probe in ["startupProbe", "livenessProbe", "readinessProbe"]:
    assert container[probe]["httpGet"]["port"] in ports, f"{probe} asks a port that there is not"
for port in built["Service", "sudoku-validator"]["spec"]["ports"]:
    assert port["targetPort"] in ports, "the Service names a port that there is not"
for rule in built["NetworkPolicy", "sudoku-validator"]["spec"]["ingress"]:
    assert all(port["port"] in ports for port in rule["ports"]), "the NetworkPolicy names a port that there is not"
stop = int(settings["SUDOKU_DRAIN_DELAY"]) + STOP_SECONDS
assert pod["terminationGracePeriodSeconds"] > stop, "the pod is killed before it has stopped"
autoscaler = built.get(("HorizontalPodAutoscaler", "sudoku-validator"))
if autoscaler is not None:
    scaled = autoscaler["spec"]["scaleTargetRef"]
    assert (scaled["kind"], scaled["name"]) in built, "the autoscaler scales something else"
    assert "replicas" not in deployment["spec"], "two say how many pods there are"
