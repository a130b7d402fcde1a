import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { putRecord } from "../../support/clients.ts";
import { pdfOf } from "../../support/pdf_documents.ts";
import { type RawServer, serveRaw } from "../../support/raw_server.ts";
import { serviceInMemory, type TestService } from "../../support/service.ts";
import { openSigningAuthorities } from "../../support/signing_credentials.ts";
import { openTimestampAuthority } from "../../support/timestamp_authority.ts";
import { SIGNING_PIN } from "../../support/trust_service_credentials.ts";
import {
  CSC_CLIENT_ID,
  CSC_CLIENT_SECRET,
  type FakeTrustService,
  startTrustService,
} from "../../support/trust_service_provider.ts";

// The approved application of the sandbox's own client, as fixtures/kyb/applications.json has it.
const DIRECTOR = "0199a000-0004-7000-8000-000000000002";
const original = pdfOf({});
const document = original.toBase64();

interface SealingService extends AsyncDisposable {
  readonly service: TestService;
  readonly provider: FakeTrustService;
  /** Number of requests to the timestamp authority. */
  readonly stamped: () => number;
}

/** A sandbox with a trust service and a timestamp authority, as their variables configure them. */
async function sealingService(
  { withTimestamps = true } = {},
): Promise<SealingService> {
  const provider = await startTrustService();
  const authority = await openTimestampAuthority((await openSigningAuthorities()).issuing);
  let stamped = 0;
  const stamping: RawServer = serveRaw(async ({ body }) => {
    stamped++;
    return {
      kind: "answer",
      status: 200,
      headers: { "content-type": "application/timestamp-reply" },
      body: await authority.respond(body),
    };
  });
  const service = await serviceInMemory({
    env: {
      AVAL_CSC_URL: provider.url,
      AVAL_CSC_CLIENT_ID: CSC_CLIENT_ID,
      AVAL_CSC_CLIENT_SECRET: CSC_CLIENT_SECRET,
      ...(withTimestamps ? { AVAL_TSA_URL: `${stamping.origin}/tsa` } : {}),
    },
  });
  await putRecord(service, "sandbox", {
    sealCredential: { credentialId: "seal-p256" },
    signingCredentials: [{ personId: DIRECTOR, credentialId: "sign-rsa-pin" }],
  });
  return {
    service,
    provider,
    stamped: () => stamped,
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await stamping[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

function assertSigned(answer: { readonly status: number; readonly text: string; body: unknown }) {
  assert.equal(answer.status, 200, answer.text);
  const { document, resultSha256 } = answer.body as Record<string, string>;
  const result = Uint8Array.fromBase64(document ?? "");
  assert.deepEqual(result.subarray(0, original.length), original);
  assert.equal(createHash("sha256").update(result).digest("hex"), resultSha256);
  assert(new TextDecoder("latin1").decode(result).includes("ETSI.CAdES.detached"));
  return result;
}

Deno.test("a configured service seals and signs at its trust service, with a timestamp", async () => {
  await using sealing = await sealingService();
  const own = sealing.service.as("sandbox");
  const seal = { document, authorizingRepresentativeId: DIRECTOR };
  const sealed = await own.post("/v1/seal", seal, { "idempotency-key": "one" });
  const result = assertSigned(sealed);
  const { frozenDecisionArtifact } = sealed.body;
  assert.deepEqual(
    [frozenDecisionArtifact.credentialId, frozenDecisionArtifact.trustServiceProvider],
    ["seal-p256", "Example Trust Services"],
  );
  const repeated = await own.post("/v1/seal", seal, { "idempotency-key": "one" });
  assert.deepEqual(assertSigned(repeated), result);
  const sign = { document, signerId: DIRECTOR, pin: SIGNING_PIN, pinObjectId: "PIN" };
  assertSigned(await own.post("/v1/sign", sign));
  assert.deepEqual([sealing.provider.signed(), sealing.stamped()], [2, 2]);
});

Deno.test("without AVAL_TSA_URL nobody is asked for a timestamp", async () => {
  await using sealing = await sealingService({ withTimestamps: false });
  const seal = { document, authorizingRepresentativeId: DIRECTOR };
  assertSigned(await sealing.service.as("sandbox").post("/v1/seal", seal));
  assert.equal(sealing.stamped(), 0);
});

Deno.test("an act that is under way when the service closes is ended, and its Worker", async () => {
  const { promise: stuck, resolve } = Promise.withResolvers<void>();
  await using provider = await startTrustService({ onStuck: resolve });
  const service = await serviceInMemory({
    env: {
      AVAL_CSC_URL: provider.url,
      AVAL_CSC_CLIENT_ID: CSC_CLIENT_ID,
      AVAL_CSC_CLIENT_SECRET: CSC_CLIENT_SECRET,
    },
  });
  await putRecord(service, "sandbox", { sealCredential: { credentialId: "seal-p256" } });
  provider.meet("credentials/authorize", "hang");
  const answer = service.as("sandbox").post("/v1/seal", {
    document,
    authorizingRepresentativeId: DIRECTOR,
  });
  await stuck;
  await service[Symbol.asyncDispose]();
  // Long before its own deadline; the store may be closed by then.
  assert((await answer).status >= 500);
  assert.equal(provider.signed(), 0);
});
