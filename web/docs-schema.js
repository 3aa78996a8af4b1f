// JSON Schemas as text: types, constraints, and members of objects.

import { code, element, join } from "./dom.js";
import { firstParagraph, inline, markdown } from "./docs-markdown.js";

const COMPONENT = "#/components/";

/** Follows a reference into the contract. Anything else is returned as it is. */
export function resolve(contract, node) {
  if (node?.$ref === undefined) return node;
  const path = node.$ref.slice(2).split("/");
  return path.reduce((inner, name) => inner[name.replaceAll("~1", "/").replaceAll("~0", "~")], contract);
}

/** Returns the address, in the page, of the schema with this name. */
export function schemaAddress(name) {
  return `#schema-${name}`;
}

/** Renders the type of a schema with its constraints. Named schemas are links. */
export function describeType(schema) {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(`${COMPONENT}schemas/`.length);
    return [element("a", { href: schemaAddress(name) }, name)];
  }
  const alternatives = schema.oneOf ?? schema.anyOf ?? conditionalTypes(schema);
  if (alternatives !== undefined) {
    const isNull = ({ type }) => type === "null";
    const ordered = [...alternatives.filter((schema) => !isNull(schema)), ...alternatives.filter(isNull)];
    return join(ordered.map(describeType), " or ");
  }
  if (schema.contentSchema !== undefined) return ["lines of ", ...describeType(schema.contentSchema)];
  const types = [schema.type ?? (schema.properties === undefined ? "any" : "object")].flat();
  const type = types.includes("array") && schema.items !== undefined ? ["array of ", ...elementType(schema.items)] : [types.join(" or ")];
  const limits = constraints(schema);
  return limits.length === 0 ? type : [...type, " (", ...join(limits, ", "), ")"];
}

/** Renders a schema: its description, and its members if it is an object. */
export function describeSchema(contract, schema, links) {
  const resolved = resolve(contract, schema);
  return [
    markdown(resolved.description ?? "", links),
    resolved.properties !== undefined && resolved.if === undefined
      ? null
      : element("p", { class: "type" }, "Type: ", describeType(resolved)),
    members(contract, resolved, links),
    resolved.additionalProperties === false ? element("p", { class: "note" }, "Other members are rejected.") : null,
    dependencies(resolved),
  ];
}

/** Renders the members of an object as a list; null if the schema has none. */
function members(contract, schema, links) {
  const entries = Object.entries(schema.properties ?? {});
  if (entries.length === 0) return null;
  const rows = entries.map(([name, member]) => [
    element(
      "dt",
      {},
      code(name),
      " ",
      element("span", { class: "type" }, describeType(member)),
      schema.required?.includes(name) ? element("span", { class: "required" }, " required") : null,
    ),
    element("dd", {}, memberDescription(contract, member, links), members(contract, member, links)),
  ]);
  return element("dl", { class: "members" }, rows);
}

function memberDescription(contract, member, links) {
  if (member.description !== undefined) return markdown(member.description, links);
  // What a named schema means is said there, and in short here.
  const named = [member, ...(member.oneOf ?? [])].find(({ $ref }) => $ref !== undefined);
  const text = firstParagraph(resolve(contract, named)?.description ?? "");
  if (text === "") return null;
  return element("p", {}, inline(text, links), text.endsWith(":") ? [" see ", describeType(named), "."] : null);
}

/** Renders which members come together. */
function dependencies({ dependentRequired = {} }) {
  const sentences = Object.entries(dependentRequired).map(([name, others]) =>
    element("li", {}, code(name), " comes with ", join(others.map((other) => [code(other)]), ", ")),
  );
  return sentences.length === 0 ? null : element("ul", { class: "note" }, sentences);
}

/** Returns the alternatives of a schema whose type depends on a condition; undefined if it has none. */
function conditionalTypes(schema) {
  const { if: condition, then, else: otherwise } = schema;
  if (condition?.type !== undefined) return [{ type: condition.type, ...then }, otherwise];
  const excluded = condition?.not?.type;
  return excluded === undefined ? undefined : [{ type: excluded }, then];
}

function elementType(items) {
  const type = describeType(items);
  return items.$ref === undefined && type.length > 1 ? ["(", ...type, ")"] : type;
}

/** Renders the constraints of a schema, each as a list of nodes. */
function constraints(schema) {
  const limits = [
    range(schema.minimum, schema.maximum, ""),
    range(schema.minLength, schema.maxLength, "character"),
    range(schema.minItems, schema.maxItems, "element"),
  ].filter((limit) => limit !== undefined);
  const found = limits.map((limit) => [limit]);
  if (schema.enum !== undefined) found.push(join(schema.enum.map((value) => [code(value)]), ", "));
  if (schema.const !== undefined) found.push(["always ", code(schema.const)]);
  if (schema.pattern !== undefined) found.push(["matches ", code(schema.pattern)]);
  if (["string", "number", "boolean"].includes(typeof schema.default)) found.push(["default ", code(schema.default)]);
  return found;
}

function range(minimum, maximum, noun) {
  if (minimum === undefined && maximum === undefined) return undefined;
  const unit = noun === "" ? "" : ` ${noun}${(maximum ?? minimum) === 1 ? "" : "s"}`;
  if (minimum === maximum) return `${minimum}${unit}`;
  if (maximum === undefined) return `at least ${minimum}${unit}`;
  return minimum === undefined ? `at most ${maximum}${unit}` : `${minimum} to ${maximum}${unit}`;
}
