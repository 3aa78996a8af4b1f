// The board as an ARIA grid: one tab stop, arrows between the cells, and everything that a cell shows and is called.

import { isLocked } from "./board.js";
import { element } from "./dom.js";
import { draw } from "./drawing.js";
import { hiddenPeers, place, regionsOf } from "./layout.js";
import { symbolOf } from "./notation.js";

/** What a cell can be marked as: the name of its class, and what is said about it. */
export const MARKS = {
  duplicate: "duplicate",
  wrong: "wrong",
  differs: "differs between solutions",
  dead: "no digit fits",
  redundant: "redundant",
  changed: "changed given",
};

const KEYS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const TINTS = 6;

export class Grid {
  #root;
  #drawing;
  #on;
  #board = null;
  #cells = [];
  #current = 0;
  #view = { marks: new Map(), houses: new Set(), painting: false };
  #drawn = null;
  #edges = [];
  #shown = [];
  #stroke = null;

  /** `on` has `type(character)`, `erase()`, `move()` and `paint(from, to, isNew)`. */
  constructor(root, drawing, on) {
    this.#root = root;
    this.#drawing = drawing;
    this.#on = on;
    root.addEventListener("keydown", (event) => this.#press(event));
    root.addEventListener("focusin", (event) => this.#select(this.#cells.indexOf(event.target)));
    root.addEventListener("pointerdown", (event) => this.#startStroke(event));
    root.addEventListener("pointermove", (event) => this.#continueStroke(event));
    for (const end of ["pointerup", "pointercancel"]) root.addEventListener(end, () => (this.#stroke = null));
  }

  /** The cell that has the focus, or gets it next. */
  get current() {
    return this.#current;
  }

  /** Moves the focus to a cell. */
  focus(cell = this.#current) {
    this.#select(cell);
    this.#cells[cell].focus();
  }

  /** Handles a key as if the grid had the focus. Returns whether it did anything. */
  press(event) {
    return this.#press(event);
  }

  /** Shows a board. `marks` maps cells to names of `MARKS`; `houses` are the cells of houses with a duplicate. */
  show(board, view) {
    const old = this.#board;
    this.#board = board;
    this.#view = view;
    if (old?.size !== board.size) this.#build(board.size);
    if (old?.regions !== board.regions || old?.box !== board.box || old?.size !== board.size) this.#drawEdges();
    const drawn = JSON.stringify([board.size, board.variants, board.extraRegions]);
    if (drawn !== this.#drawn) draw(this.#drawing, board);
    this.#drawn = drawn;
    this.#root.classList.toggle("painting", view.painting);
    this.#root.classList.toggle("playing", Boolean(board.givens));
    this.#update();
  }

  #build(size) {
    this.#current = Math.min(this.#current, size * size - 1);
    this.#shown = [];
    const attributes = { class: "cell", role: "gridcell", tabindex: -1 };
    this.#cells = Array.from({ length: size * size }, () => element("div", attributes, element("span")));
    const rows = Array.from({ length: size }, (_, row) =>
      element("div", { class: "row", role: "row" }, this.#cells.slice(row * size, (row + 1) * size)),
    );
    this.#root.parentElement.style.setProperty("--size", size);
    this.#root.classList.toggle("many", size > 9);
    this.#root.setAttribute("aria-label", `Board of ${size} rows`);
    this.#root.replaceChildren(...rows);
  }

  #drawEdges() {
    const { size } = this.#board;
    const regions = regionsOf(this.#board);
    const tints = this.#board.regions ? tintsOf(size, regions) : null;
    this.#edges = this.#cells.map((_, cell) => {
      const [row, column] = place(size, cell);
      const right = column + 1 < size && regions[cell] !== regions[cell + 1] ? " edge-right" : "";
      const bottom = row + 1 < size && regions[cell] !== regions[cell + size] ? " edge-bottom" : "";
      return `cell${right}${bottom}${tints ? ` tint-${tints[cell]}` : ""}`;
    });
  }

  /** Writes what has changed: on large boards, comparing is much faster than writing. */
  #update() {
    const peers = new Set(hiddenPeers(this.#board, this.#current));
    this.#cells.forEach((target, cell) => {
      const isCurrent = cell === this.#current;
      const isGiven = isLocked(this.#board, cell);
      const marks = this.#view.marks.get(cell) ?? [];
      const classes = [this.#edges[cell], ...marks];
      if (isGiven) classes.push("given");
      if (this.#view.houses.has(cell)) classes.push("in-house");
      if (isCurrent) classes.push("current");
      else if (peers.has(cell)) classes.push("peer");
      const next = [classes.join(" "), this.#textOf(cell), this.#nameOf(cell, isGiven, marks), String(isGiven), isCurrent ? 0 : -1];
      const old = this.#shown[cell] ?? [];
      this.#shown[cell] = next;
      if (next[0] !== old[0]) target.className = next[0];
      if (next[1] !== old[1]) target.firstChild.textContent = next[1];
      if (next[2] !== old[2]) target.setAttribute("aria-label", next[2]);
      if (next[3] !== old[3]) target.setAttribute("aria-readonly", next[3]);
      if (next[4] !== old[4]) target.tabIndex = next[4];
    });
  }

  #textOf(cell) {
    if (this.#view.painting) return String(this.#board.regions[cell] + 1);
    const digit = this.#board.cells[cell];
    return digit ? symbolOf(this.#board.symbols, digit) : "";
  }

  #nameOf(cell, locked, marks) {
    const [row, column] = place(this.#board.size, cell);
    const digit = this.#board.cells[cell];
    const parts = [`row ${row + 1}`, `column ${column + 1}`, digit ? symbolOf(this.#board.symbols, digit) : "empty"];
    if (this.#view.painting) parts.push(`region ${this.#board.regions[cell] + 1}`);
    if (locked) parts.push("given");
    return [...parts, ...marks.map((mark) => MARKS[mark])].join(", ");
  }

  #select(cell) {
    if (cell < 0 || cell === this.#current) return;
    this.#current = cell;
    this.#update();
    this.#on.move();
  }

  #press(event) {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const { size } = this.#board;
    const command = ctrlKey || metaKey;
    const [row, column] = place(size, this.#current);
    let handled = true;
    if (altKey && !ctrlKey) return false;
    if (KEYS[key] && !command) {
      const [down, right] = KEYS[key];
      const to = [Math.min(Math.max(row + down, 0), size - 1), Math.min(Math.max(column + right, 0), size - 1)];
      const from = this.#current;
      this.focus(to[0] * size + to[1]);
      if (shiftKey && this.#view.painting) this.#on.paint(from, this.#current, true);
    } else if (key === "Home") this.focus(command ? 0 : row * size);
    else if (key === "End") this.focus(command ? size * size - 1 : row * size + size - 1);
    else if ((key === "Delete" || key === "Backspace") && !command) this.#on.erase();
    else if ([...key].length === 1 && key !== " " && (!command || (ctrlKey && altKey))) handled = this.#on.type(key);
    else handled = false;
    if (handled) event.preventDefault();
    return handled;
  }

  #startStroke(event) {
    const cell = this.#cells.indexOf(event.target.closest(".cell"));
    if (cell < 0 || event.button !== 0) return;
    event.preventDefault();
    this.focus(cell);
    if (!this.#view.painting) return;
    this.#root.setPointerCapture(event.pointerId);
    this.#stroke = { from: cell, last: cell, isNew: true };
  }

  #continueStroke(event) {
    if (!this.#stroke) return;
    const target = document.elementFromPoint(event.clientX, event.clientY)?.closest(".cell");
    const cell = this.#cells.indexOf(target);
    if (cell < 0 || cell === this.#stroke.last) return;
    this.#stroke.last = cell;
    this.#select(cell);
    this.#on.paint(this.#stroke.from, cell, this.#stroke.isNew);
    this.#stroke.isNew = false;
  }
}

/** Returns a tint for each cell, so that regions that touch have different ones as far as there are enough. */
function tintsOf(size, regions) {
  const neighbors = new Map(regions.map((region) => [region, new Set()]));
  regions.forEach((region, cell) => {
    const [row, column] = place(size, cell);
    for (const other of [column + 1 < size ? cell + 1 : cell, row + 1 < size ? cell + size : cell]) {
      if (regions[other] === region) continue;
      neighbors.get(region).add(regions[other]);
      neighbors.get(regions[other]).add(region);
    }
  });
  const tints = new Map();
  for (const [region, others] of neighbors) {
    const used = new Set([...others].map((other) => tints.get(other)));
    const free = Array.from({ length: TINTS }, (_, tint) => tint).find((tint) => !used.has(tint));
    tints.set(region, free ?? region % TINTS);
  }
  return regions.map((region) => tints.get(region));
}
