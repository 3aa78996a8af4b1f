// A puzzle app that uses the typed client, and handles every status, problem type and kind of house in the contract.
// `contract/check` generates its types from openapi.yaml, compiles this program and runs it against the service.

import createClient from "openapi-fetch";
import { expect, url } from "./expect.js";
import type { components, operations, paths } from "./openapi-typescript/sudoku.js";

type BatchLine = components["schemas"]["BatchLine"];
type BoardObject = components["schemas"]["BoardObject"];
type CellRef = components["schemas"]["CellRef"];
type CheckResponse = components["schemas"]["CheckResponse"];
type House = components["schemas"]["House"];
type Problem = components["schemas"]["Problem"];
type SolveResponse = components["schemas"]["SolveResponse"];
type ValidateResponse = components["schemas"]["ValidateResponse"];
type ValidateResponses = operations["validate"]["responses"];

/** The reaction of the app to each status. If the contract adds a status, this does not compile until it is handled. */
function reaction(status: keyof ValidateResponses): "show" | "correct" | "retry" | "report" {
  switch (status) {
    case 200:
      return "show";
    case 422:
      return "correct";
    case 408:
    case 503:
      return "retry";
    case 400:
    case 413:
    case 415:
    case 500:
      return "report";
  }
}

/** A short text of the app for each problem type. */
const PROBLEMS: Record<Problem["type"], string> = {
  "urn:problem-type:sudoku-validator:bad-request": "malformed HTTP",
  "urn:problem-type:sudoku-validator:bad-query": "wrong parameter",
  "urn:problem-type:sudoku-validator:not-json": "not JSON",
  "urn:problem-type:sudoku-validator:broken-body": "cut off",
  "urn:problem-type:sudoku-validator:not-found": "no such path",
  "urn:problem-type:sudoku-validator:method-not-allowed": "wrong method",
  "urn:problem-type:sudoku-validator:body-too-slow": "body too slow",
  "urn:problem-type:sudoku-validator:body-too-large": "body too large",
  "urn:problem-type:sudoku-validator:wrong-media-type": "wrong media type",
  "urn:problem-type:sudoku-validator:wrong-encoding": "wrong encoding",
  "urn:problem-type:sudoku-validator:not-a-board": "not a board",
  "urn:problem-type:sudoku-validator:line-too-long": "line too long",
  "urn:problem-type:sudoku-validator:internal": "server error",
  "urn:problem-type:sudoku-validator:overloaded": "overloaded",
  "urn:problem-type:sudoku-validator:out-of-time": "timed out",
};

const HOUSES: Record<House["kind"], string> = {
  row: "row",
  column: "column",
  box: "box",
  region: "region",
  diagonal: "diagonal",
  window: "window",
  disjoint_group: "disjoint group",
  center_dot: "center dot",
  asterisk: "asterisk",
  girandola: "girandola",
  argyle: "line of an argyle",
  anti_knight: "a knight's move",
  anti_king: "a king's move",
  extra_region: "extra region",
};

function cellName(cell: CellRef): string {
  return `r${cell.row + 1}c${cell.column + 1}`;
}

function describeDuplicate(digit: components["schemas"]["Digit"], house: House, cells: CellRef[]): string {
  const index = house.index === undefined ? "" : ` ${house.index + 1}`;
  return `${digit} in ${HOUSES[house.kind] ?? house.kind}${index}: ${cells.map(cellName).join(", ")}`;
}

function describeBoard(response: ValidateResponse): string {
  const all = (response.duplicates ?? []).map(({ digit, house, cells }) => describeDuplicate(digit, house, cells));
  if (response.duplicate === undefined) {
    return response.valid && response.complete ? "solved" : "no duplicate";
  }
  const { digit, house, cells } = response.duplicate;
  return [describeDuplicate(digit, house, cells), `all ${all.length}`, ...all].join("; ");
}

function describeProblem(problem: Problem): string {
  const faults = (problem.errors ?? []).map((fault) => `${fault.pointer} (${fault.detail})`);
  const omitted = problem.omitted ?? 0;
  return `${PROBLEMS[problem.type]}, ${problem.status} ${problem.title}: ${faults.join(", ") || problem.detail} +${omitted}`;
}

function describeSolutions(response: SolveResponse): string {
  switch (response.solutions) {
    case "one":
      // In the notation of the request, which the app knows.
      return `one: ${(response.solution as string[]).join(" ")}`;
    case "many":
      return `${response.count}, ${response.count < response.counted_to ? "all of them" : "or more"}`;
    case "none":
      return "none";
    case "unknown":
      return response.stopped === "budget" ? "too hard" : "unknown; try again";
  }
}

function describeProgress(response: CheckResponse): string {
  if (response.solutions === undefined) {
    return "no puzzle";
  }
  switch (response.solutions) {
    case "one":
      if (response.solved) {
        return "solved";
      }
      return `${response.on_track ? "on track" : "off track"}, wrong: ${(response.wrong ?? []).map(cellName).join(", ")}`;
    case "many":
      return `several solutions, reachable: ${response.reachable}`;
    case "none":
      return "no solution";
    case "unknown":
      return response.stopped === "budget" ? "too hard" : "unknown; try again";
  }
}

function describeMove({ move }: CheckResponse): string {
  if (move === undefined) {
    return "no move";
  }
  const conflicts = move.duplicates.map(({ house }) => house.kind).join(", ");
  return `${move.changes_given ? "a given" : "free"}, ${move.right ? "right" : "wrong"}, conflicts: ${conflicts || "none"}`;
}

