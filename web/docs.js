// The page at /docs: renders the contract that the service serves.

import { code, element } from "./dom.js";
import { markdown } from "./docs-markdown.js";
import { operationName, operationSection, operations } from "./docs-operation.js";
import { describeSchema, schemaAddress } from "./docs-schema.js";

const main = document.querySelector("#description");
const contents = document.querySelector("#contents");

async function fetchJson(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} has status ${response.status}`);
  return response.json();
}

/** Maps what descriptions name in code to its place in the page: schemas, and paths with a single operation. */
function linksOf(contract) {
  const schemas = Object.keys(contract.components.schemas).map((name) => [name, schemaAddress(name)]);
  const paths = operations(contract).map(({ path, operationId }) => [path, `#${operationId}`]);
  return new Map([...schemas, ...paths]);
}

function introduction({ info }, links) {
  return element(
    "section",
    { id: "introduction", class: "prose", "aria-labelledby": "introduction-title" },
    element("p", { class: "lead" }, info.summary),
    element(
      "p",
      { class: "facts" },
      element("span", {}, `Version ${info.version}`),
      element("a", { href: "openapi.yaml" }, "openapi.yaml"),
      element("a", { href: "openapi.json" }, "openapi.json"),
    ),
    element("h2", { id: "introduction-title" }, "Introduction"),
    markdown(info.description, links),
  );
}

function endpoints(contract, links) {
  return contract.tags.map(({ name, description }) =>
    element(
      "section",
      { id: `tag-${name}`, "aria-labelledby": `tag-${name}-title` },
      element("h2", { id: `tag-${name}-title` }, capitalize(name)),
      markdown(description, links),
      operations(contract)
        .filter(({ tags }) => tags.includes(name))
        .map((operation) => operationSection(contract, operation, links)),
    ),
  );
}

/** The problem types. What they mean is in the service and not in the contract, and follows. */
function problems(contract) {
  const rows = contract.components.schemas.ProblemName.enum.map((name) => {
    const title = element("span", { class: "type" });
    const meaning = element("dd");
    fetchJson(`problems/${name}`).then(
      (problem) => {
        title.textContent = `${problem.status} ${problem.title}`;
        meaning.replaceChildren(element("p", {}, problem.meaning), element("p", { class: "note" }, code(problem.type)));
      },
      () => meaning.replaceChildren("See ", element("a", { href: `problems/${name}` }, `problems/${name}`)),
    );
    return [element("dt", { id: `problem-${name}` }, code(name), " ", title), meaning];
  });
  return element(
    "section",
    { id: "problem-types", "aria-labelledby": "problem-types-title" },
    element("h2", { id: "problem-types-title" }, "Problem types"),
    element("p", {}, "The member ", code("type"), " of a problem ends with one of these names."),
    element("dl", { class: "members" }, rows),
  );
}

function schemas(contract, links) {
  const entries = Object.entries(contract.components.schemas).map(([name, schema]) =>
    element(
      "details",
      { class: "schema", id: schemaAddress(name).slice(1) },
      element("summary", {}, element("h3", {}, name)),
      element("div", { class: "details-body prose" }, describeSchema(contract, schema, links)),
    ),
  );
  return element(
    "section",
    { id: "schemas", "aria-labelledby": "schemas-title" },
    element("h2", { id: "schemas-title" }, "Schemas"),
    entries,
  );
}

/** The links to all parts of the page. */
function contentsOf(contract) {
  const link = (address, ...children) => element("li", {}, element("a", { href: address }, children));
  const group = (title, items) => [element("p", { class: "label" }, title), element("ul", {}, items)];
  return [
    element("ul", {}, link("#introduction", "Introduction")),
    contract.tags.map(({ name }) =>
      group(
        capitalize(name),
        operations(contract)
          .filter(({ tags }) => tags.includes(name))
          .map((operation) => link(`#${operation.operationId}`, operationName(operation))),
      ),
    ),
    group("Reference", [link("#problem-types", "Problem types"), link("#schemas", "Schemas")]),
  ].flat(Infinity);
}

function capitalize(name) {
  return name[0].toUpperCase() + name.slice(1);
}

/** Shows the part of the page that the address names, which did not exist when the browser looked for it. */
function showTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target === null) return;
  target.closest("details")?.setAttribute("open", "");
  target.scrollIntoView();
}

/** Marks the link to the part of the page that is at the top of the window. */
function markCurrent() {
  const links = new Map([...contents.querySelectorAll("a")].map((link) => [link.hash.slice(1), link]));
  const parts = [...links.keys()].map((id) => document.getElementById(id));
  const visible = new Set();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) visible.add(target);
        else visible.delete(target);
      }
      const current = parts.find((part) => visible.has(part))?.id;
      for (const [id, link] of links) {
        if (id === current) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    },
    { rootMargin: "0px 0px -70% 0px" },
  );
  parts.forEach((part) => observer.observe(part));
}

/** Opens the contents where there is room for them beside the text. */
function openContents() {
  const wide = matchMedia("(min-width: 64rem)");
  const update = () => contents.closest("details").toggleAttribute("open", wide.matches);
  wide.addEventListener("change", update);
  update();
}

try {
  const contract = await fetchJson("openapi.json");
  const links = linksOf(contract);
  contents.replaceChildren(...contentsOf(contract));
  main.replaceChildren(introduction(contract, links), ...endpoints(contract, links), problems(contract), schemas(contract, links));
  openContents();
  markCurrent();
  showTarget();
  addEventListener("hashchange", showTarget);
} catch (error) {
  const status = element("p", { role: "alert" }, "The API description could not be loaded: ", error.message, ". Reload the page to try again.");
  main.replaceChildren(status);
}
