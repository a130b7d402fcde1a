import assert from "node:assert/strict";
import { z } from "zod";
import { ok, refuse, type Result } from "../../../base/result.ts";
import { prefersPage } from "../../../routes/http/preferred_form.ts";
import type { Refusal } from "../../../routes/http/refusals.ts";
import { defineRoute } from "../../../routes/http/route.ts";
import { describe } from "../../../routes/openapi/openapi_document.ts";
import { serviceInMemory } from "../../support/service.ts";

const browsers = {
  chrome:
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7",
  firefox: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
};

Deno.test("prefersPage() is true where HTML is wanted more than JSON", async (t) => {
  const cases: readonly (readonly [why: string, accept: string | null, expected: boolean])[] = [
    ["no header", null, false],
    ["an empty header", "", false],
    ["everything, as fetch and curl send", "*/*", false],
    ["JSON", "application/json", false],
    ["HTML", "text/html", true],
    ["HTML in another case, with a parameter", "Text/HTML;charset=utf-8", true],
    ["Chrome", browsers.chrome, true],
    ["Firefox", browsers.firefox, true],
    ["JSON before HTML", "application/json, text/html;q=0.9", false],
    ["HTML before JSON", "application/json;q=0.5, text/html", true],
    ["both alike", "text/html, application/json", false],
    ["both alike, by their families", "text/*, application/*", false],
    ["HTML by name, JSON by everything", "text/html, */*", true],
    ["JSON by name, HTML by everything", "application/json, */*", false],
    ["any text", "text/*", true],
    ["a weight of its own before its family's", "text/*, text/html;q=0", false],
    ["HTML refused", "text/html;q=0, */*", false],
    ["HTML refused in thousandths", "text/html;q=0.000", false],
    ["HTML by a thousandth", "text/html;q=0.001", true],
    ["neither", "image/png", false],
    ["JSON refused, the rest alike", "application/json;q=0, */*;q=0.1", true],
    ["a weight that is none", "text/html;q=high", false],
    ["a weight over one", "text/html;q=2", false],
    ["a name that only begins so", "text/html5", false],
    ["separators alone", ",;,;q=1", false],
  ];
  for (const [why, accept, expected] of cases) {
    await t.step(why, () => assert.equal(prefersPage(accept), expected));
  }
});

Deno.test("prefersPage() reads a header of 64 KiB at once", () => {
  assert.equal(prefersPage(`text/html${" ;".repeat(32_768)}q=0`), false);
  assert.equal(prefersPage(`${"a/b,".repeat(16_384)}text/html`), true);
});

const Offer = z.object({ made: z.string(), by: z.string() });
const offer = {
  path: "/test/offer",
  summary: "A test route",
  service: "credentials",
  kind: "test",
  auth: "none",
  answers: {
    200: {
      json: Offer,
      page: { contentType: "text/html; charset=utf-8", description: "The offer as a page" },
    },
  },
  refuses: ["not_found"],
} as const;
type Shown = { readonly json: z.infer<typeof Offer> } | { readonly page: string };

const shown = defineRoute({
  ...offer,
  method: "get",
  documentation: { operationId: "showOffer" },
  query: z.object({ text: z.string().default("short") }),
  run: (_ports, { query: { text }, request }): Result<Shown, Refusal<"not_found">> => {
    if (text === "none") return refuse({ code: "not_found" });
    const made = text === "long" ? "a".repeat(40_000) : text;
    return ok(
      request.wantsPage
        ? { page: `<p>${made}</p>` }
        : { json: { made, by: request.sourceAddress } },
    );
  },
});
const made = defineRoute({
  ...offer,
  method: "post",
  documentation: { operationId: "makeOffer" },
  run: (_ports, { request }): Result<Shown, never> =>
    ok(request.wantsPage ? { page: "<p>made</p>" } : { json: { made: "now", by: "post" } }),
});
const plain = defineRoute({
  ...offer,
  method: "get",
  path: "/test/plain",
  documentation: { operationId: "readPlain" },
  answers: { 200: z.object({ wantsPage: z.boolean() }) },
  run: (_ports, { request: { wantsPage } }) => ok({ wantsPage }),
});
const routes = [shown, made, plain];

Deno.test("a route of both forms answers what its caller prefers, GET and POST, and says so", async () => {
  await using service = await serviceInMemory({ routes });
  for (const method of ["GET", "POST"]) {
    const asks = (headers: Record<string, string>) =>
      service.fetch("/test/offer", { method, headers });
    const page = await asks({ accept: browsers.firefox });
    assert.deepEqual([page.status, page.headers.get("content-type")], [
      200,
      "text/html; charset=utf-8",
    ]);
    assert.match(await page.text(), /^<p>/);
    for (const headers of [{}, { accept: "*/*" }, { accept: "application/json" }]) {
      const answer = await asks(headers);
      assert.deepEqual([
        answer.status,
        answer.headers.get("content-type"),
        answer.headers.get("vary"),
      ], [
        200,
        "application/json",
        "accept",
      ]);
      assert.match((await answer.json()).made, /^(short|now)$/);
    }
    assert.equal(page.headers.get("vary"), "accept");
  }
  const other = await service.fetch("/test/offer", { method: "PUT" });
  assert.deepEqual([other.status, other.headers.get("allow")], [405, "GET, HEAD, POST"]);
  await other.body?.cancel();
});

Deno.test("what is compressed too varies with both headers, and a refusal with Accept", async () => {
  await using service = await serviceInMemory({ routes });
  const headers = { accept: "text/html", "accept-encoding": "gzip" };
  const long = await service.fetch("/test/offer?text=long", { headers });
  assert.deepEqual([long.headers.get("vary"), long.headers.get("content-encoding")], [
    "accept, accept-encoding",
    "gzip",
  ]);
  await long.body?.cancel();
  const refused = await service.fetch("/test/offer?text=none", { headers });
  assert.deepEqual([refused.status, refused.headers.get("vary"), (await refused.json()).error], [
    404,
    "accept",
    "not_found",
  ]);
});

Deno.test("a route of one form has no choice and does not vary", async () => {
  await using service = await serviceInMemory({ routes });
  const answer = await service.fetch("/test/plain", { headers: { accept: "text/html" } });
  assert.deepEqual([await answer.json(), answer.headers.get("vary")], [{ wantsPage: false }, null]);
});

Deno.test("OpenAPI has both forms of the answer, of both methods of the path", () => {
  const { paths } = describe(routes, { mode: "sandbox", baseUrl: "https://aval.example" }) as {
    readonly paths: Record<
      string,
      Record<string, {
        readonly responses: Record<string, { readonly content: object; readonly headers: object }>;
      }>
    >;
  };
  for (const method of ["get", "post"]) {
    const answer = paths["/test/offer"]?.[method]?.responses["200"];
    assert.deepEqual(Object.keys(answer?.content ?? {}), [
      "application/json",
      "text/html; charset=utf-8",
    ]);
  }
});
