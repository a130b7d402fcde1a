import assert from "node:assert/strict";
import { createLocalJWKSet, type JWTPayload, jwtVerify } from "jose";
import { createHash } from "node:crypto";
import { ClientId } from "../../core/access/schema.ts";
import { openLoginRegistrations } from "../../kv/login/login_registrations.ts";
import { putRecord } from "../support/clients.ts";
import {
  asked,
  authorizePath,
  ISSUER,
  logIn,
  openBrowser,
  openPage,
  otherHolder,
  parametersOf,
  proveLogin,
  REDIRECT_URI,
  returned,
  VERIFIER,
} from "../support/login_journey.ts";
import { seededRandom } from "../support/random.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { believingSandbox } from "../support/verifying.ts";

/** A relying party, with the acts of its library. */
interface RelyingParty {
  readonly id: string;
  readonly secret: string;
}

/** Registers a relying party as the operator's command does. */
async function register(service: TestService, id: string, seed: number): Promise<RelyingParty> {
  const random = seededRandom(seed);
  const acts = { ...service, random, audit: { record: () => {} } };
  const redirectUris = [REDIRECT_URI];
  const { secret } = await openLoginRegistrations(acts).put(ClientId.parse(id), { redirectUris });
  assert(secret !== null);
  return { id, secret };
}

