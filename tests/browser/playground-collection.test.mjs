// Collections in the playground: files with one board per line.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { PUZZLE, drop, headline } from "./playground.mjs";
import { openPage, startBrowser, startService } from "./support.mjs";

const service = await startService();
const browser = await startBrowser();

const INVALID = `11${PUZZLE.slice(2)}`;
const MANY = ".".repeat(81);

test("a collection of 100,000 lines is checked, with progress and line numbers, and what was found is saved", async (t) => {
  const page = await openPage(t, browser, service);
  const lines = new Array(100000).fill(PUZZLE);
  lines[41] = INVALID;
  lines[70000] = `${PUZZLE},"x`;
  lines[99999] = "# the end";
  await choose(page, lines.join("\n"));
  const seen = watchProgress(page);
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByText("Done: 100,000 lines").first().waitFor({ timeout: 180000 });
  const progress = await seen;
  assert.ok(progress.some((value) => value > 0 && value < 1), "the progress bar moves");
  assert.deepEqual(progress, progress.toSorted((a, b) => a - b));
  assert.deepEqual(await counts(page), { Lines: 100000, Valid: 99997, "Not valid": 1, Complete: 0, Rejected: 1, Skipped: 1 });
  const rows = page.getByLabel("Lines found").getByRole("row");
  assert.match(await rows.nth(1).textContent(), /^42Row 1 holds 1 twice: r1c1 and r1c2\.$/);
  assert.match(await rows.nth(2).textContent(), /^70,001/);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save lines found" }).click();
  const saved = (await readFile(await (await download).path(), "utf8")).split("\n");
  assert.equal(saved[0], "line,board,reason");
  assert.equal(saved[1], `42,${INVALID},Row 1 holds 1 twice: r1c1 and r1c2.`);
  assert.ok(saved[2].startsWith(`70001,"${PUZZLE},""x",`));
  assert.equal(saved.length, 4);
});

test("a collection is cancelled, and the page stays usable while it runs", async (t) => {
  const page = await openPage(t, browser, service, { expected: /ERR_ABORTED/ });
  await choose(page, `${PUZZLE}\n`.repeat(100000));
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForFunction(() => document.querySelector("#progress").value > 0);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText(/^Cancelled after [\d,]+ lines/).first().waitFor();
  const { Lines } = await counts(page);
  assert.ok(Lines > 0 && Lines < 100000, `${Lines} lines`);
  assert.ok(await page.getByRole("button", { name: "Start" }).isEnabled());
});

test("solutions of a collection are counted, in JSON and with the layout of the board", async (t) => {
  const page = await openPage(t, browser, service);
  await page.getByLabel("Diagonal", { exact: true }).check();
  const diagonal = `1${".".repeat(79)}1`;
  await choose(page, [PUZZLE, MANY, INVALID, diagonal].map((board) => JSON.stringify({ board })).join("\n"));
  await page.getByLabel("Question").selectOption("Is there one solution?");
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByText("Done: 4 lines").first().waitFor();
  assert.deepEqual(await counts(page), { Lines: 4, "One solution": 1, Many: 2, None: 1, Unknown: 0, Rejected: 0, Skipped: 0 });
  await page.getByLabel("Use the layout and symbols").check();
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByText("The diagonal from the top left holds 1 twice: r1c1 and r9c9.").waitFor();
});

test("a dropped file with many boards starts as a collection", async (t) => {
  const page = await openPage(t, browser, service);
  await drop(page, `# two boards\n${PUZZLE}\n${MANY}\n`);
  await page.getByText("Done: 3 lines, 2 valid, 1 skipped.").first().waitFor();
});

test("a collection goes on when the connection is back", async (t) => {
  const page = await openPage(t, browser, service, { expected: /ERR_FAILED/ });
  let isLost = true;
  await page.route(/batch/, (route) => (isLost ? route.abort() : route.continue()));
  await choose(page, `${PUZZLE}\n${MANY}\n`);
  await page.getByRole("button", { name: "Start" }).click();
  await headline(page, "No connection");
  isLost = false;
  await page.getByText("Done: 2 lines, 2 valid.").first().waitFor();
  await headline(page, "Valid");
});

async function choose(page, text) {
  await page.getByText("Check a collection").click();
  await page.getByLabel("File", { exact: true }).setInputFiles({ name: "boards.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
}

/** Returns the values of the progress bar, once the last one is there. */
function watchProgress(page) {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const bar = document.querySelector("#progress");
        const values = [];
        new MutationObserver(() => {
          values.push(bar.value);
          if (bar.value === 1) resolve(values);
        }).observe(bar, { attributes: true });
      }),
  );
}

async function counts(page) {
  const entries = await page.locator("#counts > div").evaluateAll((rows) =>
    rows.map((row) => [row.firstElementChild.textContent, Number(row.lastElementChild.textContent.replaceAll(",", ""))]),
  );
  return Object.fromEntries(entries);
}
