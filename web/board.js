// The board that the page is about, as plain values that are never changed, and the history of them.

import { MAX_SIZE, MIN_SIZE, VARIANTS, defaultBox, exists } from "./layout.js";

const MAX_STEPS = 1000;

/**
 * A board: its `size` in rows; `box` (`{ rows, columns }`) or `regions` (the number of each cell's region);
 * `variants` by name; `extraRegions` as lists of cells; `symbols`, empty for plain digits; `cells`, the digit of each
 * cell or 0; and while playing `givens`, the digits of the puzzle.
 */
export function emptyBoard(size = 9) {
  return {
    size,
    box: defaultBox(size),
    regions: null,
    variants: [],
    extraRegions: [],
    symbols: "",
    cells: new Array(size * size).fill(0),
    givens: null,
  };
}

/** Returns a board with some members replaced; those that they rule out are dropped. */
export function change(board, members) {
  const next = { ...board, ...members };
  next.variants = VARIANTS.filter((variant) => next.variants.includes(variant.name) && exists(variant, next)).map(
    ({ name }) => name,
  );
  return next;
}

/** Returns the board with one cell replaced. */
export function withDigit(board, cell, digit) {
  return { ...board, cells: board.cells.with(cell, digit) };
}

/** Returns whether a cell is locked because it is a given. */
export function isLocked(board, cell) {
  return Boolean(board.givens?.[cell]) && board.givens[cell] === board.cells[cell];
}

/** Returns whether the page can show boards of this size. */
export function isShown(size) {
  return Number.isInteger(size) && size >= MIN_SIZE && size <= MAX_SIZE;
}

/** The boards so far, for undo and redo. */
export class History {
  #steps;
  #at = 0;
  #key = null;

  constructor(board) {
    this.#steps = [board];
  }

  get board() {
    return this.#steps[this.#at];
  }

  get canUndo() {
    return this.#at > 0;
  }

  get canRedo() {
    return this.#at < this.#steps.length - 1;
  }

  /** Adds a board. Consecutive ones with the same `key` are one step. */
  commit(board, key = null) {
    const merges = key !== null && key === this.#key && this.canUndo;
    this.#key = key;
    this.#steps.length = merges ? this.#at : this.#at + 1;
    this.#steps.push(board);
    if (this.#steps.length > MAX_STEPS) this.#steps.shift();
    this.#at = this.#steps.length - 1;
  }

  undo() {
    this.#key = null;
    if (this.canUndo) this.#at--;
  }

  redo() {
    this.#key = null;
    if (this.canRedo) this.#at++;
  }
}
