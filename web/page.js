// What the panels do with the page: find elements, set texts, copy and save.

import { element } from "./dom.js";

/** Returns the element with this id. */
export function byId(id) {
  return document.getElementById(id);
}

/** Sets the text of an element, without a change to the document if it is the same. */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/** Copies a text, and says on the button for a moment whether that worked. */
export async function copyFrom(button, text) {
  const label = button.dataset.label ?? button.textContent;
  button.dataset.label = label;
  const isCopied = navigator.clipboard
    ? await navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      )
    : copySelected(button, text);
  button.textContent = isCopied ? "Copied" : "Select it to copy";
  setTimeout(() => (button.textContent = label), 1600);
}

/** Copies a text by selecting it: over plain HTTP, browsers have no other way. */
function copySelected(button, text) {
  const field = element("textarea", { class: "visually-hidden" }, text);
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  button.focus();
  return isCopied;
}

/** Saves a blob as a file. */
export function save(name, blob) {
  const link = element("a", { download: name, href: URL.createObjectURL(blob) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
