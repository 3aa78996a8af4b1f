// Playing a puzzle in the playground, and the requests and responses behind what is on screen.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";

import { PUZZLE, cell, digits, fact, headline, holds, paste, type } from "./playground.mjs";
import { openPage, startBrowser, startService } from "./support.mjs";

const service = await startService();
const browser = await startBrowser();

/** The same puzzle with its first cell filled in rightly, and wrongly but without a duplicate. */
const [RIGHT, WRONG] = await firstMoves();

test("givens are locked while playing, and the player is told to be on track or not", async (t) => {
  const page = await openPage(t, browser, service);
  await play(page);
  await cell(page, 1, 3, "7, given$").waitFor();
  assert.equal(await cell(page, 1, 3).getAttribute("aria-readonly"), "true");
  assert.equal(await cell(page, 1, 1).getAttribute("aria-readonly"), "false");
  await type(page, 1, 3, "1");
  await cell(page, 1, 3, "7, given$").waitFor();
  await fact(page, "On track", "Yes: nothing is wrong");
  await fact(page, "Solutions", "One: the puzzle is proper");
  await type(page, 1, 1, RIGHT);
  await fact(page, "Complete", "No: 50 cells");
  await fact(page, "On track", "Yes");
});

test("a wrong digit is counted at once, and shown only on request", async (t) => {
  const page = await openPage(t, browser, service);
  await play(page);
  await type(page, 1, 1, WRONG);
  await fact(page, "On track", "No: 1 cell is wrong");
  await headline(page, "Valid");
  await cell(page, 1, 1, `${WRONG}$`).waitFor();
  await page.getByLabel("Show wrong cells").check();
  await cell(page, 1, 1, `${WRONG}, wrong$`).waitFor();
  await type(page, 1, 1, RIGHT);
  await cell(page, 1, 1, `${RIGHT}$`).waitFor();
  await fact(page, "On track", "Yes");
});

test("the puzzle that is played is part of the link, and can be started over", async (t) => {
  const page = await openPage(t, browser, service);
  await play(page);
  await type(page, 1, 1, WRONG);
  await page.waitForFunction((digit) => location.hash.includes(`cells=${digit}`), WRONG);
  const other = await openPage(t, browser, page.url());
  await fact(other, "On track", "No: 1 cell is wrong");
  await other.getByRole("button", { name: "Start over" }).click();
  await fact(other, "On track", "Yes");
  assert.equal(await digits(other), PUZZLE);
  await other.getByText("Edit", { exact: true }).click();
  await fact(other, "Solutions", "One: this is a proper puzzle");
  assert.equal(await other.getByRole("gridcell", { name: "given" }).count(), 0);
});

test("a solved puzzle is said to be solved, and givens that were changed are marked", async (t) => {
  const page = await openPage(t, browser, service);
  await paste(page, PUZZLE);
  await holds(page, PUZZLE);
  await page.getByRole("button", { name: "Fill in the solution" }).click();
  await headline(page, "Solved");
  const solution = await digits(page);
  await page.keyboard.press("Control+z");
  await play(page);
  await paste(page, solution);
  await headline(page, "Solved");
  await fact(page, "On track", "Solved");
  await paste(page, solution.slice(0, 2) + "." + solution.slice(3));
  await cell(page, 1, 3, "empty, changed given$").waitFor();
  await fact(page, "On track", "No: 1 given was changed");
});

test("redundant givens are marked on request", async (t) => {
  const page = await openPage(t, browser, service);
  await paste(page, PUZZLE);
  await holds(page, PUZZLE);
  await page.getByRole("button", { name: "Find redundant givens" }).click();
  await fact(page, "Solutions", "One\\. 13 givens are redundant");
  await cell(page, 1, 5, "2, redundant$").waitFor();
  await type(page, 1, 1, RIGHT);
  await fact(page, "Solutions", "One: this is a proper puzzle");
  assert.equal(await page.locator(".cell.redundant").count(), 0);
});

test("a problem with an additional question leaves the verdict as it is", async (t) => {
  const page = await openPage(t, browser, service, { expected: /status of 400/ });
  const detail = "There is no such question.";
  await page.route(/redundant=true/, (route) => route.fulfill({ status: 400, json: { status: 400, detail } }));
  await paste(page, PUZZLE);
  await holds(page, PUZZLE);
  await page.getByRole("button", { name: "Find redundant givens" }).click();
  await page.locator("#problem").filter({ hasText: detail }).waitFor();
  await fact(page, "Solutions", "One: this is a proper puzzle");
  await headline(page, "Valid");
});

test("the curl line works when pasted, whatever the board holds", async (t) => {
  const page = await openPage(t, browser, service);
  const link = `cells=1.A1A.J&symbols=${encodeURIComponent("'$\\a")}`;
  await page.evaluate((hash) => (location.hash = hash), link);
  await page.getByText("Row 1 holds ' twice: r1c1 and r1c4.").waitFor();
  await page.getByText("Request and response").click();
  const line = await page.getByLabel("Request", { exact: true }).textContent();
  assert.match(line, /^curl --json /);
  const { stdout } = await promisify(execFile)("sh", ["-c", line.replace("curl ", "curl --silent ")]);
  assert.equal(stdout, await page.getByLabel("Response", { exact: true }).textContent());
  assert.deepEqual(JSON.parse(stdout).duplicates[0].digit, "'");
});

test("the same call is shown in JavaScript and Python, and each call has its own", async (t) => {
  const page = await openPage(t, browser, service);
  await paste(page, PUZZLE);
  await holds(page, PUZZLE);
  await page.getByText("Request and response").click();
  await page.getByText("JavaScript", { exact: true }).click();
  const script = await page.getByLabel("Request", { exact: true }).textContent();
  const logged = await page.evaluate(`(async () => { ${script.replace("console.log(", "return (")} })()`);
  assert.equal(logged.valid, true);
  await page.getByText("Python", { exact: true }).click();
  await page.getByText("import requests").waitFor();
  await page.getByLabel("Call").selectOption("POST /solve");
  await page.getByText("/solve?solution=false").waitFor();
  await page.getByText('"solutions":"one"').waitFor();
  await page.getByText("Body", { exact: true }).click();
  const body = await page.getByLabel("Request", { exact: true }).textContent();
  assert.equal(JSON.parse(body).join(""), PUZZLE);
});

test("the request and the response are copied", async (t) => {
  const page = await openPage(t, browser, service, { permissions: ["clipboard-read", "clipboard-write"] });
  await headline(page, "Valid");
  await page.getByText("Request and response").click();
  await page.getByRole("button", { name: "Copy", exact: true }).first().click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^curl --json '\["\.{9}",/);
});

async function play(page) {
  await paste(page, PUZZLE);
  await holds(page, PUZZLE);
  await page.getByText("Play", { exact: true }).click();
  await fact(page, "On track", "Yes");
}

/** Returns the right digit of the first cell, and one that is wrong without being a duplicate. */
async function firstMoves() {
  const ask = async (path, body) => {
    const request = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
    return (await fetch(`${service}/${path}`, request)).json();
  };
  const { solution } = await ask("solve", PUZZLE);
  for (const digit of "123456789") {
    const { valid } = await ask("validate", digit + PUZZLE.slice(1));
    if (valid && digit !== solution[0]) return [solution[0], digit];
  }
  throw new Error("the first cell of the puzzle has only one candidate");
}
