// A puzzle app that uses the client of orval: the type of the response follows from its status.
// `contract/check` generates `orval-client.ts` from openapi.yaml, compiles this program and runs it.

import { solve, validate } from "./orval-client.js";
import { expect, url } from "./expect.js";

// The generated functions call paths without a host, as a page from the same host does.
const fetchPath = fetch;
globalThis.fetch = (path, init) => fetchPath(`${url}${path}`, init);

// The functions take a board as JSON or as text, and do not say which it is.
const json = { headers: { "content-type": "application/json" } };
const row = [0, 0, 0, 0];
const invalid = { board: [[1, 0, 0, 0], row, [1, 0, 0, 0], row] };

const response = await validate(invalid, { duplicates: "all" }, json);
if (response.status !== 200) {
  throw new Error(response.data.detail);
}
expect([response.data.valid, response.data.duplicate?.house.kind, response.data.duplicates?.length], [false, "column", 1]);

const rejection = await validate({ board: [[5, 0, 0, 0], row, row, row], box: null }, {}, json);
if (rejection.status === 200) {
  throw new Error("5 was accepted as a digit of a board with 4 rows");
}
expect(rejection.data.type, "urn:problem-type:sudoku-validator:not-a-board");
expect(rejection.data.errors?.map((fault) => fault.pointer), ["#/board/0/0"]);

const solved = await solve(invalid, { solution: false }, json);
expect(solved.status === 200 && solved.data.solutions, "none");
