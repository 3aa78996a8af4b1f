// JSON as people write it: what fits on a line is on one line.

const MAX_COLUMNS = 46;

/**
 * Formats a value. Arrays and objects that fit on a line are not broken, so that the rows of a board stay rows.
 *
 * @param {unknown} value
 * @param {string} indent  the white space before the line that the value is on
 */
export function formatJson(value, indent = "") {
  const flat = compact(value);
  const isBroken = flat.length + indent.length > MAX_COLUMNS || (Array.isArray(value) && value.some(Array.isArray));
  if (typeof value !== "object" || value === null || !isBroken) return flat;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const members = Array.isArray(value)
    ? value.map((element) => formatJson(element, inner))
    : Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${formatJson(member, inner)}`);
  return `${open}\n${members.map((member) => inner + member).join(",\n")}\n${indent}${close}`;
}

function compact(value) {
  if (Array.isArray(value)) return `[${value.map(compact).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${compact(member)}`);
  return `{${members.join(", ")}}`;
}
