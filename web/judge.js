// What the service says about the board: when to ask which question, and what the latest results mean for each cell.

import { cellNumber, houseCells, regionCounts } from "./layout.js";
import { symbolsFault } from "./notation.js";
import { boardBody, checkBody } from "./request.js";
import { regionsSentence } from "./sentences.js";
import { Lane } from "./service.js";

// In milliseconds. A validation is so cheap that a board in between does no harm; a search may not be.
const SOLVE_DELAY = 150;

const PATHS = {
  validate: "validate?duplicates=all",
  solve: "solve?solution=false",
  check: "check",
  redundant: "solve?solution=false&redundant=true",
};

/** Asks about one board after another. Fires `change` whenever there is something new to show. */
export class Judge extends EventTarget {
  /** Why the board is not sent at all, or null. */
  fault = null;
  /** The latest exchange of each kind, `validate`, `solve`, `check` and `redundant`: `{ path, body, result }`. */
  exchanges = new Map();
  /** Whether `exchanges` has a result of `validate` that is about an earlier board. */
  isStale = false;
  #board = null;
  #showsWrong = false;
  #lanes;

  constructor(connection) {
    super();
    const names = ["validate", "solve", "check", "redundant"];
    this.#lanes = Object.fromEntries(names.map((name) => [name, new Lane(connection)]));
  }

  /** Judges a board. `showsWrong` is whether a player is told which cells are wrong. */
  judge(board, showsWrong) {
    this.#board = board;
    this.#showsWrong = showsWrong;
    for (const lane of Object.values(this.#lanes)) lane.cancel();
    for (const name of ["solve", "check", "redundant"]) this.exchanges.delete(name);
    this.fault = faultOf(board);
    this.isStale = !this.fault && this.exchanges.has("validate");
    if (this.fault) this.exchanges.delete("validate");
    else {
      this.#ask("validate", 0, PATHS.validate, boardBody(board), ({ json }) => {
        this.isStale = false;
        if (json?.valid && !board.givens) this.#solve();
      });
      if (board.givens) this.#check();
    }
    this.dispatchEvent(new Event("change"));
  }

  /** Asks which givens the puzzle does not need. */
  findRedundant() {
    this.#ask("redundant", 0, PATHS.redundant, boardBody(this.#board));
    this.dispatchEvent(new Event("change"));
  }

  /** Returns the result of a kind for the current board, or null. */
  result(name) {
    return this.exchanges.get(name)?.result ?? null;
  }

  /** Returns what the service said about the current board for a kind, or null if it said nothing or rejected it. */
  answer(name) {
    const result = this.result(name);
    return result?.ok ? result.json : null;
  }

  /** Returns the first problem of these kinds for the current board, or null. */
  problem(...names) {
    return names.map((name) => this.result(name)).find((result) => result && !result.ok) ?? null;
  }

  /** Returns the marks of cells by their numbers, and the cells of houses in which something is wrong. */
  view() {
    const marks = new Map();
    const houses = new Set();
    const board = this.#board;
    const mark = (name, cells = []) => {
      for (const cell of cells.map((one) => cellNumber(board.size, one))) marks.set(cell, [...(marks.get(cell) ?? []), name]);
    };
    for (const { cells, house } of this.answer("validate")?.duplicates ?? []) {
      mark("duplicate", cells);
      for (const cell of houseCells(board, house)) houses.add(cell);
    }
    for (const [cell, names] of marks) marks.set(cell, [...new Set(names)]);
    const { differs, contradiction } = this.answer("solve") ?? {};
    if (board.cells.some(Boolean)) mark("differs", differs);
    if (contradiction?.cell) mark("dead", [contradiction.cell]);
    if (contradiction?.house) for (const cell of houseCells(board, contradiction.house)) houses.add(cell);
    mark("redundant", this.answer("redundant")?.redundant);
    if (this.#showsWrong) mark("wrong", this.answer("check")?.wrong);
    mark("changed", this.answer("check")?.changed_givens);
    return { marks, houses };
  }

  #solve() {
    this.#ask("solve", SOLVE_DELAY, PATHS.solve, boardBody(this.#board));
  }

  #check() {
    this.#ask("check", 0, PATHS.check, checkBody(this.#board));
  }

  #ask(name, delay, path, body, use = () => {}) {
    const old = name === "validate" ? this.exchanges.get(name)?.result : null;
    this.exchanges.set(name, { path, body, result: old ?? null });
    this.#lanes[name].send(delay, path, body, (result) => {
      this.exchanges.set(name, { path, body, result });
      use(result);
      this.dispatchEvent(new Event("change"));
    });
  }
}

function faultOf(board) {
  if (board.regions) {
    const counts = regionCounts(board);
    if (counts.some((count) => count !== board.size)) return regionsSentence(counts);
  }
  return symbolsFault(board.symbols, board.size);
}
