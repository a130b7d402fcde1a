import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  authorizePath,
  logIn,
  openBrowser,
  openPage,
  parametersOf,
  proveLogin,
  REDIRECT_URI,
  returned,
} from "../support/login_journey.ts";
import {
  basicOf,
  type Fields,
  postToken,
  readIdToken,
  relyingParty,
  shownWith,
  TOKEN_PATH,
} from "../support/login_relying_party.ts";
import {
  invalidClient,
  invalidGrant,
  invalidRequest,
  loggedIn,
  outcome,
} from "../support/logged_in.ts";
import { serviceInMemory } from "../support/service.ts";

/** Another valid `code_verifier`. */
const OTHER_VERIFIER = "b".repeat(43);

Deno.test("code: 256 bits, another one for each login, and hashed at rest", async () => {
  await using service = await loggedIn();
  const { code, browser } = service;
  const codes = [code];
  for (let visits = 0; visits < 20; visits++) {
    codes.push(returned(await browser.get(authorizePath()))["code"] ?? "");
  }
  for (const one of codes) {
    assert.equal(Uint8Array.fromBase64(one, { alphabet: "base64url" }).length, 32);
  }
  assert.equal(new Set(codes).size, codes.length);
  const stored = service.written.text();
  for (const one of codes) {
    assert(!stored.includes(one));
    assert(stored.includes(createHash("sha256").update(one).digest("hex")));
  }
});

Deno.test("code: it holds for 60 s and no longer", async (t) => {
  for (const [milliseconds, status] of [[59_999, 200], [60_000, 400]] as const) {
    await t.step(`${milliseconds} ms`, async () => {
      await using service = await loggedIn();
      service.clock.advance({ milliseconds });
      assert.equal((await service.acme.redeem(service.code)).status, status);
    });
  }
});

Deno.test("code: bound to its client, and another one's attempt leaves it as it is", async () => {
  await using service = await loggedIn();
  const globex = await relyingParty(service, "globex");
  assert.deepEqual(outcome(await globex.redeem(service.code)), invalidGrant);
  assert.equal((await service.acme.redeem(service.code)).status, 200);
  // A stranger that shows a used code ends nobody's single sign-on.
  assert.deepEqual(outcome(await globex.redeem(service.code)), invalidGrant);
  assert.equal(await service.isKnown(), true);
  assert.deepEqual(await service.replays(), []);
});

Deno.test("code: bound to redirect_uri, another registered one of its client uses it up", async () => {
  const other = "https://rp.example/other";
  await using service = await serviceInMemory();
  const acme = await relyingParty(service, "acme", [REDIRECT_URI, other]);
  const { code } = await logIn(service, openBrowser(service));
  assert.deepEqual(outcome(await acme.redeem(code, { redirect_uri: other })), invalidGrant);
  assert.deepEqual(outcome(await acme.redeem(code)), invalidGrant);
});

Deno.test("code: bound to nonce, challenge and state of its own request, in tabs of one browser too", async () => {
  await using service = await serviceInMemory();
  const acme = await relyingParty(service);
  const browser = openBrowser(service);
  const verifiers = [OTHER_VERIFIER, "c".repeat(43)];
  const challenge = (verifier = "") => createHash("sha256").update(verifier).digest("base64url");
  const pages = [];
  for (const [at, verifier] of verifiers.entries()) {
    const code_challenge = challenge(verifier);
    pages.push(await openPage(browser, { nonce: `n${at}`, state: `s${at}`, code_challenge }));
  }
  for (const page of pages.toReversed()) await proveLogin(service, page);
  const polls = [];
  for (const { statusPath } of pages) polls.push((await browser.get(statusPath)).body.redirectTo);
  for (const [at, redirectTo] of polls.entries()) {
    const { code, state } = parametersOf(redirectTo);
    assert.equal(state, `s${at}`);
    const answer = await acme.redeem(code, { code_verifier: verifiers[at] ?? "" });
    assert.equal((await readIdToken(service, answer.body.id_token)).payload["nonce"], `n${at}`);
  }
});

