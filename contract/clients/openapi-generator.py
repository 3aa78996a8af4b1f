"""A backend that uses the generated client: it validates and solves boards, and handles a rejection.

`contract/check` generates `sudoku_client` from openapi.yaml and runs this program against the service.
"""

import sys

from sudoku_client import ApiClient, BoardObject, BoardsApi, BoxShape, CellRef, Configuration, ProblemType, RegionCell
from sudoku_client import ServiceApi, Variant
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

    assert service.health().status == "ok"
    assert service.root().links.contract == "openapi.yaml"
    assert service.problem_type("not-a-board").type == ProblemType.NotABoard
    assert service.contract_as_json()["openapi"] == "3.1.0"
