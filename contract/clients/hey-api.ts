// A puzzle app that uses the client of @hey-api/openapi-ts: a problem comes back as its own type.
// `contract/check` generates the folder `hey-api` from openapi.yaml, compiles this program and runs it.

import { createClient } from "./hey-api/client/index.js";
import type { BatchLine, Problem } from "./hey-api/index.js";
import { solve, validate, validateBatch } from "./hey-api/index.js";
import { expect, url } from "./expect.js";

const client = createClient({ baseUrl: url });
const row = [0, 0, 0, 0];
const invalid = { board: [[1, 0, 0, 0], row, [1, 0, 0, 0], row] };

const { data } = await validate({ client, body: invalid, query: { duplicates: "all" } });
expect([data?.valid, data?.duplicate?.house.kind, data?.duplicates?.length], [false, "column", 1]);

const { error } = await validate({ client, body: { board: [[5, 0, 0, 0], row, row, row], box: null } });
const problem: Problem | undefined = error;
expect(problem?.type, "urn:problem-type:sudoku-validator:not-a-board");
expect(problem?.errors?.map((fault) => fault.pointer), ["#/board/0/0"]);

const { data: solved } = await solve({ client, body: invalid, query: { solution: false } });
expect(solved?.solutions, "none");

// The default serializer would send the lines as one JSON string.
const body = invalid.board.map((cells) => cells.join("")).join("");
const batch = await validateBatch({ client, body, bodySerializer: (lines) => lines, headers: { "content-type": "text/plain" }, parseAs: "text" });
const [line, summary]: BatchLine[] = (batch.data ?? "").trimEnd().split("\n").map((text) => JSON.parse(text));
expect([line?.valid, summary?.summary?.invalid], [false, 1]);
