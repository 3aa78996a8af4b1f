// The playground: connects the board, what the service says about it, and the panels.

import { History, emptyBoard, isLocked, withDigit } from "./board.js";
import { CollectionPanel } from "./collection-panel.js";
import { element } from "./dom.js";
import { Entry } from "./entry.js";
import { EXAMPLES } from "./examples.js";
import { ExchangePanel } from "./exchange-panel.js";
import { Grid } from "./grid.js";
import { Judge } from "./judge.js";
import { LayoutPanel } from "./layout-panel.js";
import { readBoard, symbolOf } from "./notation.js";
import { byId, copyFrom, setText } from "./page.js";
import { PastePanel } from "./paste-panel.js";
import { boardBody } from "./request.js";
import { Connection, Lane } from "./service.js";
import { fromFragment, isLink, toFragment } from "./share.js";
import { VerdictPanel } from "./verdict-panel.js";

const ADDRESS_DELAY = 400;

const HINTS = {
  edit: "Click a cell, or use the arrow keys.",
  play: "The givens and the layout are locked.",
  paint: "Drag from a cell to extend its region, or hold Shift with an arrow key, or type a number.",
};

const DAMAGED = "The link is damaged: it does not contain a board.";

const connection = new Connection();
const linked = fromFragment(location.hash);
const history = new History(linked ?? emptyBoard());
const judge = new Judge(connection);
const solution = new Lane(connection);
const entry = new Entry();
let mode = history.board.givens ? "play" : "edit";
let strokes = 0;
let addressTimer;
let notice = isLink(location.hash) && !linked ? DAMAGED : "";

const grid = new Grid(byId("grid"), byId("drawing"), {
  type: typeCharacter,
  erase: () => setDigit(0),
  move: () => entry.reset(),
  paint: paintRegion,
});
const verdict = new VerdictPanel(connection, (cells) => grid.focus(cells.at(-1)));
const layoutPanel = new LayoutPanel((board, key) => commit(board, key));
const pastePanel = new PastePanel(connection, {
  load: (board) => load(keepGivens(board)),
  collection: (file) => collectionPanel.open(file),
});
const exchangePanel = new ExchangePanel();
const collectionPanel = new CollectionPanel(connection);

judge.addEventListener("change", showJudgement);
connection.addEventListener("change", showJudgement);
listen();
offerExamples();
show();

/** Makes a board the current one. */
function commit(board, key = null) {
  solution.cancel();
  history.commit(board, key);
  showChange();
}

/** Makes a board from outside the current one. */
function load(board) {
  entry.reset();
  commit(board);
}

function show() {
  const { board } = history;
  if (mode === "paint" && !board.regions) mode = "edit";
  if (Boolean(board.givens) !== (mode === "play")) mode = board.givens ? "play" : "edit";
  byId("modes").querySelector(`[value=${mode}]`).checked = true;
  byId("paint-mode").hidden = !board.regions;
  setText(byId("hint"), notice || HINTS[mode]);
  byId("edit-actions").hidden = mode === "play";
  byId("play-actions").hidden = mode !== "play";
  for (const [id, can] of [["undo", history.canUndo], ["redo", history.canRedo]]) byId(id).disabled = !can;
  layoutPanel.show(board);
  pastePanel.show(board);
  collectionPanel.show(board);
  showPad(board);
  judge.judge(board, byId("show-wrong").checked);
}

/** Shows a board after a change, and writes it into the address after a moment: browsers allow that only so often. */
function showChange() {
  notice = "";
  show();
  clearTimeout(addressTimer);
  addressTimer = setTimeout(writeAddress, ADDRESS_DELAY);
}

function writeAddress() {
  window.history.replaceState(null, "", `#${toFragment(history.board)}`);
}

function showJudgement() {
  const { board } = history;
  const isOutdated = judge.isStale && connection.state !== "ok";
  const view = isOutdated || judge.fault ? { marks: new Map(), houses: new Set() } : judge.view();
  grid.show(board, { ...view, painting: mode === "paint" });
  verdict.show(board, judge, connection);
  exchangePanel.show(judge.exchanges);
  const solutions = judge.answer("solve")?.solutions;
  byId("redundant").disabled = solutions !== "one";
  byId("fill").disabled = !["one", "many"].includes(solutions) || !board.cells.includes(0);
}

