// The board of the playground: typing, verdicts, undo, links, and a service that goes away.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";

import { PUZZLE, cell, digits, fact, headline, holds, paste, type } from "./playground.mjs";
import { openPage, startBrowser, startProxy, startService } from "./support.mjs";

const service = await startService();
const browser = await startBrowser();

test("a digit that repeats is marked in both cells, and a sentence says why", async (t) => {
  const page = await openPage(t, browser, service);
  await headline(page, "Valid");
  await type(page, 3, 1, "8");
  await type(page, 3, 5, "8");
  await headline(page, "Not valid");
  await page.getByRole("button", { name: "Row 3 holds 8 twice: r3c1 and r3c5." }).waitFor();
  await cell(page, 3, 1, "8, duplicate$").waitFor();
  await cell(page, 3, 5, "8, duplicate$").waitFor();
  assert.equal(await page.locator(".cell.duplicate").count(), 2);
  assert.equal(await page.locator(".cell.in-house").count(), 9);
  await fact(page, "Solutions", "None");
  await page.getByRole("status").filter({ hasText: "Not valid. Row 3 holds 8 twice" }).waitFor();
  await page.keyboard.press("Delete");
  await headline(page, "Valid");
  assert.equal(await page.locator(".cell.duplicate, .cell.in-house").count(), 0);
});

test("every house with the duplicate has its sentence, and choosing one leads to the cell", async (t) => {
  const page = await openPage(t, browser, service);
  await type(page, 1, 1, "5");
  await type(page, 2, 2, "5");
  await type(page, 1, 9, "5");
  await page.getByRole("button", { name: "Row 1 holds 5 twice: r1c1 and r1c9." }).waitFor();
  await page.getByRole("button", { name: "Box 1 holds 5 twice: r1c1 and r2c2." }).click();
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "row 2, column 2, 5, duplicate");
});

test("the keyboard is enough from loading the page to the verdict", async (t) => {
  const page = await openPage(t, browser, service);
  const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  for (let tabs = 0; (await focused())?.startsWith("row 1, column 1") !== true; tabs++) {
    assert.ok(tabs < 10, "the board is among the first stops of Tab");
    await page.keyboard.press("Tab");
  }
  for (const key of ["4", "ArrowRight", "ArrowDown", "End", "Home", "4"]) await page.keyboard.press(key);
  await headline(page, "Not valid");
  assert.equal(await focused(), "row 2, column 1, 4, duplicate");
  await page.keyboard.press("Control+End");
  assert.equal(await focused(), "row 9, column 9, empty");
  await page.keyboard.press("Control+Home");
  assert.equal(await focused(), "row 1, column 1, 4, duplicate");
  for (const key of ["Backspace", "7", "0", "8", "."]) await page.keyboard.press(key);
  await headline(page, "Valid");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.closest("[role=grid]")), null);
});

test("a digit typed before anything has the focus goes to the board", async (t) => {
  const page = await openPage(t, browser, service);
  await headline(page, "Valid");
  await page.keyboard.press("6");
  await cell(page, 1, 1, "6$").waitFor();
});

test("undo and redo work by key and by button", async (t) => {
  const page = await openPage(t, browser, service);
  await type(page, 1, 1, "1");
  await type(page, 1, 2, "1");
  await headline(page, "Not valid");
  await page.keyboard.press("Control+z");
  await headline(page, "Valid");
  assert.equal(await digits(page), `1${".".repeat(80)}`);
  await page.keyboard.press("Control+y");
  await headline(page, "Not valid");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  assert.equal(await digits(page), ".".repeat(81));
  assert.ok(await page.getByRole("button", { name: "Undo" }).isDisabled());
  await page.keyboard.press("Control+Shift+Z");
  await page.getByRole("button", { name: "Redo" }).click();
  await headline(page, "Not valid");
  assert.ok(await page.getByRole("button", { name: "Redo" }).isDisabled());
});

test("solutions are counted apart from validity: one, many, none", async (t) => {
  const page = await openPage(t, browser, service);
  await page.getByRole("link", { name: "A classic" }).click();
  await fact(page, "Solutions", "One: this is a proper puzzle");
  await fact(page, "Complete", "No: 51 cells are empty");
  await page.getByRole("link", { name: "Many solutions" }).click();
  await fact(page, "Solutions", "Many: two of them differ in 6 cells");
  assert.equal(await page.getByRole("gridcell", { name: "differs between solutions" }).count(), 6);
  await page.getByRole("link", { name: "No solution" }).click();
  await fact(page, "Solutions", "None\\. No digit fits r");
  assert.equal(await page.getByRole("gridcell", { name: "no digit fits" }).count(), 1);
  await headline(page, "Valid");
});

