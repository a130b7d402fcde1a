import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { calculateJwkThumbprint, decodeProtectedHeader, exportJWK } from "jose";
import { openOperatorAudit } from "../../kv/audit/audit_recording.ts";
import {
  activateSigningKey,
  newSigningKey,
  revokeSigningKey,
  type SigningKeyMoves,
} from "../../kv/keys/signing_key_moves.ts";
import { openUnits } from "../../kv/store/unit.ts";
import {
  authorizePath,
  type Browser,
  type Changed,
  ISSUER,
  logIn,
  openBrowser,
  openPage,
  parametersOf,
  proveLogin,
  returned,
} from "../support/login_journey.ts";
import { readIdToken, type RelyingParty, relyingParty } from "../support/login_relying_party.ts";
import * as sdJwt from "../support/sd_jwt.ts";
import type { Presenting } from "../support/sandbox_wallet.ts";
import { seededRandom } from "../support/random.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";

/** The service's secret, so that a command can change its keys. */
const SECRET = seededRandom(31).bytes(32);
const env = { AVAL_MODE: "sandbox", AVAL_SECRET_KEY: SECRET.toBase64() };

const JWKS = "/v1/login/.well-known/jwks.json";

async function started() {
  const service = await serviceInMemory({ env });
  return Object.assign(service, { acme: await relyingParty(service) });
}

/** Logs in by a wallet. @returns the id_token and its claims */
async function idTokenOf(
  service: TestService,
  party: RelyingParty,
  { browser = openBrowser(service), changed = {}, presenting = {} }: {
    readonly browser?: Browser;
    readonly changed?: Changed;
    readonly presenting?: Omit<Presenting, "now" | "claims">;
  } = {},
) {
  const waiting = await openPage(browser, { client_id: party.id, prompt: "login", ...changed });
  assert.equal((await proveLogin(service, waiting, presenting)).status, 200);
  const { code } = parametersOf((await browser.get(waiting.statusPath)).body.redirectTo);
  return await redeemed(service, party, code);
}

async function redeemed(service: TestService, party: RelyingParty, code: string | undefined) {
  const { body, text } = await party.redeem(code);
  assert(typeof body.id_token === "string", text);
  const { payload, protectedHeader } = await readIdToken(service, body.id_token);
  return { token: body.id_token as string, reply: body, payload, protectedHeader };
}

async function kids(service: TestService): Promise<readonly string[]> {
  const { keys } = await (await service.fetch(JWKS)).json();
  return keys.map(({ kid }: { readonly kid: string }) => kid);
}

function movesOf({ store, clock, dataKeys }: TestService): SigningKeyMoves {
  const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
  const audit = openOperatorAudit({ clock, random, dataKeys });
  return { store, clock, random, secrets: { current: SECRET }, audit, units: openUnits(store) };
}

const times = { jwksCacheSeconds: 300, idTokenMinutes: 5 };

Deno.test("id_token: alg ES256, kid; iss, sub, aud, exp of 5 minutes at most, iat, nonce, auth_time, at_hash, acr, amr, and no claim more", async () => {
  await using service = await started();
  const { reply, payload, protectedHeader } = await idTokenOf(service, service.acme);
  const [kid] = await kids(service);
  assert.deepEqual(protectedHeader, { alg: "ES256", typ: "JWT", kid });
  const now = service.clock.now().epochMilliseconds / 1000;
  const half = createHash("sha256").update(reply.access_token).digest().subarray(0, 16);
  const { sub, exp = 0, ...others } = payload;
  assert.deepEqual(others, {
    iss: ISSUER,
    aud: "acme",
    iat: now,
    auth_time: now,
    nonce: "n-0S6_WzA2Mj",
    acr: "urn:aval:acr:wallet-pid:1",
    amr: ["pop"],
    at_hash: half.toString("base64url"),
  });
  assert(exp > now && exp - now <= 300);
  assert.match(sub ?? "", /^[\x21-\x7e]{1,255}$/, "OpenID Connect Core 2");
});

Deno.test("id_token: auth_time is that of the wallet's proof, also on SSO; iat is that of the code's use", async () => {
  await using service = await started();
  const browser = openBrowser(service);
  const proved = service.clock.now().epochMilliseconds / 1000;
  const waiting = await openPage(browser);
  await proveLogin(service, waiting);
  service.clock.advance({ seconds: 7 });
  const { code } = parametersOf((await browser.get(waiting.statusPath)).body.redirectTo);
  service.clock.advance({ seconds: 5 });
  const first = await redeemed(service, service.acme, code);
  assert.deepEqual([first.payload["auth_time"], first.payload.iat], [proved, proved + 12]);
  service.clock.advance({ hours: 1 });
  const again = returned(await browser.get(authorizePath({ nonce: "second" })));
  const second = await redeemed(service, service.acme, again["code"]);
  assert.deepEqual(
    [second.payload["auth_time"], second.payload.iat, second.payload["nonce"]],
    [proved, proved + 3_612, "second"],
  );
  assert.equal(second.payload.sub, first.payload.sub);
});

Deno.test("id_token: no nonce where none was sent", async () => {
  await using service = await started();
  const { payload } = await idTokenOf(service, service.acme, { changed: { nonce: null } });
  assert(!("nonce" in payload));
});

