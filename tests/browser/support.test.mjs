// The harness itself: what must fail a test does.

import assert from "node:assert/strict";
import { test } from "node:test";

import { assertFits, axe, openPage, startBrowser, startProxy, startService } from "./support.mjs";

const service = await startService();
const browser = await startBrowser();

/** A test context whose end is called here. */
function context() {
  const hooks = [];
  return { after: (hook) => hooks.push(hook), end: () => Promise.all(hooks.map((hook) => hook())) };
}

for (const [what, script] of [
  ["a message in the console", "console.log('a')"],
  ["an exception", "setTimeout(() => { throw new Error('a') })"],
  ["a request to another origin", "fetch('http://localhost:1/').catch(() => {})"],
  ["inline code, which the policy forbids", "document.head.append(Object.assign(document.createElement('script'), { text: '1' }))"],
  ["a missing file", "fetch('assets/none.js').then((response) => response.text())"],
]) {
  test(`${what} fails the test`, async () => {
    const inner = context();
    const page = await openPage(inner, browser, `${service}/docs`);
    const seen = Promise.race(["console", "pageerror", "request"].map((event) => page.waitForEvent(event)));
    await page.evaluate(script);
    await seen;
    await assert.rejects(inner.end(), assert.AssertionError);
  });
}

test("a page without a fault passes", async () => {
  const inner = context();
  const page = await openPage(inner, browser, `${service}/docs`);
  await axe(page);
  await assertFits(page);
  await inner.end();
});

test("an element without a name is a violation", async (t) => {
  const page = await openPage(t, browser, `${service}/docs`);
  await page.evaluate(() => document.querySelector("main").append(document.createElement("button")));
  await assert.rejects(axe(page), /button-name/);
});

test("an element that is too wide does not fit", async (t) => {
  const page = await openPage(t, browser, `${service}/docs`, { width: 320 });
  await page.evaluate(() => document.querySelector("h1").style.setProperty("width", "400px"));
  await assert.rejects(assertFits(page), /wide in a window of 320 px/);
});

test("the proxy serves only what is below the prefix", async () => {
  const proxy = await startProxy(service, "/sudoku");
  assert.equal((await fetch(`${proxy}/health`)).status, 200);
  assert.equal((await fetch(new URL("/health", proxy))).status, 404);
});
