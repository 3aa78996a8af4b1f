// Starts the service and Chromium for a file of tests, and opens pages. Any message in the browser's console fails the test.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, request as send } from "node:http";
import { createInterface } from "node:readline";
import { after } from "node:test";

import axeCore from "axe-core";
import { chromium } from "playwright-core";

const BINARY = process.env.SERVICE_BINARY ?? new URL("../../target/debug/sudoku-validator", import.meta.url).pathname;

const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // No name is looked up, whatever a page asks for.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

/** Every rule of axe-core but for those of level AAA. */
const AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice", "experimental"];

/** The widths, in CSS pixels, and the color schemes in which every page is tested. */
export const WIDTHS = [320, 768, 1280];
export const SCHEMES = ["light", "dark"];

/** Starts the service on a free port until the tests of this file have ended. Returns its address, without a slash at the end. */
export async function startService() {
  const settings = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("SUDOKU_")));
  const service = spawn(BINARY, ["--port", "0"], {
    env: { ...settings, SUDOKU_ADMIN: "off", LOG_FORMAT: "text", RUST_LOG: "warn" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  after(() => service.kill());
  for await (const line of createInterface({ input: service.stdout })) {
    const address = /listening on (http:\/\/[0-9.:]+)/.exec(line)?.[1];
    if (address !== undefined) {
      service.stdout.resume();
      return address;
    }
  }
  throw new Error(`${BINARY} has ended without listening`);
}

/**
 * Starts a reverse proxy that serves the service below a path prefix, and nothing else, until the tests of this file have
 * ended. Returns its address with the prefix, without a slash at the end.
 */
export async function startProxy(service, prefix) {
  const proxy = createServer((request, response) => {
    if (!request.url.startsWith(`${prefix}/`)) {
      response.writeHead(404).end();
      return;
    }
    const target = new URL(service + request.url.slice(prefix.length));
    const forwarded = send(target, { method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    forwarded.on("error", () => response.destroy());
    request.pipe(forwarded);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  after(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${proxy.address().port}${prefix}`;
}

/** Starts Chromium until the tests of this file have ended. */
export async function startBrowser() {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: CHROMIUM_FLAGS });
  after(() => browser.close());
  return browser;
}

/**
 * Opens an address in a new context of the browser, which is closed when the test `t` ends.
 *
 * The test fails if the page logs anything, throws, or sends a request to another origin. `expected` is a pattern of the
 * messages that do not count: Chromium logs each response with a status from 400.
 */
export async function openPage(t, browser, address, { width = 1280, height = 900, scheme = "light", expected, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, ...options });
  const page = await context.newPage();
  const problems = [];
  const report = (problem) => expected?.test(problem) || problems.push(problem);
  page.on("console", (message) => report(`console: ${message.text()} (${message.location().url})`));
  page.on("pageerror", (error) => report(`error: ${error}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol !== "data:" && url.origin !== new URL(address).origin) {
      report(`request to another origin: ${url}`);
    }
  });
  t.after(async () => {
    await context.close();
    assert.deepEqual(problems, []);
  });
  await page.goto(address);
  return page;
}

/** Fails if axe-core finds a violation on the page as it is now. */
export async function axe(page) {
  await page.evaluate(axeCore.source);
  const { violations } = await page.evaluate(
    (tags) => axe.run(document, { runOnly: tags, preload: false, resultTypes: ["violations"] }),
    AXE_TAGS,
  );
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
  assert.deepEqual(found, []);
}

/** Fails if the page is wider than its window, so that it scrolls sideways. */
export async function assertFits(page) {
  const [content, window] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  assert.ok(content <= window, `the page is ${content} px wide in a window of ${window} px`);
}
