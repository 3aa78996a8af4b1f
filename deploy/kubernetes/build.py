"""Prints what `kustomize build DIRECTORY` prints, for the features of kustomize that these manifests use.

This makes it possible to check them without kustomize. If kustomize is installed, `check` compares the two.
"""

import sys
from pathlib import Path

import yaml

KNOWN = {"apiVersion", "kind", "resources", "namespace", "images"}


def build(directory):
    kustomization = yaml.safe_load((directory / "kustomization.yaml").read_text())
    unknown = kustomization.keys() - KNOWN
    if unknown:
        sys.exit(f"{directory}/kustomization.yaml has {sorted(unknown)}, which build.py does not support")
    manifests = []
    for resource in kustomization["resources"]:
        path = directory / resource
        manifests += build(path) if path.is_dir() else yaml.safe_load_all(path.read_text())
    for manifest in manifests:
        set_namespace(manifest, kustomization.get("namespace"))
        for image in kustomization.get("images", []):
            set_image(manifest, image)
    return manifests


def set_namespace(manifest, namespace):
    if namespace is not None:
        manifest["metadata"]["name" if manifest["kind"] == "Namespace" else "namespace"] = namespace


def set_image(manifest, image):
    pod = manifest.get("spec", {}).get("template", {}).get("spec", {})
    for container in pod.get("containers", []):
        if container["image"] == image["name"]:
            container["image"] = f"{image.get('newName', image['name'])}:{image['newTag']}"


if __name__ == "__main__":
    print(yaml.safe_dump_all(build(Path(sys.argv[1])), sort_keys=False), end="")
