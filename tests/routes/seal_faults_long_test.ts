import assert from "node:assert/strict";
import type { SealPorts } from "../../core/seal/ports.ts";
import { SealRules } from "../../core/policy/seal.ts";
import { openDocumentSigner } from "../../gateways/pades/document_signer.ts";
import { putRecord } from "../support/clients.ts";
import { pdfOf } from "../support/pdf_documents.ts";
import { readSignatures } from "../support/read_signatures.ts";
import { serviceInMemory } from "../support/service.ts";
import { trustServiceClient } from "../support/trust_service_client.ts";
import { SIGNING_PIN } from "../support/trust_service_credentials.ts";
import {
  RETRY_AFTER,
  type TrustServiceFault,
  trustServiceFaults,
} from "../support/trust_service_faults.ts";
import type { TrustServiceCall } from "../support/trust_service_provider.ts";

// Of the approved application of the sandbox's own client, as fixtures/kyb/applications.json has it.
const DIRECTOR = "0199a000-0004-7000-8000-000000000002";
const KEY = { "idempotency-key": "contract-4711" };
const sign = {
  document: pdfOf({}).toBase64(),
  signerId: DIRECTOR,
  pin: SIGNING_PIN,
  pinObjectId: "PIN",
};

/** Our code for each fault, as in the audit entry. */
const codes: Readonly<Record<TrustServiceFault, string>> = {
  "429": "rate_limited",
  "500": "status",
  "503": "status",
  text: "status",
  html: "status",
  hang: "timeout",
  reset: "connection",
  bad_json: "bad_answer",
  expired_token: "not_logged_in",
  wrong_signature: "bad_answer",
  none: "bad_answer",
  two: "bad_answer",
  slow: "timeout",
};

/** Exceptions, where the call determines the code. */
const exceptions: Readonly<Record<string, string>> = {
  "token text": "not_logged_in",
  "signatures/signHash none": "wrong_signature_count",
  "signatures/signHash two": "wrong_signature_count",
  "signatures/signHash wrong_signature": "signature_invalid",
};

/** The calls of an act, in order. */
const calls = [
  "info",
  "token",
  "credentials/info",
  "credentials/authorize",
  "credentials/authorizeCheck",
  "signatures/signHash",
] as const satisfies readonly TrustServiceCall[];

type Documents = NonNullable<SealPorts["signing"]["service"]>["documents"];

/**
 * A sandbox over a trust service that reports when no further call comes: then the call is late.
 */
async function signingService(documents: Documents) {
  const client = await trustServiceClient();
  const signing: NonNullable<SealPorts["signing"]["service"]> = {
    provider: client.provider,
    documents,
    timestamps: null,
    deadline: () => client.signal,
  };
  const service = await serviceInMemory({ signing });
  await putRecord(service, "sandbox", {
    signingCredentials: [{ personId: DIRECTOR, credentialId: "sign-pin-pending" }],
  });
  return {
    service,
    provider: client.service,
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await client[Symbol.asyncDispose]();
    },
  };
}

async function meet(
  documents: Documents,
  call: typeof calls[number],
  fault: TrustServiceFault,
): Promise<void> {
  await using signing = await signingService(documents);
  const { service, provider } = signing;
  provider.meet(call, fault);
  const own = service.as("sandbox");
  const answer = await own.post("/v1/sign", sign, KEY);
  assert.deepEqual([answer.status, answer.body.error], [503, "upstream_unavailable"]);
  assert.deepEqual(Object.keys(answer.body).toSorted(), ["error", "message"]);
  const waits = fault === "429" || fault === "503" ? RETRY_AFTER : 5;
  assert.equal(answer.headers.get("retry-after"), `${waits}`);

  // Nobody is authorized twice but for a token that was refused, and nothing comes after the fault.
  const isAgain = fault === "expired_token";
  const authorized = provider.calls.get("credentials/authorize") ?? 0;
  assert(authorized <= (isAgain && call === "credentials/authorize" ? 2 : 1));
  assert(provider.signed() <= 1 && (provider.calls.get("signatures/signHash") ?? 0) <= 1);
  for (const later of calls.slice(calls.indexOf(call) + 1)) {
    assert.equal(provider.calls.get(later), 0, later);
  }
  const code = exceptions[`${call} ${fault}`] ?? codes[fault];
  const ends = (await service.auditEvents()).flatMap((event) =>
    event.kind === "DOCUMENT_SIGNED_FAILED" ? [[event.outcome, event.code]] : []
  );
  assert.deepEqual(ends, [["failed", code]]);

  // The same key is a new act, whose document is whole.
  provider.meet(call, fault, 0);
  const again = await own.post("/v1/sign", sign, KEY);
  assert.equal(again.status, 200, again.text);
  const read = await readSignatures(Uint8Array.fromBase64(again.body.document));
  assert.deepEqual(read.map(({ verified, coversFile }) => [verified, coversFile]), [[true, true]]);
}

for (const call of calls) {
  Deno.test(`POST /v1/sign: each of 13 faults at ${call} is 503 and audited, gives nothing away, and the key back`, async (t) => {
    const closing = new AbortController();
    const documents = openDocumentSigner({
      rules: SealRules.parse({}),
      random: { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) },
      closing: closing.signal,
    });
    for (const fault of trustServiceFaults) await t.step(fault, () => meet(documents, call, fault));
    closing.abort();
  });
}
