import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { ClientId } from "../../core/access/schema.ts";
import { mintAccessToken } from "../../kv/access/access_tokens.ts";
import { putRecord } from "../support/clients.ts";
import { evidenceKeys, openSandboxPack } from "../support/evidence.ts";
import { answerOf, ERIKA } from "../support/sandbox_wallet.ts";
import { serviceInMemory } from "../support/service.ts";
import {
  believingSandbox,
  pathOf,
  present,
  sendAnswer,
  start,
  tokenHeader,
} from "../support/verifying.ts";

/** A live service whose client has registered a key, and a session that has a pack. */
async function withPack(options: Parameters<typeof serviceInMemory>[0] = {}) {
  const service = await serviceInMemory({ mode: "live", verifying: believingSandbox, ...options });
  const keys = await evidenceKeys("2026-1");
  await putRecord(service, "acme", { evidenceEncryptionKey: keys.publicJwk });
  const acme = service.as("acme");
  const started = await start(acme, "aml-identity");
  const reply = await present(service, started, { pid_aml_identity: ERIKA });
  assert.equal(reply.status, 200);
  assert(!("evidencePackCiphertext" in reply.body), "never on the callback's reply");
  const packOf = async (query = "") =>
    (await acme.get(`${pathOf(started)}${query}`)).body.decision.evidencePackCiphertext;
  return { service, keys, acme, started, packOf };
}

Deno.test("a pack holds what was asked for and proved, for its client's key alone", async () => {
  await using service = await serviceInMemory({ mode: "live", verifying: believingSandbox });
  const keys = await evidenceKeys("2026-1");
  await putRecord(service, "acme", { evidenceEncryptionKey: keys.publicJwk });
  const acme = service.as("acme");
  const started = await start(acme, "str-guest-registration");
  const body = await answerOf(started.authorizationRequest, {
    now: service.clock.now(),
    // A wallet may show more than it is asked for; nothing of it is kept.
    claims: {
      pid_str_guest_registration: { ...ERIKA, document_number: "L01X00T47", sex: 2, place: "Köln" },
    },
  });
  const { sessionId: _, ...decision } =
    (await sendAnswer(service, started.authorizationRequest, body)).body;
  const read = (await acme.get(pathOf(started))).body;
  const { header, document } = await keys.open(read.decision.evidencePackCiphertext);
  assert.deepEqual(
    [header["alg"], header["enc"], header["kid"], header["cty"]],
    ["ECDH-ES+A256KW", "A256GCM", "2026-1", "application/json"],
  );
  const [presentation = ""] = body.vp_token["pid_str_guest_registration"] ?? [];
  const { credentials: [credential], ...rest } = document;
  const certificate = Buffer.from(credential.issuerCertificate, "base64");
  assert.equal(
    credential.issuerCertificateSha256,
    createHash("sha256").update(certificate).digest("hex"),
  );
  assert.deepEqual(rest, {
    sessionId: started.sessionId,
    checkType: "str-guest-registration",
    templateVersion: "str-guest-registration@1",
    verifiedAt: "2026-03-02T09:00:00.000Z",
    decision,
  });
  assert.deepEqual(credential, {
    id: "pid_str_guest_registration",
    format: "dc+sd-jwt",
    type: "urn:eudi:pid:1",
    issuerSubject: "CN=aval sandbox issuer",
    issuerCertificate: credential.issuerCertificate,
    issuerCertificateSha256: credential.issuerCertificateSha256,
    presentationSha256: createHash("sha256").update(presentation).digest("hex"),
    claims: [
      { path: ["given_name"], values: ["Erika"] },
      { path: ["family_name"], values: ["Mustermann"] },
      { path: ["birthdate"], values: ["1984-08-12"] },
      { path: ["nationalities"], values: [["DE"]] },
      { path: ["document_number"], values: ["L01X00T47"] },
    ],
  });
  await assert.rejects((await evidenceKeys()).open(read.decision.evidencePackCiphertext));
});

Deno.test("a pack is delivered once: to the first claim, and to nobody and nothing else before it", async () => {
  const { service, keys, acme, started, packOf } = await withPack();
  await using _ = service;
  const path = pathOf(started);
  assert.equal(await packOf("?evidencePackDelivery=peek"), null);
  const agent = service.as("acme", { scopes: ["agent:read-only"] });
  assert.equal((await agent.get(path)).body.decision.evidencePackCiphertext, null);
  for (const delivery of ["claim", "peek"]) {
    // With the production credential beside the token the narrower one counts.
    const token = tokenHeader(started.sessionToken);
    const read = await acme.get(`${path}?evidencePackDelivery=${delivery}`, token);
    assert.deepEqual([read.status, read.body.decision.evidencePackCiphertext], [200, null]);
  }
  assert.equal((await service.as("globex").get(path)).status, 404);
  const listed = (await acme.get("/v1/verify/sessions")).body.sessions[0];
  const exported = (await acme.get("/v1/verify/gdpr/export")).body.sessions[0];
  assert.deepEqual(
    [listed.decision.evidencePackCiphertext, exported.decision.evidencePackCiphertext],
    [null, null],
  );
  const { authorization } = await bearerOf(service);
  const head = await service.fetch(path, { method: "HEAD", headers: { authorization } });
  assert.equal(head.status, 200);

  const { document } = await keys.open(await packOf());
  assert.equal(document.sessionId, started.sessionId);
  assert.deepEqual([await packOf(), await packOf("?evidencePackDelivery=claim")], [null, null]);
});

async function bearerOf({ store, clock }: Awaited<ReturnType<typeof serviceInMemory>>) {
  const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
  const minted = await mintAccessToken({ store, clock, random }, {
    clientId: ClientId.parse("acme"),
    roles: [],
    scopes: [],
    seconds: 60,
  });
  return { authorization: `Bearer ${minted}` };
}

Deno.test("a pack waits 30 days for its delivery, by the clock", async () => {
  for (const milliseconds of [999, 1000]) {
    const { service, started } = await withPack();
    await using _ = service;
    service.clock.advance({ hours: 24 * 30 - 1, minutes: 59, seconds: 59, milliseconds });
    // The token of the start has expired since; another role makes another one.
    const { body } = await service.as("acme", { roles: ["later"] }).get(pathOf(started));
    assert.equal(body.status, "completed");
    assert.equal(body.decision.evidencePackCiphertext === null, milliseconds === 1000);
  }
});

Deno.test("in sandbox a pack goes to the published key, unless the client has its own", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const pack = async () => {
    const started = await start(acme, "aml-identity");
    await present(service, started, { pid_aml_identity: ERIKA });
    return (await acme.get(pathOf(started))).body.decision.evidencePackCiphertext;
  };
  assert.equal((await openSandboxPack(await pack())).document.checkType, "aml-identity");
  const keys = await evidenceKeys();
  await putRecord(service, "acme", { evidenceEncryptionKey: keys.publicJwk });
  assert.equal((await keys.open(await pack())).document.checkType, "aml-identity");
});

Deno.test("checks without a pack have none, whoever reads first", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const started = await start(acme, "age-verification");
  await present(service, started, { av_age_over_18: { age_over_18: true } });
  assert.equal((await acme.get(pathOf(started))).body.decision.evidencePackCiphertext, null);
});
