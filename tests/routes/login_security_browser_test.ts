import assert from "node:assert/strict";
import {
  authorizePath,
  logIn,
  openBrowser,
  openPage,
  parametersOf,
  proveLogin,
  registerLogin,
  returned,
} from "../support/login_journey.ts";
import { loginScript } from "../../routes/pages/login_page.ts";
import { relyingParty, TOKEN_PATH } from "../support/login_relying_party.ts";
import { outcome } from "../support/logged_in.ts";
import { elementsOf, parsePage } from "../support/page.ts";
import { serviceInMemory } from "../support/service.ts";

async function started() {
  const service = await serviceInMemory();
  await registerLogin(service);
  return service;
}

const STATUS = `/v1/login/authorize/${"A".repeat(43)}/status`;

Deno.test("CORS: discovery and JWKS for everybody; authorize, status and token for nobody, and no preflight opens them", async (t) => {
  await using service = await started();
  const origin = { origin: "https://evil.example" };
  const allowed = async (path: string, init: RequestInit = {}) => {
    const answer = await service.fetch(path, { ...init, headers: { ...origin, ...init.headers } });
    await answer.body?.cancel();
    return [...answer.headers.keys()].filter((name) => name.startsWith("access-control-"));
  };
  for (
    const path of [
      "/v1/login/.well-known/openid-configuration",
      "/v1/login/.well-known/jwks.json",
      "/.well-known/oauth-authorization-server/v1/login",
    ]
  ) {
    await t.step(path, async () => {
      const answer = await service.fetch(path, { headers: origin });
      await answer.body?.cancel();
      assert.equal(answer.headers.get("access-control-allow-origin"), "*");
      assert.equal(answer.headers.get("access-control-allow-credentials"), null);
    });
  }
  const { statusPath } = await openPage(openBrowser(service));
  for (const path of [authorizePath(), STATUS, statusPath, TOKEN_PATH]) {
    await t.step(path.slice(0, 40), async () => {
      assert.deepEqual(await allowed(path), []);
      assert.deepEqual(await allowed(path, { method: "POST" }), []);
      const asking = {
        "access-control-request-method": "GET",
        "access-control-request-headers": "authorization",
      };
      assert.deepEqual(await allowed(path, { method: "OPTIONS", headers: asking }), []);
    });
  }
});

Deno.test("page: no foreign host, no form, no handler in an attribute, and no text that breaks out", async () => {
  await using service = await started();
  const state = `"'><img src=https://evil.example onerror=x>&amp;</script><script>`;
  const { page } = await openPage(openBrowser(service), { state, nonce: state });
  const elements = elementsOf(parsePage(page.text, loginScript));
  assert(elements.length > 10);
  for (const { name, attributes } of elements) {
    assert(!["form", "iframe", "object", "embed", "base", "img"].includes(name), name);
    for (const [attribute, value] of Object.entries(attributes)) {
      assert.doesNotMatch(attribute, /^on|^style$/);
      if (!["href", "src", "action", "data-status-url"].includes(attribute)) continue;
      assert.match(value, /^(openid4vp:|data:,|http:\/\/localhost:8000\/v1\/login\/)/, attribute);
    }
  }
  assert.equal(elements.filter(({ name }) => name === "script").length, 1);
});

Deno.test("page: the error page is as closed as the other, and is kept by nobody", async () => {
  await using service = await started();
  const { status, headers, text } = await openBrowser(service).get("/v1/login/authorize");
  assert.equal(status, 400);
  const policy = headers.get("content-security-policy") ?? "";
  for (const part of ["default-src 'none'", "form-action 'none'", "frame-ancestors 'none'"]) {
    assert(policy.includes(part), policy);
  }
  assert.doesNotMatch(policy, /unsafe|https?:|\*/);
  assert.deepEqual(
    ["referrer-policy", "x-content-type-options", "cache-control"].map((name) => headers.get(name)),
    ["no-referrer", "nosniff", "no-store"],
  );
  assert.doesNotMatch(text, /<script/);
});

