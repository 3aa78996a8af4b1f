"""A backend that uses the client of openapi-python-client: a result and a problem each come back as their own type.

`contract/check` generates the package `sudoku` from openapi.yaml and runs this program against the service.
"""

import sys

from sudoku import Client
from sudoku.api.boards import solve, validate
from sudoku.models import (
    BoardObject,
    HouseKind,
    Problem,
    ProblemType,
    SolveResponse,
    SolveResponseSolutions,
    ValidateResponse,
)

EMPTY = [0, 0, 0, 0]

with Client(base_url=sys.argv[1]) as client:
    invalid = BoardObject(board=[[1, 0, 0, 0], EMPTY, [1, 0, 0, 0], EMPTY])
    response = validate.sync(client=client, body=invalid)
    assert isinstance(response, ValidateResponse), response
    assert (response.valid, response.duplicate.digit) == (False, 1), response
    assert response.duplicate.house.kind == HouseKind.COLUMN, response

    problem = validate.sync(client=client, body=BoardObject(board=[[5, 0, 0, 0], EMPTY, EMPTY, EMPTY]))
    assert isinstance(problem, Problem), problem
    assert (problem.type_, problem.status) == (ProblemType.NOT_A_BOARD, 422), problem
    assert [fault.pointer for fault in problem.errors] == ["#/board/0/0"], problem

    solved = solve.sync(client=client, body=invalid, solution=False)
    assert isinstance(solved, SolveResponse), solved
    assert solved.solutions == SolveResponseSolutions.NONE, solved
