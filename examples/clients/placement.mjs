/** Answers freeCodeCamp's POST /api/check: a board of 81 characters, a coordinate such as A1, and a value. */
export async function checkPlacement({ puzzle, coordinate, value }) {
  if (!puzzle || !coordinate || !value) return { error: "Required field(s) missing" };
  if (/[^1-9.]/.test(puzzle)) return { error: "Invalid characters in puzzle" };
  if (puzzle.length !== 81) return { error: "Expected puzzle to be 81 characters long" };
  const move = { row: coordinate.charCodeAt(0) - 65, column: coordinate.slice(1) - 1, digit: value };
  const request = { method: "POST", headers: { "Content-Type": "application/json" } };
  const response = await fetch("http://127.0.0.1:8080/check", { ...request, body: JSON.stringify({ board: puzzle, move }) });
  const { detail, errors, move: result } = await response.json();
  if (errors) return { error: errors[0].pointer === "#/move/digit" ? "Invalid value" : "Invalid coordinate" };
  if (!result) throw new Error(detail);
  const conflict = result.duplicates.map(({ house }) => (house.kind === "box" ? "region" : house.kind));
  return result.valid ? { valid: true } : { valid: false, conflict };
}
