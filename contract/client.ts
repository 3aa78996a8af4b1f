// What a puzzle app does with the typed client: it asks, and handles every answer that there can be.
// `contract/check` makes `sudoku.d.ts` from openapi.yaml, compiles this program and runs it against the service.

import createClient from "openapi-fetch";
import type { components, operations, paths } from "./sudoku.js";

type Answers = operations["validate"]["responses"];
type BatchLine = components["schemas"]["BatchLine"];
type House = components["schemas"]["House"];
type Place = components["schemas"]["CellPlace"];
type Problem = components["schemas"]["Problem"];
type SolveResponse = components["schemas"]["SolveResponse"];
type ValidateRequest = components["schemas"]["ValidateRequest"];
type ValidateResponse = components["schemas"]["ValidateResponse"];

/** What the app does after each status: a new one of the contract does not compile until it stands here. */
function whatNext(status: keyof Answers): "show" | "correct" | "ask again" | "report" {
  switch (status) {
    case 200:
      return "show";
    case 422:
      return "correct";
    case 408:
    case 503:
      return "ask again";
    case 400:
    case 413:
    case 415:
    case 500:
      return "report";
  }
}

/** What the app calls each type of refusal, in its own words. */
const REFUSALS: Record<Problem["type"], string> = {
  "/problems/bad-request": "no sound HTTP",
  "/problems/bad-query": "wrong parameter",
  "/problems/not-json": "no JSON",
  "/problems/broken-body": "cut off",
  "/problems/not-found": "no such path",
  "/problems/method-not-allowed": "no such method",
  "/problems/body-too-slow": "too slow",
  "/problems/body-too-large": "too large",
  "/problems/wrong-media-type": "not declared as JSON",
  "/problems/wrong-encoding": "compressed",
  "/problems/not-a-board": "no board",
  "/problems/line-too-long": "line too long",
  "/problems/internal": "failure",
  "/problems/overloaded": "busy",
  "/problems/out-of-time": "given up",
};

const HOUSES: Record<House["kind"], string> = { row: "row", column: "column", box: "box" };

function place(cell: Place): string {
  return `r${cell.row + 1}c${cell.column + 1}`;
}

function tellDuplicate(digit: number | string, house: House, cells: Place[]): string {
  return `${digit} in ${HOUSES[house.kind]} ${house.index + 1}: ${cells.map(place).join(", ")}`;
}

function tellAnswer(answer: ValidateResponse): string {
  const all = (answer.duplicates ?? []).map(({ digit, house, cells }) => tellDuplicate(digit, house, cells));
  if (answer.duplicate === undefined) {
    return answer.valid && answer.complete ? "solved" : "no duplicate";
  }
  const { digit, house, cells } = answer.duplicate;
  return [tellDuplicate(digit, house, cells), `all ${all.length}`, ...all].join("; ");
}

function tellProblem(problem: Problem): string {
  const faults = (problem.errors ?? []).map((fault) => `${fault.pointer} (${fault.detail})`);
  const omitted = problem.omitted ?? 0;
  return `${REFUSALS[problem.type]}, ${problem.status} ${problem.title}: ${faults.join(", ") || problem.detail} +${omitted}`;
}

function tellSolutions(answer: SolveResponse): string {
  switch (answer.solutions) {
    case "one":
      return `one: ${(answer.solution ?? []).map((row) => row.join("")).join(" ")}`;
    case "many":
      return `${answer.count}, ${answer.count < answer.counted_to ? "all of them" : "or more"}`;
    case "none":
    case "unknown":
      return answer.solutions;
  }
}

function tellLine(line: BatchLine): string {
  if ("summary" in line) {
    return `${line.summary.valid} of ${line.summary.lines} valid`;
  }
  if ("error" in line) {
    return `line ${line.line}: ${tellProblem(line.error)}`;
  }
  return "line" in line && line.duplicate !== undefined
    ? `line ${line.line}: ${tellDuplicate(line.duplicate.digit, line.duplicate.house, line.duplicate.cells)}`
    : "valid";
}

async function main(baseUrl: string): Promise<void> {
  const client = createClient<paths>({ baseUrl });

  async function ask(body: ValidateRequest): Promise<string> {
    const { data, error, response } = await client.POST("/validate", { body, params: { query: { duplicates: "all" } } });
    const next = whatNext(response.status as keyof Answers);
    return `${next}: ${data === undefined ? tellProblem(error) : tellAnswer(data)}`;
  }

  function expect(found: string, expected: string): void {
    if (found !== expected) {
      throw new Error(`expected '${expected}', found '${found}'`);
    }
  }

  const row = ["", ".", null, 0];
  expect(await ask([[1, ...row.slice(1)], row, ["1", ...row.slice(1)], row]), "show: 1 in column 1: r1c1, r3c1; all 1; 1 in column 1: r1c1, r3c1");
  expect(await ask({ board: [row, row, row, row], box: { rows: 1, columns: 4 } }), "show: no duplicate");
  expect(
    await ask([[5, ...row.slice(1)], row, row, row]),
    'correct: no board, 422 This is not a board: #/0/0 (Row 1, column 1 holds 5; expected a digit from 1 to 4, or 0, "." or null for an empty cell.) +0',
  );

  const solve = await client.POST("/solve", { body: [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 0]] });
  expect(tellSolutions(solve.data!), "one: 1234 3412 2143 4321");
  const gate = await client.POST("/solve", { body: [row, row, row, row], params: { query: { solution: false, count_to: 300 } } });
  expect(tellSolutions(gate.data!), "288, all of them");

  const batch = await client.POST("/validate/batch", {
    body: "1.......1.......\n1...............\n",
    bodySerializer: (lines) => lines,
    headers: { "content-type": "text/plain" },
    params: { query: { report: "invalid" } },
    parseAs: "text",
  });
  const lines: BatchLine[] = (batch.data ?? "").trimEnd().split("\n").map((line) => JSON.parse(line));
  expect(lines.map(tellLine).join("; "), "line 1: 1 in column 1: r1c1, r3c1; 1 of 2 valid");

  const health = await client.GET("/health");
  expect(health.data?.status ?? "down", "ok");
  const meaning = await client.GET("/problems/{name}", { params: { path: { name: "not-a-board" } } });
  expect(meaning.data?.type ?? "unknown", "/problems/not-a-board");

  // @ts-expect-error: a cell is no boolean.
  await client.POST("/validate", { body: [[true, 0, 0, 0], row, row, row] });
  // @ts-expect-error: the member is called board.
  await client.POST("/validate", { body: { bord: [row, row, row, row] } });
  // @ts-expect-error: a box has columns, too.
  await client.POST("/validate", { body: { board: [row, row, row, row], box: { rows: 2 } } });
  // @ts-expect-error: there is no such value of the parameter.
  await client.POST("/validate", { body: [row, row, row, row], params: { query: { duplicates: "some" } } });
}

// All that is used of Node.js, in place of its types.
declare const process: { argv: string[] };
await main(process.argv[2] ?? "http://127.0.0.1:8080");
