// An endpoint: what it does, its parameters, bodies and responses, and a form to call it.

import { code, element, join } from "./dom.js";
import { formatJson } from "./docs-json.js";
import { firstParagraph, inline, markdown } from "./docs-markdown.js";
import { requestForm } from "./docs-run.js";
import { describeSchema, describeType, resolve } from "./docs-schema.js";

/** Returns every operation of the contract, with its path and its method in upper case. */
export function operations(contract) {
  return Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  );
}

/** Renders the method and the path of an operation. */
export function operationName({ method, path }) {
  return [element("span", { class: `method ${method.toLowerCase()}` }, method), " ", element("span", { class: "path" }, path)];
}

/** Renders an operation as a section. */
export function operationSection(contract, operation, links) {
  const parameters = (operation.parameters ?? []).map((parameter) => resolve(contract, parameter));
  const isHeader = (parameter) => parameter.in === "header";
  const editable = parameters.filter((parameter) => !isHeader(parameter));
  const body = operation.requestBody;
  return element(
    "section",
    { class: "operation", id: operation.operationId, "aria-labelledby": `${operation.operationId}-title` },
    element("h3", { id: `${operation.operationId}-title` }, operationName(operation)),
    element(
      "div",
      { class: "operation-body" },
      element(
        "div",
        { class: "prose" },
        element("p", { class: "summary" }, operation.summary),
        markdown(operation.description ?? "", links),
      ),
      requestForm({
        id: operation.operationId,
        method: operation.method,
        path: operation.path,
        parameters: editable.map((parameter) => ({ ...parameter, schema: resolve(contract, parameter.schema) })),
        examples: examples(body?.content ?? {}),
      }),
      element(
        "div",
        { class: "prose" },
        parameters.length === 0 ? null : [element("h4", {}, "Parameters"), parameterList([...editable, ...parameters.filter(isHeader)], links)],
        body === undefined ? null : [element("h4", {}, "Request body"), requestBody(body, links)],
        element("h4", {}, "Responses"),
        Object.entries(operation.responses).map(([status, response]) =>
          responseDetails(contract, status, resolve(contract, response), links),
        ),
      ),
    ),
  );
}

function parameterList(parameters, links) {
  const rows = parameters.map(({ name, in: place, required, schema, description, example }) => [
    element(
      "dt",
      {},
      code(name),
      " ",
      element("span", { class: "type" }, `${place}, `, describeType(schema)),
      required ? element("span", { class: "required" }, " required") : null,
    ),
    element(
      "dd",
      {},
      markdown(description ?? "", links),
      example === undefined ? null : element("p", { class: "note" }, "For example ", code(example)),
    ),
  ]);
  return element("dl", { class: "members" }, rows);
}

function requestBody({ description, content }, links) {
  const types = Object.entries(content).map(([mediaType, { schema }]) =>
    element(
      "li",
      {},
      code(mediaType),
      ": ",
      describeType(schema),
      schema.description === undefined ? null : ["; ", inline(firstParagraph(schema.description), links)],
    ),
  );
  return [markdown(description ?? "", links), element("ul", {}, types)];
}

function responseDetails(contract, status, response, links) {
  const isError = status >= 400;
  const headers = Object.entries(response.headers ?? {}).map(([name, header]) => [
    element("dt", {}, code(name)),
    element("dd", {}, markdown(resolve(contract, header).description ?? "", links)),
  ]);
  const bodies = Object.entries(response.content ?? {}).map(([mediaType, { schema, examples }]) =>
    responseBody(contract, mediaType, schema, Object.values(examples ?? {}), links),
  );
  return element(
    "details",
    { class: "response-details" },
    element(
      "summary",
      {},
      element("span", { class: `status ${isError ? "bad" : "good"}` }, status),
      " ",
      element("span", {}, inline(firstParagraph(response.description), links)),
    ),
    element(
      "div",
      { class: "details-body" },
      markdown(response.description, links).slice(1),
      bodies,
      headers.length === 0 ? null : [element("h5", {}, "Headers"), element("dl", { class: "members" }, headers)],
    ),
  );
}

function responseBody(contract, mediaType, schema, examples, links) {
  const shown = schema?.contentSchema ?? schema;
  const type = schema === undefined ? ["binary"] : describeType(schema);
  return [
    element("h5", {}, "Body, as ", code(mediaType)),
    shown?.$ref === undefined
      ? element("p", { class: "type" }, "Type: ", type)
      : element(
          "details",
          { class: "schema-details" },
          element("summary", {}, join([[schema === shown ? "Schema " : "Schema of a line: "], [code(shown.$ref.split("/").at(-1))]], "")),
          element("div", { class: "details-body" }, describeSchema(contract, shown, links)),
        ),
    examples.map(({ summary, value }) =>
      element(
        "figure",
        {},
        element("figcaption", {}, inline(summary, links)),
        element("pre", {}, element("code", {}, typeof value === "string" ? value.trimEnd() : formatJson(value))),
      ),
    ),
  ];
}

function examples(content) {
  return Object.entries(content).flatMap(([mediaType, { examples = {} }]) =>
    Object.values(examples).map(({ summary, value }) => ({ mediaType, summary, value })),
  );
}
