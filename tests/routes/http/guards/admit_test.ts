import assert from "node:assert/strict";
import { z } from "zod";
import { ClientId, Role } from "../../../../core/access/schema.ts";
import { ok } from "../../../../base/result.ts";
import { mintAccessToken } from "../../../../kv/access/access_tokens.ts";
import { put } from "../../../../kv/store/store.ts";
import { describe } from "../../../../routes/openapi/openapi_document.ts";
import { defineRoute } from "../../../../routes/http/route.ts";
import { bearerRoutesOf, forbiddenBy } from "../../../support/bearer_routes.ts";
import { putRecord } from "../../../support/clients.ts";
import { CLEAR_NAME } from "../../../support/names.ts";
import { seededRandom } from "../../../support/random.ts";
import { serviceInMemory, type TestService } from "../../../support/service.ts";

/**
 * Returns a function that calls GET /v1/lists as a client, from an address, with headers. @returns
 * status and code
 */
async function caller(service: TestService, client: string, seed = client.length) {
  const { store, clock } = service;
  const token = await mintAccessToken({ store, clock, random: seededRandom(seed) }, {
    clientId: ClientId.parse(client),
    roles: Role.options,
    scopes: [],
    seconds: 3_600,
  });
  return async (
    { peer = "127.0.0.1", headers = {}, path = "/v1/lists", method = "GET" }: {
      readonly peer?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly path?: string;
      readonly method?: "DELETE" | "GET" | "POST" | "PUT";
    } = {},
  ): Promise<readonly [number, string | undefined]> => {
    const answer = await service.fetch(path, {
      method,
      peer,
      headers: {
        authorization: `Bearer ${token}`,
        ...(method !== "GET" ? { "content-type": "application/json" } : {}),
        ...headers,
      },
      ...(method !== "GET" ? { body: JSON.stringify({ name: CLEAR_NAME }) } : {}),
    });
    const body = await answer.json();
    return [answer.status, body.error];
  };
}

const RESTRICTED = [403, "client_access_restricted"] as const;
const OPEN = [200, undefined] as const;

Deno.test("a suspension reaches a server that remembers the client within 10 s, and what cannot be undone at once", async () => {
  await using service = await serviceInMemory({ mode: "live", remembersClients: true });
  const acme = await caller(service, "acme");
  const inactive = [403, "account_inactive"];
  assert.deepEqual(await acme(), OPEN);
  await putRecord(service, "acme", { status: "SUSPENDED" });
  service.clock.advance({ seconds: 9 });
  assert.deepEqual(await acme(), OPEN);
  const id = "01890a5d-ac96-774b-bcce-b302099a8057";
  const review = { method: "POST", path: `/v1/screen/${id}/review` } as const;
  assert.deepEqual(await acme(review), inactive);
  // What was read anew is known from now on.
  assert.deepEqual(await acme(), inactive);
  await putRecord(service, "acme", {});
  service.clock.advance({ seconds: 10 });
  assert.deepEqual(await acme(), OPEN);
});

Deno.test("a suspended client is 403 account_inactive on every bearer route, and nobody else is", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const [acme, globex] = [await caller(service, "acme"), await caller(service, "globex")];
  assert.deepEqual(await acme(), OPEN);
  await putRecord(service, "acme", { status: "SUSPENDED" });
  await putRecord(service, "globex", { monitoring: true });
  for (const route of await bearerRoutesOf(service)) {
    const { method, path } = route;
    assert.deepEqual(await acme({ method, path }), forbiddenBy(route, "account_inactive"), path);
    const [status] = await globex({ method, path });
    assert.notEqual(status, 403, path);
  }
  const inSandbox = await service.as("acme").post("/v1/screen", { name: "x", mode: "sandbox" });
  assert.deepEqual([inSandbox.status, inSandbox.body.error], [403, "account_inactive"]);
  assert.equal((await service.fetch("/health")).status, 200);
  const recorded = await service.auditEvents();
  assert.deepEqual([
    ...new Set(recorded.map((event) => "clientId" in event ? event.clientId : null)),
  ], ["globex"]);
  await putRecord(service, "acme", {});
  assert.deepEqual(await acme(), OPEN);
});

Deno.test("a suspended client learns nothing more from a bad token, scope or source", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  await putRecord(service, "acme", { status: "SUSPENDED", ipAllowlist: ["192.0.2.1"] });
  const agent = service.as("acme", { scopes: ["agent:read-only"] });
  assert.equal((await agent.get("/v1/lists")).body.error, "account_inactive");
  const unknown = await service.fetch("/v1/lists", {
    headers: { authorization: `Bearer ${"A".repeat(43)}` },
  });
  assert.equal(unknown.status, 401);
});

