// A form that sends the request of an example, as edited, and shows the response and the curl command.

import { code, element } from "./dom.js";
import { formatJson } from "./docs-json.js";

/** The headers that the form shows if the response has them. */
const HEADERS = ["content-type", "etag", "vary", "allow", "retry-after", "x-request-id"];

/** Longer bodies are cut, so that the page stays fast. */
const MAX_CHARACTERS = 20_000;

/**
 * Renders the form of an operation.
 *
 * @param {object} operation
 * @param {string} operation.id          unique in the page
 * @param {string} operation.method      in upper case
 * @param {string} operation.path        the path of the contract
 * @param {object[]} operation.parameters  those in the path and in the query
 * @param {{mediaType: string, summary: string, value: unknown}[]} operation.examples  bodies; empty for a request without one
 */
export function requestForm(operation) {
  const { id, method, path, parameters, examples } = operation;
  const fields = parameters.map((parameter) => [parameter, parameterInput(id, parameter)]);
  const body = examples.length === 0 ? null : bodyEditor(id, examples);
  const command = element("code");
  const result = resultView(`${method} ${path}`);

  const request = () => ({ method, address: address(path, fields), mediaType: body?.mediaType(), text: body?.text() });
  const update = () => command.replaceChildren(curl(request()));
  const form = element(
    "form",
    { class: "try" },
    element("h4", {}, "Try it"),
    parameterFields(fields.filter(([{ in: place }]) => place === "path")),
    body?.nodes,
    optionalFields(fields.filter(([{ in: place }]) => place === "query")),
    element("div", { class: "buttons" }, element("button", { class: "primary" }, "Run", element("span", { class: "visually-hidden" }, ` ${method} ${path}`))),
    result.nodes,
    element("div", { class: "command" }, element("p", { class: "label" }, "As a command"), element("pre", {}, command), copyButton(command)),
  );
  form.addEventListener("input", update);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    result.show(request());
  });
  update();
  return form;
}

function parameterInput(id, { name, schema, example, in: place }) {
  const values = schema.type === "boolean" ? [true, false] : schema.enum;
  const attributes = { id: `${id}-parameter-${name}`, name };
  if (values === undefined) {
    const value = place === "path" ? example : "";
    const placeholder = schema.default === undefined ? example : `${schema.default}`;
    return element("input", { ...attributes, value, placeholder, autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  }
  const options = values.map((value) => element("option", { value, selected: place === "path" && value === example }, String(value)));
  const unset = place === "path" ? null : element("option", { value: "" }, `default (${schema.default})`);
  return element("select", attributes, unset, options);
}

function parameterFields(fields) {
  if (fields.length === 0) return null;
  return element("div", { class: "fields" }, fields.map(([parameter, input]) => labelled(parameter.name, input)));
}

function optionalFields(fields) {
  if (fields.length === 0) return null;
  return element("details", {}, element("summary", {}, "Query parameters"), parameterFields(fields));
}

function labelled(label, input) {
  return element("div", {}, element("label", { for: input.id, class: "label" }, label), input);
}

function bodyEditor(id, examples) {
  const select = element(
    "select",
    { id: `${id}-example` },
    examples.map(({ summary }, index) => element("option", { value: index }, summary)),
  );
  const editor = element("textarea", { id: `${id}-body`, spellcheck: "false", autocapitalize: "off", autocomplete: "off" });
  const label = element("label", { for: editor.id, class: "label" });
  const example = () => examples[Number(select.value)];
  const fill = () => {
    const { mediaType, value } = example();
    editor.value = typeof value === "string" ? value : formatJson(value);
    editor.rows = Math.min(16, Math.max(2, editor.value.trimEnd().split("\n").length));
    label.replaceChildren("Body, as ", code(mediaType));
  };
  select.addEventListener("input", fill);
  fill();
  return {
    nodes: [examples.length === 1 ? null : labelled("Example", select), element("div", {}, label, editor)],
    mediaType: () => example().mediaType,
    text: () => editor.value,
  };
}

/** Returns the address of a request, which may be below a path prefix: relative to this page, as the service is. */
function address(path, fields) {
  const encode = (text) => encodeURIComponent(text).replaceAll("%2C", ",");
  let target = path.slice(1);
  const query = [];
  for (const [{ name, in: place }, { value }] of fields) {
    if (place === "path") target = target.replace(`{${name}}`, encode(value));
    else if (value !== "") query.push(`${name}=${encode(value)}`);
  }
  const relative = target + (query.length === 0 ? "" : `?${query.join("&")}`);
  return new URL(relative, new URL(".", document.baseURI)).href;
}

function curl({ method, address, mediaType, text }) {
  const quote = (value) => (/^[\w.:/-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`);
  if (method === "GET") return `curl ${quote(address)}`;
  const data = mediaType === "application/json" ? "--json" : `-H 'Content-Type: ${mediaType}' --data-raw`;
  return `curl ${data} ${quote(text)} ${quote(address)}`;
}

function copyButton(source) {
  const status = element("span", { role: "status", class: "copied" });
  const button = element("button", { type: "button" }, "Copy");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(source.textContent);
      status.textContent = "Copied.";
    } catch {
      // Not every page may write to the clipboard: one from another host without HTTPS may not.
      getSelection().selectAllChildren(source);
      status.textContent = "Selected; copy it with the keyboard.";
    }
  });
  return element("div", { class: "buttons" }, button, status);
}

/** The response: its status, which screen readers announce, some headers, and the body. */
function resultView(name) {
  const status = element("p", { role: "status", class: "result-status" });
  const headers = element("dl", { class: "headers" });
  const body = element("pre", { class: "scrolls", tabindex: "0", role: "group", "aria-label": `Response of ${name}` });
  const details = element("div", { class: "response", hidden: true }, headers, body);
  let last;

  async function show({ method, address, mediaType, text }) {
    last?.abort();
    const current = (last = new AbortController());
    status.className = "result-status";
    status.textContent = "Sending…";
    try {
      const response = await fetch(address, {
        method,
        body: text,
        headers: mediaType === undefined ? {} : { "content-type": mediaType },
        cache: "no-store",
        signal: current.signal,
      });
      const content = await bodyText(response);
      status.replaceChildren(element("strong", {}, `${response.status} ${response.statusText}`));
      status.classList.add(response.ok ? "good" : "bad");
      const present = HEADERS.filter((header) => response.headers.has(header));
      headers.replaceChildren(
        ...present.flatMap((header) => [element("dt", {}, header), element("dd", {}, response.headers.get(header))]),
      );
      body.textContent = content;
      details.hidden = false;
    } catch (error) {
      if (current.signal.aborted) return;
      status.textContent = "The service did not respond.";
      status.classList.add("bad");
      details.hidden = true;
    }
  }

  return { nodes: [status, details], show };
}

async function bodyText(response) {
  const mediaType = response.headers.get("content-type") ?? "";
  if (mediaType.startsWith("image/") && !mediaType.includes("xml")) {
    return `${(await response.blob()).size} bytes of ${mediaType}`;
  }
  const text = await response.text();
  const shown = /[/+]json\b/.test(mediaType) && text.length < MAX_CHARACTERS ? formatJson(JSON.parse(text)) : text;
  const omitted = shown.length - MAX_CHARACTERS;
  return omitted > 0 ? `${shown.slice(0, MAX_CHARACTERS)}\n… ${omitted} more characters` : shown;
}
