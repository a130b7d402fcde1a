import assert from "node:assert/strict";
import { z } from "zod";
import { ok, refuse, type Result } from "../../../base/result.ts";
import type { Refusal } from "../../../routes/http/refusals.ts";
import { defineRoute, reply } from "../../../routes/http/route.ts";
import { describe } from "../../../routes/openapi/openapi_document.ts";
import { serviceInMemory } from "../../support/service.ts";

const common = {
  service: "verification",
  kind: "test",
  auth: "none",
  method: "get",
  summary: "A test route",
} as const;
const Keys = z.object({ keys: z.array(z.string()) });

/** A JWKS route whose keys the test changes. */
function keysRoute(keys: string[]) {
  return defineRoute({
    ...common,
    path: "/test/keys",
    documentation: { operationId: "testKeys" },
    access: { cors: true },
    form: { cacheSeconds: 300 },
    answers: { 200: Keys },
    refuses: ["not_found"],
    run: (): Result<z.infer<typeof Keys>, Refusal<"not_found">> =>
      keys.length === 0 ? refuse({ code: "not_found" }) : ok({ keys }),
  });
}
const long = defineRoute({
  ...common,
  path: "/test/long",
  form: { cacheSeconds: 60 },
  answers: { 200: z.object({ text: z.string() }) },
  run: () => ok({ text: "a".repeat(40_000) }),
});

const headersOf = ({ headers }: Response, ...names: readonly string[]) =>
  names.map((name) => headers.get(name));

Deno.test("an answer that may be kept says for how long, and has a strong ETag of its bytes", async () => {
  const keys = ["a"];
  await using service = await serviceInMemory({ routes: [keysRoute(keys)] });
  const first = await service.fetch("/test/keys");
  assert.deepEqual(await first.json(), { keys: ["a"] });
  assert.equal(first.headers.get("cache-control"), "public, max-age=300");
  const [etag] = headersOf(first, "etag");
  assert.match(etag ?? "", /^"[\x21\x23-\x7e]+"$/);
  const again = await service.fetch("/test/keys");
  assert.equal(again.headers.get("etag"), etag);
  await again.body?.cancel();
  keys.push("b");
  const changed = await service.fetch("/test/keys", { headers: { "if-none-match": etag ?? "" } });
  assert.deepEqual([changed.status, await changed.json()], [200, { keys: ["a", "b"] }]);
  assert.notEqual(changed.headers.get("etag"), etag);
});

Deno.test("If-None-Match is answered 304 with the same headers and no body, HEAD too", async (t) => {
  await using service = await serviceInMemory({ routes: [keysRoute(["a"])] });
  const full = await service.fetch("/test/keys", { headers: { "x-request-id": "r" } });
  const etag = full.headers.get("etag") ?? "";
  const length = (await full.bytes()).length;
  const cases = [
    { why: "the ETag", given: etag, status: 304 },
    { why: "weakened by a proxy", given: `W/${etag}`, status: 304 },
    { why: "one of a list", given: `"other", W/"x,y" , ${etag}`, status: 304 },
    { why: "any", given: "*", status: 304 },
    { why: "another", given: '"other"', status: 200 },
    { why: "not quoted", given: etag.replaceAll('"', ""), status: 200 },
    { why: "a part", given: `${etag.slice(0, 9)}"`, status: 200 },
    { why: "nothing", given: "", status: 200 },
  ];
  for (const method of ["GET", "HEAD"]) {
    for (const { why, given, status } of cases) {
      await t.step(`${method}: ${why}`, async () => {
        const answer = await service.fetch("/test/keys", {
          method,
          headers: { "if-none-match": given, "x-request-id": "r" },
        });
        assert.equal(answer.status, status);
        const described = ["content-type", "content-length"];
        const without = (headers: Headers) =>
          [...headers].filter(([name]) => !described.includes(name));
        assert.deepEqual(without(answer.headers), without(full.headers));
        assert.equal(answer.headers.get("access-control-allow-origin"), "*");
        assert.equal(answer.headers.has("content-type"), status === 200);
        const sent = (await answer.bytes()).length;
        assert.equal(sent, method === "HEAD" || status === 304 ? 0 : length);
        if (method === "HEAD" && status === 200) {
          assert.equal(answer.headers.get("content-length"), String(length));
        }
      });
    }
  }
});

