// The panel for collections: progress, the number of each result, and the lines found.

import { CollectionError, runCollection, toCsv } from "./collection.js";
import { element } from "./dom.js";
import { byId, save, setText } from "./page.js";
import { layoutQuery } from "./request.js";
import { counted } from "./sentences.js";

const MOST_ROWS = 200;

const COUNTS = {
  validate: { lines: "Lines", valid: "Valid", invalid: "Not valid", complete: "Complete", rejected: "Rejected", skipped: "Skipped" },
  solve: { lines: "Lines", one: "One solution", many: "Many", none: "None", unknown: "Unknown", rejected: "Rejected", skipped: "Skipped" },
};

export class CollectionPanel {
  #connection;
  #board = null;
  #file = null;
  #controller = null;
  #saved = [];
  #rows = 0;

  constructor(connection) {
    this.#connection = connection;
    byId("collection-file").addEventListener("change", () => this.#choose(byId("collection-file").files[0]));
    byId("run").addEventListener("click", () => this.#run());
    byId("cancel").addEventListener("click", () => this.#controller?.abort());
    byId("save").addEventListener("click", () => this.#save());
    this.#showCounts("validate", {});
  }

  /** Sets the board on screen, whose layout the collection may use. */
  show(board) {
    this.#board = board;
  }

  /** Opens the panel with a file, and starts. */
  open(file) {
    this.#choose(file);
    byId("collection").open = true;
    byId("collection").scrollIntoView({ block: "nearest" });
    byId("cancel").focus();
    this.#run();
  }

  #choose(file) {
    this.#controller?.abort();
    this.#file = file ?? null;
    byId("run").disabled = !file;
    byId("progress").value = 0;
    setText(byId("progress-text"), file ? `${file.name}, ${sizeOf(file)}` : "No file selected");
  }

  async #run() {
    this.#controller?.abort();
    const { signal } = (this.#controller = new AbortController());
    const question = byId("question").value;
    const query = byId("with-layout").checked ? layoutQuery(this.#board) : new URLSearchParams();
    const job = { file: this.#file, question, query, connection: this.#connection, signal };
    this.#start(question);
    let latest = { lines: 0, counts: {}, done: 0 };
    let end;
    try {
      for await (latest of runCollection(job)) this.#showSlice(question, latest);
      end = `Done: ${summaryOf(question, latest.counts)}.`;
    } catch (error) {
      if (signal.aborted) end = `Cancelled after ${counted(latest.lines, "line")}.`;
      else end = this.#fail(error, latest.lines);
    }
    if (this.#controller.signal === signal) this.#finish(end);
  }

  #start(question) {
    this.#saved = [new Blob(["line,board,reason\n"])];
    this.#rows = 0;
    byId("found").hidden = true;
    byId("found").querySelector("tbody").replaceChildren();
    byId("collection-problem").hidden = true;
    byId("progress").value = 0;
    byId("run").disabled = true;
    byId("cancel").disabled = false;
    byId("save").disabled = true;
    setText(byId("progress-text"), "Running…");
    setText(byId("collection-status"), "Running.");
    this.#showCounts(question, {});
  }

  #showSlice(question, { done, lines, counts, found }) {
    byId("progress").value = done;
    setText(byId("progress-text"), `${Math.floor(100 * done)} %, ${counted(lines, "line")}`);
    this.#showCounts(question, counts);
    if (!found.length) return;
    this.#saved.push(new Blob([toCsv(found)]));
    const rows = found.slice(0, Math.max(0, MOST_ROWS - this.#rows)).map(({ number, reason }) =>
      element("tr", {}, element("td", {}, number.toLocaleString("en")), element("td", {}, reason)),
    );
    this.#rows += found.length;
    byId("found").querySelector("tbody").append(...rows);
    byId("found").hidden = false;
  }

  #showCounts(question, counts) {
    const entries = Object.entries(COUNTS[question]).map(([name, label]) => {
      const value = element("dd", {}, (counts[name] ?? 0).toLocaleString("en"));
      return element("div", {}, element("dt", {}, label), value);
    });
    byId("counts").replaceChildren(...entries);
  }

  #fail(error, lines) {
    const isKnown = error instanceof CollectionError;
    const reason = isKnown ? error.message : "The file could not be read.";
    byId("collection-problem").hidden = false;
    setText(byId("collection-problem"), reason);
    return `Stopped after ${counted(lines, "line")}.`;
  }

  #finish(end) {
    const hadFocus = document.activeElement === byId("cancel");
    byId("run").disabled = !this.#file;
    byId("cancel").disabled = true;
    byId("save").disabled = !this.#rows;
    if (hadFocus) byId("run").focus();
    const more = this.#rows > MOST_ROWS ? ` The table shows the first ${MOST_ROWS} of ${this.#rows.toLocaleString("en")}.` : "";
    setText(byId("progress-text"), end + more);
    setText(byId("collection-status"), end);
  }

  #save() {
    save("found.csv", new Blob(this.#saved, { type: "text/csv" }));
  }
}

function summaryOf(question, counts) {
  const parts = Object.entries(COUNTS[question]).filter(([name]) => name !== "lines" && counts[name]);
  const results = parts.map(([name, label]) => `${counts[name].toLocaleString("en")} ${label.toLowerCase()}`);
  return [counted(counts.lines ?? 0, "line"), ...results].join(", ");
}

function sizeOf({ size }) {
  const units = ["bytes", "KB", "MB", "GB"];
  const unit = Math.min(Math.floor(Math.log10(Math.max(size, 1)) / 3), units.length - 1);
  return `${(size / 1000 ** unit).toLocaleString("en", { maximumFractionDigits: 1 })} ${units[unit]}`;
}
