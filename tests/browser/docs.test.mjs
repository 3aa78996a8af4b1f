// The page at /docs: it shows the whole contract, every example runs from it, and everyone can use it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

import { SCHEMES, WIDTHS, assertFits, axe, openPage, startBrowser, startProxy, startService } from "./support.mjs";

const service = await startService();
const browser = await startBrowser();
const contract = await (await fetch(`${service}/openapi.json`)).json();
const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
);

/** Opens the page, and waits until it shows the contract and all problem types. */
async function openDocs(t, { address = `${service}/docs`, ...options } = {}) {
  const page = await openPage(t, browser, address, options);
  await page.locator("#schemas").waitFor();
  await page.waitForLoadState("networkidle");
  return page;
}

/** Sends the request of an operation, and returns the status line that the page shows. */
async function run(page, id) {
  const status = page.locator(`#${id} .result-status`);
  await page.locator(`#${id} button.primary`).click();
  await status.filter({ hasText: /^\d/ }).waitFor();
  return status.innerText();
}

const bodyOf = (page, id) => page.locator(`#${id} .response pre`).innerText();
const commandOf = (page, id) => page.locator(`#${id} .command code`).textContent();

for (const scheme of SCHEMES) {
  for (const width of WIDTHS) {
    test(`no rule of axe-core is violated at ${width} px, ${scheme}`, async (t) => {
      const page = await openDocs(t, { width, scheme });
      await axe(page);
      await run(page, "validate");
      await run(page, "health");
      await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
      await axe(page);
      await assertFits(page);
    });
  }
}

test("every endpoint, schema and problem type is shown, and in the contents", async (t) => {
  const page = await openDocs(t);
  const names = await page.locator(".operation > h3").allInnerTexts();
  assert.deepEqual(names.map((name) => name.replace(/\s+/, " ")).sort(), operations.map(({ method, path }) => `${method} ${path}`).sort());
  for (const { operationId, summary, parameters = [], responses } of operations) {
    const section = page.locator(`#${operationId}`);
    assert.equal(await section.locator(".summary").innerText(), summary);
    assert.deepEqual(await section.locator(".response-details .status").allInnerTexts(), Object.keys(responses));
    const listed = section.locator("h4:has-text('Parameters') + .members > dt");
    assert.equal(await listed.count(), parameters.length, operationId);
    assert.equal(await page.locator(`#contents a[href='#${operationId}']`).count(), 1);
  }
  assert.deepEqual(await page.locator(".schema h3").allInnerTexts(), Object.keys(contract.components.schemas));
  const problems = await page.locator("#problem-types dt > code").allInnerTexts();
  assert.deepEqual(problems, contract.components.schemas.ProblemName.enum);
  const meanings = await page.locator("#problem-types dd > p:first-child").allInnerTexts();
  const explanations = problems.map(async (name) => (await fetch(`${service}/problems/${name}`)).json());
  assert.deepEqual(meanings, (await Promise.all(explanations)).map(({ meaning }) => meaning));
});

test("ids are unique, and every link within the page has a target", async (t) => {
  const page = await openDocs(t);
  const ids = await page.evaluate(() => [...document.querySelectorAll("[id]")].map(({ id }) => id));
  assert.deepEqual(ids.filter((id, index) => ids.indexOf(id) !== index), []);
  const targets = await page.evaluate(() => [...document.querySelectorAll("a[href^='#']")].map(({ hash }) => hash.slice(1)));
  assert.deepEqual(targets.filter((target) => !ids.includes(target)), []);
});

test("every endpoint can be called from the page, and its command has the same result", async (t) => {
  const page = await openDocs(t);
  for (const { operationId } of operations) {
    assert.equal(await run(page, operationId), "200 OK", operationId);
    const command = await commandOf(page, operationId);
    const output = execFileSync("sh", ["-c", command.replace(/^curl /, "curl --silent --fail ")], { encoding: "utf8" });
    const shown = await bodyOf(page, operationId);
    const mediaType = await page.locator(`#${operationId} .headers dd`).first().innerText();
    if (mediaType === "application/json" && !shown.includes("more characters")) {
      assert.deepEqual(JSON.parse(shown), JSON.parse(output), operationId);
    } else if (mediaType === "application/x-ndjson") {
      assert.equal(shown.trimEnd(), output.trimEnd());
    }
  }
});

