// Boards of all kinds in the playground: notations that are pasted or dropped, sizes, symbols, jigsaws and variants.

import assert from "node:assert/strict";
import { test } from "node:test";

import { LETTERS, PUZZLE, cell, digits, drop, fact, headline, holds, paste, type } from "./playground.mjs";
import { openPage, startBrowser, startService } from "./support.mjs";

const service = await startService();
const browser = await startBrowser();

const SMALL = "1.....3..4.....2";

const NOTATIONS = {
  "a run": SMALL,
  "lines": "1...\n..3.\n.4..\n...2\n",
  "spaces": "1 . . .\n. . 3 .\n. 4 . .\n. . . 2",
  "groups of cells": "1. ..\n.. 3.\n\n.4 ..\n.. .2",
  "commas": "1,,,\n,,3,\n,4,,\n,,,2\n",
  "tabs": "1\t\t\t\n\t\t3\t\n\t4\t\t\n\t\t\t2",
  "a drawing": "+-----+-----+\n| 1 . | . . |\n| . . | 3 . |\n+-----+-----+\n| . 4 | . . |\n| . . | . 2 |\n+-----+-----+",
  "a record": "id-7 1.....3..4.....2 2.5",
  "other signs for empty cells": "1---\n--3-\n-4--\n---2",
  "comments and headings": "# mine\n[Puzzle]\n1...\r\n..3.\r\n.4..\r\n...2\r\n",
  "a JSON string": '"1.....3..4.....2"',
  "JSON row strings": '["1...", "..3.", ".4..", "...2"]',
  "a flat JSON array": "[1,0,0,0, 0,0,3,0, 0,4,0,0, 0,0,0,2]",
  "JSON rows": '[[1, 0, null, ""],\n ["0", ".", "3", 0],\n [0, 4, 0, 0],\n [0, 0, 0, 2]]',
};

for (const [name, text] of Object.entries(NOTATIONS)) {
  test(`a board is pasted as ${name}`, async (t) => {
    const page = await openPage(t, browser, service);
    await paste(page, text);
    await holds(page, SMALL);
    await fact(page, "Solutions", "One");
  });
}

for (const [name, text] of Object.entries({
  tabs: "1\t\t\t\n\t\t\t\n\t\t\t\n\t\t\t2",
  spaces: "1   \n    \n    \n   2",
})) {
  test(`rows of nothing but ${name} are rows of empty cells`, async (t) => {
    const page = await openPage(t, browser, service);
    await paste(page, text);
    await holds(page, "1..............2");
  });
}

test("a board of 16 rows with letters is pasted, and the page asks what they stand for", async (t) => {
  const page = await openPage(t, browser, service, { expected: /status of 422/ });
  await paste(page, LETTERS);
  await page.getByRole("alert").filter({ hasText: "symbols" }).waitFor();
  await page.getByRole("button", { name: "Symbols 123456789ABCDEFG" }).click();
  await cell(page, 16, 16, "G$").waitFor();
  await headline(page, "Valid");
  assert.equal(await digits(page), LETTERS.replaceAll("\n", ""));
  await type(page, 16, 1, "g");
  await page.getByRole("button", { name: "Row 16 holds G twice: r16c1 and r16c16." }).waitFor();
});

test("JSON that declares its symbols, its boxes and its variants is loaded with them", async (t) => {
  const page = await openPage(t, browser, service);
  const board = { board: "A....B....A....B....A....B....CDEFAB", symbols: "ABCDEF", box: { rows: 3, columns: 2 }, variants: ["diagonal"] };
  await paste(page, JSON.stringify(board));
  await headline(page, "Not valid");
  assert.equal(await page.getByLabel("Boxes").inputValue(), "3x2");
  assert.ok(await page.getByLabel("Diagonal", { exact: true }).isChecked());
  assert.equal(await digits(page), board.board);
});

test("an object that declares nothing is a classic board, whatever is on screen", async (t) => {
  const page = await openPage(t, browser, service);
  await page.getByRole("link", { name: "Jigsaw" }).click();
  await page.getByLabel("Diagonal", { exact: true }).check();
  await paste(page, JSON.stringify({ board: PUZZLE }));
  await holds(page, PUZZLE);
  await fact(page, "Solutions", "One");
  assert.equal(await page.getByLabel("Boxes").inputValue(), "3x3");
  assert.ok(!(await page.getByLabel("Diagonal", { exact: true }).isChecked()));
});

