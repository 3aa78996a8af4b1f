// The textbook early-return validator behind node:http. Usage: node node.mjs PORT
import { createServer } from "node:http";

function isValid(board) {
  for (let row = 0; row < 9; row++) {
    const seen = new Set();
    for (let column = 0; column < 9; column++) {
      const cell = board[row][column];
      if (cell === ".") continue;
      if (seen.has(cell)) return false;
      seen.add(cell);
    }
  }
  for (let column = 0; column < 9; column++) {
    const seen = new Set();
    for (let row = 0; row < 9; row++) {
      const cell = board[row][column];
      if (cell === ".") continue;
      if (seen.has(cell)) return false;
      seen.add(cell);
    }
  }
  for (let index = 0; index < 9; index++) {
    const seen = new Set();
    for (let cellIndex = 0; cellIndex < 9; cellIndex++) {
      const row = Math.floor(index / 3) * 3 + Math.floor(cellIndex / 3);
      const column = (index % 3) * 3 + (cellIndex % 3);
      const cell = board[row][column];
      if (cell === ".") continue;
      if (seen.has(cell)) return false;
      seen.add(cell);
    }
  }
  return true;
}

function respond(response, status, value) {
  const body = JSON.stringify(value);
  response.writeHead(status, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
  response.end(body);
}

createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    try {
      respond(response, 200, { valid: isValid(JSON.parse(Buffer.concat(chunks).toString())) });
    } catch (error) {
      respond(response, 400, { error: String(error) });
    }
  });
}).listen(Number(process.argv[2]), "127.0.0.1");
