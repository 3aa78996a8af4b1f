// The requests and responses behind what is on screen, ready to copy.

import { element } from "./dom.js";
import { byId, copyFrom, setText } from "./page.js";
import { snippet } from "./request.js";

const TITLES = {
  validate: "POST /validate",
  solve: "POST /solve",
  check: "POST /check",
  redundant: "POST /solve, with redundant givens",
};

export class ExchangePanel {
  #exchanges = new Map();

  constructor() {
    byId("exchange").addEventListener("toggle", () => this.#update());
    byId("call").addEventListener("change", () => this.#update());
    byId("languages").addEventListener("change", () => this.#update());
    byId("copy-call").addEventListener("click", () => copyFrom(byId("copy-call"), byId("call-text").textContent));
    byId("copy-response").addEventListener("click", () =>
      copyFrom(byId("copy-response"), byId("response-text").textContent),
    );
  }

  /** Shows these exchanges, by name. */
  show(exchanges) {
    this.#exchanges = exchanges;
    const names = Object.keys(TITLES).filter((name) => exchanges.has(name));
    const select = byId("call");
    if ([...select.options].map(({ value }) => value).join() !== names.join()) {
      const old = select.value;
      select.replaceChildren(...names.map((name) => element("option", { value: name }, TITLES[name])));
      if (names.includes(old)) select.value = old;
    }
    this.#update();
  }

  #update() {
    if (!byId("exchange").open) return;
    const exchange = this.#exchanges.get(byId("call").value);
    const language = byId("languages").querySelector("input:checked").value;
    setText(byId("call-text"), exchange ? textOf(language, exchange) : "No request was sent: see the verdict.");
    const result = exchange?.result;
    setText(byId("response-title"), result ? `Response: status ${result.status}` : "Response");
    setText(byId("response-text"), result ? result.text : "No response yet.");
  }
}

function textOf(language, { path, body }) {
  if (language === "body") return body;
  return snippet(language, { url: new URL(path, document.baseURI).href, body });
}