test("a board with its givens is played", async (t) => {
  const page = await openPage(t, browser, service);
  await paste(page, JSON.stringify({ board: "13....3..4.....2", givens: SMALL }));
  await fact(page, "On track", "Yes");
  await cell(page, 1, 1, "1, given$").waitFor();
  await cell(page, 1, 2, "3$").waitFor();
});

test("an object with letters is read with the symbols that are chosen", async (t) => {
  const page = await openPage(t, browser, service, { expected: /status of 422/ });
  await paste(page, JSON.stringify({ board: "A.....C..D.....B", box: { rows: 1, columns: 4 } }));
  await page.getByRole("button", { name: "Symbols ABCD" }).click();
  await holds(page, "A.....C..D.....B");
  assert.equal(await page.getByLabel("Boxes").inputValue(), "1x4");
});

for (const [name, text] of Object.entries({
  "a member of the wrong type": '{"board": "1.....3..4.....2", "variants": "diagonal"}',
  "symbols that are no text": '{"board": "1.....3..4.....2", "symbols": 4}',
  "null": "null",
  "quotes around cells": '"1","2"\n"3","4"',
})) {
  test(`${name} is rejected by the service, not by the page`, async (t) => {
    const page = await openPage(t, browser, service, { expected: /status of 4/ });
    await paste(page, text);
    await page.getByRole("alert").filter({ hasText: /\w/ }).waitFor();
    assert.equal(await page.getByLabel("A board in any notation").inputValue(), text);
  });
}

test("what is not a board is rejected with the sentence of the service, and the board stays", async (t) => {
  const page = await openPage(t, browser, service, { expected: /status of (422|400)/ });
  await paste(page, PUZZLE);
  await holds(page, PUZZLE);
  await paste(page, "[[1,2,3]]");
  await page.getByRole("alert").filter({ hasText: "A board has 4 to 64 rows" }).waitFor();
  await paste(page, '{"board": [1, 2');
  await page.getByRole("alert").filter({ hasText: /not JSON|truncated/i }).waitFor();
  assert.equal(await digits(page), PUZZLE);
  await page.getByLabel("A board in any notation").fill(SMALL);
  await page.getByRole("button", { name: "Load" }).click();
  await holds(page, SMALL);
});

test("a dropped file with one board is loaded", async (t) => {
  const page = await openPage(t, browser, service);
  await drop(page, NOTATIONS["a drawing"]);
  await holds(page, SMALL);
});

test("a dropped file with a line for each of 16 rows is one board", async (t) => {
  const page = await openPage(t, browser, service, { expected: /status of 422/ });
  await drop(page, LETTERS);
  await page.getByRole("button", { name: "Symbols 123456789ABCDEFG" }).click();
  await cell(page, 16, 16, "G$").waitFor();
});

test("on large boards two digits make a number", async (t) => {
  const page = await openPage(t, browser, service);
  await page.getByLabel("Size").selectOption("16 × 16");
  await type(page, 1, 1, "1", "2");
  await cell(page, 1, 1, "12$").waitFor();
  await page.keyboard.press("ArrowRight");
  for (const key of ["1", "7"]) await page.keyboard.press(key);
  await cell(page, 1, 2, "7$").waitFor();
  await page.keyboard.press("ArrowRight");
  for (const key of ["1", "0"]) await page.keyboard.press(key);
  await cell(page, 1, 3, "10$").waitFor();
  await page.keyboard.press("Control+z");
  await cell(page, 1, 3, "empty$").waitFor();
  await cell(page, 1, 2, "7$").waitFor();
});

test("every size from 4 to 25 gets a verdict", async (t) => {
  const page = await openPage(t, browser, service);
  for (let size = 4; size <= 25; size++) {
    await page.getByLabel("Size").selectOption(String(size));
    await type(page, size, 1, "1");
    await type(page, size, size, "1");
    await page.getByRole("button", { name: `Row ${size} holds 1 twice: r${size}c1 and r${size}c${size}.` }).waitFor();
    assert.equal(await page.getByRole("gridcell").count(), size * size);
  }
});