/** A live deployment with two relying parties. */
async function liveLogin() {
  const service = await serviceInMemory({ mode: "live", verifying: believingSandbox });
  return {
    service,
    acme: await register(service, "acme", 101),
    globex: await register(service, "globex", 102),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

/** Sends a code to the token endpoint. */
async function redeem(
  service: TestService,
  { id, secret }: RelyingParty,
  code: string | undefined,
  changed: Readonly<Record<string, string>> = {},
) {
  const answer = await service.fetch("/v1/login/token", {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      authorization: `Basic ${btoa(`${id}:${secret}`)}`,
    },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: code ?? "",
      redirect_uri: REDIRECT_URI,
      code_verifier: VERIFIER,
      ...changed,
    }).toString(),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

/** Verifies an id_token like a library, by the discovery document. */
async function verified(service: TestService, idToken: string, audience = "acme") {
  const discovery = await service.fetch("/v1/login/.well-known/openid-configuration");
  const { issuer, jwks_uri } = await discovery.json();
  assert.equal(issuer, ISSUER);
  const jwks = await (await service.fetch(new URL(jwks_uri).pathname)).json();
  const { payload, protectedHeader } = await jwtVerify(idToken, createLocalJWKSet(jwks), {
    issuer,
    audience,
    algorithms: ["ES256"],
    currentDate: new Date(service.clock.now().epochMilliseconds),
  });
  assert.equal(protectedHeader.typ ?? "JWT", "JWT");
  return payload;
}

/** Redeems a code. @returns claims of its id_token */
async function claimsOf(
  service: TestService,
  party: RelyingParty,
  code: string | undefined,
): Promise<JWTPayload> {
  const { status, body } = await redeem(service, party, code);
  assert.equal(status, 200, JSON.stringify(body));
  return await verified(service, body.id_token, party.id);
}

Deno.test("a login goes from authorize to an id_token, and a second one over the cookie", async () => {
  await using login = await liveLogin();
  const { service, acme } = login;
  const browser = openBrowser(service);
  const { code, state, iss } = await logIn(service, browser);
  assert.deepEqual([state, iss], [asked.state, ISSUER]);
  const { status, body } = await redeem(service, acme, code);
  assert.equal(status, 200);
  const claims = await verified(service, body.id_token);
  const now = Math.floor(service.clock.now().epochMilliseconds / 1000);
  const { sub, at_hash, ...rest } = claims;
  assert.deepEqual(rest, {
    iss: ISSUER,
    aud: "acme",
    iat: now,
    exp: now + 300,
    auth_time: now,
    nonce: asked.nonce,
    acr: "urn:aval:acr:wallet-pid:1",
    amr: ["pop"],
  });
  assert.match(sub ?? "", /^[\w-]{43}$/);
  const half = createHash("sha256").update(body.access_token).digest().subarray(0, 16);
  assert.equal(at_hash, half.toString("base64url"));

  service.clock.advance({ minutes: 30 });
  const again = returned(await browser.get(authorizePath({ nonce: "another", max_age: "3600" })));
  const second = await claimsOf(service, acme, again["code"]);
  assert.deepEqual(
    [second.sub, second["nonce"], second["auth_time"], second.iat],
    [sub, "another", now, now + 1_800],
  );
});

Deno.test("the same wallet is the same subject at one relying party, and another at the next", async () => {
  await using login = await liveLogin();
  const { service, acme, globex } = login;
  const subjectOf = async (party: RelyingParty, presenting = {}) => {
    const browser = openBrowser(service);
    const waiting = await openPage(browser, { client_id: party.id });
    await proveLogin(service, waiting, presenting);
    const { body } = await browser.get(waiting.statusPath);
    const { code } = parametersOf(body.redirectTo);
    return (await claimsOf(service, party, code)).sub;
  };
  const first = await subjectOf(acme);
  assert.equal(await subjectOf(acme), first);
  assert.notEqual(await subjectOf(globex), first);
  assert.notEqual(await subjectOf(acme, await otherHolder()), first);
});

Deno.test("code: a replay is invalid_grant, ends the browser's single sign-on, and is recorded once", async () => {
  await using login = await liveLogin();
  const { service, acme } = login;
  const browser = openBrowser(service);
  const { code } = await logIn(service, browser);
  assert.equal((await redeem(service, acme, code)).status, 200);
  assert.equal((await browser.get(authorizePath())).status, 302);
  for (let at = 0; at < 2; at++) {
    const { status, body } = await redeem(service, acme, code);
    assert.deepEqual([status, body.error], [400, "invalid_grant"]);
  }
  assert.equal((await browser.get(authorizePath())).status, 200, "the wallet is asked again");
  const replays = (await service.auditEvents()).filter(({ kind }) => kind.startsWith("LOGIN_CODE"));
  assert.deepEqual(replays, [{ kind: "LOGIN_CODE_REPLAYED", clientId: "acme" }]);
});

Deno.test("code: single use under concurrency", async () => {
  await using login = await liveLogin();
  const { service, acme } = login;
  const { code } = await logIn(service, openBrowser(service));
  const answers = await Promise.all(
    Array.from({ length: 64 }, () => redeem(service, acme, code)),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  for (const { status, body } of answers) {
    if (status !== 200) assert.deepEqual([status, body.error], [400, "invalid_grant"]);
  }
});

Deno.test("code: another client and failed authentication leave it, a wrong verifier burns it", async () => {
  await using login = await liveLogin();
  const { service, acme, globex } = login;
  const browser = openBrowser(service);
  const { code } = await logIn(service, browser);
  const errorOf = async (...shown: Parameters<typeof redeem>) => {
    const { status, body } = await redeem(...shown);
    return [status, body.error];
  };
  assert.deepEqual(await errorOf(service, globex, code), [400, "invalid_grant"]);
  const impostor = { id: "acme", secret: globex.secret };
  assert.deepEqual(await errorOf(service, impostor, code), [401, "invalid_client"]);
  assert.equal((await redeem(service, acme, code)).status, 200);
  const { code: next } = returned(await browser.get(authorizePath()));
  const wrong = { code_verifier: "x".repeat(43) };
  assert.deepEqual(await errorOf(service, acme, next, wrong), [400, "invalid_grant"]);
  assert.deepEqual(await errorOf(service, acme, next), [400, "invalid_grant"]);
});

Deno.test("code: it lives for 60 seconds", async () => {
  await using login = await liveLogin();
  const { service, acme } = login;
  const { code } = await logIn(service, openBrowser(service));
  service.clock.advance({ seconds: 60 });
  assert.equal((await redeem(service, acme, code)).body.error, "invalid_grant");
});

Deno.test("a client that is suspended logs nobody in any more", async () => {
  await using login = await liveLogin();
  const { service, acme } = login;
  const browser = openBrowser(service);
  const { code } = await logIn(service, browser);
  await putRecord(service, "acme", {
    status: "SUSPENDED",
    loginClient: { redirectUris: [REDIRECT_URI] },
  });
  assert.equal((await browser.get(authorizePath())).status, 400);
  const { status, body } = await redeem(service, acme, code);
  assert.deepEqual([status, body.error], [401, "invalid_client"]);
});

Deno.test("a code that was issued is worth nothing after an erasure", async () => {
  await using login = await liveLogin();
  const { service, acme } = login;
  const { code } = await logIn(service, openBrowser(service));
  const { body } = await service.as("acme").post("/v1/verify/gdpr/erasure-requests", {});
  assert.deepEqual(body.deleted, { sessions: 1, logins: 3, idempotencyRecords: 0 });
  assert.equal((await redeem(service, acme, code)).body.error, "invalid_grant");
});

Deno.test("nothing of a login stands in store, log, audit or answers in clear", async () => {
  const folder = await Deno.makeTempDir();
  const kv = `${folder}/kv.sqlite3`;
  const secrets: string[] = [];
  let seen = "";
  {
    await using service = await serviceInMemory({ mode: "live", kv, verifying: believingSandbox });
    const acme = await register(service, "acme", 101);
    const browser = openBrowser(service);
    const waiting = await openPage(browser);
    await proveLogin(service, waiting);
    const { body } = await browser.get(waiting.statusPath);
    const { code = "" } = parametersOf(body.redirectTo);
    const { body: tokens } = await redeem(service, acme, code);
    const { sub = "" } = await verified(service, tokens.id_token);
    const [, id = ""] = /authorize\/([\w-]+)\/status/.exec(waiting.statusPath) ?? [];
    secrets.push(id, code, tokens.access_token, acme.secret, VERIFIER, ...browser.cookies.values());
    secrets.push("1984-08-12", sub, tokens.id_token, waiting.request.state, waiting.request.nonce);
    await service.runMaintenance();
    const reads = await Promise.all(
      ["/v1/verify/sessions", "/v1/verify/gdpr/export"].map((path) => service.as("acme").get(path)),
    );
    seen = [
      ...service.logLines,
      JSON.stringify(await service.auditEvents()),
      ...reads.map(({ text }) => text),
    ].join("\n");
  }
  for await (const { name } of Deno.readDir(folder)) {
    seen += new TextDecoder("latin1").decode(await Deno.readFile(`${folder}/${name}`));
  }
  assert.equal(secrets.length, 12);
  for (const [at, secret] of secrets.entries()) {
    assert(secret.length >= 10 && !seen.includes(secret), `secret ${at}`);
  }
  await Deno.remove(folder, { recursive: true });
});
