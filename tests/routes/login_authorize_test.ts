import assert from "node:assert/strict";
import { z } from "zod";
import { StoredClientRecord } from "../../core/access/client_schema.ts";
import { ClientId } from "../../core/access/schema.ts";
import { openClients } from "../../kv/access/clients.ts";
import { put } from "../../kv/store/store.ts";
import {
  asked,
  authorizePath,
  type Changed,
  ISSUER,
  logIn,
  openBrowser,
  openPage,
  REDIRECT_URI,
  registerLogin,
  returned,
} from "../support/login_journey.ts";
import { putRecord } from "../support/clients.ts";
import { serviceInMemory, type TestService, type TestServiceOptions } from "../support/service.ts";
import { believingSandbox } from "../support/verifying.ts";

const live: TestServiceOptions = { mode: "live", verifying: believingSandbox };

async function started(options: TestServiceOptions = {}) {
  const service = await serviceInMemory(options);
  await registerLogin(service);
  return service;
}

/** Stored logins and sessions, by their names in the clients' indexes. */
async function namesOf({ store }: Pick<TestService, "store">): Promise<readonly string[]> {
  const names: string[] = [];
  for (const kind of ["client_login", "client_session"]) {
    for await (const { key } of store.list(z.unknown(), { prefix: [kind] })) {
      names.push(key.join("/"));
    }
  }
  return names;
}

Deno.test("redirect_uri: whoever is not known to be the relying party's gets a page, and nobody a redirect", async (t) => {
  await using service = await started();
  const browser = openBrowser(service);
  const cases: readonly { readonly why: string; readonly changed: Changed }[] = [
    { why: "no client_id", changed: { client_id: null } },
    { why: "an empty client_id", changed: { client_id: "" } },
    { why: "an unknown client_id", changed: { client_id: "<script>alert(1)</script>" } },
    { why: "the same client_id twice", changed: { client_id: ["acme", "acme"] } },
    { why: "no redirect_uri: there is no default", changed: { redirect_uri: null } },
    { why: "redirect_uri twice", changed: { redirect_uri: [REDIRECT_URI, REDIRECT_URI] } },
    {
      why: "redirect_uri twice, one of them not its own",
      changed: { redirect_uri: [REDIRECT_URI, "https://evil.example/"] },
    },
    { why: "a slash more", changed: { redirect_uri: "https://rp.example/callback/?tenant=1" } },
    { why: "another case", changed: { redirect_uri: "https://RP.example/callback?tenant=1" } },
    { why: "without its query", changed: { redirect_uri: "https://rp.example/callback" } },
    { why: "more query", changed: { redirect_uri: `${REDIRECT_URI}&more=1` } },
    { why: "a fragment", changed: { redirect_uri: `${REDIRECT_URI}#a` } },
    { why: "a name of every object", changed: { client_id: "__proto__" } },
    {
      why: "composed otherwise",
      changed: { redirect_uri: "https://rp.example/callback?tenant=1\u0301" },
    },
  ];
  const pages = new Set<string>();
  for (const { why, changed } of cases) {
    await t.step(why, async () => {
      const answer = await browser.get(authorizePath({ ...changed, state: "st-echo" }));
      assert.deepEqual([answer.status, answer.headers.get("location")], [400, null]);
      assert.match(answer.headers.get("content-type") ?? "", /^text\/html/);
      assert.doesNotMatch(answer.text, /st-echo|evil|alert|tenant/);
      assert.deepEqual(answer.headers.getSetCookie(), []);
      pages.add(answer.text);
    });
  }
  assert.equal(pages.size, 1, "one set of bytes");
});

Deno.test("redirect_uri: one that was registered under other rules than today's leads nowhere", async () => {
  await using service = await started();
  const older = "http://rp.example/callback";
  const record = await openClients(service.store).get(ClientId.parse("acme"));
  const loginClient = { redirectUris: [older, REDIRECT_URI] };
  await service.store.commit([
    put(StoredClientRecord, ["client", "acme"], { ...record, loginClient }),
  ]);
  const browser = openBrowser(service);
  const refused = await browser.get(authorizePath({ redirect_uri: older }));
  assert.deepEqual([refused.status, refused.headers.get("location")], [400, null]);
  assert.equal((await browser.get(authorizePath())).status, 200);
});