Deno.test("redirect: 302 and never 307, with no referrer, not kept, and nothing of it in a body", async () => {
  await using service = await started();
  const browser = openBrowser(service);
  await logIn(service, browser);
  for (const path of [authorizePath(), authorizePath({ scope: null, prompt: "login" })]) {
    const answer = await browser.get(path);
    assert.equal(answer.status, 302);
    assert.deepEqual(
      ["referrer-policy", "cache-control", "access-control-allow-origin"].map((name) =>
        answer.headers.get(name)
      ),
      ["no-referrer", "no-store", null],
    );
    assert.doesNotMatch(answer.text, /code=|error/);
  }
});

Deno.test("state: unchanged, whatever a relying party puts into it", async (t) => {
  await using service = await started();
  const browser = openBrowser(service);
  await logIn(service, browser);
  const states = [
    "a+b c%20d%2B&state=x&code=evil#f=1",
    "https://evil.example/?code=1&iss=2",
    "\r\nLocation: https://evil.example",
    "ünï€ 👩‍👩‍👧 \u0000\u202e",
    "x".repeat(2_048),
  ];
  for (const state of states) {
    await t.step(state.slice(0, 20), async () => {
      for (const changed of [{}, { scope: "email" }]) {
        const answer = await browser.get(authorizePath({ ...changed, state }));
        const location = new URL(answer.headers.get("location") ?? "");
        assert.deepEqual(location.searchParams.getAll("state"), [state]);
        assert.equal(location.searchParams.getAll("iss").length, 1);
        assert.deepEqual([location.host, location.hash], ["rp.example", ""]);
      }
    });
  }
});

Deno.test("SSO cookie: it is no key to anything else, and nothing else is one to it", async (t) => {
  await using service = await started();
  const acme = await relyingParty(service, "globex");
  const browser = openBrowser(service);
  const waiting = await openPage(browser, { client_id: "globex" });
  await proveLogin(service, waiting);
  const { code = "" } = parametersOf((await browser.get(waiting.statusPath)).body.redirectTo);
  const own = browser.cookies.get("aval_login") ?? "";
  const singleSignOn = browser.cookies.get("aval_login_sso") ?? "";
  const [, id = ""] = /authorize\/([\w-]+)\/status/.exec(waiting.statusPath) ?? [];
  assert.equal(new Set([own, singleSignOn, id, code]).size, 4);
  for (const [why, value] of Object.entries({ code, id, browser: own, state: "x", empty: "" })) {
    await t.step(`${why} as its value`, async () => {
      const other = openBrowser(service);
      other.cookies.set("aval_login_sso", value);
      const answer = await other.get(authorizePath({ client_id: "globex", prompt: "none" }));
      assert.equal(returned(answer)["error"], "login_required");
    });
  }
  await t.step("its value as a code, as an id, as the browser's cookie", async () => {
    assert.deepEqual(outcome(await acme.redeem(singleSignOn)), [400, "invalid_grant"]);
    const other = openBrowser(service);
    other.cookies.set("aval_login", singleSignOn);
    assert.equal((await other.get(waiting.statusPath)).status, 404);
    other.cookies.set("aval_login", own);
    assert.equal((await other.get(`/v1/login/authorize/${singleSignOn}/status`)).status, 404);
  });
  await t.step(
    "the https name over http, and the bare one beside it, are not read as each other",
    async () => {
      const other = openBrowser(service);
      other.cookies.set("__Secure-aval_login_sso", singleSignOn);
      const answer = await other.get(authorizePath({ client_id: "globex", prompt: "none" }));
      assert.equal(returned(answer)["error"], "login_required");
    },
  );
});

Deno.test("status: the first of two polls of a page that was copied to another browser gets nothing", async () => {
  await using service = await started();
  const browser = openBrowser(service);
  const waiting = await openPage(browser);
  await proveLogin(service, waiting);
  const thief = openBrowser(service);
  await openPage(thief);
  const stolen = await thief.get(waiting.statusPath);
  assert.deepEqual([stolen.status, stolen.headers.getSetCookie()], [404, []]);
  assert.equal((await browser.get(waiting.statusPath)).body.status, "completed");
});
