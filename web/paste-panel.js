// Boards from outside: pasted, typed as text, from a file or dropped. The service reads them first, and says what is wrong.

import { change, emptyBoard } from "./board.js";
import { element } from "./dom.js";
import { ALPHABETS, isJson, readBoard } from "./notation.js";
import { byId, setText } from "./page.js";
import { layoutQuery } from "./request.js";
import { problemSentence } from "./sentences.js";

const LARGEST_BOARD = 262144;
// The number of lines before the first board of a collection, such as the names of its columns.
const HEADING = 10;

export class PastePanel {
  #connection;
  #board = null;
  #on;
  #controller = new AbortController();

  /** `on` has `load(board)`, and `collection(file)` for a file with more than one board. */
  constructor(connection, on) {
    this.#connection = connection;
    this.#on = on;
    byId("paste").addEventListener("click", () => this.#toggle(byId("paste-panel").hidden));
    byId("paste-close").addEventListener("click", () => this.#toggle(false));
    byId("paste-load").addEventListener("click", () => this.read(byId("paste-text").value));
    byId("open").addEventListener("click", () => byId("file").click());
    byId("file").addEventListener("change", () => this.#readInput());
    document.addEventListener("paste", (event) => this.#readClipboard(event));
    this.#acceptDrops();
  }

  /** Sets the board on screen, whose layout pasted boards of the same size get. */
  show(board) {
    this.#board = board;
  }

  /** Reads a board with the help of the service, with these symbols if its own do not fit. */
  async read(text, symbols = null) {
    this.#controller.abort();
    const { signal } = (this.#controller = new AbortController());
    const declares = isJson(text) && /^\s*\{/.test(text);
    const attempts = symbols === null ? [...new Set([declares ? "" : this.#board.symbols, ""])] : [symbols];
    let problem = null;
    for (const attempt of attempts) {
      const found = readBoard(text, attempt);
      const layout = this.#layoutFor(found, declares, attempt);
      try {
        const path = found?.givens ? "check" : "validate";
        const query = layoutQuery(declares ? { ...layout, symbols: symbols ?? "" } : layout);
        const result = await this.#ask(path, text, found ? query : "", signal);
        if (result.ok && found) return this.#load({ ...layout, ...found });
        if (!problem || attempt === "") problem = result.ok ? null : result;
      } catch (error) {
        if (signal.aborted) return undefined;
        throw error;
      }
    }
    return this.#reject(text, problem);
  }

  /** Reads a file: one board, or a collection. */
  async readFile(file) {
    const start = await file.slice(0, LARGEST_BOARD).text();
    const lines = start.split("\n").filter((line) => line.trim() && !line.startsWith("#"));
    const isBoard = (text) => readBoard(text, this.#board.symbols) || ALPHABETS.some((alphabet) => readWith(alphabet, text));
    const isCut = file.size > LARGEST_BOARD;
    const areMany = lines.length > 1 && !isBoard(start) && lines.slice(0, HEADING).some(isBoard);
    if (isCut || areMany) this.#on.collection(file);
    else await this.read(start);
  }

  #ask(path, text, query, signal) {
    const type = isJson(text) ? "application/json" : "text/plain";
    const address = `${path}${query.size ? `?${query}` : ""}`;
    return this.#connection.post(address, { type, body: text, signal });
  }

  /**
   * Returns the layout that a pasted board gets: that of the board on screen if they are of the same size, and the usual one
   * otherwise, and for an object, which declares what is different.
   */
  #layoutFor(found, declares, symbols) {
    const isLikeBoard = found?.size === this.#board.size && !declares;
    return { ...(isLikeBoard ? this.#board : emptyBoard(found?.size)), givens: null, symbols };
  }

  #load(board) {
    this.#toggle(false);
    byId("paste-text").value = "";
    const isKnownBox = board.box && board.box.rows * board.box.columns === board.size;
    this.#on.load(change(board, { box: isKnownBox ? board.box : emptyBoard(board.size).box }));
  }

  #reject(text, problem) {
    this.#toggle(true);
    byId("paste-text").value = text;
    const larger = "The service accepts this board, but the page shows only boards of 4 to 25 rows in the usual notations.";
    setText(byId("paste-problem"), problem ? problemSentence(problem) : larger);
    const buttons = ALPHABETS.flatMap((alphabet) => {
      const found = readWith(alphabet, text);
      if (!found) return [];
      const symbols = alphabet.slice(0, found.size);
      const button = element("button", { type: "button" }, `Symbols ${symbols}`);
      button.addEventListener("click", () => this.read(byId("paste-text").value, symbols));
      return [button];
    });
    byId("paste-symbols").replaceChildren(...(problem ? buttons : []));
    byId("paste-symbols").hidden = !problem || !buttons.length;
  }

  #toggle(isOpen) {
    byId("paste-panel").hidden = !isOpen;
    byId("paste").setAttribute("aria-expanded", String(isOpen));
    setText(byId("paste-problem"), "");
    byId("paste-symbols").hidden = true;
    if (isOpen) byId("paste-text").focus();
    else if (byId("paste-panel").contains(document.activeElement)) byId("paste").focus();
  }

  #readClipboard(event) {
    if (event.target.closest?.("input, textarea, select")) return;
    const text = event.clipboardData?.getData("text/plain");
    if (!text?.trim()) return;
    event.preventDefault();
    this.read(text);
  }

  #readInput() {
    const [file] = byId("file").files;
    byId("file").value = "";
    if (file) this.readFile(file);
  }

  #acceptDrops() {
    const hasFile = (event) => event.dataTransfer?.types.includes("Files");
    document.addEventListener("dragover", (event) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      byId("drop").hidden = false;
    });
    document.addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) byId("drop").hidden = true;
    });
    document.addEventListener("drop", (event) => {
      byId("drop").hidden = true;
      if (!hasFile(event)) return;
      event.preventDefault();
      this.readFile(event.dataTransfer.files[0]);
    });
  }
}

/** Returns the board of a text whose digits are the first symbols of an alphabet, as many as it has rows, or null. */
function readWith(alphabet, text) {
  const found = readBoard(text, alphabet);
  return found && readBoard(text, alphabet.slice(0, found.size));
}
