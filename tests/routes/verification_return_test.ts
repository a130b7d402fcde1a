/**
 * `returnUrl`: the redirect to the browser on the wallet's device (OpenID4VP 1.0 §8.2 and §13.3).
 */

import assert from "node:assert/strict";
import { putRecord } from "../support/clients.ts";
import { serviceEncrypting } from "../support/encrypting.ts";
import { serviceInMemory, type TestClient, type TestService } from "../support/service.ts";
import {
  believingSandbox,
  pathOf,
  present,
  sendAnswer,
  start,
  tokenHeader,
} from "../support/verifying.ts";
import { decryptedRecords } from "../support/decrypted_store.ts";
import { folderOf } from "../support/folder.ts";
import { runWallet } from "../support/wallet.ts";

const SHOP = "https://shop.example";
/** A URL with a query that parsers would write differently. */
const RETURN_URL = `${SHOP}/checkout?order=7%20a&b`;
const OF_AGE = { av_age_over_18: { age_over_18: true } };

async function liveShop(options: { readonly kv?: string } = {}) {
  const service = await serviceInMemory({ mode: "live", verifying: believingSandbox, ...options });
  await putRecord(service, "acme", { returnOrigins: [SHOP] });
  return { service, acme: service.as("acme") };
}

async function startReturning(client: TestClient, returnUrl: unknown = RETURN_URL) {
  const body = { clientId: client.id, checkType: "age-verification", returnUrl };
  return await client.post("/v1/verify/sessions", body);
}

/** Reads a session with the session's token. */
async function readByToken(
  service: TestService,
  started: { readonly sessionId: never; readonly sessionToken: string },
  query = "",
) {
  const answer = await service.fetch(`${pathOf(started)}${query}`, {
    headers: tokenHeader(started.sessionToken),
  });
  return { status: answer.status, body: await answer.json() };
}

function codeIn(reply: { readonly body: { readonly redirect_uri: string } }): string {
  return new URL(reply.body.redirect_uri).searchParams.get("response_code") ?? assert.fail();
}

Deno.test("only the browser that comes back from the wallet reads how its session ended", async () => {
  const { service, acme } = await liveShop();
  await using _ = service;
  const { body: started } = await startReturning(acme);
  const pending = await readByToken(service, started);
  assert.equal(pending.body.status, "pending");
  const reply = await present(service, started, OF_AGE);
  assert.equal(reply.status, 200);
  const code = codeIn(reply);
  assert.match(code, /^[A-Za-z0-9_-]{43}$/);
  assert.equal(reply.body.redirect_uri, `${RETURN_URL}&response_code=${code}`);
  for (const query of ["", "?response_code=", `?response_code=${"A".repeat(43)}`]) {
    const refused = await readByToken(service, started, query);
    assert.deepEqual([refused.status, refused.body.error], [403, "response_code_required"]);
    assert(!JSON.stringify(refused.body).includes("ageOver18"));
  }
  const read = await readByToken(service, started, `?response_code=${code}`);
  assert.deepEqual([read.status, read.body.decision.booleanProofs], [200, { ageOver18: true }]);
});

Deno.test("another session's response_code reads nothing", async () => {
  const { service, acme } = await liveShop();
  await using _ = service;
  const { body: mine } = await startReturning(acme);
  const { body: attackers } = await startReturning(acme);
  await present(service, mine, OF_AGE);
  const code = codeIn(await present(service, attackers, OF_AGE));
  const refused = await readByToken(service, mine, `?response_code=${code}`);
  assert.equal(refused.status, 403);
});

Deno.test("the client reads its session without a code, and never by a wrong one", async () => {
  const { service, acme } = await liveShop();
  await using _ = service;
  const { body: started } = await startReturning(acme);
  const code = codeIn(await present(service, started, OF_AGE));
  assert.equal((await acme.get(pathOf(started))).body.status, "completed");
  assert.equal((await acme.get(`${pathOf(started)}?response_code=${code}`)).status, 200);
  const wrong = await acme.get(`${pathOf(started)}?response_code=${code}x`);
  assert.deepEqual([wrong.status, wrong.body.error], [403, "response_code_required"]);
});

Deno.test("a wallet that presents nothing sends its browser back, too", async () => {
  const { service, acme } = await liveShop();
  await using _ = service;
  const { body: started } = await startReturning(acme);
  const reply = await sendAnswer(service, started.authorizationRequest, { error: "access_denied" });
  assert.equal((await readByToken(service, started)).status, 403);
  const read = await readByToken(service, started, `?response_code=${codeIn(reply)}`);
  assert.deepEqual([read.body.status, read.body.error], ["failed", "access_denied"]);
});

