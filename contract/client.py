"""A backend that uses the generated client: it validates and solves boards, and handles a rejection.

`contract/check` generates `sudoku_client` from openapi.yaml and runs this program against the service.
"""

import sys

from sudoku_client import ApiClient, BoardObject, BoardRequest, BoardsApi, BoxShape, Cell, CellRef, Configuration
from sudoku_client import ServiceApi
from sudoku_client.exceptions import UnprocessableEntityException


def board(*rows):
    return [[Cell(cell) for cell in row] for row in rows]


EMPTY = [0, ".", "", None]

with ApiClient(Configuration(host=sys.argv[1])) as client:
    boards, service = BoardsApi(client), ServiceApi(client)

    response = boards.validate(BoardRequest(board([1, 0, 0, 0], EMPTY, ["1", 0, 0, 0], EMPTY)), duplicates="all")
    assert (response.valid, response.complete) == (False, False), response
    first = response.duplicate
    assert first.digit.actual_instance == "1", response
    assert (first.house.kind, first.house.index) == ("column", 0), response
    assert first.cells == [CellRef(row=0, column=0), CellRef(row=2, column=0)], response
    assert [duplicate.cells for duplicate in response.duplicates] == [first.cells], response

    rows_only = BoardObject(board=board(EMPTY, EMPTY, EMPTY, EMPTY), box=BoxShape(rows=1, columns=4))
    response = boards.validate(BoardRequest(rows_only))
    assert response.valid and response.duplicate is None, response

    try:
        boards.validate(BoardRequest(board([5, 0, 0, 0], EMPTY, EMPTY, EMPTY)))
        sys.exit("5 was accepted as a digit of a board with 4 rows")
    except UnprocessableEntityException as rejection:
        assert rejection.data.type == "/problems/not-a-board", rejection
        assert [fault.pointer for fault in rejection.data.errors] == ["#/0/0"], rejection

    solved = boards.solve(BoardRequest(board([1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 0])))
    assert (solved.solutions, solved.count) == ("one", 1), solved
    assert solved.solution[3][3].actual_instance == 1, solved
    many = boards.solve(BoardRequest(board(EMPTY, EMPTY, EMPTY, EMPTY)), count_to=300, solution=False)
    assert (many.solutions, many.count, many.examples) == ("many", 288, None), many

    assert service.health().status == "ok"
    assert service.root().links.contract == "openapi.yaml"
    assert service.problem_type("not-a-board").status == 422