test("every example of a body is accepted", async (t) => {
  const page = await openDocs(t);
  for (const { operationId, requestBody } of operations.filter(({ requestBody }) => requestBody !== undefined)) {
    const contents = Object.entries(requestBody.content);
    const examples = contents.flatMap(([type, { examples }]) => Object.values(examples).map(({ summary }) => ({ type, summary })));
    for (const [index, { type, summary }] of examples.entries()) {
      if (examples.length > 1) {
        await page.locator(`#${operationId}-example`).selectOption({ index });
      }
      assert.equal(await page.locator(`label[for='${operationId}-body']`).innerText(), `Body, as ${type}`);
      assert.equal(await run(page, operationId), "200 OK", summary);
    }
  }
});

test("the body and the parameters can be edited", async (t) => {
  const page = await openDocs(t);
  await page.locator("#validate-body").fill("[[2,0,0,2],[0,0,0,0],[0,0,0,0],[0,0,0,0]]");
  await page.locator("#validate .try summary").click();
  await page.locator("#validate-parameter-duplicates").selectOption("all");
  await page.locator("#validate-parameter-variants").fill("diagonal,anti_king");
  assert.equal(await run(page, "validate"), "200 OK");
  const { valid, duplicates } = JSON.parse(await bodyOf(page, "validate"));
  assert.deepEqual([valid, duplicates.map(({ digit }) => digit)], [false, [2]]);
  assert.equal(
    await commandOf(page, "validate"),
    `curl --json '[[2,0,0,2],[0,0,0,0],[0,0,0,0],[0,0,0,0]]' '${service}/validate?duplicates=all&variants=diagonal,anti_king'`,
  );
  await page.locator("#problemType-parameter-name").selectOption("not-json");
  assert.equal(await run(page, "problemType"), "200 OK");
  assert.equal(JSON.parse(await bodyOf(page, "problemType")).status, 400);
});

test("a body with quotes is quoted for the shell", async (t) => {
  const page = await openDocs(t, { expected: /status of 422/ });
  await page.locator("#validate-body").fill(`{"board": "'$(reboot)"}`);
  assert.equal(await run(page, "validate"), "422 Unprocessable Entity");
  const output = execFileSync("sh", ["-c", await commandOf(page, "validate")], { encoding: "utf8", stdio: "pipe" });
  assert.deepEqual(JSON.parse(output), JSON.parse(await bodyOf(page, "validate")));
});

test("a problem is shown with its status and detail", async (t) => {
  const page = await openDocs(t, { expected: /status of 422/ });
  await page.locator("#solve-body").fill("[]");
  assert.equal(await run(page, "solve"), "422 Unprocessable Entity");
  const request = { method: "POST", headers: { "content-type": "application/json" }, body: "[]" };
  assert.deepEqual(JSON.parse(await bodyOf(page, "solve")), await (await fetch(`${service}/solve`, request)).json());
  await axe(page);
});

test("a service that does not respond is reported, and can be called again", async (t) => {
  const page = await openDocs(t, { expected: /ERR_FAILED/ });
  await page.route("**/health", (route) => route.abort());
  await page.locator("#health button.primary").click();
  await page.locator("#health .result-status", { hasText: "The service did not respond." }).waitFor();
  await page.unroute("**/health");
  assert.equal(await run(page, "health"), "200 OK");
});

test("a contract that cannot be loaded is reported", async (t) => {
  const page = await openPage(t, browser, "about:blank", { expected: /status of 503|request to another origin/ });
  await page.route("**/openapi.json", (route) => route.fulfill({ status: 503 }));
  await page.goto(`${service}/docs`);
  await page.locator("[role=alert]", { hasText: "openapi.json has status 503" }).waitFor();
  await axe(page);
});

test("the command is copied", async (t) => {
  const page = await openDocs(t, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.locator("#solve .command button").click();
  await page.locator("#solve .copied", { hasText: "Copied." }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await commandOf(page, "solve"));
});

test("the page works with the keyboard alone", async (t) => {
  const page = await openDocs(t);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "main");
  await page.locator("#validate-body").focus();
  // Past the query parameters.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.locator("#validate .result-status", { hasText: "200 OK" }).waitFor();
});

