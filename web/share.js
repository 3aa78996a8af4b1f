// A board in the fragment of a link: `#cells=53A7…&variants=diagonal`. It holds all that is needed to show the board.

import { change, emptyBoard, isShown } from "./board.js";
import { VARIANTS, defaultBox } from "./layout.js";

/** Returns the fragment of a board, without `#`. */
export function toFragment(board) {
  const { size, box, regions, variants, extraRegions, symbols, cells, givens } = board;
  const members = [["cells", pack(cells)]];
  if (regions) members.push(["regions", pack(regions)]);
  else if (box.rows !== defaultBox(size).rows) members.push(["box", `${box.rows}x${box.columns}`]);
  if (variants.length) members.push(["variants", variants.join(",")]);
  if (extraRegions.length) members.push(["extra", extraRegions.map((region) => region.join(".")).join("_")]);
  if (symbols) members.push(["symbols", encodeURIComponent(symbols)]);
  if (givens) members.push(["givens", pack(givens)]);
  return members.map(([name, value]) => `${name}=${value}`).join("&");
}

/** Returns whether a fragment is meant to hold a board. */
export function isLink(fragment) {
  return /^#?cells=/.test(fragment);
}

/** Returns the board of a fragment, with or without `#`, or null if it is not one. */
export function fromFragment(fragment) {
  try {
    return read(new Map(fragment.replace(/^#/, "").split("&").map((member) => member.split("=", 2))));
  } catch {
    return null;
  }
}

function read(members) {
  const cells = unpack(members.get("cells"));
  const size = Math.sqrt(cells.length);
  if (!isShown(size)) return null;
  const numbers = (name, most) => {
    if (!members.has(name)) return null;
    const list = unpack(members.get(name));
    if (list.length !== cells.length || list.some((number) => number > most)) throw new RangeError(name);
    return list;
  };
  const board = { ...emptyBoard(size), cells: numbers("cells", size), givens: numbers("givens", size) };
  board.regions = numbers("regions", size - 1);
  if (members.has("box")) {
    const [rows, columns] = members.get("box").split("x").map(Number);
    if (!Number.isInteger(rows) || !Number.isInteger(columns) || rows * columns !== size) return null;
    board.box = { rows, columns };
  }
  if (members.has("extra")) {
    const regions = members.get("extra").split("_").map((region) => region.split(".").map(Number));
    if (!regions.flat().every((cell) => Number.isInteger(cell) && cell >= 0 && cell < cells.length)) return null;
    board.extraRegions = regions;
  }
  const names = members.get("variants")?.split(",") ?? [];
  if (!names.every((name) => VARIANTS.some((variant) => variant.name === name))) return null;
  return change(board, { variants: names, symbols: decodeURIComponent(members.get("symbols") ?? "") });
}

/** Writes numbers below 36 as one character each. An upper case letter repeats the one before it, `A` once. */
function pack(numbers) {
  const text = numbers.map((number) => (number ? number.toString(36) : ".")).join("");
  return text.replace(/(.)\1{1,26}/g, (run, first) => first + String.fromCharCode(63 + run.length));
}

function unpack(text) {
  if (!/^[.0-9a-z]([.0-9a-zA-Z]*)$/.test(text)) throw new RangeError("not a list of numbers");
  const all = text.replace(/(.)([A-Z])/g, (_, first, count) => first.repeat(count.charCodeAt(0) - 63));
  if (all.length > 4096 || /[A-Z]/.test(all)) throw new RangeError("not a list of numbers");
  return Array.from(all, (character) => (character === "." ? 0 : parseInt(character, 36)));
}
