// The playground, as tests use it: its cells, its verdict, and boards to put into it.

/** A puzzle with one solution, as a line of text. */
export const PUZZLE = "..7.21..9...3..2..5...4.78...169..7..3.....4..9..385...45.6...7..9..5...6..87.1..";

/** A board of 16 rows whose digits are the symbols 1 to 9 and A to G, as lines of text. */
export const LETTERS = Array.from("123456789ABCDEFG", (symbol, row) => ".".repeat(row) + symbol + ".".repeat(15 - row)).join("\n");

/** Returns the cell of a row and a column, both counted from 1. */
export function cell(page, row, column, rest = "") {
  return page.getByRole("gridcell", { name: new RegExp(`^row ${row}, column ${column}, ${rest}`) });
}

/** Waits until the headline of the verdict is this text. */
export async function headline(page, text) {
  await page.getByRole("heading", { name: text, exact: true }).waitFor();
}

/** Waits until a line of the verdict, such as `Solutions`, begins with this text. */
export async function fact(page, name, text) {
  const row = page.locator(".facts > div").filter({ has: page.getByText(name, { exact: true }) });
  await row.locator("dd").filter({ hasText: new RegExp(`^${text}`) }).waitFor();
}

/** Types keys into a cell. */
export async function type(page, row, column, ...keys) {
  await cell(page, row, column).click();
  for (const key of keys) await page.keyboard.press(key);
}

/** Pastes a text onto the page, as from the clipboard. */
export async function paste(page, text) {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Returns the digits on the board, row by row, with a dot for an empty cell. */
export async function digits(page) {
  return page.locator(".cell").evaluateAll((cells) => cells.map((one) => one.textContent || ".").join(""));
}

/** Waits until the board holds these digits. */
export async function holds(page, expected) {
  await page.waitForFunction(
    (text) => [...document.querySelectorAll(".cell")].map((one) => one.textContent || ".").join("") === text,
    expected,
  );
}

/** Drops a file with this text onto the page. */
export async function drop(page, text) {
  await page.evaluate((content) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([content], "boards.txt"));
    for (const type of ["dragover", "drop"]) {
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }
  }, text);
}
