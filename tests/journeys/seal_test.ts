import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { admit, type LiveKyb, withLiveKyb } from "../support/kyb_journey.ts";
import { COMPLETE } from "../support/onboarding.ts";
import { pdfOf } from "../support/pdf_documents.ts";
import { assertGood, judgesFolder, openPdfJudges } from "../support/pdf_judges.ts";
import { readSignatures } from "../support/read_signatures.ts";
import type { Answer } from "../support/service.ts";
import { SIGNING_PIN } from "../support/trust_service_credentials.ts";
import { startTrustServices, type TrustServices } from "../support/trust_services.ts";

/** A company in GLEIF's samples. */
const DENTSU = {
  ...COMPLETE,
  legalName: "Dentsu International Ltd",
  registryCountry: "GB",
  registryNumber: "01403668",
};
const SEALED = { "idempotency-key": "contract-7-seal" };
const SIGNED = { "idempotency-key": "contract-7-sign" };

if (judgesFolder === undefined) {
  console.error(
    "LEFT OUT: pyHanko, pdfsig and qpdf on the journey of a seal; get them by tests/pdf_judges.sh and name their folder in AVAL_TEST_PDF_JUDGES",
  );
}

const bytesOf = ({ body }: Answer) => Uint8Array.fromBase64(body.document);
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Reads the application as operator. @returns ids of the first director and of an owner */
async function personsOf({ run }: LiveKyb, applicationId: string) {
  const { application } = JSON.parse(await run("kyb", "show", applicationId, "--json"));
  return application.persons.map(({ id }: { readonly id: string }) => id);
}

/** Verifies both documents with pkijs, and with the external judges if they are installed. */
async function judge(
  { provider }: TrustServices,
  { sealed, signed }: { readonly sealed: Uint8Array; readonly signed: Uint8Array },
): Promise<void> {
  const serialOf = (id: string) => provider.trust.credentials.get(id)?.certificate.serialNumber;
  const ours = { verified: true, hasTimestamp: true };
  const seal = { ...ours, serialNumber: serialOf("seal-p256") };
  const signature = { ...ours, serialNumber: serialOf("sign-rsa-pin") };
  assert.deepEqual(await readSignatures(sealed), [{ ...seal, coversFile: true }]);
  assert.deepEqual(await readSignatures(signed), [
    { ...seal, coversFile: false },
    { ...signature, coversFile: true },
  ]);
  if (judgesFolder === undefined) return;
  const reports = await openPdfJudges(judgesFolder).judge(
    provider.trust.root.der,
    new Map([["sealed", sealed], ["signed", signed]]),
  );
  assertGood(reports.get("sealed"), "Signature1", true);
  assertGood(reports.get("signed"), "Signature2", true);
  const [first] = reports.get("signed")?.signatures ?? [];
  assert.deepEqual([first?.intact, first?.valid, first?.trusted, first?.changesAllowed], [
    true,
    true,
    true,
    true,
  ]);
  for (const report of reports.values()) {
    assert.deepEqual(new Set(report.pdfsig), new Set(["Signature is Valid"]));
    assert.equal(report.qpdf, 0);
  }
}

Deno.test("an applicant is approved, seals a PDF by its own credential, has a director sign it with a PIN, and reads both again byte for byte", async () => {
  await using trust = await startTrustServices();
  const { provider } = trust;
  await withLiveKyb(async (live) => {
    const { service, run } = live;
    const acme = service.as("acme");
    const original = pdfOf({});
    const document = original.toBase64();
    const early = await acme.post("/v1/seal", { document, authorizingRepresentativeId: "anybody" });
    assert.deepEqual([early.status, early.body.error], [403, "account_inactive"]);

    // From the public form to APPROVED, and to its credentials.
    const admission = { clientId: "acme", application: DENTSU, rationale: "Papers seen" };
    const { applicationId } = await admit(live, admission);
    const [director, owner] = await personsOf(live, applicationId);
    const seal = { document, authorizingRepresentativeId: owner };
    const without = await acme.post("/v1/seal", seal, SEALED);
    assert.deepEqual([without.status, without.body.error], [503, "qseal_not_configured"]);
    await run("seal", "credential", "put", "acme", "--credential", "seal-p256");
    await run(
      ...["seal", "credential", "put", "acme", "--credential", "sign-rsa-pin"],
      ...["--person", director],
    );
    assert.deepEqual([provider.signed(), trust.stamped()], [0, 0]);

    // Sealed, then signed by the director.
    const sealed = await acme.post("/v1/seal", seal, SEALED);
    assert.equal(sealed.status, 200, sealed.text);
    const sign = {
      document: sealed.body.document,
      signerId: director,
      pin: SIGNING_PIN,
      pinObjectId: "PIN",
    };
    const signed = await acme.post("/v1/sign", sign, SIGNED);
    assert.equal(signed.status, 200, signed.text);
    const [once, twice] = [bytesOf(sealed), bytesOf(signed)];
    assert.deepEqual(once.subarray(0, original.length), original);
    assert.deepEqual(twice.subarray(0, once.length), once);
    assert.deepEqual(
      [sealed, signed].map(({ body }) => [body.originalSha256, body.resultSha256]),
      [[sha256(original), sha256(once)], [sha256(once), sha256(twice)]],
    );
    assert.deepEqual([provider.signed(), trust.stamped()], [2, 2]);
    await judge(trust, { sealed: once, signed: twice });

    // Replayed, the signature also without its PIN, which is no part of what is compared.
    const replays = [
      await acme.post("/v1/seal", seal, SEALED),
      await acme.post("/v1/sign", sign, SIGNED),
      await acme.post("/v1/sign", { ...sign, pin: "another" }, SIGNED),
    ];
    for (const [at, replay] of replays.entries()) {
      assert.equal(replay.text, [sealed, signed, signed][at]?.text);
      assert.equal(replay.headers.get("idempotent-replayed"), "true");
    }
    assert.deepEqual([provider.signed(), trust.stamped()], [2, 2]);
    assert.equal(provider.calls.get("credentials/authorize"), 2);

    // What is on record names hashes, persons by id, and who signed.
    const acts = (await service.auditEvents()).filter(({ kind }) => kind.startsWith("DOCUMENT_"));
    assert.deepEqual(
      acts.map((event) =>
        event.kind === "DOCUMENT_SEALED" || event.kind === "DOCUMENT_SIGNED"
          ? [event.kind, event.personId, event.credentialId, event.resultSha256, event.mode]
          : event.kind
      ),
      [
        ["DOCUMENT_SEALED", owner, "seal-p256", sha256(once), "live"],
        ["DOCUMENT_SIGNED", director, "sign-rsa-pin", sha256(twice), "live"],
      ],
    );
  }, { env: trust.env });
});
