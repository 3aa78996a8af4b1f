// A puzzle app that uses the typescript-fetch client of OpenAPI Generator.
// `contract/check` generates the folder `typescript-fetch` from openapi.yaml, compiles this program and runs it.

import { BoardsApi, Configuration, ProblemFromJSON, ProblemType, ResponseError, SolveResponseSolutionsEnum } from "./typescript-fetch/index.js";
import { expect, url } from "./expect.js";

const boards = new BoardsApi(new Configuration({ basePath: url }));
const row = [0, ".", "", null];
const invalid = { board: [[1, 0, 0, 0], row, [1, 0, 0, 0], row] };

const response = await boards.validate({ boardObject: invalid });
expect([response.valid, response.duplicate?.digit, response.duplicate?.house.kind], [false, 1, "column"]);

const rejection: unknown = await boards.validate({ boardObject: { board: [[5, 0, 0, 0], row, row, row] } }).catch((error) => error);
if (!(rejection instanceof ResponseError)) {
  throw new Error("5 was accepted as a digit of a board with 4 rows");
}
const problem = ProblemFromJSON(await rejection.response.json());
expect(problem.type, ProblemType.NotABoard);
expect(problem.errors?.map((fault) => fault.pointer), ["#/board/0/0"]);

const solved = await boards.solve({ boardObject: invalid, solution: false });
expect(solved.solutions, SolveResponseSolutionsEnum.None);
