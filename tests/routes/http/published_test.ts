import assert from "node:assert/strict";
import { z } from "zod";
import { ok, refuse, type Result } from "../../../base/result.ts";
import type { Refusal } from "../../../routes/http/refusals.ts";
import { defineRoute, type Route } from "../../../routes/http/route.ts";
import { describe } from "../../../routes/openapi/openapi_document.ts";
import { serviceInMemory } from "../../support/service.ts";

const common = {
  method: "get",
  summary: "A test route",
  service: "credentials",
  kind: "test",
  auth: "none",
  access: { cors: true },
  form: { cacheSeconds: 300 },
} as const;
const Metadata = z.object({ credential_issuer: z.string() });

const metadata = (path: string, operationId: string) =>
  defineRoute({
    ...common,
    path,
    documentation: { operationId },
    answers: { 200: Metadata },
    run: () => ok({ credential_issuer: "https://aval.example/v1/credentials" }),
  });
const appended = "/v1/credentials/.well-known/openid-credential-issuer";
const inserted = "/.well-known/openid-credential-issuer/v1/credentials";
const server = "/.well-known/oauth-authorization-server/v1/credentials";

/** Status lists whose tokens the test changes. */
function statusLists(tokens: Map<string, string>): Route {
  return defineRoute({
    ...common,
    path: "/v1/credentials/status-lists/{listId}",
    documentation: { operationId: "readTestStatusList" },
    params: z.object({ listId: z.uuid() }),
    answers: {
      200: { contentType: "application/statuslist+jwt", description: "A Status List Token" },
    },
    refuses: ["not_found"],
    run: (_ports, { params }): Result<string, Refusal<"not_found">> => {
      const token = tokens.get(params.listId);
      return token === undefined ? refuse({ code: "not_found" }) : ok(token);
    },
  });
}
const routes = (tokens = new Map<string, string>()) => [
  metadata(appended, "readTestMetadata"),
  metadata(inserted, "readTestMetadataInserted"),
  metadata(server, "readTestServer"),
  statusLists(tokens),
];
const listId = "01890a5d-ac96-774b-bcce-b302099a8057";
const listPath = `/v1/credentials/status-lists/${listId}`;

Deno.test("metadata stands at the appended and the inserted address with the same bytes", async () => {
  await using service = await serviceInMemory({ routes: routes() });
  const [one, other] = [await service.fetch(appended), await service.fetch(inserted)];
  assert.deepEqual([one.status, other.status], [200, 200]);
  assert.deepEqual(await one.bytes(), await other.bytes());
  assert.equal(one.headers.get("etag"), other.headers.get("etag"));
  // An address that only begins so is none.
  for (const path of [`${inserted}/`, "/.well-known/openid-credential-issuer", `${inserted}/x`]) {
    const answer = await service.fetch(path);
    await answer.body?.cancel();
    assert.equal(answer.status, 404, path);
  }
});

Deno.test("what is published is read from any origin, and a preflight is answered for it", async (t) => {
  await using service = await serviceInMemory({
    mode: "live",
    routes: routes(new Map([[listId, "a.b.c"]])),
  });
  const origin = { origin: "https://wallet.example" };
  for (const path of [appended, inserted, server, listPath]) {
    await t.step(path, async () => {
      const answer = await service.fetch(path, { headers: origin });
      await answer.body?.cancel();
      assert.deepEqual([answer.status, answer.headers.get("access-control-allow-origin")], [
        200,
        "*",
      ]);
      assert.equal(answer.headers.get("access-control-allow-credentials"), null);
      const asked = await service.fetch(path, {
        method: "OPTIONS",
        headers: { ...origin, "access-control-request-method": "GET" },
      });
      assert.deepEqual([
        asked.status,
        asked.headers.get("access-control-allow-origin"),
        asked.headers.get("access-control-allow-methods"),
      ], [204, "*", "GET"]);
      const posted = await service.fetch(path, { method: "POST", headers: origin });
      await posted.body?.cancel();
      assert.deepEqual([posted.status, posted.headers.get("allow")], [405, "GET, HEAD"]);
    });
  }
});

