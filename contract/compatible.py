"""Finds what a new version of the contract breaks for the clients of the released one.

    compatible.py RELEASED CURRENT        exits with 1 if something breaks and the version does not allow it

A request that was accepted must still be accepted, and a client that ignores members and enum values that it does not know
must understand every response. So requests may gain optional members, parameters and values but lose none; responses may
gain anything but lose no member, no promise that a member is present, and no value of an enum. Patterns and the
conditions of `if` and `not` are not compared, nor are bounds in responses. The contract has no `allOf`.

Before 1.0 an incompatible version is the next minor one, later the next major one.
"""

import sys
from pathlib import Path

import yaml

METHODS = {"get", "put", "post", "delete", "options", "head", "patch", "trace"}
# Keywords that limit what is accepted from below and from above.
LOWER_BOUNDS = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"]
UPPER_BOUNDS = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"]


class Comparison:
    """Compares two contracts. `breaks` has a line for each thing that breaks, with the place."""

    def __init__(self, released, current):
        self.released, self.current = released, current
        self.breaks = []
        self.compared = set()

    def run(self):
        for path, item in self.released["paths"].items():
            for method in METHODS & item.keys():
                place = f"{method.upper()} {path}"
                operation = self.current["paths"].get(path, {}).get(method)
                if operation is None:
                    self.breaks.append(f"{place} is removed")
                else:
                    self.operation(place, item[method], operation)
        return self.breaks

    def resolve(self, document, node):
        while "$ref" in node:
            target = document
            for name in node["$ref"].removeprefix("#/").split("/"):
                target = target[name.replace("~1", "/").replace("~0", "~")]
            node = target
        return node

    def operation(self, place, old, new):
        self.parameters(place, *(self.by_name(*pair) for pair in [(self.released, old), (self.current, new)]))
        if "requestBody" in new:
            body = self.resolve(self.current, new["requestBody"])
            old_body = self.resolve(self.released, old.get("requestBody", {}))
            if body.get("required") and not old_body.get("required"):
                self.breaks.append(f"{place} requires a body")
            self.content(place, old_body.get("content", {}), body["content"], "request")
        elif "requestBody" in old:
            self.breaks.append(f"{place} accepts no body")
        for status, response in old["responses"].items():
            if status in new["responses"]:
                response, new_response = (
                    self.resolve(self.released, response), self.resolve(self.current, new["responses"][status])
                )
                for header in response.get("headers", {}).keys() - new_response.get("headers", {}).keys():
                    self.breaks.append(f"{place} {status}: the header {header} is removed")
                self.content(f"{place} {status}", response.get("content", {}), new_response.get("content", {}), "response")
            elif status < "400":
                self.breaks.append(f"{place} {status} is removed")

    def by_name(self, document, operation):
        parameters = [self.resolve(document, parameter) for parameter in operation.get("parameters", [])]
        return {(parameter["in"], parameter["name"]): parameter for parameter in parameters}

    def parameters(self, place, old, new):
        for key in old.keys() - new.keys():
            self.breaks.append(f"{place}: the parameter {key[1]} is removed")
        for key, parameter in new.items():
            if parameter.get("required") and not old.get(key, {}).get("required"):
                self.breaks.append(f"{place}: the parameter {key[1]} is required")
            if key in old:
                self.schema(f"{place} ?{key[1]}", old[key]["schema"], parameter["schema"], "request")

    def content(self, place, old, new, direction):
        for media_type, body in old.items():
            if media_type not in new:
                self.breaks.append(f"{place}: {media_type} is removed")
            else:
                self.schema(f"{place} {media_type} #", body.get("schema", {}), new[media_type].get("schema", {}), direction)

    def schema(self, place, old, new, direction):
        # Recursive schemas end here, and shared ones are reported once.
        key = (old.get("$ref", id(old)), new.get("$ref", id(new)), direction)
        if key in self.compared:
            return
        self.compared.add(key)
        old, new = self.resolve(self.released, old), self.resolve(self.current, new)
        if not accepts_types(*((old, new) if direction == "request" else (new, old))):
            self.breaks.append(f"{place}: the type is {new.get('type')} instead of {old.get('type')}")
        self.values(place, old, new, direction)
        self.members(place, old, new, direction)
        if direction == "request":
            self.bounds(place, old, new)
        for keyword in ["items", "then", "else", "contentSchema"]:
            if isinstance(old.get(keyword), dict) and isinstance(new.get(keyword), dict):
                self.schema(f"{place}/{keyword}", old[keyword], new[keyword], direction)
        for keyword in ["oneOf", "anyOf"]:
            self.branches(f"{place}/{keyword}", old.get(keyword, []), new.get(keyword, []), direction)

    def values(self, place, old, new, direction):
        old, new = allowed_values(old), allowed_values(new)
        if old is None and new is not None and direction == "request":
            self.breaks.append(f"{place}: only {new} are accepted")
        if old is not None and new is not None:
            self.breaks += [f"{place}: the value {value!r} is removed" for value in old if value not in new]

    def members(self, place, old, new, direction):
        old_members, new_members = old.get("properties", {}), new.get("properties", {})
        for name, member in old_members.items():
            if name not in new_members:
                self.breaks.append(f"{place}/{name} is removed")
            else:
                self.schema(f"{place}/{name}", member, new_members[name], direction)
        was_required, is_required = set(old.get("required", [])), set(new.get("required", []))
        if direction == "request":
            self.breaks += [f"{place}/{name} is required" for name in sorted(is_required - was_required)]
        else:
            self.breaks += [f"{place}/{name} may be absent" for name in sorted(was_required - is_required)]

    def bounds(self, place, old, new):
        for keyword in LOWER_BOUNDS:
            if new.get(keyword, float("-inf")) > old.get(keyword, float("-inf")):
                self.breaks.append(f"{place}: {keyword} is {new[keyword]}")
        for keyword in UPPER_BOUNDS:
            if new.get(keyword, float("inf")) < old.get(keyword, float("inf")):
                self.breaks.append(f"{place}: {keyword} is {new[keyword]}")

    def branches(self, place, old, new, direction):
        """Compares the alternatives by their place, since new ones are added at the end."""
        for index, (old_branch, new_branch) in enumerate(zip(old, new)):
            self.schema(f"{place}/{index}", old_branch, new_branch, direction)
        if direction == "request" and len(old) > len(new):
            self.breaks.append(f"{place}: an alternative is removed")
        if direction == "response" and 0 < len(old) < len(new):
            self.breaks.append(f"{place}: an alternative is added")


def allowed_values(schema):
    return [schema["const"]] if "const" in schema else schema.get("enum")


def types(schema):
    """The types of a schema; None if it accepts all of them."""
    declared = schema.get("type")
    return {declared} if isinstance(declared, str) else declared and set(declared)


def accepts_types(narrow, wide):
    """Whether one schema has all the types of another one."""
    narrow, wide = types(narrow), types(wide)
    if wide is None or narrow is None:
        return wide is None
    return narrow <= wide | ({"integer"} if "number" in wide else set())


def is_incompatible_version(released, current):
    """Whether the second version may break what the first one promised."""
    released, current = ([int(part) for part in version.split(".")] for version in (released, current))
    significant = 2 if released[0] == 0 else 1
    return current[:significant] > released[:significant]


def main():
    released, current = (yaml.safe_load(Path(path).read_text()) for path in sys.argv[1:])
    breaks = Comparison(released, current).run()
    print("\n".join(breaks))
    versions = released["info"]["version"], current["info"]["version"]
    if breaks and not is_incompatible_version(*versions):
        sys.exit(f"{len(breaks)} incompatible changes, but the version is {versions[1]} after {versions[0]}")


if __name__ == "__main__":
    main()
