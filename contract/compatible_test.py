"""Tests compatible.py with changes of the released contract.

    python3 -m unittest discover --start-directory contract --pattern '*_test.py'
"""

import unittest
from copy import deepcopy
from pathlib import Path

import yaml

from compatible import Comparison, is_incompatible_version

RELEASED = yaml.safe_load(Path(__file__).with_name("released.yaml").read_text())


def change(edit):
    """What breaks when this edit is made: it gets a copy of the contract, and of its schemas."""
    changed = deepcopy(RELEASED)
    edit(changed, changed["components"]["schemas"])
    return Comparison(RELEASED, changed).run()


def append_parameter(contract, **parameter):
    contract["paths"]["/solve"]["post"]["parameters"].append({"name": "new", "in": "query", **parameter})


BREAKING = {
    "a path is removed": (lambda c, s: c["paths"].pop("/solve"), "POST /solve is removed"),
    "a method is removed": (lambda c, s: c["paths"]["/health"].pop("get"), "GET /health is removed"),
    "a status is removed": (
        lambda c, s: c["paths"]["/validate"]["post"]["responses"].pop("200"), "POST /validate 200 is removed",
    ),
    "a header is removed": (
        lambda c, s: c["paths"]["/validate"]["post"]["responses"]["200"]["headers"].pop("x-request-id"),
        "POST /validate 200: the header x-request-id is removed",
    ),
    "a media type of requests is removed": (
        lambda c, s: c["paths"]["/validate"]["post"]["requestBody"]["content"].pop("text/plain"),
        "POST /validate: text/plain is removed",
    ),
    "a media type of responses is removed": (
        lambda c, s: c["paths"]["/validate"]["post"]["responses"]["200"]["content"].pop("application/json"),
        "POST /validate 200: application/json is removed",
    ),
    "a parameter is removed": (
        lambda c, s: c["paths"]["/solve"]["post"]["parameters"].pop(), "POST /solve: the parameter symbols is removed",
    ),
    "a required parameter is added": (
        lambda c, s: append_parameter(c, required=True, schema={}), "POST /solve: the parameter new is required",
    ),
    "the maximum of a parameter is lowered": (
        lambda c, s: c["components"]["parameters"]["CountTo"]["schema"].update(maximum=10),
        "POST /solve ?count_to: maximum is 10",
    ),
    "a member of requests is removed": (
        lambda c, s: s["BoardObject"]["properties"].pop("symbols"),
        "POST /validate application/json #/symbols is removed",
    ),
    "a member of requests becomes required": (
        lambda c, s: s["BoardObject"]["required"].append("variants"),
        "POST /validate application/json #/variants is required",
    ),
    "a new member of requests is required": (
        lambda c, s: (s["Move"]["required"].append("new"), s["Move"]["properties"].update(new={})),
        "POST /check application/json #/move/oneOf/1/new is required",
    ),
    "a value of requests is removed": (
        lambda c, s: s["Variant"]["enum"].pop(),
        "POST /validate application/json #/variants/oneOf/1/items: the value 'anti_king' is removed",
    ),
    "null is no longer accepted": (
        lambda c, s: s["BoardObject"]["properties"]["symbols"]["oneOf"].pop(0),
        "POST /validate application/json #/symbols/oneOf: an alternative is removed",
    ),
    "only some values of requests are accepted": (
        lambda c, s: s["BoxShape"]["properties"]["rows"].update(enum=[3]),
        "POST /validate application/json #/box/oneOf/1/rows: only [3] are accepted",
    ),
    "a minimum of requests is raised": (
        lambda c, s: s["BoxShape"]["properties"]["rows"].update(minimum=2),
        "POST /validate application/json #/box/oneOf/1/rows: minimum is 2",
    ),
    "a body is required": (
        lambda c, s: c["paths"]["/health"]["get"].update(requestBody={"required": True, "content": {}}),
        "GET /health requires a body",
    ),
    "no body is accepted": (
        lambda c, s: c["paths"]["/solve"]["post"].pop("requestBody"), "POST /solve accepts no body",
    ),
    "a type of requests is narrowed": (
        lambda c, s: s["BoxShape"]["properties"]["rows"].update(type="string"),
        "POST /validate application/json #/box/oneOf/1/rows: the type is string instead of integer",
    ),
    "an optional member of responses is removed": (
        lambda c, s: s["ValidateResponse"]["properties"].pop("duplicate"),
        "POST /validate 200 application/json #/duplicate is removed",
    ),
    "a member of responses may be absent": (
        lambda c, s: s["ValidateResponse"]["required"].remove("complete"),
        "POST /validate 200 application/json #/complete may be absent",
    ),
    "a type of responses changes": (
        lambda c, s: s["ValidateResponse"]["properties"]["complete"].update(type="string"),
        "POST /validate 200 application/json #/complete: the type is string instead of boolean",
    ),
    "a member of responses may be null": (
        lambda c, s: s["ValidateResponse"]["properties"]["complete"].update(type=["boolean", "null"]),
        "POST /validate 200 application/json #/complete: the type is ['boolean', 'null'] instead of boolean",
    ),
    "a response has another form": (
        lambda c, s: s["FilledBoard"]["else"]["items"]["anyOf"].append({"type": "object"}),
        "POST /solve 200 application/json #/solution/else/items/anyOf: an alternative is added",
    ),
    "a value of responses is removed": (
        lambda c, s: s["SolveResponse"]["properties"]["solutions"]["enum"].pop(),
        "POST /solve 200 application/json #/solutions: the value 'unknown' is removed",
    ),
    "a member of a line of a batch is removed": (
        lambda c, s: s["BatchLine"]["properties"].pop("valid"),
        "POST /validate/batch 200 application/x-ndjson #/contentSchema/valid is removed",
    ),
    "a member of a problem is removed": (
        lambda c, s: s["Problem"]["properties"].pop("errors"),
        "POST /validate 400 application/problem+json #/errors is removed",
    ),
}

