// What a layout looks like: box shapes, regions, and the cells of every house. Cells are numbered in reading order from 0.

export const MIN_SIZE = 4;
export const MAX_SIZE = 25;

/** The variants of the contract, in the order in which they are listed. */
export const VARIANTS = [
  { name: "diagonal", label: "Diagonal", about: "Both diagonals hold each digit once." },
  { name: "windoku", label: "Windoku", about: "Four windows of 3 × 3 cells hold each digit once.", nine: true },
  {
    name: "disjoint_groups",
    label: "Disjoint groups",
    about: "Cells at the same position in their boxes hold each digit once.",
    boxes: true,
  },
  { name: "center_dot", label: "Center dot", about: "The centers of the boxes hold each digit once.", nine: true },
  { name: "asterisk", label: "Asterisk", about: "Nine cells hold each digit once.", nine: true },
  { name: "girandola", label: "Girandola", about: "Nine cells hold each digit once.", nine: true },
  { name: "argyle", label: "Argyle", about: "No digit repeats on eight slanted lines.", nine: true },
  { name: "anti_knight", label: "Anti-knight", about: "Cells a knight’s move apart hold different digits." },
  { name: "anti_king", label: "Anti-king", about: "Cells that touch at a corner hold different digits." },
];

const MOVES = {
  anti_knight: [[-2, -1], [-2, 1], [-1, -2], [-1, 2], [1, -2], [1, 2], [2, -1], [2, 1]],
  anti_king: [[-1, -1], [-1, 1], [1, -1], [1, 1]],
};

/** Returns all box shapes of a board of `size` rows. */
export function boxShapes(size) {
  const heights = Array.from({ length: size }, (_, index) => index + 1).filter((rows) => size % rows === 0);
  return heights.map((rows) => ({ rows, columns: size / rows }));
}

/** Returns the most square box shape that is not taller than wide. */
export function defaultBox(size) {
  return boxShapes(size).findLast(({ rows, columns }) => rows <= columns);
}

/** Returns whether the service assumes this box shape for a board of `size` rows if none is declared. */
export function isAssumed(size, box) {
  return box.rows > 1 && box.rows === defaultBox(size).rows;
}

/** Returns whether the variant exists on this board. */
export function exists(variant, board) {
  return !(variant.nine && board.size !== 9) && !(variant.boxes && board.regions);
}

/** Returns the number of the box or region of each cell. */
export function regionsOf({ size, box, regions }) {
  if (regions) return regions;
  const across = size / box.columns;
  return Array.from({ length: size * size }, (_, cell) => {
    const [row, column] = place(size, cell);
    return Math.floor(row / box.rows) * across + Math.floor(column / box.columns);
  });
}

/** Returns the row and the column of a cell, counted from 0. */
export function place(size, cell) {
  return [Math.floor(cell / size), cell % size];
}

/** Returns the number of a cell of a response. */
export function cellNumber(size, { row, column }) {
  return row * size + column;
}

/** Returns how often each region occurs, by its number. Regions are complete if each has as many cells as rows. */
export function regionCounts({ size, regions }) {
  const counts = new Array(size).fill(0);
  regions?.forEach((region) => counts[region]++);
  return counts;
}

/** Returns the cells of a house of a response; none if its kind is unknown, or if two cells say it all. */
export function houseCells(board, { kind, index = 0 }) {
  const { size } = board;
  if (kind === "row") return select(size, (row) => row === index);
  if (kind === "column") return select(size, (_, column) => column === index);
  if (kind === "extra_region") return board.extraRegions[index] ?? [];
  if (kind === "box" || kind === "region") {
    const regions = regionsOf(board);
    const number = [...new Set(regions)][index];
    return regions.flatMap((region, cell) => (region === number ? [cell] : []));
  }
  return variantHouses(board, kind === "window" ? "windoku" : kind.replace(/^disjoint_group$/, "$&s"))[index] ?? [];
}

/** Returns the cells of each house of a variant; none for variants of pairs. */
export function variantHouses({ size, box }, name) {
  const lines = (...tests) => tests.map((test) => select(size, test));
  const listed = (...cells) => [cells.map((cell) => Math.floor(cell / 10) * size + (cell % 10))];
  switch (name) {
    case "diagonal":
      return lines((row, column) => row === column, (row, column) => row + column === size - 1);
    case "windoku":
      return [11, 15, 51, 55].map((corner) => {
        const [top, left] = place(10, corner);
        return select(size, (row, column) => row >= top && row < top + 3 && column >= left && column < left + 3);
      });
    case "disjoint_groups":
      return Array.from({ length: size }, (_, index) =>
        select(size, (row, column) => (row % box.rows) * box.columns + (column % box.columns) === index),
      );
    case "center_dot":
      return lines((row, column) => row % 3 === 1 && column % 3 === 1);
    case "asterisk":
      return listed(14, 22, 26, 41, 44, 47, 62, 66, 74);
    case "girandola":
      return listed(0, 8, 14, 41, 44, 47, 74, 80, 88);
    case "argyle":
      return lines(
        ...[-4, -1, 1, 4].map((difference) => (row, column) => row - column === difference),
        ...[4, 7, 9, 12].map((sum) => (row, column) => row + column === sum),
      );
    default:
      return [];
  }
}

/** Returns the cells that see `cell` through a variant that is not drawn on the whole board. */
export function hiddenPeers(board, cell) {
  const [row, column] = place(board.size, cell);
  const inside = (index) => index >= 0 && index < board.size;
  return board.variants.flatMap((name) => {
    if (name === "disjoint_groups") return variantHouses(board, name).find((cells) => cells.includes(cell)) ?? [];
    const reached = (MOVES[name] ?? []).map(([down, right]) => [row + down, column + right]);
    return reached.filter((to) => to.every(inside)).map(([toRow, toColumn]) => toRow * board.size + toColumn);
  });
}

function select(size, test) {
  const cells = Array.from({ length: size * size }, (_, cell) => cell);
  return cells.filter((cell) => test(...place(size, cell)));
}