Deno.test("what is compressed has an ETag of its own, and varies", async () => {
  await using service = await serviceInMemory({ routes: [long] });
  const get = async (headers: Record<string, string>) => {
    const answer = await service.fetch("/test/long", { headers });
    await answer.body?.cancel();
    return answer;
  };
  const plain = await get({});
  const gzip = { "accept-encoding": "gzip" };
  const compressed = await get(gzip);
  assert.deepEqual(headersOf(plain, "content-encoding", "vary"), [null, "accept-encoding"]);
  assert.deepEqual(headersOf(compressed, "content-encoding", "vary"), ["gzip", "accept-encoding"]);
  const [ofPlain, ofCompressed] = [plain, compressed].map(({ headers }) => headers.get("etag"));
  assert.notEqual(ofPlain, ofCompressed);
  const kept = await get({ ...gzip, "if-none-match": ofCompressed ?? "" });
  assert.equal(kept.status, 304);
  assert.deepEqual(headersOf(kept, "content-encoding", "vary", "etag"), [
    null,
    "accept-encoding",
    ofCompressed,
  ]);
  assert.equal((await get({ ...gzip, "if-none-match": ofPlain ?? "" })).status, 200);
});

Deno.test("refusals, other methods and other routes are kept by nobody", async () => {
  const keys: string[] = [];
  const other = defineRoute({
    ...common,
    path: "/test/other",
    answers: { 200: Keys },
    run: () => ok({ keys }),
  });
  await using service = await serviceInMemory({ routes: [keysRoute(keys), other] });
  const cases = [
    { path: "/test/keys", method: "GET", status: 404 },
    { path: "/test/keys", method: "POST", status: 405 },
    { path: "/test/other", method: "GET", status: 200 },
  ];
  for (const { path, method, status } of cases) {
    const answer = await service.fetch(path, { method, headers: { "if-none-match": "*" } });
    assert.deepEqual([answer.status, ...headersOf(answer, "cache-control", "etag")], [
      status,
      "no-store",
      null,
    ]);
    await answer.body?.cancel();
  }
});

Deno.test("a route that must not be cached and says so stops the start", async (t) => {
  const record = {
    ...common,
    path: "/test/kept",
    form: { cacheSeconds: 60 },
    answers: { 200: Keys },
  };
  const run = () => ok({ keys: [] });
  const cases = [
    { why: "a POST", route: defineRoute({ ...record, method: "post", run }) },
    { why: "a token", route: defineRoute({ ...record, auth: "bearer", run }) },
    {
      why: "a bucket",
      route: defineRoute({
        ...record,
        limits: { bucket: "loginStatus" },
        run,
      }),
    },
    {
      why: "no time",
      route: defineRoute({
        ...record,
        form: { cacheSeconds: 0 },
        run,
      }),
    },
    {
      why: "half a second",
      route: defineRoute({
        ...record,
        form: { cacheSeconds: 0.5 },
        run,
      }),
    },
    {
      why: "a stream",
      route: defineRoute({
        ...record,
        answers: { 200: { streamed: Keys, description: "Keys" } },
        run: () => reply(200, ReadableStream.from([new Uint8Array()])),
      }),
    },
  ];
  for (const { why, route } of cases) {
    await t.step(why, async () => {
      await assert.rejects(serviceInMemory({ routes: [route] }), /cacheSeconds|is cached/);
    });
  }
});

Deno.test("the OpenAPI description has 304, If-None-Match and the headers of what may be kept", () => {
  const document = describe([keysRoute([])], { mode: "live", baseUrl: "https://aval.example" }) as {
    readonly paths: Record<
      string,
      Record<string, {
        readonly parameters: readonly { readonly name: string; readonly in: string }[];
        readonly responses: Record<
          string,
          { readonly headers?: object; readonly content?: object }
        >;
      }>
    >;
  };
  const { parameters, responses } = document.paths["/test/keys"]?.["get"] ?? {};
  assert.deepEqual(parameters?.map((parameter) => [parameter.in, parameter.name]), [
    ["header", "If-None-Match"],
  ]);
  assert.deepEqual(Object.keys(responses ?? {}), ["200", "304", "404", "500"]);
  for (const status of ["200", "304"]) {
    assert.deepEqual(Object.keys(responses?.[status]?.headers ?? {}), ["Cache-Control", "ETag"]);
  }
  assert.equal(responses?.["304"]?.content, undefined);
  assert.equal(responses?.["404"]?.headers, undefined);
});