Deno.test("a status list has its type, a lifetime and a strong ETag, and changes with its token", async () => {
  const tokens = new Map([[listId, "first.token.signature"]]);
  await using service = await serviceInMemory({ mode: "live", routes: routes(tokens) });
  const read = (headers: Record<string, string> = {}, method = "GET") =>
    service.fetch(listPath, { method, headers });
  const first = await read({ accept: "application/statuslist+jwt" });
  assert.equal(await first.text(), "first.token.signature");
  assert.equal(first.headers.get("content-type"), "application/statuslist+jwt");
  assert.equal(first.headers.get("cache-control"), "public, max-age=300");
  const etag = first.headers.get("etag") ?? "";
  assert.match(etag, /^"[\x21\x23-\x7e]+"$/);
  const kept = await read({ "if-none-match": etag });
  assert.deepEqual([kept.status, await kept.text(), kept.headers.get("etag")], [304, "", etag]);
  assert.equal(kept.headers.get("access-control-allow-origin"), "*");
  const head = await read({}, "HEAD");
  assert.deepEqual([head.status, head.headers.get("content-length"), head.headers.get("etag")], [
    200,
    "21",
    etag,
  ]);
  tokens.set(listId, "other.token.signature");
  const changed = await read({ "if-none-match": etag });
  assert.deepEqual([changed.status, await changed.text()], [200, "other.token.signature"]);
  assert.notEqual(changed.headers.get("etag"), etag);
});

Deno.test("a status list that is unknown, or no id, is a 404 that nobody keeps and everybody reads", async () => {
  await using service = await serviceInMemory({ mode: "live", routes: routes() });
  const texts = new Set<string>();
  for (const id of [listId, "x", "%00"]) {
    const answer = await service.fetch(`/v1/credentials/status-lists/${id}`);
    assert.deepEqual([
      answer.status,
      answer.headers.get("cache-control"),
      answer.headers.get("etag"),
      answer.headers.get("access-control-allow-origin"),
    ], [404, "no-store", null, "*"]);
    texts.add(await answer.text());
  }
  assert.equal(texts.size, 1);
});

Deno.test("a path of two methods allows both in a preflight, where both may be read", async () => {
  const path = "/test/both";
  const answers = { 200: Metadata };
  const run = () => ok({ credential_issuer: "x" });
  const { form: _, ...open } = common;
  const get = defineRoute({ ...open, path, answers, run });
  const post = defineRoute({ ...open, method: "post", path, answers, run });
  const allowed = async (mounted: readonly Route[]) => {
    await using service = await serviceInMemory({ routes: mounted });
    const answer = await service.fetch(path, { method: "OPTIONS" });
    return answer.headers.get("access-control-allow-methods");
  };
  assert.equal(await allowed([get, post]), "GET, POST");
  assert.equal(await allowed([get, { ...post, access: {} }]), "GET");
});

Deno.test("a path whose routes refuse in two forms stops the start", async () => {
  const { form: _, ...open } = common;
  const path = "/test/both";
  const answers = { 200: Metadata };
  const run = () => ok({ credential_issuer: "x" });
  const get = defineRoute({ ...open, path, answers, run });
  const post = defineRoute({
    ...open,
    method: "post",
    path,
    form: { errors: "oauth" },
    answers,
    run,
  });
  await assert.rejects(serviceInMemory({ routes: [get, post] }), /form aval and of the form oauth/);
});

Deno.test("OpenAPI has the content type, the headers and the 304 of what is published", () => {
  const { paths } = describe(routes(), { mode: "live", baseUrl: "https://aval.example/trust" }) as {
    readonly paths: Record<string, {
      readonly get: {
        readonly security?: unknown;
        readonly responses: Record<
          string,
          { readonly content?: object; readonly headers?: object }
        >;
      };
    }>;
  };
  for (const path of [appended, inserted, server, "/v1/credentials/status-lists/{listId}"]) {
    const { responses, security } = paths[path]?.get ?? assert.fail(path);
    assert.equal(security, undefined);
    assert.deepEqual(Object.keys(responses["200"]?.headers ?? {}), ["Cache-Control", "ETag"]);
    assert(responses["304"] !== undefined && responses["429"] === undefined);
  }
  const list = paths["/v1/credentials/status-lists/{listId}"]?.get.responses["200"];
  assert.deepEqual(Object.keys(list?.content ?? {}), ["application/statuslist+jwt"]);
});
