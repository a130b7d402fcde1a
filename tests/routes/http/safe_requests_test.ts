import assert from "node:assert/strict";
import { z } from "zod";
import { describe } from "../../../routes/openapi/openapi_document.ts";
import { defineRoute, reply, type Route } from "../../../routes/http/route.ts";
import { isPrefetch } from "../../../routes/http/safe_requests.ts";
import { serviceInMemory } from "../../support/service.ts";

const common = {
  summary: "A test route",
  service: "screening",
  kind: "test",
  auth: "none",
} as const;

/** A GET that records an event and sets a cookie on every run, whatever `request.writes` says. */
function writingRoute(errorForm: "aval" | "page" = "aval") {
  const seen: boolean[] = [];
  const route = defineRoute({
    ...common,
    method: "get",
    path: "/test/writes",
    documentation: { operationId: "writes" },
    limits: { bucket: "sandboxReads" },
    form: { errors: errorForm, writesOnGet: true },
    answers: { 200: z.object({ run: z.int() }) },
    run: ({ audit }, { unit, request }) => {
      seen.push(request.writes);
      audit.record(unit, {
        kind: "GDPR_EXPORTED",
        clientId: "acme",
        service: "screening",
        entries: seen.length,
        complete: true,
      });
      const cookie = { name: "aval_login", value: "v", maxAgeSeconds: 300 } as const;
      return reply(200, { run: seen.length }, {}, [cookie]);
    },
  });
  return { route, seen };
}

const prefetches = [
  { "sec-purpose": "prefetch" },
  { "sec-purpose": "prefetch;prerender" },
  { "sec-purpose": "prefetch;anonymous-client-ip" },
  { "sec-purpose": "prerender" },
  { "Sec-Purpose": "Prefetch" },
  { "purpose": "prefetch" },
  { "x-moz": "prefetch" },
] as readonly Record<string, string>[];

Deno.test("a GET that writes commits its unit and sets its cookie", async () => {
  const { route, seen } = writingRoute();
  await using service = await serviceInMemory({ routes: [route] });
  const answer = await service.fetch("/test/writes");
  assert.deepEqual([answer.status, await answer.json()], [200, { run: 1 }]);
  assert.equal(answer.headers.getSetCookie().length, 1);
  assert.equal((await service.auditEvents()).length, 1);
  assert.deepEqual(seen, [true]);
});

Deno.test("HEAD of a GET that writes has its headers, commits nothing and sets no cookie", async () => {
  const { route, seen } = writingRoute();
  await using service = await serviceInMemory({ routes: [route] });
  const answer = await service.fetch("/test/writes", { method: "HEAD" });
  assert.deepEqual([answer.status, await answer.text()], [200, ""]);
  assert.equal(answer.headers.get("content-length"), String('{"run":1}'.length));
  assert.deepEqual(answer.headers.getSetCookie(), []);
  assert.deepEqual(await service.auditEvents(), []);
  assert.deepEqual(seen, [false]);
});

Deno.test("a prefetch of a GET that writes is a 400 before anything is done", async () => {
  const { route, seen } = writingRoute();
  await using service = await serviceInMemory({ routes: [route] });
  for (const headers of prefetches) {
    for (const method of ["GET", "HEAD"]) {
      const answer = await service.fetch("/test/writes", { method, headers });
      const text = await answer.text();
      assert.equal(answer.status, 400, JSON.stringify(headers));
      assert.equal(answer.headers.get("vary"), "Sec-Purpose");
      assert.equal(answer.headers.get("cache-control"), "no-store");
      assert.equal(answer.headers.get("ratelimit"), null);
      assert.deepEqual(answer.headers.getSetCookie(), []);
      if (method === "GET") assert.equal(JSON.parse(text).error, "prefetch_refused");
    }
  }
  assert.deepEqual([seen, await service.auditEvents()], [[], []]);
  const page = writingRoute("page");
  await using pages = await serviceInMemory({ routes: [page.route] });
  const answer = await pages.fetch("/test/writes", { headers: { "sec-purpose": "prefetch" } });
  assert.match(answer.headers.get("content-type") ?? "", /^text\/html/);
  assert.match(await answer.text(), /not loaded ahead of time/);
});

Deno.test("any other GET answers a prefetch, and learns that it may change nothing", async () => {
  const seen: boolean[] = [];
  const answers = { 200: z.object({}) };
  const run = (_ports: unknown, { request }: { request: { writes: boolean } }) => {
    seen.push(request.writes);
    return reply(200, {});
  };
  const route = { ...common, path: "/test/reads", answers, run };
  const read = defineRoute({ ...route, method: "get" });
  const post = defineRoute({ ...route, method: "post", path: "/test/posts", body: z.object({}) });
  await using service = await serviceInMemory({ routes: [read, post] });
  const headers = { "sec-purpose": "prefetch" };
  for (const init of [{}, { headers }, { method: "HEAD" }]) {
    const answer = await service.fetch("/test/reads", init);
    assert.equal(answer.status, 200);
    await answer.body?.cancel();
  }
  const posted = await service.fetch("/test/posts", {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: "{}",
  });
  assert.equal(posted.status, 200);
  await posted.body?.cancel();
  assert.deepEqual(seen, [true, false, false, true]);
});

Deno.test("isPrefetch() takes words of its headers alone", () => {
  for (const headers of prefetches) assert(isPrefetch(new Request("http://x", { headers })));
  const others = [
    {},
    { "sec-purpose": "" },
    { "sec-purpose": "prefetched" },
    { "sec-purpose": "not-prefetch" },
    { "purpose": "preview" },
    { "x-purpose-other": "prefetch" },
    { "sec-fetch-mode": "navigate" },
  ] as readonly Record<string, string>[];
  for (const headers of others) assert(!isPrefetch(new Request("http://x", { headers })));
});

Deno.test("only a GET can be one that writes", async () => {
  const { route } = writingRoute();
  const post: Route = { ...route, method: "post" };
  await assert.rejects(serviceInMemory({ routes: [post] }), /no GET/);
});

Deno.test("OpenAPI declares the 400 that answers a prefetch", () => {
  const { route } = writingRoute();
  const document = describe([route], { mode: "live", baseUrl: "https://aval.example" });
  const { paths } = document as {
    readonly paths: Record<string, { readonly get: { readonly responses: object } }>;
  };
  const refused = (paths["/test/writes"]?.get.responses as Record<string, {
    readonly content: Record<string, { readonly examples: object }>;
  }>)["400"];
  assert.deepEqual(Object.keys(refused?.content["application/json"]?.examples ?? {}), [
    "prefetch_refused",
  ]);
});