Deno.test("a suspended client's authorize is the error page", async () => {
  await using service = await started();
  await putRecord(service, "acme", {
    status: "SUSPENDED",
    loginClient: { redirectUris: [REDIRECT_URI] },
  });
  const answer = await openBrowser(service).get(authorizePath());
  assert.deepEqual([answer.status, answer.headers.get("location")], [400, null]);
});

Deno.test("errors to the relying party: in the query, with state as it came and iss", async (t) => {
  await using service = await started();
  const browser = openBrowser(service);
  const long = "s".repeat(2_049);
  const cases: readonly {
    readonly why: string;
    readonly changed: Changed;
    readonly error: string;
    readonly state?: string | null;
  }[] = [
    { why: "no response_type", changed: { response_type: null }, error: "invalid_request" },
    { why: "empty", changed: { response_type: "" }, error: "invalid_request" },
    {
      why: "response_type token",
      changed: { response_type: "token" },
      error: "unsupported_response_type",
    },
    {
      why: "response_type code id_token",
      changed: { response_type: "code id_token" },
      error: "unsupported_response_type",
    },
    { why: "no scope", changed: { scope: null }, error: "invalid_scope" },
    { why: "no openid", changed: { scope: "profile OPENID" }, error: "invalid_scope" },
    { why: "state twice", changed: { state: ["a", "b"] }, error: "invalid_request", state: null },
    { why: "state too long", changed: { state: long }, error: "invalid_request", state: long },
    { why: "nonce twice", changed: { nonce: ["a", "a"] }, error: "invalid_request" },
    { why: "an ignored one twice", changed: { login_hint: ["a", "b"] }, error: "invalid_request" },
    { why: "nonce too long", changed: { nonce: long }, error: "invalid_request" },
    { why: "request", changed: { request: "a.b.c" }, error: "request_not_supported" },
    {
      why: "request_uri",
      changed: { request_uri: "https://rp.example/r" },
      error: "request_uri_not_supported",
    },
    { why: "registration", changed: { registration: "{}" }, error: "registration_not_supported" },
    { why: "form_post", changed: { response_mode: "form_post" }, error: "invalid_request" },
    { why: "fragment", changed: { response_mode: "fragment" }, error: "invalid_request" },
    { why: "none and login", changed: { prompt: "none login" }, error: "invalid_request" },
    { why: "unknown prompt", changed: { prompt: "create" }, error: "invalid_request" },
    { why: "max_age of words", changed: { max_age: "soon" }, error: "invalid_request" },
    { why: "max_age below 0", changed: { max_age: "-1" }, error: "invalid_request" },
    { why: "prompt=none, unknown browser", changed: { prompt: "none" }, error: "login_required" },
  ];
  for (const { why, changed, error, state = asked.state } of cases) {
    await t.step(why, async () => {
      const answer = await browser.get(authorizePath(changed));
      assert.equal(answer.status, 302);
      const location = answer.headers.get("location") ?? "";
      assert(location.startsWith(`${REDIRECT_URI}&error=`), "its own query stays");
      assert(!location.includes("#"));
      const { error_description, ...read } = returned(answer);
      assert.deepEqual(read, {
        tenant: "1",
        error,
        ...(state === null ? {} : { state }),
        iss: ISSUER,
      });
      assert.match(error_description ?? "", /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/, "RFC 6749 A.8");
      assert.equal(answer.headers.get("cache-control"), "no-store");
      assert.deepEqual(answer.headers.getSetCookie(), []);
    });
  }
  assert.deepEqual(await namesOf(service), []);
});

