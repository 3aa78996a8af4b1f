// The playground for everyone: axe-core in each state, narrow windows, touch, printing, and names of cells.

import assert from "node:assert/strict";
import { test } from "node:test";

import { PUZZLE, cell, fact, headline, holds, paste, type } from "./playground.mjs";
import { SCHEMES, WIDTHS, assertFits, axe, openPage, startBrowser, startService } from "./support.mjs";

const service = await startService();
const browser = await startBrowser();

/** What brings the page into each of its states. */
const STATES = {
  "an empty board": () => {},
  "a duplicate": async (page) => {
    await page.getByRole("link", { name: "A duplicate" }).click();
    await headline(page, "Not valid");
  },
  "many duplicates": async (page) => {
    await paste(page, "1".repeat(81));
    await page.getByRole("button", { name: "Show 23 more duplicates" }).click();
  },
  "many solutions": async (page) => {
    await page.getByRole("link", { name: "Many solutions" }).click();
    await fact(page, "Solutions", "Many");
  },
  "no solution": async (page) => {
    await page.getByRole("link", { name: "No solution" }).click();
    await fact(page, "Solutions", "None");
  },
  "a solved board": async (page) => {
    await paste(page, PUZZLE);
    await holds(page, PUZZLE);
    await page.getByRole("button", { name: "Fill in the solution" }).click();
    await fact(page, "Solutions", "One");
    await headline(page, "Solved");
  },
  "a game with a wrong digit": async (page) => {
    await paste(page, PUZZLE);
    await holds(page, PUZZLE);
    await page.getByText("Play", { exact: true }).click();
    await page.getByLabel("Show wrong cells").check();
    for (const digit of "123456789") await type(page, 1, 1, digit);
    await cell(page, 1, 1, "9, .*wrong").waitFor();
  },
  "a jigsaw that is painted": async (page) => {
    await page.getByRole("link", { name: "Jigsaw" }).click();
    await page.getByText("Paint regions").click();
    await type(page, 1, 1, "9");
    await headline(page, "Not finished");
  },
  "variants": async (page) => {
    for (const name of ["Diagonal", "Windoku", "Asterisk", "Girandola", "Argyle", "Anti-knight"]) {
      await page.getByLabel(name, { exact: true }).check();
    }
    await type(page, 5, 5, "5");
    await headline(page, "Valid");
  },
  "a board of 25 rows": async (page) => {
    await page.getByLabel("Size").selectOption("25 × 25");
    await page.getByLabel("Symbols", { exact: true }).selectOption("A…Y");
    await type(page, 25, 25, "y");
    await headline(page, "Valid");
  },
  "a rejected board": async (page) => {
    await paste(page, "A".repeat(256));
    await page.getByRole("alert").filter({ hasText: "symbols" }).waitFor();
  },
  "open details": async (page) => {
    await page.getByText("Request and response").click();
    await page.getByText("Check a collection").click();
    await page.getByText(/^curl --json/).waitFor();
  },
  "a collection that has run": async (page) => {
    await page.getByText("Check a collection").click();
    const file = { name: "boards.txt", mimeType: "text/plain", buffer: Buffer.from(`11${PUZZLE.slice(2)}\n`.repeat(300)) };
    await page.getByLabel("File", { exact: true }).setInputFiles(file);
    await page.getByRole("button", { name: "Start" }).click();
    await page.getByText("Done: 300 lines").first().waitFor();
  },
};

for (const scheme of SCHEMES) {
  for (const [name, enter] of Object.entries(STATES)) {
    test(`${name} has no violation of axe-core and fits in every width, ${scheme}`, async (t) => {
      const page = await openPage(t, browser, service, { scheme, reducedMotion: "reduce", expected: /status of 422/ });
      await headline(page, "Valid");
      await enter(page);
      await axe(page);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await assertFits(page);
      }
      await page.setViewportSize({ width: 320, height: 900 });
      await axe(page);
    });
  }
}

test("a collection that is running, and a lost connection, have no violation either", async (t) => {
  const page = await openPage(t, browser, service, { expected: /ERR_FAILED|ERR_ABORTED/ });
  await headline(page, "Valid");
  await page.route(/validate/, (route) => route.abort());
  await page.getByText("Check a collection").click();
  await page.getByLabel("File", { exact: true }).setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from(PUZZLE) });
  await page.getByRole("button", { name: "Start" }).click();
  await type(page, 1, 1, "1");
  await headline(page, "No connection");
  await page.getByText("Running…").waitFor();
  await axe(page);
});

test("the board is a grid with rows, and one cell of it is a stop of Tab", async (t) => {
  const page = await openPage(t, browser, service);
  await page.getByLabel("Size").selectOption("4 × 4");
  await type(page, 2, 3, "1");
  const tree = await page.getByRole("grid", { name: "Board of 4 rows" }).ariaSnapshot();
  assert.equal(tree.match(/- row/g).length, 4);
  assert.equal(tree.match(/- gridcell/g).length, 16);
  assert.match(tree, /gridcell "row 2, column 3, 1"/);
  assert.match(tree, /gridcell "row 4, column 4, empty"/);
  assert.equal(await page.locator("[role=gridcell][tabindex='0']").count(), 1);
});

test("on a touch screen digits are tapped", async (t) => {
  const page = await openPage(t, browser, service, { width: 320, height: 640, hasTouch: true, isMobile: true });
  await assertFits(page);
  await cell(page, 4, 4).tap();
  await page.getByRole("group", { name: "Digits" }).getByRole("button", { name: "7" }).tap();
  await cell(page, 4, 5).tap();
  await page.getByRole("group", { name: "Digits" }).getByRole("button", { name: "7" }).tap();
  await page.getByRole("button", { name: "Row 4 holds 7 twice: r4c4 and r4c5." }).waitFor();
  await page.getByRole("group", { name: "Digits" }).getByRole("button", { name: "Erase" }).tap();
  await headline(page, "Valid");
});

test("only the board is printed", async (t) => {
  const page = await openPage(t, browser, service);
  await paste(page, PUZZLE);
  await holds(page, PUZZLE);
  await page.emulateMedia({ media: "print" });
  assert.ok(await page.getByRole("grid").isVisible());
  for (const part of [".verdict", ".site-header", ".toolbar", ".examples", ".site-footer", "#exchange"]) {
    assert.ok(await page.locator(part).first().isHidden(), part);
  }
});

test("marks stay visible where the system chooses the colors", async (t) => {
  const page = await openPage(t, browser, service, { forcedColors: "active" });
  await type(page, 1, 1, "1");
  await type(page, 1, 2, "1");
  await headline(page, "Not valid");
  const line = await page.locator(".cell.duplicate span").first().evaluate((digit) => getComputedStyle(digit).textDecorationLine);
  assert.equal(line, "underline");
  const edges = await page.locator(".cell.edge-right").first().evaluate((one) => getComputedStyle(one).borderRightWidth);
  assert.equal(edges, "3px");
});
