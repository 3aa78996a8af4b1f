"""Prints what `kustomize build DIRECTORY` prints, for the features of kustomize that these manifests use.

This makes it possible to check them without kustomize. If kustomize is installed, `check` compares the two.
"""

import sys
from pathlib import Path

import yaml

KNOWN = {"apiVersion", "kind", "resources", "namespace", "images", "patches"}


def build(directory):
    kustomization = yaml.safe_load((directory / "kustomization.yaml").read_text())
    unknown = kustomization.keys() - KNOWN
    if unknown:
        sys.exit(f"{directory}/kustomization.yaml has {sorted(unknown)}, which build.py does not support")
    manifests = []
    for resource in kustomization["resources"]:
        path = directory / resource
        manifests += build(path) if path.is_dir() else yaml.safe_load_all(path.read_text())
    for patch in kustomization.get("patches", []):
        apply(yaml.safe_load((directory / patch["path"]).read_text()), manifests)
    for manifest in manifests:
        set_namespace(manifest, kustomization.get("namespace"))
        for image in kustomization.get("images", []):
            set_image(manifest, image)
    return manifests


def apply(patch, manifests):
    """Applies a strategic merge patch to the manifest with its kind and name."""
    target = (patch["kind"], patch["metadata"]["name"])
    (manifest,) = [each for each in manifests if (each["kind"], each["metadata"]["name"]) == target]
    merge(manifest, patch)


def merge(into, patch):
    """Merges objects member by member, and lists of named elements by name, the new ones first, as kustomize does."""
    for key, value in patch.items():
        if isinstance(value, dict) and isinstance(into.get(key), dict):
            merge(into[key], value)
        elif isinstance(value, list) and all("name" in element for element in value):
            by_name = {element["name"]: element for element in into.get(key, [])}
            for element in value:
                if element["name"] in by_name:
                    merge(by_name[element["name"]], element)
            into[key] = [element for element in value if element["name"] not in by_name] + into.get(key, [])
        else:
            into[key] = value


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