Deno.test("PKCE is required, by S256 alone", async (t) => {
  await using service = await started();
  const cases: readonly { readonly why: string; readonly changed: Changed }[] = [
    { why: "no challenge", changed: { code_challenge: null } },
    {
      why: "no challenge and no method",
      changed: { code_challenge: null, code_challenge_method: null },
    },
    { why: "an absent method means plain", changed: { code_challenge_method: null } },
    { why: "plain", changed: { code_challenge_method: "plain" } },
    { why: "s256", changed: { code_challenge_method: "s256" } },
    { why: "42 characters", changed: { code_challenge: "a".repeat(42) } },
    { why: "44 characters", changed: { code_challenge: "a".repeat(44) } },
    { why: "base64", changed: { code_challenge: `${"a".repeat(42)}+` } },
    { why: "padded", changed: { code_challenge: `${"a".repeat(42)}=` } },
    { why: "twice", changed: { code_challenge: [asked.code_challenge, asked.code_challenge] } },
  ];
  for (const { why, changed } of cases) {
    await t.step(why, async () => {
      const answer = await openBrowser(service).get(authorizePath(changed));
      assert.deepEqual([answer.status, returned(answer)["error"]], [302, "invalid_request"]);
    });
  }
});

Deno.test("request objects, claims, unknown parameters: ignored where they may be", async (t) => {
  await using service = await started();
  const cases: readonly Changed[] = [
    { acr_values: "urn:x", claims: "{}", login_hint: "erika", ui_locales: "de", display: "popup" },
    { id_token_hint: "a.b.c", whatever: ["1", "2"], resource: ["https://a", "https://b"] },
    { nonce: null, state: null },
    { request: "", request_uri: "", prompt: "", max_age: "", response_mode: "query" },
    { scope: "profile openid email", prompt: "login consent select_account", max_age: "10000" },
  ];
  for (const changed of cases) {
    await t.step(JSON.stringify(changed), async () => {
      assert.equal((await openPage(openBrowser(service), changed)).page.status, 200);
    });
  }
});

Deno.test("POST authorize is a 405 that names GET", async () => {
  await using service = await started();
  const answer = await service.fetch("/v1/login/authorize", { method: "POST" });
  assert.deepEqual([answer.status, answer.headers.get("allow")], [405, "GET, HEAD"]);
  await answer.body?.cancel();
});