function typeCharacter(character) {
  const { board } = history;
  const plain = mode === "paint" ? { ...board, symbols: "" } : board;
  const digit = entry.type(plain, grid.current, character);
  if (digit === null) return false;
  setDigit(digit, `type ${grid.current}`);
  return true;
}

function setDigit(digit, key = null) {
  const { board } = history;
  const cell = grid.current;
  if (!key) entry.reset();
  if (mode === "paint") {
    if (digit) commit({ ...board, regions: board.regions.with(cell, digit - 1) }, key);
  } else if (!isLocked(board, cell) && board.cells[cell] !== digit) {
    commit(withDigit(board, cell, digit), board.size > 9 ? key : null);
  }
}

function paintRegion(from, to, isNew) {
  const { board } = history;
  if (isNew) strokes++;
  if (board.regions[to] === board.regions[from]) return;
  commit({ ...board, regions: board.regions.with(to, board.regions[from]) }, `stroke ${strokes}`);
}

function setMode(next) {
  const { board } = history;
  mode = next;
  const isPlaying = mode === "play";
  if (isPlaying === Boolean(board.givens)) show();
  else commit({ ...board, givens: isPlaying ? board.cells : null });
}

/** Returns a pasted board with the givens of the puzzle that is being played, if it may be a state of that. */
function keepGivens(board) {
  const { size, givens } = history.board;
  return givens && !board.givens && board.size === size ? { ...board, givens } : board;
}

function clear() {
  const { board } = history;
  const cells = board.givens ?? new Array(board.size ** 2).fill(0);
  if (cells.some((digit, cell) => digit !== board.cells[cell])) commit({ ...board, cells });
}

function fillIn() {
  const { board } = history;
  solution.send(0, "solve", boardBody(board), ({ json }) => {
    const found = readBoard(JSON.stringify(json?.solution ?? json?.examples?.[0] ?? null), board.symbols);
    if (found) commit({ ...board, cells: found.cells });
  });
}

function undo() {
  solution.cancel();
  entry.reset();
  history.undo();
  showChange();
}

function redo() {
  solution.cancel();
  entry.reset();
  history.redo();
  showChange();
}

function listen() {
  const actions = { undo, redo, clear, fill: fillIn, restart: clear, redundant: () => judge.findRedundant() };
  for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", action);
  byId("show-wrong").addEventListener("change", show);
  byId("modes").addEventListener("change", (event) => setMode(event.target.value));
  byId("share").addEventListener("click", () => {
    writeAddress();
    copyFrom(byId("share"), location.href);
  });
  addEventListener("hashchange", () => {
    const board = fromFragment(location.hash);
    if (board) return load(board);
    notice = isLink(location.hash) ? DAMAGED : notice;
    return show();
  });
  document.addEventListener("keydown", pressAnywhere);
  addEventListener("pointerdown", ({ pointerType }) => {
    if (pointerType === "touch") document.documentElement.classList.add("touched");
  });
}

function pressAnywhere(event) {
  if (event.defaultPrevented || event.target.closest?.("input[type=text], textarea")) return;
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && !event.altKey && ["z", "y"].includes(key)) {
    event.preventDefault();
    if (key === "y" || event.shiftKey) redo();
    else undo();
  } else if (event.target === document.body && [...key].length === 1 && grid.press(event)) {
    grid.focus();
  }
}

function offerExamples() {
  const items = EXAMPLES.map(({ name, fragment }) => {
    const link = element("a", { href: `#${fragment}` }, name);
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      load(fromFragment(fragment));
    });
    return element("li", {}, link);
  });
  byId("examples").append(...items);
}

function showPad(board) {
  const { size, symbols } = mode === "paint" ? { ...board, symbols: "" } : board;
  const digits = Array.from({ length: size }, (_, index) => symbolOf(symbols, index + 1) ?? "");
  const pad = byId("pad");
  if (pad.dataset.digits === digits.join(" ")) return;
  pad.dataset.digits = digits.join(" ");
  const button = (label, digit) => {
    const created = element("button", { type: "button" }, label);
    created.addEventListener("click", () => setDigit(digit));
    return created;
  };
  pad.replaceChildren(...digits.map((label, index) => button(label, index + 1)), button("Erase", 0));
}
