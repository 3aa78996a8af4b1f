// The Markdown of the contract: paragraphs, lists, fenced code; in text, code, bold and links.

import { element } from "./dom.js";

/**
 * Renders a text. `links` maps pieces of inline code, such as names of schemas, to addresses.
 *
 * @param {string} text
 * @param {Map<string, string>} links
 * @returns {Node[]}
 */
export function markdown(text, links) {
  const lines = text.trimEnd().split("\n");
  const blocks = [];
  while (lines.length > 0) {
    if (lines[0].trim() === "") lines.shift();
    else if (lines[0].startsWith("```")) blocks.push(fencedCode(lines));
    else if (isItem(lines[0])) blocks.push(list(lines, links));
    else blocks.push(element("p", {}, inline(take(lines, (line) => line.trim() !== "" && !isItem(line)).join(" "), links)));
  }
  return blocks;
}

/** Renders a text without blocks. */
export function inline(text, links) {
  const pattern = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(((?:https?:\/\/|#)[^)\s]*|[\w./-]+)\)/g;
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const [whole, code, bold, label, address] = match;
    nodes.push(text.slice(end, match.index));
    if (code !== undefined) nodes.push(linkedCode(code, links));
    else if (bold !== undefined) nodes.push(element("strong", {}, bold));
    else nodes.push(element("a", { href: address }, label));
    end = match.index + whole.length;
  }
  nodes.push(text.slice(end));
  return nodes;
}

/** Returns the first paragraph of a text. */
export function firstParagraph(text) {
  return text.split(/\n\s*\n/)[0].replace(/\s+/g, " ").trim();
}

const isItem = (line) => /^[-*] /.test(line);

function linkedCode(text, links) {
  const code = element("code", {}, text);
  const address = links.get(text);
  return address === undefined ? code : element("a", { href: address }, code);
}

/** Removes the lines at the start that meet a condition; always the first one. */
function take(lines, condition) {
  const end = lines.findIndex((line, index) => index > 0 && !condition(line));
  return lines.splice(0, end === -1 ? lines.length : end);
}

function fencedCode(lines) {
  const [, ...code] = take(lines, (line) => !line.startsWith("```"));
  lines.shift();
  // It scrolls, so the keyboard has to reach it.
  return element("pre", { class: "scrolls", tabindex: "0" }, element("code", {}, code.join("\n")));
}

function list(lines, links) {
  const items = [];
  while (lines.length > 0 && isItem(lines[0])) {
    const item = take(lines, (line) => /^\s+\S/.test(line));
    items.push(element("li", {}, inline(item.map((line) => line.replace(/^[-*] |^\s+/, "")).join(" "), links)));
  }
  return element("ul", {}, items);
}
