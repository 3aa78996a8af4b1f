"""What a backend does with the generated client: it asks whether a board is valid, and reads why if it is none.

`contract/check` makes `sudoku_client` from openapi.yaml and runs this program against the service.
"""

import sys

from sudoku_client import ApiClient, BoardObject, BoardsApi, BoxShape, Cell, CellPlace, Configuration, ServiceApi
from sudoku_client import ValidateRequest
from sudoku_client.exceptions import UnprocessableEntityException


def board(*rows):
    return [[Cell(cell) for cell in row] for row in rows]


EMPTY = [0, ".", "", None]

with ApiClient(Configuration(host=sys.argv[1])) as client:
    boards, service = BoardsApi(client), ServiceApi(client)

    answer = boards.validate(ValidateRequest(board([1, 0, 0, 0], EMPTY, ["1", 0, 0, 0], EMPTY)), duplicates="all")
    assert (answer.valid, answer.complete) == (False, False), answer
    first = answer.duplicate
    assert first.digit.actual_instance == "1", answer
    assert (first.house.kind, first.house.index) == ("column", 0), answer
    assert first.cells == [CellPlace(row=0, column=0), CellPlace(row=2, column=0)], answer
    assert [duplicate.cells for duplicate in answer.duplicates] == [first.cells], answer

    rows_only = BoardObject(board=board(EMPTY, EMPTY, EMPTY, EMPTY), box=BoxShape(rows=1, columns=4))
    answer = boards.validate(ValidateRequest(rows_only))
    assert answer.valid and answer.duplicate is None, answer

    try:
        boards.validate(ValidateRequest(board([5, 0, 0, 0], EMPTY, EMPTY, EMPTY)))
        sys.exit("5 was taken for a digit of a board of 4 rows")
    except UnprocessableEntityException as refusal:
        assert refusal.data.type == "/problems/not-a-board", refusal
        assert [fault.pointer for fault in refusal.data.errors] == ["#/0/0"], refusal

    solved = boards.solve(ValidateRequest(board([1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 0])))
    assert (solved.solutions, solved.count) == ("one", 1), solved
    assert solved.solution[3][3].actual_instance == 1, solved
    gate = boards.solve(ValidateRequest(board(EMPTY, EMPTY, EMPTY, EMPTY)), count_to=300, solution=False)
    assert (gate.solutions, gate.count, gate.examples) == ("many", 288, None), gate

    assert service.health().status == "ok"
    assert service.problem_type("not-a-board").status == 422
