import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { openDataKeys } from "../../kv/keys/data_keys.ts";
import { ReplayRecord } from "../../kv/idempotency/replay_records.ts";
import { unseal } from "../../kv/store/encrypted.ts";
import { decryptedRecords } from "../support/decrypted_store.ts";
import { admit, withLiveKyb } from "../support/kyb_journey.ts";
import { assertHidden } from "../support/login_traces.ts";
import { pdfOf } from "../support/pdf_documents.ts";
import { seededRandom } from "../support/random.ts";
import { type Answer, liveEnvironment, type TestService } from "../support/service.ts";
import { recordedTelemetry } from "../support/telemetry.ts";
import { SIGNING_PIN } from "../support/trust_service_credentials.ts";
import { startTrustServices } from "../support/trust_services.ts";

const SIGNER = "Hildegunst Obermaier-Pfefferkorn";
const WRONG_PIN = "8415-wrong-pin-2297";
const PIN_OBJECT = "object-of-Quirina-4471";
/** Text in the page's dictionary, which a signature writes again. */
const ANNOTATION = "Annotation-of-Wolfenbarger-3306";
const CONTENT = "Clause-of-Zuppolino-Brenner-5512";
/** Text of a document that is not a PDF. */
const TEXT = "Letter-of-Xanthippe-Teslivkowitsch-9087";

const DENTSU = {
  legalName: "Dentsu International Ltd",
  registryCountry: "GB",
  registryNumber: "01403668",
  persons: [
    { role: "director", fullName: SIGNER, dob: "1971-05-09", nationality: "DK" },
    {
      role: "beneficial owner",
      fullName: "Margaret Thistlewood",
      dob: "1965-02-28",
      nationality: "GB",
      ownershipPercentage: 100,
    },
  ],
};

