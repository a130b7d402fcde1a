import assert from "node:assert/strict";
import { SealRules } from "../../core/policy/seal.ts";
import { runCli } from "../support/cli.ts";
import { putRecord } from "../support/clients.ts";
import { folderOf } from "../support/folder.ts";
import { pdfOf } from "../support/pdf_documents.ts";
import { roomyPolicy } from "../support/policy.ts";
import { serviceInMemory } from "../support/service.ts";
import { startTrustServices } from "../support/trust_services.ts";

// Of the approved application of the sandbox's own client, as fixtures/kyb/applications.json has it.
const OWNER = "0199a000-0004-7000-8000-000000000001";

/** A PDF whose page has a note of this many characters, which a signature writes again. */
function notedPdf(characters: number): Uint8Array<ArrayBuffer> {
  const note = `<</Type/Annot/Subtype/Text/Rect[9 9 9 9]/Contents(${"x".repeat(characters)})>>`;
  return pdfOf({
    page: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Annots[${note}]>>`,
  });
}

/** The maximum that the policy permits. */
function largestBound(): number {
  for (let bytes = 4_194_304;; bytes -= 1_024) {
    if (SealRules.safeParse({ appendedBytesMax: bytes }).success) return bytes;
  }
}

Deno.test("the largest update that the policy admits is kept and replayed; a larger one is refused before the provider is asked", async () => {
  await using trust = await startTrustServices();
  const appendedBytesMax = largestBound();
  await using service = await serviceInMemory({
    env: trust.env,
    policy: { ...roomyPolicy, seal: { appendedBytesMax } },
  });
  await putRecord(service, "sandbox", { sealCredential: { credentialId: "seal-rsa" } });
  const seal = async (original: Uint8Array, key: string) => {
    const asked = { document: original.toBase64(), authorizingRepresentativeId: OWNER };
    return await service.as("sandbox").post("/v1/seal", asked, { "idempotency-key": key });
  };
  const small = notedPdf(1_000);
  const { body } = await seal(small, "small");
  const beside = Uint8Array.fromBase64(body.document).length - small.length - 1_000;
  // Numbers of the cross-reference may be some digits longer.
  const largest = notedPdf(appendedBytesMax - beside - 16);
  const sealed = await seal(largest, "largest");
  assert.equal(sealed.status, 200, sealed.text.slice(0, 500));
  const appended = Uint8Array.fromBase64(sealed.body.document).length - largest.length;
  assert(appended > appendedBytesMax - 32 && appended <= appendedBytesMax);
  const again = await seal(largest, "largest");
  assert.equal(again.headers.get("idempotent-replayed"), "true");
  assert(again.text === sealed.text, "the replay is another one");
  const refused = await seal(notedPdf(appendedBytesMax - beside + 16), "larger");
  assert.deepEqual([refused.status, refused.body.error], [400, "document_not_sealable"]);
  assert.equal(trust.provider.calls.get("credentials/authorize"), 2);
});

Deno.test("a provider that says nothing is given up when the policy says so, and the act with it", async () => {
  await using trust = await startTrustServices();
  await using service = await serviceInMemory({
    env: trust.env,
    // Of the calls before it each has its answer in this time, on a busy machine too.
    policy: { ...roomyPolicy, seal: { callSeconds: 3 } },
  });
  await putRecord(service, "sandbox", { sealCredential: { credentialId: "seal-p256" } });
  trust.provider.meet("signatures/signHash", "hang");
  const asked = { document: pdfOf({}).toBase64(), authorizingRepresentativeId: OWNER };
  const answer = await service.as("sandbox").post("/v1/seal", asked);
  assert.deepEqual([answer.status, answer.body.error], [503, "upstream_unavailable"]);
  const ends = (await service.auditEvents()).flatMap((event) =>
    event.kind === "DOCUMENT_SEALED_FAILED" ? [event.code] : []
  );
  assert.deepEqual(ends, ["timeout"]);
});

Deno.test("an act under which the data keys are rotated is kept, and replayed", async () => {
  await using trust = await startTrustServices();
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const kv = `${folder}/kv.sqlite3`;
  await using service = await serviceInMemory({ kv, env: trust.env });
  await putRecord(service, "sandbox", { sealCredential: { credentialId: "seal-pending" } });
  const asked = { document: pdfOf({}).toBase64(), authorizingRepresentativeId: OWNER };
  const seal = () => service.as("sandbox").post("/v1/seal", asked, { "idempotency-key": "one" });
  const first = seal();
  while (trust.provider.calls.get("credentials/authorize") === 0) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const rotate = (purpose: string) => runCli("admin", ["keys", "rotate", purpose], { AVAL_KV: kv });
  for (const { code, stderr } of await Promise.all(["idempotency", "at-rest"].map(rotate))) {
    assert.equal(code, 0, stderr);
  }
  const { status, text } = await first;
  assert.equal(status, 200, text);
  assert.equal((await seal()).text, text);
  await using other = await serviceInMemory({ kv, seed: 9, env: trust.env });
  const again = await other.as("sandbox").post("/v1/seal", asked, { "idempotency-key": "one" });
  assert.equal(again.text, text);
  assert.equal(trust.provider.signed(), 1);
});