Deno.test("scope goes before source: an agent key from outside is 403 insufficient_scope", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  await putRecord(service, "acme", { ipAllowlist: ["192.0.2.1"] });
  const agent = service.as("acme", { scopes: ["agent:read-only"] });
  assert.equal((await agent.get("/v1/lists")).body.error, "insufficient_scope");
});

Deno.test("an allowlist holds on every bearer route, for its own client only", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  await putRecord(service, "acme", { ipAllowlist: ["192.0.2.0/24"] });
  const [acme, globex] = [await caller(service, "acme"), await caller(service, "globex")];
  for (const route of await bearerRoutesOf(service)) {
    const { method, path } = route;
    const outside = await acme({ method, path, peer: "198.51.100.1" });
    assert.deepEqual(outside, forbiddenBy(route, "client_access_restricted"), path);
    const own = await acme({ method, path, peer: "192.0.2.77" });
    const other = await globex({ method, path, peer: "198.51.100.1" });
    assert.deepEqual(own, other, path);
  }
});

Deno.test("an allowlist compares IPv4, IPv6 and IPv4 in IPv6 form", async (t) => {
  await using service = await serviceInMemory({ mode: "live" });
  const acme = await caller(service, "acme");
  const cases = [
    { list: ["192.0.2.7"], peer: "192.0.2.7", expected: OPEN },
    { list: ["192.0.2.7"], peer: "192.0.2.8", expected: RESTRICTED },
    { list: ["192.0.2.7"], peer: "::ffff:192.0.2.7", expected: OPEN },
    { list: ["::ffff:192.0.2.0/120"], peer: "192.0.2.9", expected: OPEN },
    { list: ["::ffff:192.0.2.0/120"], peer: "192.0.3.9", expected: RESTRICTED },
    { list: ["2001:db8:1::/48"], peer: "2001:db8:1:ffff::1", expected: OPEN },
    { list: ["2001:db8:1::/48"], peer: "2001:DB8:0001:0:0:0:0:1", expected: OPEN },
    { list: ["2001:db8:1::/48"], peer: "2001:db8:2::1", expected: RESTRICTED },
    { list: ["2001:db8::1"], peer: "2001:db8::2", expected: RESTRICTED },
    { list: ["::/0"], peer: "192.0.2.7", expected: RESTRICTED },
    { list: ["10.0.0.0/8", "2001:db8::/32"], peer: "2001:db8::9", expected: OPEN },
    { list: ["0.0.0.0/0", "::/0"], peer: "", expected: RESTRICTED },
    { list: [], peer: "", expected: OPEN },
  ];
  for (const { list, peer, expected } of cases) {
    await t.step(`${list.join(" ")} from ${peer || "nowhere"}`, async () => {
      await putRecord(service, "acme", { ipAllowlist: list });
      assert.deepEqual(await acme({ peer }), expected);
    });
  }
});

Deno.test("X-Forwarded-For opens nothing, unless a trusted proxy wrote it", async (t) => {
  const inside = "192.0.2.7";
  const cases = [
    { trusted: "", peer: "198.51.100.1", header: inside, expected: RESTRICTED },
    { trusted: "10.0.0.0/8", peer: "198.51.100.1", header: inside, expected: RESTRICTED },
    {
      trusted: "10.0.0.0/8",
      peer: "198.51.100.1",
      header: `${inside}, 10.0.0.1`,
      expected: RESTRICTED,
    },
    { trusted: "10.0.0.0/8", peer: "10.0.0.1", header: inside, expected: OPEN },
    { trusted: "10.0.0.0/8", peer: "10.0.0.1", header: `198.51.100.1, ${inside}`, expected: OPEN },
    {
      trusted: "10.0.0.0/8",
      peer: "10.0.0.1",
      header: `${inside}, 198.51.100.1`,
      expected: RESTRICTED,
    },
    {
      trusted: "10.0.0.0/8",
      peer: "10.0.0.1",
      header: `${inside}, 198.51.100.1, 10.0.0.2`,
      expected: RESTRICTED,
    },
    { trusted: "10.0.0.0/8", peer: "10.0.0.1", header: `${inside}, 10.0.0.2`, expected: OPEN },
    { trusted: "10.0.0.0/8", peer: "10.0.0.1", header: `${inside}, junk`, expected: RESTRICTED },
    { trusted: "10.0.0.0/8", peer: "::ffff:10.0.0.1", header: `::ffff:${inside}`, expected: OPEN },
    {
      trusted: "2001:db8:ffff::/48",
      peer: "2001:db8:ffff::1",
      header: `${inside}:443`,
      expected: OPEN,
    },
  ];
  for (const { trusted, peer, header, expected } of cases) {
    await t.step(`${header} from ${peer}, trusting ${trusted || "nobody"}`, async () => {
      await using service = await serviceInMemory({
        mode: "live",
        env: trusted === "" ? {} : { AVAL_TRUSTED_PROXIES: trusted },
      });
      await putRecord(service, "acme", { ipAllowlist: [inside] });
      const acme = await caller(service, "acme");
      assert.deepEqual(await acme({ peer, headers: { "x-forwarded-for": header } }), expected);
    });
  }
});