COMPATIBLE = {
    "nothing changes": lambda c, s: None,
    "a path is added": lambda c, s: c["paths"].update({"/new": c["paths"]["/health"]}),
    "an optional parameter is added": lambda c, s: append_parameter(c, schema={"type": "string"}),
    "a maximum is raised": lambda c, s: c["components"]["parameters"]["CountTo"]["schema"].update(maximum=10**6),
    "a status of problems is added": lambda c, s: c["paths"]["/validate"]["post"]["responses"].update({"429": {}}),
    "an optional member of requests is added": lambda c, s: s["BoardObject"]["properties"].update(new={}),
    "a value of requests is added": lambda c, s: s["Variant"]["enum"].append("new"),
    "a type of requests is widened": lambda c, s: s["BoxShape"]["properties"]["rows"].update(type="number"),
    "a member of responses is added": lambda c, s: (
        s["ValidateResponse"]["properties"].update(new={}), s["ValidateResponse"]["required"].append("new"),
    ),
    "a value of responses is added": lambda c, s: s["SolveResponse"]["properties"]["solutions"]["enum"].append("new"),
    "a type of problems is added": lambda c, s: s["ProblemType"]["enum"].append("new"),
    "a description changes": lambda c, s: s["ValidateResponse"].update(description="new"),
    "a schema is renamed": lambda c, s: (
        s.update(NewName=s.pop("HealthResponse")),
        c["paths"]["/health"]["get"]["responses"]["200"]["content"]["application/json"].update(
            schema={"$ref": "#/components/schemas/NewName"}
        ),
    ),
}


class CompatibleTest(unittest.TestCase):
    def test_every_breaking_change_is_found(self):
        for name, (edit, expected) in BREAKING.items():
            with self.subTest(name):
                self.assertIn(expected, change(edit))

    def test_compatible_changes_are_not_reported(self):
        for name, edit in COMPATIBLE.items():
            with self.subTest(name):
                self.assertEqual(change(edit), [])

    def test_a_version_says_whether_it_may_break_something(self):
        for released, current, expected in [
            ("0.1.0", "0.1.0", False),
            ("0.1.0", "0.1.9", False),
            ("0.1.0", "0.2.0", True),
            ("0.9.1", "1.0.0", True),
            ("1.2.3", "1.3.0", False),
            ("1.2.3", "2.0.0", True),
            ("0.2.0", "0.1.0", False),
        ]:
            with self.subTest(f"{released} {current}"):
                self.assertEqual(is_incompatible_version(released, current), expected)


if __name__ == "__main__":
    unittest.main()
