// Creates elements. Text is never parsed as HTML.

/**
 * Creates an element. An attribute that is true is set without a value, and one that is false, null or undefined is not set.
 * Children are nodes, strings, and lists of them; null and undefined are skipped.
 */
export function element(name, attributes = {}, ...children) {
  const created = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === true) created.setAttribute(attribute, "");
    else if (value !== false && value != null) created.setAttribute(attribute, value);
  }
  created.append(...children.flat(Infinity).filter((child) => child != null));
  return created;
}

/** Creates a piece of inline code. */
export function code(text) {
  return element("code", {}, String(text));
}

/** Puts a separator between lists of nodes. */
export function join(lists, separator) {
  return lists.flatMap((nodes, index) => (index === 0 ? nodes : [separator, ...nodes]));
}