Deno.test("a request domain is compared with Origin, else with Referer", async (t) => {
  await using service = await serviceInMemory({ mode: "live" });
  const acme = await caller(service, "acme");
  const exact = "example.com";
  const below = "*.example.com";
  const cases: readonly {
    readonly domain: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly expected: readonly [number, string | undefined];
  }[] = [
    { domain: exact, headers: {}, expected: RESTRICTED },
    { domain: exact, headers: { origin: "https://example.com" }, expected: OPEN },
    { domain: exact, headers: { origin: "https://EXAMPLE.com:8443" }, expected: OPEN },
    { domain: exact, headers: { origin: "https://sub.example.com" }, expected: RESTRICTED },
    { domain: exact, headers: { origin: "https://evilexample.com" }, expected: RESTRICTED },
    { domain: exact, headers: { origin: "https://example.com.evil.org" }, expected: RESTRICTED },
    { domain: exact, headers: { origin: "https://example.com@evil.org" }, expected: RESTRICTED },
    { domain: exact, headers: { origin: "https://evil.org/example.com" }, expected: RESTRICTED },
    { domain: exact, headers: { origin: "https://evil.org#example.com" }, expected: RESTRICTED },
    { domain: exact, headers: { origin: "https://evil.org\\example.com" }, expected: RESTRICTED },
    { domain: exact, headers: { origin: "example.com" }, expected: RESTRICTED },
    { domain: exact, headers: { origin: "chrome-extension://example.com" }, expected: RESTRICTED },
    {
      domain: exact,
      headers: { origin: "https://example.com https://evil.org" },
      expected: RESTRICTED,
    },
    { domain: exact, headers: { referer: "https://example.com/page?x=1" }, expected: OPEN },
    {
      domain: exact,
      headers: { referer: "https://evil.org/?https://example.com/" },
      expected: RESTRICTED,
    },
    {
      domain: exact,
      headers: { origin: "https://evil.org", referer: "https://example.com/" },
      expected: RESTRICTED,
    },
    {
      domain: exact,
      headers: { origin: "null", referer: "https://example.com/" },
      expected: RESTRICTED,
    },
    { domain: exact, headers: { host: "example.com" }, expected: RESTRICTED },
    { domain: below, headers: { origin: "https://sub.example.com" }, expected: OPEN },
    { domain: below, headers: { origin: "https://a.b.example.com" }, expected: OPEN },
    { domain: below, headers: { origin: "https://example.com" }, expected: RESTRICTED },
    { domain: below, headers: { origin: "https://evilexample.com" }, expected: RESTRICTED },
    {
      domain: below,
      headers: { origin: "https://sub.example.com.evil.org" },
      expected: RESTRICTED,
    },
  ];
  for (const { domain, headers, expected } of cases) {
    await t.step(`${domain}: ${JSON.stringify(headers)}`, async () => {
      await putRecord(service, "acme", { allowedDomain: domain });
      assert.deepEqual(await acme({ headers }), expected);
    });
  }
});

Deno.test("an allowlist and a domain must both hold where both are set", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  await putRecord(service, "acme", { ipAllowlist: ["192.0.2.7"], allowedDomain: "example.com" });
  const acme = await caller(service, "acme");
  const headers = { origin: "https://example.com" };
  assert.deepEqual(await acme({ peer: "192.0.2.7", headers }), OPEN);
  assert.deepEqual(await acme({ peer: "192.0.2.8", headers }), RESTRICTED);
  assert.deepEqual(await acme({ peer: "192.0.2.7" }), RESTRICTED);
});

