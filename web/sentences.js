// What responses mean, in sentences for people. Rows and columns are counted from 1 here.

const TIMES = ["", "", "twice", "three times", "four times", "five times", "six times"];

const HOUSES = {
  row: (number) => `Row ${number}`,
  column: (number) => `Column ${number}`,
  box: (number) => `Box ${number}`,
  region: (number) => `Region ${number}`,
  diagonal: (number) => (number === 1 ? "The diagonal from the top left" : "The diagonal from the top right"),
  window: (number) => `Window ${number}`,
  disjoint_group: (number) => `Disjoint group ${number}`,
  center_dot: () => "The group of box centers",
  asterisk: () => "The asterisk",
  girandola: () => "The girandola",
  argyle: (number) => `Argyle line ${number}`,
  extra_region: (number) => `Extra region ${number}`,
};

const PAIRS = {
  anti_knight: "a knight’s move apart",
  anti_king: "touching at a corner",
};

const STOPPED = {
  budget: "the board is too hard for the time limit of a search",
  deadline: "the service is too busy to finish the search",
  shutdown: "the service is shutting down",
};

/** Returns the name of a cell: r3c5. */
export function cellName({ row, column }) {
  return `r${row + 1}c${column + 1}`;
}

/** Returns names of things as people list them: a, b and c. */
export function listed(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** Returns a number with its noun. */
export function counted(count, noun, nouns = `${noun}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? noun : nouns}`;
}

/** Returns the name of a house, at the start of a sentence. */
export function houseName({ kind, index = 0 }) {
  return HOUSES[kind]?.(index + 1) ?? `The house “${kind}”`;
}

/** Returns why a digit must not stand where it does. */
export function duplicateSentence({ digit, house, cells }) {
  const names = listed(cells.map(cellName));
  if (PAIRS[house.kind]) return `${digit} stands ${TIMES[cells.length]} ${PAIRS[house.kind]}: ${names}.`;
  const times = TIMES[cells.length] ?? `${cells.length} times`;
  return `${houseName(house)} holds ${digit} ${times}: ${names}.`;
}

/** Returns why a board has no solution, as far as the response says so. */
export function contradictionSentence({ cell, digit, house }) {
  if (cell) return `No digit fits ${cellName(cell)}, marked ∅.`;
  return `${houseName(house)} has no cell left for ${digit}.`;
}

/** Returns why a search was stopped. */
export function stoppedSentence(reason) {
  return `Unknown: ${STOPPED[reason] ?? "the search was stopped"}.`;
}

/** Returns which regions do not have as many cells as the board has rows. */
export function regionsSentence(counts) {
  const wrong = counts.flatMap((count, region) =>
    count === counts.length ? [] : [`region ${region + 1} has ${counted(count, "cell")}`],
  );
  const shown = wrong.length > 4 ? [...wrong.slice(0, 3), `${wrong.length - 3} more have the wrong size`] : wrong;
  return `Each region needs ${counts.length} cells, but ${listed(shown)}.`;
}

/** Returns what a problem response says: its detail, or what is known without one. */
export function problemSentence({ status, json }) {
  return json?.detail ?? `The service responded with status ${status}.`;
}
