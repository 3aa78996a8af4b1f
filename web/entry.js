// Digits from the keyboard: symbols, and decimal numbers of two digits on boards of more than nine rows.

import { digitOf, emptySign } from "./notation.js";

/** What was typed into a cell so far. */
export class Entry {
  #cell = null;
  #typed = 0;

  /** Forgets what was typed, so that the next digit begins a new number. */
  reset() {
    this.#cell = null;
  }

  /** Returns the digit that typing a character puts into the cell, 0 to empty it, or null if the character means nothing. */
  type({ size, symbols }, cell, character) {
    if (symbols) {
      const digit = digitOf(symbols, character);
      return digit || ("0._".includes(character) || character === emptySign(symbols) ? 0 : null);
    }
    if (character === ".") {
      this.reset();
      return 0;
    }
    if (!/^[0-9]$/.test(character)) return null;
    const digit = Number(character);
    const longer = this.#cell === cell ? 10 * this.#typed + digit : digit;
    this.#typed = longer <= size ? longer : digit;
    this.#cell = cell;
    if (this.#typed > size) return null;
    return this.#typed;
  }
}
