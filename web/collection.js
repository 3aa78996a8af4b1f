// A collection: a file of any length, read as a stream and sent to the service in slices, one after another.

import { contradictionSentence, duplicateSentence, problemSentence, stoppedSentence } from "./sentences.js";

const FEWEST_LINES = 50;
const FIRST_LINES = 200;
const MOST_LINES = 10000;
const SLICE_TIME = 300;
const SLICE_CHARACTERS = 4 << 20;
// The service rejects lines of more than 64 KiB, so that the rest of a longer one makes no difference.
const LINE_CHARACTERS = 70000;

const REPORTS = { validate: "invalid", solve: "not-one" };

/**
 * Sends the lines of `file` to `/validate/batch` or `/solve/batch`, as `question` says, with the layout in `query`, and
 * yields after each slice: the part of the file that is `done` (0 to 1), the number of `lines` so far, the `counts` of all
 * slices, and of this slice the lines `found` to be invalid or rejected, each with `number`, `line` and `reason`.
 *
 * Throws a `CollectionError` if the service rejects a slice as a whole.
 */
export async function* runCollection({ file, question, query, connection, signal }) {
  const reader = new LineReader(file);
  const address = `${question}/batch?${new URLSearchParams([["report", REPORTS[question]], ...query])}`;
  const counts = {};
  let type = null;
  let lines = 0;
  try {
    for (let count = FIRST_LINES; ; ) {
      const slice = await reader.take(count);
      signal.throwIfAborted();
      if (!slice.length) return;
      type ??= typeOf(slice);
      const start = performance.now();
      const body = slice.join("\n");
      const result = await connection.post(address, { type, body, signal, patience: 600000 });
      const { found, summary } = readResponse(result, slice, lines);
      for (const [name, value] of Object.entries(summary)) counts[name] = (counts[name] ?? 0) + value;
      lines += slice.length;
      yield { done: reader.done, lines, counts, found };
      const fitting = Math.round((count * SLICE_TIME) / Math.max(performance.now() - start, 1));
      count = Math.min(Math.max(fitting, FEWEST_LINES), 4 * count, MOST_LINES);
    }
  } finally {
    reader.close();
  }
}

/** Why a collection could not be sent to its end. */
export class CollectionError extends Error {}

/** Returns lines that were found as CSV, without a header. */
export function toCsv(found) {
  const quote = (text) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return found.map(({ number, line, reason }) => `${number},${quote(line.trimEnd())},${quote(reason)}\n`).join("");
}

/** The lines of a file. At most one slice of them is in memory. */
class LineReader {
  #reader;
  #decoder = new TextDecoder();
  #size;
  #ready = [];
  #at = 0;
  #rest = "";
  #read = 0;
  #isEnd = false;

  constructor(file) {
    this.#reader = file.stream().getReader();
    this.#size = file.size;
  }

  /** The part of the file that was taken, from 0 to 1. */
  get done() {
    const waiting = this.#ready.length ? (this.#ready.length - this.#at) / this.#ready.length : 0;
    return this.#isEnd && !waiting ? 1 : Math.max(0, this.#read - waiting * this.#chunk) / this.#size;
  }

  /** Returns the next lines, at most `count`; none at the end of the file. */
  async take(count) {
    const lines = [];
    for (let length = 0; lines.length < count && length < SLICE_CHARACTERS; ) {
      if (this.#at === this.#ready.length) {
        if (this.#isEnd) break;
        await this.#fill();
        continue;
      }
      const line = this.#ready[this.#at++];
      length += line.length;
      lines.push(line.slice(0, LINE_CHARACTERS));
    }
    return lines;
  }

  close() {
    this.#reader.cancel().catch(() => {});
  }

  #chunk = 0;

  async #fill() {
    const { done, value } = await this.#reader.read();
    this.#isEnd = done;
    this.#chunk = value?.length ?? 0;
    this.#read += this.#chunk;
    const text = this.#rest + this.#decoder.decode(value, { stream: !done });
    this.#ready = text.split("\n");
    this.#at = 0;
    this.#rest = done ? "" : this.#ready.pop().slice(0, LINE_CHARACTERS);
    if (done && this.#ready.at(-1) === "") this.#ready.pop();
  }
}

function typeOf(lines) {
  const first = lines.find((line) => line.trim()) ?? "";
  return /^\uFEFF?\s*[[{"]/.test(first) ? "application/x-ndjson" : "text/plain";
}

function readResponse(result, slice, before) {
  if (!result.ok) throw new CollectionError(problemSentence(result));
  const entries = result.text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  const summary = entries.at(-1)?.summary;
  if (!summary) {
    const end = entries.at(-1)?.error?.detail ?? "";
    throw new CollectionError(`The response to the lines from ${before + 1} on was cut off. ${end}`.trim());
  }
  const found = entries.slice(0, -1).map((entry) => ({
    number: before + entry.line,
    line: slice[entry.line - 1],
    reason: reasonOf(entry),
  }));
  return { found, summary };
}

function reasonOf({ error, duplicate, contradiction, solutions, stopped }) {
  if (error) return error.detail;
  if (duplicate) return duplicateSentence(duplicate);
  if (solutions === "many") return "Many solutions.";
  if (solutions === "unknown") return stoppedSentence(stopped);
  return contradiction ? `No solution. ${contradictionSentence(contradiction)}` : "No solution.";
}
