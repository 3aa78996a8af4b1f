// The variants, drawn lightly over the board.

import { place, variantHouses } from "./layout.js";

const SVG = "http://www.w3.org/2000/svg";

/** Draws the variants and extra regions of a board into an SVG element, whose unit is a cell. */
export function draw(svg, board) {
  svg.setAttribute("viewBox", `0 0 ${board.size} ${board.size}`);
  const shapes = board.variants.flatMap((name) => drawVariant(board, name));
  const extra = board.extraRegions.flatMap((cells) => cells.map((cell) => square(board.size, cell, "extra")));
  svg.replaceChildren(...shapes, ...extra);
}

function drawVariant(board, name) {
  const { size } = board;
  const houses = variantHouses(board, name);
  switch (name) {
    case "diagonal":
      return [line([0, 0], [size, size]), line([size, 0], [0, size])];
    case "windoku":
      return houses.map(([first]) => {
        const [y, x] = place(size, first);
        return shape("rect", { class: "window", x, y, width: 3, height: 3 });
      });
    case "argyle":
      return houses.map((cells) => {
        const [top, bottom] = [place(size, cells[0]), place(size, cells.at(-1))];
        const right = bottom[1] > top[1] ? 1 : 0;
        return line([top[1] + 1 - right, top[0]], [bottom[1] + right, bottom[0] + 1]);
      });
    case "center_dot":
      return circles(size, houses, { class: "disc", r: 0.42 });
    case "asterisk":
      return circles(size, houses, { class: "ring", r: 0.4 });
    case "girandola":
      return circles(size, houses, { class: "ring dashed", r: 0.33 });
    default:
      return [];
  }
}

function circles(size, houses, attributes) {
  return houses.flat().map((cell) => {
    const [row, column] = place(size, cell);
    return shape("circle", { ...attributes, cx: column + 0.5, cy: row + 0.5 });
  });
}

function square(size, cell, name) {
  const [row, column] = place(size, cell);
  return shape("rect", { class: name, x: column + 0.08, y: row + 0.08, width: 0.84, height: 0.84, rx: 0.1 });
}

function line([x1, y1], [x2, y2]) {
  return shape("line", { x1, y1, x2, y2 });
}

function shape(name, attributes) {
  const created = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) created.setAttribute(attribute, value);
  return created;
}
