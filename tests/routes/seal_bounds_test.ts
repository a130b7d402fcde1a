import assert from "node:assert/strict";
import { SealRules } from "../../core/policy/seal.ts";
import { putRecord } from "../support/clients.ts";
import { pdfOf } from "../support/pdf_documents.ts";
import { roomyPolicy } from "../support/policy.ts";
import { serviceInMemory } from "../support/service.ts";
import { startTrustServices } from "../support/trust_services.ts";

// Of the approved application of the sandbox's own client, as fixtures/kyb/applications.json has it.
const OWNER = "0199a000-0004-7000-8000-000000000001";

/** A PDF whose page has a note of so many characters, which a signature writes anew. */
function notedPdf(characters: number): Uint8Array<ArrayBuffer> {
  const note = `<</Type/Annot/Subtype/Text/Rect[9 9 9 9]/Contents(${"x".repeat(characters)})>>`;
  return pdfOf({
    page: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Annots[${note}]>>`,
  });
}

/** The largest number that the policy takes. */
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