test("an address with a fragment opens that part of the page", async (t) => {
  const page = await openDocs(t, { address: `${service}/docs#schema-SolveResponse` });
  const schema = (name) => page.locator(`#schema-${name}`);
  assert.equal(await schema("SolveResponse").getAttribute("open"), "");
  await page.locator("#schema-SolveResponse a[href='#schema-FilledBoard']").first().click();
  await page.locator("#schema-FilledBoard[open]").waitFor();
  assert.ok(await schema("FilledBoard").evaluate((element) => element.getBoundingClientRect().top < innerHeight));
});

test("the contents are beside the text only in a wide window", async (t) => {
  const page = await openDocs(t, { width: 320 });
  const link = page.locator("#contents a[href='#solve']");
  assert.equal(await link.isVisible(), false);
  await page.locator(".sidebar summary").click();
  assert.equal(await link.isVisible(), true);
  await page.setViewportSize({ width: 1280, height: 900 });
  await link.click();
  await page.locator("#contents a[href='#solve'][aria-current]").waitFor();
});

for (const path of ["/docs", "/docs/"]) {
  test(`${path} works below a path prefix`, async (t) => {
    const proxy = await startProxy(service, "/tools/sudoku");
    const page = await openDocs(t, { address: proxy + path });
    assert.equal(page.url(), `${proxy}/docs`);
    assert.equal(await run(page, "validate"), "200 OK");
    assert.equal(await run(page, "root"), "200 OK");
    assert.match(await commandOf(page, "solve"), new RegExp(` ${proxy}/solve$`));
    const links = await page.evaluate(() => [...document.querySelectorAll("a:not([href^='#'])")].map(({ href }) => href));
    assert.ok(links.length >= 4);
    for (const link of links) {
      assert.equal((await fetch(link)).status, 200, link);
    }
  });
}

test("without scripts the page says where to read on", async (t) => {
  const page = await openPage(t, browser, `${service}/docs`, { javaScriptEnabled: false });
  assert.equal(await page.locator("noscript a").getAttribute("href"), "openapi.yaml");
});

test("the Markdown of descriptions is rendered, and nothing in it is HTML", async (t) => {
  const page = await openDocs(t);
  const render = (text) =>
    page.evaluate(async (text) => {
      const { markdown } = await import("./assets/docs-markdown.js");
      const container = document.createElement("div");
      container.append(...markdown(text, new Map([["Board", "#schema-Board"]])));
      return container.innerHTML;
    }, text);
  for (const [text, html] of [
    ["One\nparagraph.\n\nAnother.", "<p>One paragraph.</p><p>Another.</p>"],
    ["List:\n- a\n  and b\n- `c`\n\nEnd", "<p>List:</p><ul><li>a and b</li><li><code>c</code></li></ul><p>End</p>"],
    ["```text\na  b\n\n- c\n```\nd", '<pre class="scrolls" tabindex="0"><code>a  b\n\n- c</code></pre><p>d</p>'],
    ["**bold** and `**not**`", "<p><strong>bold</strong> and <code>**not**</code></p>"],
    ["a `Board`", '<p>a <a href="#schema-Board"><code>Board</code></a></p>'],
    ["[text](https://a.example/b) [x](javascript:alert(1))", '<p><a href="https://a.example/b">text</a> [x](javascript:alert(1))</p>'],
    ["<b>1 < 2</b>", "<p>&lt;b&gt;1 &lt; 2&lt;/b&gt;</p>"],
    ["2 * 3 ` 4", "<p>2 * 3 ` 4</p>"],
  ]) {
    assert.equal(await render(text), html);
  }
});

test("JSON is broken only where it does not fit on a line", async (t) => {
  const page = await openDocs(t);
  const format = (value) => page.evaluate(async (value) => (await import("./assets/docs-json.js")).formatJson(value), value);
  assert.equal(await format([[1, null], ["a", true]]), '[\n  [1, null],\n  ["a", true]\n]');
  assert.equal(await format({ a: { b: [] } }), '{"a": {"b": []}}');
  const long = { a: "x".repeat(40), b: [1, 2] };
  assert.equal(await format(long), `{\n  "a": "${"x".repeat(40)}",\n  "b": [1, 2]\n}`);
});