function describeLine(line: BatchLine): string {
  if (line.summary !== undefined) {
    return `${line.summary.valid} of ${line.summary.lines} valid`;
  }
  if (line.skipped) {
    return `line ${line.line} skipped`;
  }
  if (line.error !== undefined) {
    return `line ${line.line}: ${describeProblem(line.error)}`;
  }
  return line.duplicate !== undefined
    ? `line ${line.line}: ${describeDuplicate(line.duplicate.digit, line.duplicate.house, line.duplicate.cells)}`
    : "valid";
}

async function main(baseUrl: string): Promise<void> {
  const client = createClient<paths>({ baseUrl });

  async function validate(body: BoardObject): Promise<string> {
    const { data, error, response } = await client.POST("/validate", { body, params: { query: { duplicates: "all" } } });
    const next = reaction(response.status as keyof ValidateResponses);
    return `${next}: ${data === undefined ? describeProblem(error) : describeBoard(data)}`;
  }

  const row = ["", ".", null, 0];
  expect(await validate({ board: [[1, ...row.slice(1)], row, ["1", ...row.slice(1)], row] }), "show: 1 in column 1: r1c1, r3c1; all 1; 1 in column 1: r1c1, r3c1");
  expect(await validate({ board: [row, row, row, row], box: { rows: 1, columns: 4 } }), "show: no duplicate");
  expect(
    await validate({ board: [[5, ...row.slice(1)], row, row, row] }),
    'correct: not a board, 422 Not a board: #/board/0/0 (Row 1, column 1 holds 5; expected a digit from 1 to 4, or 0, "." or null for an empty cell.) +0',
  );

  expect(
    await validate({ board: ["A...", "..A.", "....", "...."], symbols: "ABCD", regions: ["aaab", "acbb", "ccbd", "cddd"], variants: ["anti_knight"] }),
    "show: A in a knight's move: r1c1, r2c3; all 1; A in a knight's move: r1c1, r2c3",
  );

  const solve = await client.POST("/solve", { body: { board: ["1234", "3412", "2143", "432."] } });
  expect(describeSolutions(solve.data!), "one: 1234 3412 2143 4321");
  const many = await client.POST("/solve", { body: { board: [row, row, row, row] }, params: { query: { solution: false, count_to: 300 } } });
  expect(describeSolutions(many.data!), "288, all of them");

  const givens = [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]];
  const board = [[1, 3, 4, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]];
  const right = await client.POST("/check", { body: { board, givens, move: { row: 1, column: 0, digit: 4 } } });
  expect(describeProgress(right.data!), "off track, wrong: r1c3");
  expect(describeMove(right.data!), "free, right, conflicts: none");
  const conflicting = await client.POST("/check", { body: { board: givens, move: { row: 0, column: 1, digit: "1" } } });
  expect(describeProgress(conflicting.data!), "no puzzle");
  expect(describeMove(conflicting.data!), "free, wrong, conflicts: row, box");
  const counted = await client.POST("/check", { body: { board, givens }, params: { query: { wrong: "count" } } });
  expect(`${counted.data?.wrong_count} ${counted.data?.changed_givens_count} ${counted.data?.wrong}`, "1 0 undefined");

  const batch = await client.POST("/validate/batch", {
    body: "# two boards\n1.......1.......\n1...............\n",
    bodySerializer: (lines) => lines,
    headers: { "content-type": "text/plain" },
    params: { query: { report: "invalid" } },
    parseAs: "text",
  });
  const lines: BatchLine[] = (batch.data ?? "").trimEnd().split("\n").map((line) => JSON.parse(line));
  expect(lines.map(describeLine).join("; "), "line 2: 1 in column 1: r1c1, r3c1; 1 of 3 valid");

  const health = await client.GET("/health");
  expect(health.data?.status ?? "down", "ok");
  const root = await client.GET("/");
  // Browsers get a page, which is a string.
  expect(typeof root.data === "object" ? root.data.links.contract : "none", "openapi.yaml");
  const docs = await client.GET("/docs", { parseAs: "text" });
  expect(docs.data?.split("\n")[0] ?? "none", "<!doctype html>");
  const style = await client.GET("/assets/{name}", { params: { path: { name: "style.css" } }, parseAs: "text" });
  expect(style.response.headers.get("content-type") ?? "none", "text/css; charset=utf-8");
  const icon = await client.GET("/favicon.ico", { parseAs: "blob" });
  expect(icon.response.headers.get("content-type") ?? "none", "image/vnd.microsoft.icon");
  const problem = await client.GET("/problems/{name}", { params: { path: { name: "not-a-board" } } });
  expect(problem.data?.type ?? "unknown", "urn:problem-type:sudoku-validator:not-a-board");

  // @ts-expect-error: there is no such variant.
  await client.POST("/validate", { body: { board: [row, row, row, row], variants: ["antiknight"] } });
  // @ts-expect-error: the member is called board.
  await client.POST("/validate", { body: { bord: [row, row, row, row] } });
  // @ts-expect-error: a box needs columns, too.
  await client.POST("/validate", { body: { board: [row, row, row, row], box: { rows: 2 } } });
  // @ts-expect-error: a move needs a digit, too.
  await client.POST("/check", { body: { board, move: { row: 0, column: 0 } } });
  // @ts-expect-error: the parameter has no such value.
  await client.POST("/validate", { body: { board: [row, row, row, row] }, params: { query: { duplicates: "some" } } });
}

await main(url);
