// Requests about a board: the bodies as they are sent and shown, and the same calls in other languages.

import { isAssumed, place } from "./layout.js";
import { emptySign, symbolOf } from "./notation.js";

/** Returns the body of a request about a board: as short as its layout allows, and with a line for each row. */
export function boardBody(board) {
  const members = [["board", rowsOf(board, board.cells)], ...layoutMembers(board)];
  return members.length === 1 ? members[0][1] : objectOf(members);
}

/** Returns the body of a request to `/check`. */
export function checkBody(board) {
  const boards = [["board", rowsOf(board, board.cells)], ["givens", rowsOf(board, board.givens)]];
  return objectOf([...boards, ...layoutMembers(board)]);
}

/** Returns what describes the layout of a board, as query parameters. Extra regions cannot be among them. */
export function layoutQuery({ size, box, regions, variants, symbols }) {
  const query = new URLSearchParams();
  if (regions) query.set("regions", regions.map(labelOf).join(""));
  else if (!isAssumed(size, box)) query.set("box", `${box.rows}x${box.columns}`);
  if (variants.length) query.set("variants", variants.join(","));
  if (symbols) query.set("symbols", symbols);
  return query;
}

/** Returns a call in a language, `curl`, `javascript` or `python`, ready to paste. */
export function snippet(language, { url, body }) {
  if (language === "curl") return `curl --json ${quoteForShell(body)} ${quoteForShell(url)}`;
  const address = JSON.stringify(url);
  if (language === "python") {
    const call = `response = requests.post(${address}, json=${body})`;
    return `import requests\n\n${call}\nprint(response.json())`;
  }
  const headers = 'headers: { "Content-Type": "application/json" }';
  const options = `{\n  method: "POST",\n  ${headers},\n  body: JSON.stringify(${body}),\n}`;
  return `const response = await fetch(${address}, ${options});\nconsole.log(await response.json());`;
}

function layoutMembers({ size, box, regions, variants, extraRegions, symbols }) {
  const members = [];
  if (regions) members.push(["regions", listOf(chunks(size, regions.map(labelOf)).map((row) => JSON.stringify(row.join(""))))]);
  else if (!isAssumed(size, box)) members.push(["box", `{"rows": ${box.rows}, "columns": ${box.columns}}`]);
  if (variants.length) members.push(["variants", JSON.stringify(variants)]);
  if (extraRegions.length) {
    const toCell = (cell) => {
      const [row, column] = place(size, cell);
      return `{"row": ${row}, "column": ${column}}`;
    };
    members.push(["extra_regions", listOf(extraRegions.map((cells) => `[${cells.map(toCell).join(", ")}]`))]);
  }
  if (symbols) members.push(["symbols", JSON.stringify(symbols)]);
  return members;
}

function rowsOf({ size, symbols }, cells) {
  const rows = chunks(size, cells);
  if (size > 9 && !symbols) return listOf(rows.map((row) => `[${row.join(", ")}]`));
  const empty = emptySign(symbols);
  return listOf(rows.map((row) => JSON.stringify(row.map((digit) => (digit ? symbolOf(symbols, digit) : empty)).join(""))));
}

function labelOf(region) {
  return String.fromCharCode(97 + region);
}

function chunks(size, list) {
  return Array.from({ length: size }, (_, row) => list.slice(row * size, (row + 1) * size));
}

function listOf(items) {
  return `[${items.join(",\n ")}]`;
}

function objectOf(members) {
  const lines = members.map(([name, value]) => `"${name}": ${value.replaceAll("\n ", "\n  ")}`);
  return `{${lines.join(",\n ")}}`;
}

function quoteForShell(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
