// Boards as people write them: reading what was pasted, and the symbols of digits. The service decides what a text
// means; this only finds the cells of the usual notations, to show them.

import { isShown } from "./board.js";
import { VARIANTS, cellNumber, defaultBox } from "./layout.js";

const EMPTY = [".", "0", "_", "*", "?"];
const EMPTY_IN_RUNS = ["-", "x", "X", " "];

/** Common symbols. A board uses the first of them, as many as it has rows. */
export const ALPHABETS = [
  "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
];

/** Returns how a digit is written on a board with these symbols. */
export function symbolOf(symbols, digit) {
  return symbols ? [...symbols][digit - 1] : String(digit);
}

/** Returns the digit of a symbol, 0 if it is none; upper and lower case are the same unless both are symbols. */
export function digitOf(symbols, character) {
  const all = [...symbols];
  const exact = all.indexOf(character) + 1;
  return exact || all.findIndex((symbol) => symbol.toLowerCase() === character.toLowerCase()) + 1;
}

/** Returns what is wrong with these symbols for a board of `size` rows, or null. */
export function symbolsFault(symbols, size) {
  const all = [...symbols];
  if (!all.length) return null;
  if (all.length !== size) return `${all.length} of ${size} symbols: each digit needs one.`;
  const again = all.find((symbol, index) => all.indexOf(symbol) < index);
  if (again) return `“${again}” stands for two digits.`;
  return /[\s,;|+#[\]"]/.test(symbols) ? "White space and , ; | + # [ ] \" cannot be symbols." : null;
}

/** Returns the sign for an empty cell on a board with these symbols. */
export function emptySign(symbols) {
  return EMPTY.find((sign) => !symbols.includes(sign)) ?? "-";
}

/** Returns whether a text is meant as JSON rather than as a board in text. */
export function isJson(text) {
  const start = /^\uFEFF?\s*([[{"])/.exec(text)?.[1];
  if (start === "[") return !/^\uFEFF?\s*\[\p{L}+\]\s*$/mu.test(text);
  return start === "{" || (start === '"' && parse(text) !== undefined);
}

/**
 * Returns the board of a text: `size`, `cells`, and for JSON what else it declares. Returns null if it has none, or one
 * that is too large to show.
 */
export function readBoard(text, symbols = "") {
  const found = isJson(text) ? readJson(text, symbols) : readText(text, symbols);
  return found && isShown(found.size) ? found : null;
}

/** Reads JSON. What is not of the documented form is left to the service, which says what is wrong with it. */
function readJson(text, outerSymbols) {
  try {
    const json = parse(text);
    return readMembers(json && typeof json === "object" && !Array.isArray(json) ? json : { board: json }, outerSymbols);
  } catch {
    return null;
  }
}

function parse(text) {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

function readMembers(members, outerSymbols) {
  const symbols = members.symbols ?? outerSymbols;
  const board = readJsonCells(members.board, symbols);
  if (!board) return null;
  const found = { ...board, symbols, box: members.box ?? defaultBox(board.size) };
  if (members.regions) found.regions = readLabels(members.regions);
  if (members.variants) found.variants = members.variants.filter((name) => VARIANTS.some((one) => one.name === name));
  if (members.extra_regions) {
    found.extraRegions = members.extra_regions.map((cells) => cells.map((cell) => cellNumber(board.size, cell)));
  }
  if (members.givens) found.givens = readJsonCells(members.givens, symbols)?.cells ?? null;
  return found;
}

function readJsonCells(board, symbols) {
  if (typeof board === "string") return readText(board, symbols);
  if (!Array.isArray(board)) return null;
  const isRows = board.every((row) => typeof row === "string" && [...row].length === board.length);
  const flat = board.flatMap((row) => (isRows ? [...row] : row));
  return toBoard(flat.map((cell) => (cell === null ? "." : String(cell) || ".")), symbols, EMPTY_IN_RUNS);
}

function readLabels(regions) {
  const labels = (typeof regions === "string" ? [regions] : regions).flatMap((row) =>
    typeof row === "string" ? [...row] : row,
  );
  const all = [...new Set(labels)];
  return labels.map((label) => all.indexOf(label));
}

function readText(text, symbols) {
  const isNote = (line) => /^\s*(#|\[\p{L}+\]\s*$)/u.test(line);
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/).filter((line) => !isNote(line));
  const filled = lines.filter((line) => line.trim() || line.includes("\t"));
  return readLines(filled, symbols) ?? readLines(lines.filter(Boolean), symbols);
}

function readLines(lines, symbols) {
  const isFrame = (line) => /^[-+|=* ]+$/.test(line) && /[-+=]{3}|\+/.test(line);
  const framed = lines.some((line) => /[|+]/.test(line));
  const drawn = lines.filter((line) => !(framed && isFrame(line))).map((line) => line.replace(/[|+]/g, framed ? " " : "$&"));
  return readSeparated(lines, symbols) ?? readSpaced(drawn, symbols) ?? readRuns(drawn, symbols) ?? readRecord(lines, symbols);
}

function readSeparated(lines, symbols) {
  if (!lines.every((line) => /[,;\t]/.test(line))) return null;
  const rows = lines.map((line) => line.split(/[,;\t]/).map((cell) => cell.trim()));
  const hasEnds = rows.every((row) => row.length === rows.length + 1 && row.at(-1) === "");
  return toBoard(rows.flatMap((row) => (hasEnds ? row.slice(0, -1) : row)).map((cell) => cell || "."), symbols);
}

function readSpaced(lines, symbols) {
  return toBoard(lines.flatMap((line) => line.trim().split(/\s+/)), symbols, ["-"]);
}

function readRuns(lines, symbols) {
  const square = (rows) => rows.length === 1 || rows.every((row) => row.length === rows.length);
  const readings = [lines.map((line) => [...line.replace(/\s/g, "")]), lines.map((line) => [...line])];
  const rows = readings.find((reading) => square(reading) && Number.isInteger(Math.sqrt(reading.flat().length)));
  return rows ? toBoard(rows.flat(), symbols, EMPTY_IN_RUNS) : null;
}

function readRecord(lines, symbols) {
  if (lines.length !== 1) return null;
  const words = lines[0].split(/[\s:]+/).filter((word) => word.length >= 16);
  const boards = words.flatMap((word) => toBoard([...word.replace(/\+(?=.)/g, "")], symbols, EMPTY_IN_RUNS) ?? []);
  return boards.length === 1 ? boards[0] : null;
}

function toBoard(written, symbols, moreEmpty = []) {
  const size = Math.sqrt(written.length);
  if (!Number.isInteger(size)) return null;
  const known = [...symbols];
  const cells = written.map((cell) => {
    const digit = known.indexOf(cell) + 1;
    if (digit) return digit;
    if (EMPTY.includes(cell) || moreEmpty.includes(cell)) return 0;
    return symbols || !/^[1-9][0-9]?$/.test(cell) || cell > size ? NaN : Number(cell);
  });
  return cells.some(Number.isNaN) ? null : { size, cells };
}
