// Sends the requests that documentation pages and API clients suggest for openapi.yaml, which the service must accept.
//
//   node samples.mjs openapi.yaml URL        with the packages openapi-sampler and openapi-to-postmanv2

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { promisify } from "node:util";

const [, , file, url] = process.argv;
const require = createRequire(`${process.cwd()}/`);
const converter = require("openapi-to-postmanv2");
const { sample } = require("openapi-sampler");

async function send(source, method, path, headers, body) {
  const response = await fetch(url + path, { method, headers, body });
  if (!response.ok) {
    throw new Error(`${source}: ${method} ${path} with ${body} got ${response.status}: ${await response.text()}`);
  }
  if (response.headers.get("content-type") === "application/x-ndjson") {
    const rejected = JSON.parse((await response.text()).trimEnd().split("\n").at(-1)).summary.rejected;
    console.log(`${source}: ${method} ${path} rejected ${rejected} lines`);
  } else {
    console.log(`${source}: ${method} ${path} got ${response.status}`);
  }
}

// Redoc samples a schema for which a media type has no example.
const contract = await (await fetch(`${url}/openapi.json`)).json();
for (const [path, { post }] of Object.entries(contract.paths)) {
  const content = post?.requestBody.content["application/json"];
  if (content !== undefined) {
    await send("Redoc", "POST", path, { "content-type": "application/json" }, JSON.stringify(sample(content.schema, {}, contract)));
  }
}

// Swagger UI and Redoc show the example of the media type.
for (const [path, { post }] of Object.entries(contract.paths)) {
  for (const [mediaType, { examples }] of Object.entries(post?.requestBody.content ?? {})) {
    for (const { value } of Object.values(examples)) {
      await send("example", "POST", path, { "content-type": mediaType }, typeof value === "string" ? value : JSON.stringify(value));
    }
  }
}

// Postman makes a collection from examples, or from schemas.
function requests(items) {
  return items.flatMap((item) => (item.item === undefined ? [item.request] : requests(item.item)));
}
for (const source of ["Example", "Schema"]) {
  // `box` and `regions` exclude each other.
  const options = { requestParametersResolution: source, exampleParametersResolution: source, enableOptionalParameters: false };
  const conversion = await promisify(converter.convert)({ type: "string", data: readFileSync(file, "utf8") }, options);
  if (!conversion.result) {
    throw new Error(conversion.reason);
  }
  for (const { method, url: target, header, body } of requests(conversion.output[0].data.item)) {
    const variables = Object.fromEntries((target.variable ?? []).map(({ key, value }) => [key, value]));
    const path = target.path.map((segment) => variables[segment.slice(1)] ?? segment).join("/");
    // What the user has to fill in.
    if (path.includes("<")) {
      continue;
    }
    const query = new URLSearchParams((target.query ?? []).filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value]));
    await send(`Postman (${source})`, method, `/${path}?${query}`, header.map(({ key, value }) => [key, value]), body?.raw);
  }
}
