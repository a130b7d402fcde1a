/** The API reference at `/reference`, made from the OpenAPI description. */

import assert from "node:assert/strict";
import { curlSample } from "../../../routes/pages/reference/curl_sample.ts";
import type { Operation, Schema } from "../../../routes/pages/reference/description.ts";
import { rowsOf, typeOf } from "../../../routes/pages/reference/schema_rows.ts";
import { anchorsIn, fetchPage, linksOf } from "../../support/docs_pages.ts";
import { findAll, parsePage } from "../../support/page.ts";
import { serviceInMemory } from "../../support/service.ts";

/** Maximum bytes of a page on the wire. */
const pageBytesMax = 60 * 1024;

for (const mode of ["sandbox", "live"] as const) {
  Deno.test(`GET /reference and its pages have every operation of ${mode}, in 60 KB a page`, async () => {
    await using service = await serviceInMemory({ mode });
    const description = await (await service.fetch("/openapi.json")).json();
    const overview = await fetchPage(service, "/reference");
    for (const { name: tag } of description.tags) {
      const path = `/reference/${tag}`;
      const { status, html, headers, wireBytes } = await fetchPage(service, path);
      assert.equal(status, 200, path);
      assert(wireBytes <= pageBytesMax, `${path}: ${wireBytes} bytes`);
      const policy = headers.get("content-security-policy") ?? "";
      assert.match(policy, /^default-src 'none'; /);
      assert.doesNotMatch(policy, /unsafe|https?:/);
      assert.doesNotMatch(html, /<script|<style| style=| on\w+="|"(?:null|undefined|\[object)/);
      const anchors = anchorsIn(html);
      assert.equal(new Set(anchors).size, anchors.length, path);
      for (const link of linksOf(html).filter((link) => link.startsWith("#"))) {
        assert(anchors.includes(link.slice(1)) || link === "#content", `${path}: ${link}`);
      }
      assert.equal(findAll(parsePage(html), "h1").length, 1);
      for (const operations of Object.values<Record<string, Operation>>(description.paths)) {
        for (const { tags, operationId } of Object.values(operations)) {
          if (!tags.includes(tag)) continue;
          assert(anchors.includes(operationId), `${path}: ${operationId}`);
          assert(linksOf(overview.html).includes(`${path}#${operationId}`), operationId);
        }
      }
    }
    assert(overview.wireBytes <= pageBytesMax);
    assert.equal((await fetchPage(service, "/reference/nothing")).status, 404);
  });
}

Deno.test("GET /reference finds operations by path, words and fields, and shows any query as text", async () => {
  await using service = await serviceInMemory();
  const find = async (query: string) => {
    const { html } = await fetchPage(service, `/reference?q=${encodeURIComponent(query)}`);
    return {
      html,
      found: linksOf(html).filter((link) => link.includes("#")).map((link) => link.split("#")[1]),
    };
  };
  for (
    const [query, id] of [
      ["/v1/screen review", "reviewDecision"],
      ["walletAddresses", "screen"],
      ["ENTITYNAME", "screen"],
      ["demo offer", "createDemoOffer"],
    ] as const
  ) {
    assert((await find(query)).found.includes(id), query);
  }
  const { html, found } = await find("<script>alert(1)</script>");
  assert(html.includes("&lt;script&gt;") && !html.includes("<script>"));
  assert.deepEqual(found, ["content"]);
  assert.equal((await fetchPage(service, "/reference?q=a&q=b")).status, 200);
});

Deno.test("rowsOf() has each member once, those below it, and ends where a schema contains itself", () => {
  const schemas: Record<string, Schema> = {
    Node: {
      type: "object",
      properties: {
        name: { type: "string", maxLength: 9 },
        next: { $ref: "#/components/schemas/Node" },
      },
      required: ["name"],
    },
  };
  const schema: Schema = {
    type: "object",
    properties: {
      list: { type: "array", items: { $ref: "#/components/schemas/Node" } },
      either: {
        anyOf: [{ type: "object", properties: { a: { enum: ["x", 1] } } }, { type: "null" }],
      },
      map: { type: "object", additionalProperties: { type: "object", properties: { b: {} } } },
    },
  };
  const rows = rowsOf(schema, schemas);
  assert.deepEqual(rows.map(({ path, isRequired }) => isRequired ? `${path}!` : path), [
    "list",
    "list[].name!",
    "list[].next",
    "either",
    "either.a",
    "map",
    "map.*.b",
  ]);
  const types = Object.fromEntries(rows.map(({ path, type }) => [path, type]));
  assert.equal(types["list[].name"], "string, 9 characters at most");
  assert.equal(types["either.a"], '"x" or 1');
  assert.equal(types["either"], "object or null");
  assert.equal(typeOf({ type: ["string", "null"], format: "date" }, {}), "string or null, date");
});

Deno.test("a command of the reference is what its operation takes", async () => {
  await using service = await serviceInMemory();
  const { paths } = await (await service.fetch("/openapi.json")).json();
  const operation = { ...paths["/v1/screen"].post, method: "POST", path: "/v1/screen" };
  const command = curlSample(operation, { baseUrl: "http://localhost/", needsToken: false });
  const [, body = ""] = /-d '(.*)'$/.exec(command) ?? [];
  const answer = await service.as("sandbox").post("/v1/screen", JSON.parse(body));
  assert.equal(answer.status, 200);
  const read = {
    ...paths["/v1/screen/{decisionId}"].get,
    method: "GET",
    path: "/v1/screen/{decisionId}",
  };
  const live = curlSample(read, { baseUrl: "https://aval.example/trust", needsToken: true });
  assert.match(live, /^curl -s https:\/\/aval\.example\/trust\/v1\/screen\/[\w-]+ \\\n/);
  assert(live.endsWith('-H "authorization: Bearer $TOKEN"'));
  const quotes = {
    ...operation,
    requestBody: {
      content: {
        "application/json": {
          schema: {},
          examples: { one: { value: { name: "O'Neill" } } },
        },
      },
    },
  };
  assert(
    curlSample(quotes, { baseUrl: "http://localhost", needsToken: false }).includes(`O'\\''Neill`),
  );
});
