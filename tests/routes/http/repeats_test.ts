import assert from "node:assert/strict";
import fc from "fast-check";
import { z } from "zod";
import { ok } from "../../../base/result.ts";
import { describe } from "../../../routes/openapi/openapi_document.ts";
import { defineRoute } from "../../../routes/http/route.ts";
import { serviceInMemory } from "../../support/service.ts";

const common = {
  method: "get",
  summary: "A test route",
  service: "edge",
  kind: "test",
  auth: "none",
} as const;
const Texts = z.union([z.string(), z.array(z.string())]).optional();

const authorize = defineRoute({
  ...common,
  path: "/test/authorize",
  documentation: { operationId: "authorize" },
  query: z.object({ state: Texts, redirect_uri: Texts }),
  form: { errors: "page", repeats: true },
  answers: { 200: z.object({ state: Texts, redirect_uri: Texts }) },
  run: (_ports, { query }) => ok(query),
});
const everything = defineRoute({
  ...common,
  path: "/test/everything",
  documentation: { operationId: "readEverything" },
  query: z.record(z.string(), Texts),
  form: { repeats: true },
  answers: { 200: z.object({ read: z.array(z.tuple([z.string(), Texts])) }) },
  run: (_ports, { query }) => ok({ read: Object.entries(query) as never }),
});
const single = defineRoute({
  ...common,
  path: "/test/single",
  documentation: { operationId: "readSingle" },
  query: z.object({ state: z.string().optional() }),
  answers: { 200: z.object({}) },
  run: () => ok({}),
});
const routes = [authorize, everything, single];

Deno.test("a route that answers repetitions itself reads them as arrays, and is refused none", async () => {
  await using service = await serviceInMemory({ routes });
  const read = async (query: string) => {
    const answer = await service.fetch(`/test/authorize?${query}`);
    return [answer.status, await answer.json()];
  };
  const uri = "redirect_uri=https%3A%2F%2Frp.example%2F";
  assert.deepEqual(await read(`state=a&${uri}`), [200, {
    state: "a",
    redirect_uri: "https://rp.example/",
  }]);
  assert.deepEqual(await read(`state=a&${uri}&state=b&state=`), [200, {
    state: ["a", "b", ""],
    redirect_uri: "https://rp.example/",
  }]);
  assert.deepEqual(await read("unknown=1&unknown=2&state=a"), [200, { state: "a" }]);
  assert.deepEqual(await read("state"), [200, { state: "" }]);
  assert.deepEqual(await read(""), [200, {}]);
});

Deno.test("a query with its repetitions holds every text that was sent, in its order", async () => {
  await using service = await serviceInMemory({ routes });
  const someName = fc.oneof(
    // A record of zod leaves that one out.
    fc.string().filter((name) => name !== "__proto__"),
    fc.constantFrom("a", "b", "constructor"),
  );
  const somePairs = fc.array(fc.tuple(someName, fc.string()), { maxLength: 12 });
  await fc.assert(fc.asyncProperty(somePairs, async (pairs) => {
    const answer = await service.fetch(`/test/everything?${new URLSearchParams(pairs)}`);
    assert.equal(answer.status, 200);
    const { read } = await answer.json();
    for (const [name, value] of read) {
      const sent = pairs.filter(([other]) => other === name).map(([, text]) => text);
      assert.deepEqual(value, sent.length === 1 ? sent[0] : sent);
    }
    assert.equal(read.length, new Set(pairs.map(([name]) => name)).size);
  }));
});

Deno.test("every other route refuses a parameter that is given twice, an unknown one too", async () => {
  await using service = await serviceInMemory({ routes });
  for (const query of ["state=a&state=b", "state=a&other=1&other=2"]) {
    const answer = await service.fetch(`/test/single?${query}`);
    assert.deepEqual([answer.status, (await answer.json()).error], [400, "bad_request"]);
  }
});

Deno.test("repetitions without a query to read them by stop the start", async () => {
  const { query: _, ...blind } = authorize;
  await assert.rejects(serviceInMemory({ routes: [blind] }), /no query/);
});

Deno.test("OpenAPI describes a parameter that may be repeated as its schema does", () => {
  const document = describe([authorize], { mode: "live", baseUrl: "https://aval.example" });
  const { paths } = document as { readonly paths: Record<string, { readonly get: object }> };
  const { parameters } = paths["/test/authorize"]?.get as { readonly parameters: unknown };
  const schema = { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] };
  assert.deepEqual(parameters, [
    { schema, required: false, name: "state", in: "query" },
    { schema, required: false, name: "redirect_uri", in: "query" },
  ]);
});
