import "../../../base/temporal.ts";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { concatBytes } from "../../../base/bytes.ts";
import { SealRules } from "../../../core/policy/seal.ts";
import type { DocumentSigner, OpenedDocument, SignaturePlan } from "../../../core/seal/ports.ts";
import { findWorkerProblem, openDocumentSigner } from "../../../gateways/pades/document_signer.ts";
import { digestOf } from "../../../standards/pades/signed_data.ts";
import {
  openSigningAuthorities,
  openSigningCredential,
  type SigningCredentialOfTests,
} from "../../support/signing_credentials.ts";
import { openTimestampAuthority } from "../../support/timestamp_authority.ts";
import { pdfOf } from "../../support/pdf_documents.ts";

const authorities = await openSigningAuthorities();
const credential = await openSigningCredential(authorities, "ecdsa-p256");
const authority = await openTimestampAuthority(authorities.issuing);
const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
const never = new AbortController().signal;

/** Takes the turn of a credential. */
function turn(signal: AbortSignal, credentialId = "seal-1") {
  return { credentialId, signal };
}

function signerWith(
  overrides: Partial<SealRules> = {},
  closing: AbortSignal = never,
): DocumentSigner {
  return openDocumentSigner({ rules: { ...SealRules.parse({}), ...overrides }, random, closing });
}

function planOf(
  { certificates, algorithm }: SigningCredentialOfTests,
  withTimestamp: boolean,
): SignaturePlan {
  const signedAt = Temporal.Instant.from("2026-11-22T12:00:00.25Z");
  return { certificates, algorithm, signedAt, withTimestamp };
}

async function open(signer: DocumentSigner, document: Uint8Array<ArrayBuffer>) {
  const opened = await signer.open(document, turn(never));
  assert(opened.ok, JSON.stringify(opened));
  return opened.value;
}

async function seal(document: OpenedDocument, withTimestamp: boolean) {
  const plan = planOf(credential, withTimestamp);
  const hash = await document.prepare(plan);
  assert(hash.ok);
  const accepted = await document.accept(await credential.signHash(hash.value));
  assert(accepted.ok);
  const stamp = accepted.value === null ? null : await authority.respond(accepted.value);
  return await document.finish(stamp);
}

Deno.test("openDocumentSigner() seals a document with and without a timestamp", async () => {
  assert.equal(await findWorkerProblem({ rules: SealRules.parse({}), random }), null);
  const closing = new AbortController();
  for (const withTimestamp of [false, true]) {
    const original = pdfOf({});
    const document = await open(signerWith({}, closing.signal), original);
    const signed = await seal(document, withTimestamp);
    document.close();
    assert(signed.ok);
    const whole = concatBytes([original, signed.value.appended]);
    assert.equal(signed.value.resultSha256, createHash("sha256").update(whole).digest("hex"));
    const text = new TextDecoder("latin1").decode(signed.value.appended);
    assert.match(text, /\/SubFilter \/ETSI\.CAdES\.detached/);
    assert.match(text, /\/M \(D:20261122120000Z\)/);
    assert.doesNotMatch(text, /\/(Reason|Location|ContactInfo)/);
  }
  closing.abort();
});

Deno.test("openDocumentSigner() takes no signature of another key, and no timestamp of another hash", async () => {
  const other = await openSigningCredential(authorities, "ecdsa-p256");
  const document = await open(signerWith(), pdfOf({}));
  const hash = await document.prepare(planOf(credential, true));
  assert(hash.ok);
  const refused = await document.accept(await other.signHash(hash.value));
  assert.deepEqual(refused, { ok: false, refusal: { code: "signature_invalid" } });
  const accepted = await document.accept(await credential.signHash(hash.value));
  assert(accepted.ok && accepted.value !== null);
  const imprint = await digestOf("SHA-256", new Uint8Array(1));
  for (
    const [fault, code] of [
      [{ imprint }, "timestamp_invalid"],
      [{ nonce: new Uint8Array(8).fill(1) }, "timestamp_invalid"],
      [{ status: 2 }, "timestamp_refused"],
    ] as const
  ) {
    const answer = await document.finish(await authority.respond(accepted.value, fault));
    assert.deepEqual(answer, { ok: false, refusal: { code } });
  }
  document.close();
});

Deno.test("openDocumentSigner() refuses what it cannot sign, and gives its Worker back", async () => {
  const signer = signerWith({ workersMax: 1 });
  for (
    const [document, problem] of [
      [new TextEncoder().encode("hello"), "not_a_pdf"],
      [new Uint8Array(), "not_a_pdf"],
      [concatBytes([new TextEncoder().encode("\n"), pdfOf({})]), "header_not_at_start"],
      [pdfOf({ trailer: "/Encrypt 9 0 R" }), "encrypted"],
      [pdfOf({}).slice(0, -40), "broken_structure"],
    ] as const
  ) {
    assert.deepEqual(await signer.open(document, turn(never)), {
      ok: false,
      refusal: { code: "document_not_sealable", problem },
    });
  }
});

