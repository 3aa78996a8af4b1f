// The verdict: a headline, one line for each question, and a sentence for each duplicate.

import { element } from "./dom.js";
import { cellNumber } from "./layout.js";
import { byId, setText } from "./page.js";
import { contradictionSentence, counted, duplicateSentence, problemSentence, stoppedSentence } from "./sentences.js";

const SHOWN = 4;
const SPEAK_AFTER = 300;

export class VerdictPanel {
  #showsAll = false;
  #timer;
  #countdown;
  #onPick;
  #duplicates = [];
  #size = 0;

  /** `onPick` gets the cells of a duplicate that was chosen. */
  constructor(connection, onPick) {
    this.#onPick = onPick;
    byId("more").addEventListener("click", () => {
      this.#showsAll = true;
      this.#list();
      byId("reasons").querySelectorAll("button")[SHOWN]?.focus();
    });
    byId("retry").addEventListener("click", () => connection.retry());
    connection.addEventListener("change", () => this.#showConnection(connection));
  }

  /** Shows what is known about a board. */
  show(board, judge, connection) {
    const validity = judge.answer("validate");
    const isKnown = validity && !(judge.isStale && connection.state !== "ok");
    const empty = board.cells.filter((digit) => !digit).length;
    const lines = {
      valid: isKnown ? validLine(validity) : waiting(judge),
      complete: [empty ? "no" : "yes", empty ? `No: ${counted(empty, "cell is", "cells are")} empty.` : "Yes: every cell is filled."],
      solutions: board.givens ? puzzleLine(judge) : solutionsLine(board, judge, validity),
      player: board.givens ? playerLine(judge) : null,
    };
    for (const [name, line] of Object.entries(lines)) {
      const fact = byId(`fact-${name}`);
      fact.hidden = !line;
      if (!line) continue;
      if (fact.dataset.state !== line[0]) fact.dataset.state = line[0];
      setText(fact.lastElementChild, line[1]);
    }
    const rejection = judge.problem("validate", "check", "solve", "redundant");
    const problem = judge.fault ?? (rejection && problemSentence(rejection));
    byId("problem").hidden = !problem;
    setText(byId("problem"), problem ?? "");
    this.#showHeadline(this.#headline(judge, connection, isKnown ? validity : null), lines);
    const duplicates = isKnown ? validity.duplicates : [];
    if (JSON.stringify(duplicates) !== JSON.stringify(this.#duplicates)) {
      this.#duplicates = duplicates;
      this.#showsAll = false;
      this.#size = board.size;
      this.#list();
    }
  }

  #headline(judge, connection, validity) {
    if (connection.state === "lost") return ["lost", "No connection"];
    if (connection.state === "busy") return ["lost", "The service is busy"];
    if (judge.fault) return ["problem", "Not finished"];
    if (judge.problem("validate")) return ["problem", "Rejected"];
    if (!validity) return ["waiting", "Checking…"];
    if (!validity.valid) return ["no", "Not valid"];
    const check = judge.answer("check");
    if (validity.complete && check?.solved !== false) return ["yes", "Solved"];
    return ["yes", "Valid"];
  }

  #showHeadline([state, text], lines) {
    for (const id of ["headline", "badge"]) {
      byId(id).dataset.state = state;
      setText(byId(id), text);
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const [first, ...others] = this.#duplicates.map(duplicateSentence);
      const more = others.length ? `${counted(others.length, "more duplicate")}.` : "";
      const spoken = {
        no: `${text}. ${first} ${more}`,
        yes: `${text}. ${lines.player?.[1] ?? lines.solutions[1]}`,
        problem: `${text}. ${byId("problem").textContent}`,
      };
      setText(byId("status"), (spoken[state] ?? `${text}.`).trim());
    }, SPEAK_AFTER);
  }

  #list() {
    const shown = this.#showsAll ? this.#duplicates : this.#duplicates.slice(0, SHOWN);
    const items = shown.map((duplicate) => {
      const button = element("button", { type: "button", class: "link" }, duplicateSentence(duplicate));
      button.addEventListener("click", () => this.#onPick(duplicate.cells.map((cell) => cellNumber(this.#size, cell))));
      return element("li", {}, button);
    });
    byId("reasons").replaceChildren(...items);
    byId("reasons").hidden = !items.length;
    const rest = this.#duplicates.length - shown.length;
    byId("more").hidden = !rest;
    setText(byId("more"), `Show ${counted(rest, "more duplicate")}`);
  }

  #showConnection(connection) {
    clearInterval(this.#countdown);
    byId("connection").hidden = connection.state === "ok";
    if (connection.state === "ok") return;
    const tell = () => {
      const seconds = Math.max(0, Math.ceil((connection.nextAttempt - Date.now()) / 1000));
      const reason = connection.state === "busy" ? "The service is overloaded." : "The service cannot be reached.";
      setText(byId("connection-text"), `${reason} ${seconds ? `Trying again in ${seconds} s.` : "Trying again…"}`);
    };
    tell();
    this.#countdown = setInterval(tell, 500);
  }
}

