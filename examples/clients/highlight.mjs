/** Marks the cells of an HTML table whose digits clash with the class "clash". */
export async function highlight(table, board) {
  const response = await fetch("http://127.0.0.1:8080/validate?duplicates=all", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(board),
  });
  const { duplicates } = await response.json();
  table.querySelectorAll(".clash").forEach((cell) => cell.classList.remove("clash"));
  for (const { row, column } of duplicates.flatMap(({ cells }) => cells))
    table.rows[row].cells[column].classList.add("clash");
}