test("regions are painted by dragging", async (t) => {
  const page = await openPage(t, browser, service);
  await page.getByLabel("Size").selectOption("4 × 4");
  await page.getByLabel("Boxes").selectOption("Jigsaw");
  await page.getByText("Paint regions").click();
  await drag(page, [1, 2], [1, 3]);
  await page.getByText("Each region needs 4 cells, but region 1 has 5 cells and region 2 has 3 cells.").waitFor();
  await headline(page, "Not finished");
  await drag(page, [2, 3], [2, 2]);
  await headline(page, "Valid");
  await cell(page, 1, 3, "empty, region 1$").waitFor();
  await page.getByText("Edit", { exact: true }).click();
  await type(page, 1, 1, "3");
  await type(page, 1, 3, "3");
  await page.getByRole("button", { name: "Region 1 holds 3 twice: r1c1 and r1c3." }).waitFor();
  await page.getByLabel("Board actions").getByRole("button", { name: "Undo" }).click();
  await headline(page, "Valid");
});

test("regions are painted by keyboard, by extending one and by number", async (t) => {
  const page = await openPage(t, browser, service);
  await page.getByLabel("Size").selectOption("4 × 4");
  await page.getByLabel("Boxes").selectOption("Jigsaw");
  await page.getByText("Paint regions").click();
  await cell(page, 1, 2).click();
  await page.keyboard.press("Shift+ArrowRight");
  await headline(page, "Not finished");
  await cell(page, 2, 2).click();
  await page.keyboard.press("2");
  await headline(page, "Valid");
  await cell(page, 2, 2, "empty, region 2$").waitFor();
});

test("a jigsaw and every variant are part of the link", async (t) => {
  const page = await openPage(t, browser, service);
  for (const name of ["Diagonal", "Windoku", "Center dot", "Asterisk", "Girandola", "Argyle", "Anti-knight", "Anti-king"]) {
    await page.getByLabel(name, { exact: true }).check();
  }
  await page.getByLabel("Boxes").selectOption("Jigsaw");
  await type(page, 1, 1, "9");
  await type(page, 9, 9, "9");
  await page.getByRole("button", { name: "The diagonal from the top left holds 9 twice: r1c1 and r9c9." }).waitFor();
  await page.getByRole("button", { name: "The girandola holds 9 twice: r1c1 and r9c9." }).waitFor();
  await page.waitForFunction(() => /cells=9[^&]*9&regions=/.test(location.hash));
  const other = await openPage(t, browser, page.url());
  await other.getByRole("button", { name: "The girandola holds 9 twice: r1c1 and r9c9." }).waitFor();
  assert.equal(await other.locator("#variants input:checked").count(), 8);
  assert.equal(await other.getByLabel("Boxes").inputValue(), "jigsaw");
});

test("only the variants that exist can be chosen", async (t) => {
  const page = await openPage(t, browser, service);
  await page.getByLabel("Windoku").check();
  await page.getByLabel("Disjoint groups").check();
  await page.getByLabel("Boxes").selectOption("Jigsaw");
  assert.ok(await page.getByLabel("Disjoint groups").isDisabled());
  assert.ok(!(await page.getByLabel("Disjoint groups").isChecked()));
  await page.getByLabel("Size").selectOption("6 × 6");
  assert.ok(await page.getByLabel("Windoku").isDisabled());
  assert.ok(!(await page.getByLabel("Windoku").isChecked()));
  assert.ok(await page.getByLabel("Anti-king").isEnabled());
  await headline(page, "Valid");
});

test("symbols of one's own are checked before they are sent", async (t) => {
  const page = await openPage(t, browser, service);
  await page.getByLabel("Size").selectOption("4 × 4");
  await type(page, 1, 1, "1");
  await page.getByLabel("Symbols", { exact: true }).selectOption("Custom…");
  await page.getByLabel("Custom symbols").fill("♠♥♦");
  await page.locator("#symbols-fault").filter({ hasText: "3 of 4 symbols" }).waitFor();
  await headline(page, "Not finished");
  await page.getByLabel("Custom symbols").fill("♠♥♦♣");
  await headline(page, "Valid");
  await cell(page, 1, 1, "♠$").waitFor();
});

async function drag(page, from, to) {
  const [start, end] = await Promise.all([from, to].map(([row, column]) => cell(page, row, column).boundingBox()));
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 5 });
  await page.mouse.up();
}
