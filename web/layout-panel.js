// The form for the layout: size, boxes or regions, variants and symbols.

import { change, emptyBoard } from "./board.js";
import { element } from "./dom.js";
import { MAX_SIZE, MIN_SIZE, VARIANTS, boxShapes, exists, regionsOf } from "./layout.js";
import { ALPHABETS, symbolsFault } from "./notation.js";
import { byId, setText } from "./page.js";
import { counted } from "./sentences.js";

const JIGSAW = "jigsaw";
const OWN = "own";

export class LayoutPanel {
  #board = null;
  #onChange;
  #variants = new Map();

  /** `onChange` gets the new board and, for changes that continue one before, a key. */
  constructor(onChange) {
    this.#onChange = onChange;
    const sizes = Array.from({ length: MAX_SIZE - MIN_SIZE + 1 }, (_, index) => MIN_SIZE + index);
    byId("size").append(...sizes.map((size) => element("option", { value: size }, `${size} × ${size}`)));
    byId("size").addEventListener("change", () => this.#resize(Number(byId("size").value)));
    byId("boxes").addEventListener("change", () => this.#reshape(byId("boxes").value));
    byId("alphabet").addEventListener("change", () => this.#choose(byId("alphabet").value));
    byId("symbols").addEventListener("input", () => {
      this.#onChange({ ...this.#board, symbols: byId("symbols").value }, "symbols");
    });
    byId("drop-extra").addEventListener("click", () => this.#onChange({ ...this.#board, extraRegions: [] }));
    for (const { name, label, about } of VARIANTS) this.#addVariant(name, label, about);
  }

  /** Shows the layout of a board. */
  show(board) {
    const old = this.#board;
    this.#board = board;
    byId("size").value = board.size;
    if (old?.size !== board.size) this.#offerBoxes(board.size);
    byId("boxes").value = board.regions ? JIGSAW : `${board.box.rows}x${board.box.columns}`;
    for (const variant of VARIANTS) {
      const box = this.#variants.get(variant.name);
      box.checked = board.variants.includes(variant.name);
      box.disabled = !exists(variant, board);
    }
    this.#showSymbols(board, old);
    byId("extra-regions").hidden = !board.extraRegions.length;
    setText(byId("extra-regions").firstElementChild, `${counted(board.extraRegions.length, "extra region")}.`);
    for (const name of ["size", "boxes", "alphabet", "symbols"]) byId(name).disabled = Boolean(board.givens);
    if (board.givens) for (const box of this.#variants.values()) box.disabled = true;
  }

  #showSymbols(board, old) {
    const known = ALPHABETS.findIndex((alphabet) => alphabet.slice(0, board.size) === board.symbols);
    if (old?.size !== board.size) this.#offerAlphabets(board.size);
    const isOwn = (board.symbols && known < 0) || document.activeElement === byId("symbols");
    byId("alphabet").value = isOwn ? OWN : board.symbols && String(known);
    byId("own-symbols").hidden = !isOwn;
    if (byId("symbols").value !== board.symbols) byId("symbols").value = board.symbols;
    const fault = symbolsFault(board.symbols, board.size);
    byId("symbols-fault").hidden = !fault;
    setText(byId("symbols-fault"), fault ?? "");
    byId("symbols").setAttribute("aria-invalid", String(Boolean(fault)));
  }

  #offerBoxes(size) {
    const shapes = boxShapes(size).map(({ rows, columns }) => {
      const note = rows === 1 || columns === 1 ? ": no boxes" : "";
      return element("option", { value: `${rows}x${columns}` }, `${rows} × ${columns}${note}`);
    });
    byId("boxes").replaceChildren(...shapes, element("option", { value: JIGSAW }, "Jigsaw"));
  }

  #offerAlphabets(size) {
    const known = ALPHABETS.map((alphabet, index) =>
      element("option", { value: index }, `${alphabet[0]}…${alphabet[size - 1]}`),
    );
    const plain = element("option", { value: "" }, "Numbers");
    byId("alphabet").replaceChildren(plain, ...known, element("option", { value: OWN }, "Custom…"));
  }

  #addVariant(name, label, about) {
    const box = element("input", { type: "checkbox", value: name });
    box.addEventListener("change", () => {
      const others = this.#board.variants.filter((other) => other !== name);
      this.#onChange(change(this.#board, { variants: box.checked ? [...others, name] : others }));
    });
    this.#variants.set(name, box);
    byId("variants").append(element("label", { class: "check", title: about }, box, ` ${label}`));
  }

  #resize(size) {
    const { variants, symbols } = this.#board;
    const known = symbols && ALPHABETS.find((alphabet) => alphabet.startsWith(symbols));
    this.#onChange(change(emptyBoard(size), { variants, symbols: known ? known.slice(0, size) : "" }));
  }

  #reshape(value) {
    if (value === JIGSAW) return this.#onChange(change(this.#board, { regions: regionsOf(this.#board) }));
    const [rows, columns] = value.split("x").map(Number);
    this.#onChange(change(this.#board, { box: { rows, columns }, regions: null }));
  }

  #choose(value) {
    if (value !== OWN) {
      const symbols = value === "" ? "" : ALPHABETS[value].slice(0, this.#board.size);
      return this.#onChange({ ...this.#board, symbols });
    }
    byId("own-symbols").hidden = false;
    byId("symbols").focus();
    byId("symbols").select();
  }
}