Deno.test("id_token: no disclosed claim and no cnf, whatever the wallet shows", async () => {
  await using service = await started();
  const jwk = await exportJWK(sdJwt.wallet.publicKey);
  const { token, payload } = await idTokenOf(service, service.acme, {
    presenting: { sdJwt: { payload: { cnf: { jwk }, family_name: "Mustermann" } } },
  });
  const [, claims = ""] = token.split(".");
  const text = new TextDecoder().decode(
    Uint8Array.fromBase64(claims, { alphabet: "base64url" }),
  );
  const thumbprint = await calculateJwkThumbprint(jwk);
  const hexPrint = Uint8Array.fromBase64(thumbprint, { alphabet: "base64url" }).toHex();
  for (const hidden of ["1984", "Mustermann", "cnf", jwk.x, jwk.y, thumbprint, hexPrint]) {
    assert(!text.includes(hidden ?? "?"), hidden);
  }
  assert(!String(payload.sub).includes(thumbprint));
});

Deno.test("id_token: iss, endpoints and redirects carry the path of AVAL_BASE_URL", async () => {
  const base = "https://aval.example/trust";
  await using service = await serviceInMemory({ env: { AVAL_BASE_URL: base } });
  const acme = await relyingParty(service);
  const browser = openBrowser(service);
  const waiting = await openPage(browser);
  const { pathname } = new URL(waiting.request.response_uri);
  const callback = { ...waiting.request, response_uri: pathname.replace("/trust", "") };
  callback.response_uri = `https://aval.example${callback.response_uri}`;
  // The proxy takes the path away; what the wallet signs stays.
  const fetch: TestService["fetch"] = (path, init) =>
    service.fetch(path.replace(/^\/trust/, ""), init);
  assert.equal((await proveLogin({ ...service, fetch }, waiting)).status, 200);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const polled = await fetch(waiting.statusPath, { headers: { cookie } });
  const { code, iss } = parametersOf((await polled.json()).redirectTo);
  assert.equal(iss, `${base}/v1/login`);
  const { payload } = await redeemed(service, acme, code);
  assert.equal(payload.iss, iss);
  const discovery = await service.fetch("/v1/login/.well-known/openid-configuration");
  assert.equal((await discovery.json()).issuer, iss, "mix-up: one issuer everywhere");
});

Deno.test("keys: a NEW one is not published; activated it is at once, and signs one cache lifetime later", async () => {
  await using service = await started();
  const [first] = await kids(service);
  const signedBy = async () =>
    decodeProtectedHeader((await idTokenOf(service, service.acme)).token).kid;
  const made = await newSigningKey(movesOf(service));
  assert(made.ok);
  assert.deepEqual([await kids(service), await signedBy()], [[first], first]);
  assert((await activateSigningKey(movesOf(service), { kid: made.value, ...times })).ok);
  assert.deepEqual((await kids(service)).toSorted(), [first, made.value].toSorted());
  service.clock.advance({ seconds: 299 });
  assert.equal(await signedBy(), first);
  service.clock.advance({ seconds: 1 });
  assert.equal(await signedBy(), made.value);
  assert((await kids(service)).includes(first ?? ""), "its last id_token has not expired");
});

Deno.test("keys: a REVOKED one vanishes at once, and what it signed verifies by nothing that is published", async () => {
  await using service = await started();
  const old = await idTokenOf(service, service.acme);
  const browser = openBrowser(service);
  const { code } = await logIn(service, browser);
  const made = await newSigningKey(movesOf(service));
  assert(made.ok);
  assert((await activateSigningKey(movesOf(service), { kid: made.value, ...times })).ok);
  assert((await revokeSigningKey(movesOf(service), old.protectedHeader.kid ?? "")).ok);
  assert.deepEqual(await kids(service), [made.value]);
  await assert.rejects(readIdToken(service, old.token));
  // Nobody waits out a cache lifetime for a key that must not be used.
  const { protectedHeader } = await redeemed(service, service.acme, code);
  assert.equal(protectedHeader.kid, made.value);
});

Deno.test("keys: no private member, and kid is the RFC 7638 thumbprint", async () => {
  await using service = await started();
  const { keys } = await (await service.fetch(JWKS)).json();
  for (const key of keys) {
    assert.deepEqual(Object.keys(key).toSorted(), ["alg", "crv", "kid", "kty", "use", "x", "y"]);
    assert.equal(await calculateJwkThumbprint(key), key.kid);
  }
});

Deno.test("mix-up: authorization_response_iss_parameter_supported, and iss is the issuer of discovery on success and error", async () => {
  await using service = await started();
  const discovery = await service.fetch("/v1/login/.well-known/openid-configuration");
  const described = await discovery.json();
  assert.equal(described.authorization_response_iss_parameter_supported, true);
  const browser = openBrowser(service);
  const success = await logIn(service, browser);
  const refused = await browser.get(authorizePath({ response_type: "token" }));
  assert.deepEqual([success["iss"], returned(refused)["iss"]], [
    described.issuer,
    described.issuer,
  ]);
});

Deno.test("PAR, DPoP, JAR, userinfo, logout: discovery names none of them, and none answers", async (t) => {
  await using service = await started();
  const discovery = await service.fetch("/v1/login/.well-known/openid-configuration");
  const described = await discovery.json();
  for (const name of Object.keys(described)) {
    assert.doesNotMatch(
      name,
      /pushed|dpop|jar|userinfo|end_session|logout|registration|introspection|revocation|device|check_session/,
    );
  }
  for (const path of ["par", "userinfo", "logout", "end_session", "register", "introspect"]) {
    await t.step(path, async () => {
      const answer = await service.fetch(`/v1/login/${path}`);
      await answer.body?.cancel();
      assert.equal(answer.status, 404);
    });
  }
});