Deno.test("a session that ended without an answer, or by bad ones, needs no code: there is none", async () => {
  const { service, acme } = await liveShop();
  await using _ = service;
  const { body: failed } = await startReturning(acme);
  for (let tries = 0; tries < 5; tries++) {
    const reply = await sendAnswer(service, failed.authorizationRequest, { vp_token: {} });
    assert.deepEqual([reply.status, "redirect_uri" in reply.body], [400, false]);
  }
  assert.equal((await readByToken(service, failed)).body.status, "failed");
  const { body: expired } = await startReturning(acme);
  service.clock.advance({ minutes: 11 });
  assert.equal((await readByToken(service, expired)).body.status, "expired");
});

Deno.test("a second answer has no way back", async () => {
  const { service, acme } = await liveShop();
  await using _ = service;
  const { body: started } = await startReturning(acme);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => present(service, started, OF_AGE)),
  );
  const won = answers.filter(({ status }) => status === 200);
  assert.equal(won.length, 1);
  for (const { status, text } of answers) {
    if (status !== 200) assert(!text.includes("redirect_uri"));
  }
});

Deno.test("returnUrl has an origin of the client's record, in live", async () => {
  const { service, acme } = await liveShop();
  await using _ = service;
  const refused = [
    "https://evil.example/checkout",
    "https://shop.example.evil.example/",
    "https://shop.example:8443/",
    "http://shop.example/",
    "http://localhost:3000/",
    "https://user:password@shop.example/",
    "https://shop.example/#fragment",
    "https://shop.example\\@evil.example/",
    "javascript:alert(1)",
    "/checkout",
    "",
    7,
    `${SHOP}/${"a".repeat(2_000)}`,
    `${SHOP}/?response_code=mine`,
  ];
  for (const returnUrl of refused) {
    const answer = await startReturning(acme, returnUrl);
    assert.deepEqual([answer.status, answer.body.error], [400, "bad_request"], String(returnUrl));
    assert.match(answer.body.message, /returnUrl/);
  }
  assert.equal((await startReturning(service.as("globex"))).status, 400, "another's record");
  assert.equal((await startReturning(acme, null)).status, 200, "null is absent");
});

Deno.test("in a sandbox this machine is a place to return to, and another's host is not", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  assert.equal((await startReturning(acme, "http://localhost:3000/back")).status, 200);
  assert.equal((await startReturning(acme, RETURN_URL)).status, 400);
});

Deno.test("without returnUrl a session has no redirect_uri, and its token reads it", async () => {
  const { service, acme } = await liveShop();
  await using _ = service;
  const started = await start(acme, "age-verification");
  const reply = await present(service, started, OF_AGE);
  assert(!reply.text.includes("redirect_uri"));
  const answer = await service.fetch(pathOf(started), {
    headers: tokenHeader(started.sessionToken),
  });
  assert.equal((await answer.json()).status, "completed");
});

Deno.test("a repeat of the start answers the same bytes, and another returnUrl conflicts", async () => {
  const { service, acme } = await liveShop();
  await using _ = service;
  const key = { "idempotency-key": "order-7" };
  const body = { checkType: "age-verification", clientId: "acme", returnUrl: RETURN_URL };
  const first = await acme.post("/v1/verify/sessions", body, key);
  assert.equal((await acme.post("/v1/verify/sessions", body, key)).text, first.text);
  const other = { ...body, returnUrl: `${SHOP}/elsewhere` };
  const conflict = await acme.post("/v1/verify/sessions", other, key);
  assert.equal(conflict.body.error, "idempotency_key_conflict");
});

Deno.test("the code is in no log, and in the store as a hash alone", async () => {
  await using folder = await folderOf({});
  const kv = `${folder.path}/kv.sqlite3`;
  const { service, acme } = await liveShop({ kv });
  await using _ = service;
  const { body: started } = await startReturning(acme);
  const code = codeIn(await present(service, started, OF_AGE));
  await readByToken(service, started, `?response_code=${code}`);
  assert(!service.logLines.join("\n").includes(code));
  const records = await decryptedRecords(kv, service);
  assert(records.length > 0);
  assert(!JSON.stringify(records).includes(code));
});

Deno.test("a wallet that encrypts is sent back likewise", async () => {
  await using service = await serviceEncrypting();
  await putRecord(service, "acme", { returnOrigins: [SHOP] });
  const { body: started } = await startReturning(service.as("acme"));
  const ran = await runWallet(service, ["present", started.authorizationRequestUri]);
  assert.equal(ran.code, 0, ran.stderr);
  const code = codeIn({ body: JSON.parse(ran.stdout) });
  const read = await readByToken(service, started, `?response_code=${code}`);
  assert.equal(read.body.status, "completed");
});