Deno.test("a stored restriction that nobody understands denies, and is logged without its text", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const acme = await caller(service, "acme");
  for (const restriction of [{ ipAllowlist: ["0.0.0.0/0", "all"] }, { allowedDomain: "a b" }]) {
    const key = ["client", "acme"] as const;
    const standing = await service.store.get(z.unknown(), key);
    const value = { status: "ACTIVE", ...restriction };
    await service.store.commit([standing?.set(value) ?? put(z.unknown(), key, value)]);
    assert.deepEqual(await acme({ headers: { origin: "https://a" } }), RESTRICTED);
  }
  const lines = service.logLines.filter((line) => line.includes("client_restriction_unreadable"));
  assert.equal(lines.length, 2);
  assert(lines.every((line) => line.includes('"clientId":"acme"') && !line.includes('all"')));
});

Deno.test("a record that cannot be read at all is a fault, never a pass", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  await service.store.commit([put(z.unknown(), ["client", "acme"], { status: "PERHAPS" })]);
  const acme = await caller(service, "acme");
  assert.deepEqual(await acme(), [500, "internal_error"]);
});

Deno.test("what is refused keeps no idempotency key and runs nothing", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const acme = await caller(service, "acme");
  const screen = { method: "POST", path: "/v1/screen" } as const;
  const headers = { "idempotency-key": "k1" };
  await putRecord(service, "acme", { ipAllowlist: ["192.0.2.7"] });
  assert.deepEqual(await acme({ ...screen, headers }), RESTRICTED);
  assert.equal((await service.auditEvents()).length, 0);
  assert.deepEqual(await acme({ ...screen, headers, peer: "192.0.2.7" }), OPEN);
  // A kept answer is held back as a new one would be.
  assert.deepEqual(await acme({ ...screen, headers }), RESTRICTED);
  assert.equal((await service.auditEvents()).length, 1);
});

Deno.test("a sandbox caller is active and comes from anywhere, whatever stands on record", async () => {
  await using service = await serviceInMemory();
  await putRecord(service, "acme", {
    status: "SUSPENDED",
    ipAllowlist: ["192.0.2.7"],
    allowedDomain: "example.com",
  });
  assert.equal((await service.as("acme").get("/v1/lists")).status, 200);
});

const hidden = defineRoute({
  method: "get",
  path: "/test/hidden",
  summary: "A route without 403",
  service: "screening",
  kind: "test",
  auth: "bearer",
  access: { roles: ["kyb-reviewer"], hidesForbidden: true },
  answers: { 200: z.object({}) },
  run: () => ok({}),
});

Deno.test("a route without 403 answers 404 to whoever may not call it, with the same bytes", async () => {
  await using service = await serviceInMemory({ mode: "live", routes: [hidden] });
  const staff = service.as("staff", { roles: ["kyb-reviewer"] });
  assert.equal((await staff.get("/test/hidden")).status, 200);
  const nowhere = await staff.get("/test/nowhere");
  assert.deepEqual([nowhere.status, nowhere.body.error], [404, "not_found"]);
  const refused = [await service.as("acme").get("/test/hidden")];
  const agent = service.as("staff", { roles: ["kyb-reviewer"], scopes: ["agent:read-only"] });
  refused.push(await agent.get("/test/hidden"));
  await putRecord(service, "staff", { ipAllowlist: ["192.0.2.7"] });
  refused.push(await staff.get("/test/hidden"));
  await putRecord(service, "staff", { status: "SUSPENDED" });
  refused.push(await staff.get("/test/hidden"));
  for (const answer of refused) assert.deepEqual([answer.status, answer.text], [404, nowhere.text]);
  const nobody = await service.fetch("/test/hidden");
  assert.equal(nobody.status, 401);
});

Deno.test("the description of a route without 403 says 404, and shared answers name the new codes", () => {
  const named = { ...hidden, documentation: { operationId: "hidden" } };
  const document = describe([named], { mode: "live", baseUrl: "https://aval.example" }) as {
    paths: Record<string, Record<string, { responses: object }>>;
    components: { responses: Record<string, { description: string }> };
  };
  const { responses = {} } = document.paths["/test/hidden"]?.["get"] ?? {};
  assert.deepEqual(Object.keys(responses), ["200", "401", "404", "500"]);
  const forbidden = document.components.responses["Forbidden"]?.description ?? "";
  for (const code of ["account_inactive", "client_access_restricted", "insufficient_scope"]) {
    assert(forbidden.includes(`\`${code}\``), code);
  }
});
