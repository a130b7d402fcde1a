import assert from "node:assert/strict";
import fc from "fast-check";
import { z } from "zod";
import { isBase64 } from "../../core/seal/schema.ts";
import { comparedRequest } from "../../core/seal/keep_document.ts";
import { putRecord } from "../support/clients.ts";
import { UNKNOWN_ID } from "../support/names.ts";
import { serviceInMemory } from "../support/service.ts";
import { standInSigning } from "../support/stand_in_signing.ts";
import { runs } from "../support/runs.ts";

const document = new TextEncoder().encode("%PDF-1.7\n%%EOF\n").toBase64();
const SEAL = { document, authorizingRepresentativeId: UNKNOWN_ID };
const SIGN = { document, signerId: UNKNOWN_ID };
const routes = [
  { path: "/v1/seal", body: SEAL, code: "qseal_not_configured" },
  { path: "/v1/sign", body: SIGN, code: "qes_not_configured" },
] as const;
const post = (body: string) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body,
});

for (const mode of ["sandbox", "live"] as const) {
  Deno.test(`POST /v1/seal and /v1/sign in ${mode} answer 503 in their own words, and record nothing`, async () => {
    await using service = await serviceInMemory({ mode });
    for (const { path, body, code } of routes) {
      const answer = await service.as("acme").post(path, body);
      assert.deepEqual([answer.status, answer.body.error], [503, code]);
      assert.equal(answer.headers.get("x-aval-mode"), mode);
    }
    assert.equal((await service.auditEvents()).length, 0);
  });
}

Deno.test("POST /v1/seal and /v1/sign answer 401, 403 and 400 before their 503, in that order", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  for (const { path, body, code } of routes) {
    const wrong = { ...body, document: "no base64!" };
    const seen = [];
    const anonymous = await service.fetch(path, post(JSON.stringify(wrong)));
    seen.push([anonymous.status, (await anonymous.json()).error]);
    const acme = service.as("acme");
    await putRecord(service, "acme", { status: "SUSPENDED", ipAllowlist: ["192.0.2.1"] });
    seen.push([403, (await acme.post(path, wrong)).body.error]);
    await putRecord(service, "acme", { ipAllowlist: ["192.0.2.1"] });
    seen.push([403, (await acme.post(path, wrong)).body.error]);
    const agent = service.as("globex", { scopes: ["agent:read-only"] });
    seen.push([403, (await agent.post(path, wrong)).body.error]);
    seen.push([400, (await service.as("globex").post(path, wrong)).body.error]);
    seen.push([503, (await service.as("globex").post(path, body)).body.error]);
    assert.deepEqual(seen, [
      [401, "unauthorized"],
      [403, "account_inactive"],
      [403, "client_access_restricted"],
      [403, "insufficient_scope"],
      [400, "bad_request"],
      [503, code],
    ]);
  }
});

Deno.test("POST /v1/seal and /v1/sign name what is wrong with a body", async (t) => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const cases = [
    {
      path: "/v1/seal",
      body: {},
      says: 'Field "document" is required; Field "authorizingRepresentativeId" is required',
    },
    {
      path: "/v1/seal",
      body: { document },
      says: 'Field "authorizingRepresentativeId" is required',
    },
    { path: "/v1/seal", body: { ...SEAL, document: "" }, says: /expected base64/ },
    { path: "/v1/seal", body: { ...SEAL, document: `${document}\n` }, says: /expected base64/ },
    { path: "/v1/seal", body: { ...SEAL, document: "data:;base64,AAAA" }, says: /expected base64/ },
    { path: "/v1/seal", body: { ...SEAL, document: "_-8=" }, says: /expected base64/ },
    { path: "/v1/seal", body: { ...SEAL, document: "AAA" }, says: /expected base64/ },
    { path: "/v1/seal", body: { ...SEAL, document: 7 }, says: /expected string/ },
    { path: "/v1/sign", body: { document }, says: 'Field "signerId" is required' },
    { path: "/v1/sign", body: { ...SIGN, pin: "739154" }, says: 'Field "pinObjectId" is required' },
    { path: "/v1/sign", body: { ...SIGN, pinObjectId: "1" }, says: 'Field "pin" is required' },
    { path: "/v1/sign", body: { ...SIGN, pin: "", pinObjectId: "1" }, says: /"pin" is not valid/ },
    { path: "/v1/sign", body: { ...SIGN, pin: 739154, pinObjectId: "1" }, says: /expected string/ },
  ];
  for (const { path, body, says } of cases) {
    await t.step(`${path} ${JSON.stringify(body).slice(0, 90)}`, async () => {
      const answer = await acme.post(path, body);
      assert.deepEqual([answer.status, answer.body.error], [400, "bad_request"]);
      if (typeof says === "string") assert.equal(answer.body.message, says);
      else assert.match(answer.body.message, says);
      assert(!answer.text.includes("739154"));
    });
  }
  const whole = await acme.post("/v1/sign", { ...SIGN, pin: "739154", pinObjectId: "1" });
  assert.equal(whole.status, 503);
});