test("the solution is filled in on request", async (t) => {
  const page = await openPage(t, browser, service);
  await paste(page, PUZZLE);
  await holds(page, PUZZLE);
  await page.getByRole("button", { name: "Fill in the solution" }).click();
  await headline(page, "Solved");
  await fact(page, "Complete", "Yes");
  assert.match(await digits(page), /^[1-9]{81}$/);
  await page.keyboard.press("Control+z");
  await holds(page, PUZZLE);
});

test("a link holds the board, its layout and its symbols", async (t) => {
  const page = await openPage(t, browser, service);
  await page.getByLabel("Size").selectOption("6 × 6");
  await page.getByLabel("Boxes").selectOption("3 × 2");
  await page.getByLabel("Symbols", { exact: true }).selectOption("A…F");
  await page.getByLabel("Anti-king").check();
  await type(page, 1, 1, "b");
  await type(page, 2, 2, "B");
  await page.getByRole("button", { name: "Box 1 holds B twice: r1c1 and r2c2." }).waitFor();
  await page.waitForFunction(() => location.hash.includes("anti_king"));
  const other = await openPage(t, browser, page.url());
  await other.getByRole("button", { name: "B stands twice touching at a corner: r1c1 and r2c2." }).waitFor();
  assert.equal(await digits(other), await digits(page));
  assert.equal(await other.getByLabel("Boxes").inputValue(), "3x2");
  assert.ok(await other.getByLabel("Anti-king").isChecked());
});

test("the link in the README shows a puzzle", async (t) => {
  const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
  const [fragment] = /#cells=[^>]+/.exec(readme);
  const page = await openPage(t, browser, `${service}/${fragment}`);
  await fact(page, "Solutions", "One");
});

test("a link that is followed on the page itself is loaded, and a damaged one is said to be so", async (t) => {
  const page = await openPage(t, browser, `${service}/#cells=1.X`);
  await page.getByText("The link is damaged").waitFor();
  await headline(page, "Valid");
  await page.evaluate(() => (location.hash = "#cells=11.M"));
  await headline(page, "Not valid");
  assert.equal(await digits(page), `11${".".repeat(14)}`);
  assert.equal(await page.getByText("The link is damaged").count(), 0);
  await page.evaluate(() => (location.hash = "#main"));
  assert.equal(await digits(page), `11${".".repeat(14)}`);
});

test("the page works behind a path prefix", async (t) => {
  const proxy = await startProxy(service, "/tools/sudoku");
  const page = await openPage(t, browser, `${proxy}/`);
  await type(page, 1, 1, "1");
  await type(page, 1, 2, "1");
  await headline(page, "Not valid");
  await page.getByText("Request and response").click();
  await page.getByText(`'${proxy}/validate?duplicates=all'`).waitFor();
});

test("a lost connection is shown, and the latest board is checked when it is back", async (t) => {
  const first = await startOn(0);
  const page = await openPage(t, browser, first.address, { expected: /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/ });
  await headline(page, "Valid");
  await first.stop();
  await type(page, 1, 1, "1");
  await type(page, 1, 2, "1");
  await headline(page, "No connection");
  await page.getByText("The service cannot be reached.").waitFor();
  assert.equal(await page.locator(".cell.duplicate").count(), 0);
  await page.getByRole("button", { name: "Try now" }).click();
  await headline(page, "No connection");
  await startOn(new URL(first.address).port);
  await headline(page, "Not valid");
  assert.ok(await page.getByText("The service cannot be reached.").isHidden());
});

test("responses never overtake each other", async (t) => {
  const page = await openPage(t, browser, service, { expected: /ERR_ABORTED/ });
  await headline(page, "Valid");
  let release;
  const slow = new Promise((resolve) => (release = resolve));
  const held = new Promise((resolve) => {
    page.route("**/validate?*", async (route) => {
      if (!route.request().postData().includes("11")) return route.continue();
      resolve();
      await slow;
      return route.continue().catch(() => {});
    });
  });
  await type(page, 1, 1, "1");
  await type(page, 1, 2, "1");
  await held;
  await page.keyboard.press("2");
  await cell(page, 1, 2, "2").waitFor();
  await headline(page, "Valid");
  release();
  await fact(page, "Solutions", "Many");
  assert.equal(await page.locator(".cell.duplicate").count(), 0);
});

/** Starts a service on a port. */
async function startOn(port) {
  const binary = process.env.SERVICE_BINARY ?? new URL("../../target/debug/sudoku-validator", import.meta.url).pathname;
  const child = spawn(binary, ["--port", String(port), "--admin", "off"], { stdio: ["ignore", "pipe", "inherit"] });
  after(() => child.kill());
  const address = await new Promise((resolve, reject) => {
    child.on("exit", () => reject(new Error("the service has ended")));
    child.stdout.on("data", (text) => {
      const found = /listening on (http:\/\/[0-9.:]+)/.exec(text);
      if (found) resolve(found[1]);
    });
  });
  return {
    address,
    stop: () =>
      new Promise((resolve) => {
        child.removeAllListeners("exit").on("exit", resolve);
        child.kill("SIGTERM");
      }),
  };
}
