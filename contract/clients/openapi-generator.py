"""A backend that uses the generated client: it validates and solves boards, and handles a rejection.

`contract/check` generates `sudoku_client` from openapi.yaml and runs this program against the service.
"""

import sys

from sudoku_client import ApiClient, BoardObject, BoardsApi, BoxShape, CellRef, CheckObject, Configuration, Move
from sudoku_client import ProblemType, RegionCell, ServiceApi, Variant
from sudoku_client.exceptions import UnprocessableEntityException

EMPTY = [0, ".", "", None]

with ApiClient(Configuration(host=sys.argv[1])) as client:
    boards, service = BoardsApi(client), ServiceApi(client)

    invalid = BoardObject(board=[[1, 0, 0, 0], EMPTY, ["1", 0, 0, 0], EMPTY])
    response = boards.validate(invalid, duplicates="all")
    assert (response.valid, response.complete) == (False, False), response
    first = response.duplicate
    assert first.digit == "1", response
    assert (first.house.kind, first.house.index) == ("column", 0), response
    assert first.cells == [CellRef(row=0, column=0), CellRef(row=2, column=0)], response
    assert [duplicate.cells for duplicate in response.duplicates] == [first.cells], response

    empty = BoardObject(board=[EMPTY, EMPTY, EMPTY, EMPTY], box=BoxShape(rows=1, columns=4))
    response = boards.validate(empty)
    assert response.valid and response.duplicate is None, response

    try:
        boards.validate(BoardObject(board=[[5, 0, 0, 0], EMPTY, EMPTY, EMPTY]))
        sys.exit("5 was accepted as a digit of a board with 4 rows")
    except UnprocessableEntityException as rejection:
        assert rejection.data.type == ProblemType.NotABoard, rejection
        assert [fault.pointer for fault in rejection.data.errors] == ["#/board/0/0"], rejection

    solved = boards.solve(BoardObject(board=[[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 0]]))
    assert (solved.solutions, solved.count, solved.solution[3]) == ("one", 1, [4, 3, 2, 1]), solved
    jigsaw = BoardObject(
        board=["1...", "..3.", ".4..", "...2"],
        regions="aabbaabbccddccdd",
        extra_regions=[[RegionCell(row=0, column=0), RegionCell(row=1, column=3)]],
        variants=[Variant.DIAGONAL],
    )
    solved = boards.solve(jigsaw)
    assert (solved.solutions, solved.contradiction is None) == ("none", False), solved
    many = boards.solve(empty, count_to=600, solution=False)
    assert (many.solutions, many.count, many.examples) == ("many", 576, None), many

    givens = [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]
    board = [[1, 3, 4, 0], *givens[1:]]
    checked = boards.check(CheckObject(board=board, givens=givens, move=Move(row=1, column=0, digit=4)))
    assert (checked.solutions, checked.on_track, checked.solved) == ("one", False, False), checked
    assert (checked.wrong, checked.changed_givens) == ([CellRef(row=0, column=2)], []), checked
    assert (checked.move.valid, checked.move.changes_given, checked.move.right) == (True, False, True), checked
    counted = boards.check(CheckObject(board=board, givens=givens), wrong="count")
    assert (counted.wrong, counted.wrong_count, counted.changed_givens_count) == (None, 1, 0), counted
    assert boards.check(CheckObject(board=board)).solutions is None

    assert service.health().status == "ok"
    assert service.root().links.contract == "openapi.yaml"
    assert service.docs().startswith("<!doctype html>")
    assert ":root" in service.asset("style.css")
    assert service.favicon_with_http_info().status_code == 200
    assert service.problem_type("not-a-board").type == ProblemType.NotABoard
    assert service.contract_as_json()["openapi"] == "3.1.0"