Deno.test("openDocumentSigner() works on workersMax documents, and lets others wait until they give up", async () => {
  const signer = signerWith({ workersMax: 1 });
  const first = await open(signer, pdfOf({}));
  const leaving = new AbortController();
  const impatient = signer.open(pdfOf({}), turn(leaving.signal));
  const second = signer.open(pdfOf({}), turn(never));
  leaving.abort();
  const busy = { ok: false, refusal: { code: "upstream_unavailable", fault: "workers_busy" } };
  assert.deepEqual(await impatient, busy);
  assert.deepEqual(await signer.open(pdfOf({}), turn(AbortSignal.abort())), busy);
  first.close();
  first.close();
  const opened = await second;
  assert(opened.ok);
  const third = signer.open(pdfOf({}), turn(never));
  opened.value.close();
  const last = await third;
  assert(last.ok);
  last.value.close();
});

Deno.test("openDocumentSigner() opens one document of a credential at a time, and others beside it", async () => {
  const signer = signerWith({ workersMax: 2 });
  const first = await open(signer, pdfOf({}));
  const second = signer.open(pdfOf({}), turn(never));
  const other = await signer.open(pdfOf({}), turn(never, "seal-2"));
  assert(other.ok);
  other.value.close();
  const leaving = new AbortController();
  const third = signer.open(pdfOf({}), turn(leaving.signal));
  leaving.abort();
  // A Worker is free, and the credential is not.
  assert.equal((await third).ok, false);
  first.close();
  const opened = await second;
  assert(opened.ok);
  opened.value.close();
});

Deno.test("openDocumentSigner() ends every Worker when the service closes", async () => {
  const closing = new AbortController();
  const signer = signerWith({ workersMax: 1 }, closing.signal);
  const document = await open(signer, pdfOf({}));
  closing.abort();
  await assert.rejects(document.prepare(planOf(credential, false)), /the Worker has ended/);
  const busy = { ok: false, refusal: { code: "upstream_unavailable", fault: "workers_busy" } };
  assert.deepEqual(await signer.open(pdfOf({}), turn(never)), busy);
  document.close();
});

Deno.test("openDocumentSigner() signs one document after the other in a Worker, each with its own time", async () => {
  const closing = new AbortController();
  const signer = signerWith({ workersMax: 1, documentSeconds: 5 }, closing.signal);
  const started: unknown[] = [];
  const { Worker } = globalThis;
  globalThis.Worker = class extends Worker {
    constructor(...given: ConstructorParameters<typeof Worker>) {
      super(...given);
      started.push(this);
    }
  };
  try {
    for (let n = 0; n < 3; n++) {
      const document = await open(signer, pdfOf({}));
      assert((await document.prepare(planOf(credential, false))).ok);
      document.close();
    }
    assert.equal(started.length, 3, "one that has not come to its end is not used again");
    const sealed = async () => {
      const document = await open(signer, pdfOf({}));
      assert((await seal(document, false)).ok);
      document.close();
    };
    for (let n = 0; n < 3; n++) await sealed();
    assert.equal(started.length, 4);
    // What was refused is ended with its Worker.
    const refused = await signer.open(new TextEncoder().encode("hello"), turn(never));
    assert.equal(refused.ok, false);
    assert.equal(started.length, 4);
    await sealed();
    assert.equal(started.length, 5);
  } finally {
    globalThis.Worker = Worker;
    closing.abort();
  }
});

Deno.test("openDocumentSigner() ends a document that takes too long, and the next one is signed", async () => {
  const slow = signerWith({ documentSeconds: 0, workersMax: 1 });
  assert.deepEqual(await slow.open(pdfOf({}), turn(never)), {
    ok: false,
    refusal: { code: "document_not_sealable", problem: "took_too_long" },
  });
  const refusal = await slow.open(pdfOf({}), turn(never));
  assert(!refusal.ok, "its Worker's place is free again");
});

Deno.test("a document that is closed ends what is under way", async () => {
  const signer = signerWith({ workersMax: 1 });
  const document = await open(signer, pdfOf({}));
  const prepared = document.prepare(planOf(credential, false));
  document.close();
  await assert.rejects(prepared, /the Worker was ended/);
  await assert.rejects(document.prepare(planOf(credential, false)), /the Worker has ended/);
  (await open(signer, pdfOf({}))).close();
});

Deno.test("nothing that reads PDFs is loaded with the signer", async () => {
  const root = new URL("../../../gateways/pades/document_signer.ts", import.meta.url);
  const loaded = new Set([root.href]);
  for (const file of loaded) {
    if (!file.startsWith("file:")) continue;
    const text = await Deno.readTextFile(new URL(file));
    for (const [, name = ""] of text.matchAll(/^(?:im|ex)port (?!type )[^;]*? from "([^"]+)"/gm)) {
      loaded.add(name.startsWith(".") ? new URL(name, file).href : name);
    }
  }
  assert(loaded.size > 2);
  assert.deepEqual([...loaded].filter((one) => !/\/(base|gateways)\//.test(one)), []);
});