function waiting(judge) {
  return judge.fault || judge.problem("validate") ? ["unknown", "Not checked."] : ["waiting", "Checking…"];
}

function validLine({ valid, duplicates }) {
  if (valid) return ["yes", "Yes: no digit repeats in any house."];
  return ["no", `No: ${counted(duplicates.length, "duplicate")}.`];
}

function solutionsLine(board, judge, validity) {
  if (judge.fault || judge.problem("validate", "solve")) return ["unknown", "Not counted."];
  if (!validity) return ["waiting", "Not counted yet."];
  if (!validity.valid && !judge.isStale) return ["no", "None while a digit repeats."];
  const answer = judge.answer("solve");
  if (!answer) return ["waiting", "Counting…"];
  const redundant = judge.answer("redundant");
  switch (answer.solutions) {
    case "one":
      if (judge.exchanges.has("redundant") && !judge.result("redundant")) return ["yes", "One. Looking for redundant givens…"];
      return ["yes", redundant?.redundant ? `One. ${redundantSentence(redundant)}` : "One: this is a proper puzzle."];
    case "many": {
      if (!board.cells.some(Boolean)) return ["no", "Many: the board is empty."];
      return ["no", `Many: two of them differ in ${counted(answer.differs?.length ?? 0, "cell")}, marked ≠.`];
    }
    case "none":
      return ["no", answer.contradiction ? `None. ${contradictionSentence(answer.contradiction)}` : "None: no digits complete this board."];
    case "unknown":
      return ["unknown", stoppedSentence(answer.stopped)];
    default:
      return ["unknown", `“${answer.solutions}”.`];
  }
}

function redundantSentence({ redundant, redundant_complete: isComplete }) {
  const least = isComplete === false ? "At least " : "";
  if (!redundant.length) return least ? "The search for redundant givens was not finished." : "No given is redundant.";
  return `${least}${counted(redundant.length, "given is", "givens are")} redundant, marked ○.`;
}

function puzzleLine(judge) {
  if (judge.fault || judge.problem("validate", "check")) return ["unknown", "Not counted."];
  const check = judge.answer("check");
  const lines = {
    one: ["yes", "One: the puzzle is proper."],
    many: ["no", "Many: no cell is right or wrong."],
    none: ["no", "None: the puzzle cannot be solved."],
    unknown: ["unknown", check && stoppedSentence(check.stopped)],
  };
  return lines[check?.solutions] ?? ["waiting", "Counting…"];
}

function playerLine(judge) {
  if (judge.fault || judge.problem("validate", "check")) return ["unknown", "Not checked."];
  const check = judge.answer("check");
  if (!check) return ["waiting", "Checking…"];
  if (check.solved) return ["yes", "Solved."];
  const changed = check.changed_givens.length;
  const givens = changed ? `${counted(changed, "given was", "givens were")} changed. ` : "";
  if (check.on_track === true) return ["yes", "Yes: nothing is wrong so far."];
  if (check.on_track === false) {
    const wrong = check.wrong.length;
    return ["no", `No: ${givens}${wrong ? `${counted(wrong, "cell is", "cells are")} wrong.` : ""}`.trim()];
  }
  if (check.reachable === "yes") return ["yes", "Yes: a solution can still be reached."];
  if (check.reachable === "no") return ["no", `No: ${givens}A solution can no longer be reached.`];
  return ["unknown", `${givens}Unknown for this puzzle.`];
}
