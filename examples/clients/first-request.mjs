const response = await fetch("http://127.0.0.1:8080/validate", {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify([[1, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0]]),
});
const result = await response.json();
if (!response.ok) throw new Error(result.detail);
console.log(result.valid, result.duplicate?.cells);
// false [ { row: 0, column: 0 }, { row: 2, column: 0 } ]