Deno.test("POST /v1/seal and /v1/sign take a document of 10 MiB, and no larger one", async () => {
  await using service = await serviceInMemory();
  const mib = 1_048_576;
  const sized = (bytes: number) => new Uint8Array(bytes).toBase64();
  for (const { path, body, code } of routes) {
    const largest = await service.as("acme").post(path, { ...body, document: sized(10 * mib) });
    assert.deepEqual([largest.status, largest.body.error], [503, code]);
    const over = await service.as("acme").post(path, { ...body, document: sized(10 * mib + 1) });
    assert.deepEqual([over.status, over.body.error], [400, "bad_request"]);
    assert.match(over.body.message, /at most 10485760 bytes/);
    const large = await service.as("acme").post(path, { ...body, document: sized(11 * mib) });
    assert.deepEqual([large.status, large.body.error], [413, "payload_too_large"]);
  }
  // Other routes hold to their own limit.
  const screen = await service.as("acme").post("/v1/screen", { name: "x", pad: "y".repeat(mib) });
  assert.equal(screen.status, 413);
});

Deno.test("a large body is read for nobody who is not admitted", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      pulled++;
      controller.enqueue(new Uint8Array(65_536).fill(0x20));
    },
  }, { highWaterMark: 0 });
  const answer = await service.fetch("/v1/seal", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  assert.deepEqual([answer.status, pulled], [401, 0]);
  await answer.body?.cancel();
});

Deno.test("a 503 gives the idempotency key back: nothing is kept, nothing is replayed", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const key = { "idempotency-key": "k1" };
  for (const { path, body } of routes) {
    const first = await acme.post(path, body, key);
    const again = await acme.post(path, body, key);
    const other = await acme.post(path, { ...body, document: "JVBERi0=" }, key);
    for (const answer of [first, again, other]) {
      assert.deepEqual([answer.status, answer.headers.get("idempotent-replayed")], [503, null]);
    }
  }
  const kept = await Array.fromAsync(service.store.list(z.unknown(), { prefix: ["replay"] }));
  assert.deepEqual(kept, []);
});

Deno.test("a PIN is not logged, and does not make a request another one", async () => {
  const signing = standInSigning({ objectIdsOf: () => ["1"] });
  await using service = await serviceInMemory({
    signing: signing.service,
    env: { AVAL_LOG: "debug" },
  });
  const signerId = "0199a000-0004-7000-8000-000000000002";
  const signingCredentials = [{ personId: signerId, credentialId: "sign-1" }];
  await putRecord(service, "sandbox", { signingCredentials });
  const request = { document, signerId };
  const sign = (body: object) =>
    service.as("sandbox").post("/v1/sign", body, { "idempotency-key": "k1" });
  const first = await sign({ ...request, pin: "739154", pinObjectId: "1" });
  assert.equal(first.status, 200, first.text);
  const again = await sign({ ...request, pin: "826043", pinObjectId: "1" });
  assert.deepEqual([again.headers.get("idempotent-replayed"), again.text], ["true", first.text]);
  const others = [
    { ...request, pin: "739154", pinObjectId: "2" },
    request,
    { ...request, signerId: "another", pin: "739154", pinObjectId: "1" },
    { ...request, document: "JVBERi0=", pin: "739154", pinObjectId: "1" },
  ];
  for (const other of others) {
    const answer = await sign(other);
    assert.deepEqual([answer.status, answer.body.error], [409, "idempotency_key_conflict"]);
  }
  assert(!service.logLines.join().includes("739154"));
});

Deno.test("the fingerprint of a request holds everything but its PIN, the document by its hash", async () => {
  const request = { ...SIGN, pin: "739154", pinObjectId: "1" };
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(document));
  const documentSha256 = new Uint8Array(digest).toHex();
  assert.deepEqual(await comparedRequest(request), {
    signerId: UNKNOWN_ID,
    pinObjectId: "1",
    documentSha256,
  });
});

Deno.test("isBase64() takes exactly what an encoder gives", () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => {
    assert.equal(isBase64(bytes.toBase64()), bytes.length > 0);
  }));
  const some = fc.string({ unit: fc.constantFrom(..."AQgwMZaz09+/=-_ \n"), maxLength: 8 });
  fc.assert(
    fc.property(some, (text) => {
      // An independent reading: what decodes and encodes to itself is canonical.
      let isCanonical = false;
      try {
        isCanonical = text !== "" && btoa(atob(text)) === text;
      } catch {
        // not base64
      }
      assert.equal(isBase64(text), isCanonical, JSON.stringify(text));
    }),
    { numRuns: runs(5_000) },
  );
});