Deno.test("code: failed client authentication must not burn it", async (t) => {
  await using service = await loggedIn();
  const { acme, code } = service;
  const shown = shownWith(code);
  const cases: readonly (readonly [string, Fields, Readonly<Record<string, string>>])[] = [
    ["none", shown, {}],
    ["a wrong secret", shown, { authorization: basicOf("acme", `${acme.secret}x`) }],
    ["an unknown client", shown, { authorization: basicOf("nobody", acme.secret) }],
    ["the id alone", { ...shown, client_id: "acme" }, {}],
    ["an empty secret", { ...shown, client_id: "acme", client_secret: "" }, {}],
    ["a bearer token", shown, { authorization: `Bearer ${acme.secret}` }],
    ["two headers", shown, { authorization: `${acme.basic}, ${acme.basic}` }],
    ["a wrong secret and a wrong verifier", { ...shown, code_verifier: OTHER_VERIFIER }, {
      authorization: basicOf("acme", "wrong"),
    }],
  ];
  for (const [why, fields, headers] of cases) {
    await t.step(why, async () => {
      assert.deepEqual(outcome(await postToken(service, fields, headers)), invalidClient);
    });
  }
  await t.step("its secret in the address", async () => {
    const query = new URLSearchParams({ client_id: "acme", client_secret: acme.secret });
    const path = `${TOKEN_PATH}?${query}`;
    assert.deepEqual(outcome(await postToken(service, shown, {}, path)), invalidClient);
  });
  assert.equal((await acme.redeem(code)).status, 200);
});

Deno.test("code: nor does what is malformed", async (t) => {
  await using service = await loggedIn();
  const { acme, code } = service;
  const cases: readonly (readonly [string, Fields, readonly unknown[]])[] = [
    ["no verifier", { code_verifier: null }, invalidRequest],
    ["an empty verifier", { code_verifier: "" }, invalidRequest],
    ["a verifier of 42 characters", { code_verifier: "a".repeat(42) }, invalidRequest],
    ["a verifier of 129 characters", { code_verifier: "a".repeat(129) }, invalidRequest],
    ["a reserved character", { code_verifier: `${"a".repeat(42)}+` }, invalidRequest],
    ["no redirect_uri", { redirect_uri: null }, invalidRequest],
    ["no grant_type", { grant_type: null }, invalidRequest],
    ["another grant type", { grant_type: "refresh_token" }, [400, "unsupported_grant_type"]],
    ["another client's id", { client_id: "globex" }, invalidRequest],
    ["two client authentications", { client_secret: acme.secret }, invalidRequest],
    ["no code", { code: null }, invalidRequest],
    ["an unknown code", { code: "A".repeat(43) }, invalidGrant],
    ["a code of no form", { code: `${code}'` }, invalidGrant],
    ["a name of every object", { code: "__proto__" }, invalidGrant],
  ];
  for (const [why, changed, expected] of cases) {
    await t.step(why, async () => {
      assert.deepEqual(outcome(await acme.redeem(code, changed)), expected);
    });
  }
  assert.equal((await acme.redeem(code)).status, 200);
  assert.deepEqual(await service.replays(), []);
});

Deno.test("code: replay of one that single sign-on gave ends the same session", async () => {
  await using service = await loggedIn();
  const { acme, browser } = service;
  const { code } = returned(await browser.get(authorizePath()));
  assert.equal((await acme.redeem(code)).status, 200);
  assert.deepEqual(outcome(await acme.redeem(code)), invalidGrant);
  assert.equal(await service.isKnown(), false);
});

Deno.test("code: after a replay no poll gives the session back", async () => {
  await using service = await serviceInMemory();
  const acme = await relyingParty(service);
  const browser = openBrowser(service);
  const waiting = await openPage(browser);
  await proveLogin(service, waiting);
  const { code } = parametersOf((await browser.get(waiting.statusPath)).body.redirectTo);
  await acme.redeem(code);
  await acme.redeem(code);
  const polled = await browser.get(waiting.statusPath);
  assert.deepEqual([polled.text, polled.headers.getSetCookie()], ['{"status":"completed"}', []]);
  assert.equal((await browser.get(authorizePath())).status, 200);
});

Deno.test("code: replay by who is not authenticated ends nothing", async () => {
  await using service = await loggedIn();
  assert.equal((await service.acme.redeem(service.code)).status, 200);
  const answer = await postToken(service, shownWith(service.code), {
    authorization: basicOf("acme", "wrong"),
  });
  assert.deepEqual(outcome(answer), invalidClient);
  assert.equal(await service.isKnown(), true);
  assert.deepEqual(await service.replays(), []);
});

Deno.test("wrong verifier: the challenge itself is none, so plain is no way around S256", async () => {
  await using service = await loggedIn();
  const { code_challenge } = Object.fromEntries(
    new URLSearchParams(authorizePath().split("?")[1]),
  );
  const answer = await service.acme.redeem(service.code, { code_verifier: code_challenge ?? "" });
  assert.deepEqual(outcome(answer), invalidGrant);
});