Deno.test("page: its policy, its headers, and no foreign host", async () => {
  await using service = await started();
  await putRecord(service, "acme", {
    loginClient: { redirectUris: [REDIRECT_URI], name: "Acme <b>&" },
  });
  const { page } = await openPage(openBrowser(service), { state: `"><script>x` });
  const policy = page.headers.get("content-security-policy") ?? "";
  const [, nonce] = /script-src 'nonce-([\w-]{22,})'/.exec(policy) ?? [];
  assert.equal(
    policy,
    `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; ` +
      "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  const read = (name: string) => page.headers.get(name);
  assert.deepEqual(
    ["x-frame-options", "referrer-policy", "x-content-type-options", "cache-control"].map(read),
    ["DENY", "no-referrer", "nosniff", "no-store"],
  );
  assert.equal(read("access-control-allow-origin"), null);
  assert.match(page.text, /Acme &lt;b&gt;&amp;/);
  assert.doesNotMatch(page.text, /"><script>x/);
  const other = await openPage(openBrowser(service));
  assert.notEqual(
    other.page.headers.get("content-security-policy"),
    policy,
    "a nonce is used once",
  );
});

Deno.test("status: the id is not in the wallet's URI, and the wallet's state is no key to it", async () => {
  await using service = await started();
  const browser = openBrowser(service);
  const { page, statusPath, request } = await openPage(browser);
  const [, id = ""] = /authorize\/([\w-]{43})\/status$/.exec(statusPath) ?? [];
  assert.equal(id.length, 43, "256 bits");
  assert(!JSON.stringify(request).includes(id));
  assert.equal(page.text.split(id).length - 1, 2, "for the script, and for a browser without");
  assert(!service.logLines.some((line) => line.includes(id)));
  for (const key of [request.state, request.nonce]) {
    const answer = await browser.get(`/v1/login/authorize/${key}/status`);
    assert.equal(answer.status, 404);
  }
});

Deno.test("cookies: one binds the browser, made once and used by all tabs", async () => {
  await using service = await started();
  const browser = openBrowser(service);
  const { page } = await openPage(browser);
  const [first] = page.headers.getSetCookie();
  assert.match(
    first ?? "",
    /^aval_login=[\w-]{43}; Max-Age=300; Path=\/v1\/login; HttpOnly; SameSite=Lax$/,
  );
  const second = await openPage(browser);
  assert.deepEqual(second.page.headers.getSetCookie(), [first], "the same, for another while");
  browser.cookies.set("aval_login", "fixed-by-somebody");
  const third = await openPage(browser);
  assert.match(third.page.headers.getSetCookie()[0] ?? "", /^aval_login=[\w-]{43};/);
});

Deno.test("cookies: over https they are __Secure- and Secure, below the path of the base URL", async () => {
  const env = { AVAL_BASE_URL: "https://aval.example/trust" };
  await using service = await started({ env });
  const { page, statusPath } = await openPage(openBrowser(service));
  assert.match(
    page.headers.getSetCookie()[0] ?? "",
    /^__Secure-aval_login=[\w-]{43}; Max-Age=300; Path=\/trust\/v1\/login; HttpOnly; Secure; SameSite=Lax$/,
  );
  assert.match(statusPath, /^\/trust\/v1\/login\/authorize\//);
});

Deno.test("SSO: a second visit needs no wallet, and auth_time stays that of its proof", async () => {
  await using service = await started();
  const browser = openBrowser(service);
  const first = await logIn(service, browser);
  const answer = await browser.get(authorizePath({ state: "second" }));
  assert.equal(answer.status, 302);
  const { code, ...read } = returned(answer);
  assert.deepEqual(read, { tenant: "1", state: "second", iss: ISSUER });
  assert.match(code ?? "", /^[\w-]{43}$/);
  assert.notEqual(code, first["code"]);
  const none = await browser.get(authorizePath({ prompt: "none" }));
  assert.match(returned(none)["code"] ?? "", /^[\w-]{43}$/);
});

Deno.test("prompt and max_age: when the cookie does not count", async (t) => {
  await using service = await started();
  await registerLogin(service, "globex");
  const browser = openBrowser(service);
  await logIn(service, browser);
  service.clock.advance({ seconds: 100 });
  const isAsked = async (changed: Changed) =>
    (await browser.get(authorizePath(changed))).status === 200;
  const cases: readonly {
    readonly why: string;
    readonly changed: Changed;
    readonly asks: boolean;
  }[] = [
    { why: "max_age over the proof's age", changed: { max_age: "101" }, asks: false },
    { why: "max_age of the proof's age", changed: { max_age: "100" }, asks: false },
    { why: "max_age under it", changed: { max_age: "99" }, asks: true },
    { why: "max_age 0", changed: { max_age: "0" }, asks: true },
    { why: "login", changed: { prompt: "login" }, asks: true },
    { why: "consent", changed: { prompt: "consent" }, asks: true },
    { why: "select_account", changed: { prompt: "select_account" }, asks: true },
    { why: "another relying party", changed: { client_id: "globex" }, asks: true },
    { why: "nothing in its way", changed: {}, asks: false },
  ];
  for (const { why, changed, asks } of cases) {
    await t.step(why, async () => assert.equal(await isAsked(changed), asks));
  }
  await t.step("it does not skip validation", async () => {
    const answer = await browser.get(authorizePath({ code_challenge: null }));
    assert.equal(returned(answer)["error"], "invalid_request");
    assert.equal((await browser.get(authorizePath({ client_id: "nobody" }))).status, 400);
  });
  await t.step("prompt=none with a max_age that is over", async () => {
    const answer = await browser.get(authorizePath({ prompt: "none", max_age: "99" }));
    assert.equal(returned(answer)["error"], "login_required");
  });
  await t.step("a changed value is no session", async () => {
    const value = browser.cookies.get("aval_login_sso") ?? "";
    browser.cookies.set(
      "aval_login_sso",
      `${value.slice(0, -1)}${value.endsWith("A") ? "E" : "A"}`,
    );
    assert.equal(await isAsked({}), true);
    browser.cookies.set("aval_login_sso", value);
  });
  await t.step("after 8 hours", async () => {
    service.clock.advance({ hours: 8 });
    assert.equal(await isAsked({}), true);
  });
});

Deno.test("HEAD and a prefetch of authorize begin nothing and set nothing", async () => {
  await using service = await started();
  const browser = openBrowser(service);
  const head = await browser.head(authorizePath());
  assert.deepEqual([head.status, head.headers.getSetCookie(), head.text], [200, [], ""]);
  const prefetched = await browser.get(authorizePath(), { "sec-purpose": "prefetch;prerender" });
  assert.deepEqual([prefetched.status, prefetched.headers.getSetCookie()], [400, []]);
  await logIn(service, browser);
  const names = await namesOf(service);
  const known = await browser.head(authorizePath());
  assert.deepEqual([known.status, known.headers.get("location")], [200, null]);
  assert.deepEqual(await namesOf(service), names);
  // One request, its session, its code and its single sign-on.
  assert.equal(names.length, 4);
});

Deno.test("authorize is limited by its source, with JSON, before anything is looked at", async () => {
  await using service = await serviceInMemory({
    policy: { rateLimits: { loginAuthorize: { capacity: 1, refillPerSecond: 0.01 } } },
  });
  const browser = openBrowser(service);
  assert.equal((await browser.get("/v1/login/authorize")).status, 400);
  const answer = await browser.get("/v1/login/authorize");
  assert.deepEqual([answer.status, answer.body.error], [429, "rate_limit_exceeded"]);
});

Deno.test("a login's session counts in its client's usage, stands in its list, and is no anomaly", async () => {
  await using service = await started(live);
  await openPage(openBrowser(service));
  const client = service.as("acme");
  const { body: list } = await client.get("/v1/verify/sessions");
  assert.deepEqual(
    list.sessions.map((session: { checkType: string }) => session.checkType),
    ["login-authentication"],
  );
  assert.equal(
    Date.parse(list.sessions[0].expiresAt) - Date.parse(list.sessions[0].createdAt),
    300_000,
  );
  const { body: usage } = await client.get("/v1/verify/usage");
  // The list, this request and the login.
  assert.equal(usage.requestVolume.total, 3);
  const hours = await keysOfCounters(service);
  assert.deepEqual(hours.filter((key) => key.includes("login-authentication")), []);
});

async function keysOfCounters({ store }: Pick<TestService, "store">) {
  const counts = await Array.fromAsync(store.counts({ prefix: ["traffic_hour"] }));
  return counts.map(({ key }) => key.join("/"));
}

Deno.test("limits and source restrictions of a client do not touch its logins", async () => {
  await using service = await serviceInMemory(live);
  await putRecord(service, "acme", {
    ipAllowlist: ["192.0.2.1"],
    rateLimits: { verification: { capacity: 1, refillPerSecond: 0.01 } },
    loginClient: { redirectUris: [REDIRECT_URI] },
  });
  for (let at = 0; at < 3; at++) await logIn(service, openBrowser(service));
});

Deno.test("the page of a sandbox says how the terminal answers it, that of live does not", async () => {
  for (const [options, isSaid] of [[{}, true], [live, false]] as const) {
    await using service = await started(options);
    const { page } = await openPage(openBrowser(service));
    assert.equal(page.text.includes("deno task wallet present"), isSaid);
    assert.equal(page.text.includes("deno task wallet login URL"), isSaid);
  }
});
