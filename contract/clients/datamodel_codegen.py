"""A backend that uses pydantic models with an HTTP client of its own. They send null for every member that is not set.

`contract/check` generates the module `models` from openapi.yaml and runs this program against the service.
"""

import sys

import requests
from models import BatchLine, BoardObject, Problem, ProblemType, ValidateResponse

url = sys.argv[1]
headers = {"content-type": "application/json"}


def validate(*rows):
    body = BoardObject(board=[list(row) for row in rows]).model_dump_json()
    assert '"box":null' in body, body
    return body, requests.post(f"{url}/validate", data=body, headers=headers, timeout=10)


body, response = validate("1...", "....", "1...", "....")
response.raise_for_status()
result = ValidateResponse.model_validate_json(response.content)
assert (result.valid, result.duplicate.digit.root) == (False, "1"), result

_, response = validate("5...", "....", "....", "....")
problem = Problem.model_validate_json(response.content)
assert (response.status_code, problem.type) == (422, ProblemType.NotABoard), problem

# `requests` writes a boolean as `False`.
response = requests.post(f"{url}/solve", data=body, headers=headers, params={"solution": False}, timeout=10)
response.raise_for_status()

headers = {"content-type": "application/x-ndjson"}
response = requests.post(f"{url}/validate/batch", data=f"{body}\n[]\n", headers=headers, timeout=10)
lines = [BatchLine.model_validate_json(line) for line in response.iter_lines()]
assert [line.valid for line in lines] == [False, None, None], lines
assert lines[1].error.type == ProblemType.NotABoard, lines
assert (lines[2].summary.lines, lines[2].summary.invalid) == (2, 1), lines