const contract = pdfOf({
  page: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 5 0 R/Annots[<</Type/Annot" +
    `/Subtype/Text/Rect[10 10 30 30]/Contents(${ANNOTATION})>>]>>`,
  objects: [`<</Length ${CONTENT.length + 8}>>\nstream\n% ${CONTENT}\n% end\nendstream`],
});
const latin1 = (text: string) => Buffer.from(text).toString("latin1");

/** The stored replays of seals and signatures, decrypted with all keys. */
async function keptAnswers({ store, clock }: TestService) {
  const { AVAL_SECRET_KEY = "" } = await liveEnvironment();
  const secrets = { current: Uint8Array.fromBase64(AVAL_SECRET_KEY) };
  const keys = await openDataKeys({ store, clock, random: seededRandom(3), secrets });
  const kept: { readonly appended: string }[] = [];
  for await (const { key, value } of store.list(ReplayRecord, { prefix: ["replay"] })) {
    if (value.state !== "kept" || value.answer.body.kind !== "private") continue;
    const { sealed } = value.answer.body;
    kept.push(JSON.parse(await unseal(keys["at-rest"], { key, sealed })));
  }
  return kept;
}

/** All bytes of a folder's files, including deleted rows and journals. */
async function bytesOf(folder: string): Promise<string> {
  let text = "";
  for await (const { name } of Deno.readDir(folder)) {
    text += Buffer.from(await Deno.readFile(`${folder}/${name}`)).toString("latin1");
  }
  return text;
}

Deno.test("PIN, document, what stands in it and the signer's name are nowhere in clear once it is signed or refused", async () => {
  const { telemetry, spans, counted, measured } = recordedTelemetry();
  await using trust = await startTrustServices();
  const { provider } = trust;
  await withLiveKyb(async (live) => {
    const { service, folder, run } = live;
    const admission = { clientId: "acme", application: DENTSU, rationale: "Papers seen" };
    const { applicationId } = await admit(live, admission);
    const { application } = JSON.parse(await run("kyb", "show", applicationId, "--json"));
    const [{ id: director }] = application.persons;
    await run("seal", "credential", "put", "acme", "--credential", "seal-p256");
    await run(
      ...["seal", "credential", "put", "acme", "--credential", "sign-rsa-pin"],
      ...["--person", director],
    );
    const acme = service.as("acme");
    const document = contract.toBase64();
    const seal = { document, authorizingRepresentativeId: director };
    const sign = { document, signerId: director, pin: SIGNING_PIN, pinObjectId: "PIN" };
    const done = [
      await acme.post("/v1/seal", seal, { "idempotency-key": "seal" }),
      await acme.post("/v1/sign", sign, { "idempotency-key": "sign" }),
      await acme.post("/v1/sign", sign, { "idempotency-key": "sign" }),
      await acme.post("/v1/sign", sign),
    ];
    assert.deepEqual(done.map(({ status }) => status), [200, 200, 200, 200]);

    // Refused by the gates, the schema, the document and the provider, which repeats what it is sent.
    const refused: Answer[] = [];
    const refuse = async (path: string, body: unknown, headers = {}) =>
      void refused.push(await acme.post(path, body, headers));
    await refuse("/v1/sign", { ...sign, pin: WRONG_PIN });
    await refuse("/v1/sign", { ...sign, pinObjectId: PIN_OBJECT });
    await refuse("/v1/sign", { ...sign, pin: undefined });
    await refuse("/v1/sign", { ...sign, pin: { [WRONG_PIN]: WRONG_PIN } });
    await refuse("/v1/sign", { ...sign, signerId: SIGNER });
    await refuse("/v1/seal", { ...seal, authorizingRepresentativeId: SIGNER });
    await refuse("/v1/seal", { ...seal, document: Buffer.from(TEXT).toString("base64") });
    await refuse("/v1/seal", { ...seal, document: TEXT });
    await refuse("/v1/sign", { ...sign, signerId: TEXT }, { "idempotency-key": "sign" });
    for (
      const [call, fault] of [
        ["credentials/authorize", "text"],
        ["signatures/signHash", "wrong_signature"],
        ["signatures/signHash", "html"],
      ] as const
    ) {
      provider.meet(call, fault, 1);
      await refuse("/v1/sign", sign);
    }
    const codes = refused.map(({ status, body }) => `${status} ${body.error}`);
    assert.deepEqual(new Set(codes).size, 7, codes.join("\n"));

    const hidden = [
      ...[SIGNING_PIN, WRONG_PIN, PIN_OBJECT, ANNOTATION, CONTENT, TEXT],
      ...["Hildegunst", "Obermaier-Pfefferkorn"],
      // Any part of the document's base64.
      document.slice(100, 140),
    ];
    const store = await bytesOf(folder);
    assert(store.includes("DOCUMENT_SIGNED") || store.includes("audit"), "the store is read");
    const audit = JSON.stringify(await service.auditEvents());
    assert(audit.includes("DOCUMENT_SIGNED_FAILED"));
    assertHidden(hidden, {
      store,
      audit: latin1(audit),
      log: latin1(service.logLines.join("\n")),
      spans: latin1(JSON.stringify([spans, [...counted], measured])),
      refusals: latin1(refused.map(({ text }) => text).join("\n")),
    });

    // What the signature wrote anew of the page is kept for the replay, encrypted; no other secret is.
    const kept = await keptAnswers(service);
    assert.equal(kept.length, 2);
    for (const { appended } of kept) {
      const text = Buffer.from(appended, "base64").toString("latin1");
      assert(text.includes(ANNOTATION) && !text.includes(CONTENT));
    }
    const records = await decryptedRecords(`${folder}/kv.sqlite3`, service);
    const readable = records.map(({ text }) => latin1(text ?? "")).join("\n");
    assert(readable.includes(SIGNER), "the application is read");
    const replays = latin1(JSON.stringify(kept));
    assertHidden([SIGNING_PIN, WRONG_PIN, PIN_OBJECT, CONTENT, TEXT], { readable, replays });
  }, { telemetry, env: { ...trust.env, AVAL_LOG: "debug" } });
});
