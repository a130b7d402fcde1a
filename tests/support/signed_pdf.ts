import assert from "node:assert/strict";
import { concatBytes } from "../../base/bytes.ts";
import { SealRules } from "../../core/policy/seal.ts";
import { openPdf } from "../../standards/pades/open_pdf.ts";
import {
  acceptPdfSignature,
  finishPdf,
  type PadesBounds,
  type PadesPlan,
  preparePdf,
} from "../../standards/pades/sign_pdf.ts";
import type { SigningCredentialOfTests } from "./signing_credentials.ts";
import type { TimestampAuthorityOfTests } from "./timestamp_authority.ts";

/** Options for signing a PDF. */
export interface SigningOfTests {
  readonly credential: SigningCredentialOfTests;
  /** Null for B-B. */
  readonly authority: TimestampAuthorityOfTests | null;
  readonly bounds?: Partial<PadesBounds>;
}

/** A signed PDF, or why it was not signed. */
export type SignedOrRefused =
  | { readonly signed: Uint8Array<ArrayBuffer>; readonly field: string }
  | { readonly refused: string };

/** A deployment's bounds. */
export function boundsOfTests(overrides: Partial<PadesBounds> = {}): PadesBounds {
  const { documentObjectsMax, inflatedBytesMax, appendedBytesMax } = SealRules.parse({});
  return { objectsMax: documentObjectsMax, inflatedBytesMax, appendedBytesMax, ...overrides };
}

/** The signing plan for a credential. */
export function planOfTests(
  { certificates, algorithm }: SigningCredentialOfTests,
  withTimestamp: boolean,
): PadesPlan {
  return { certificates, algorithm, signedAt: "20261122120000", withTimestamp };
}

/** Signs a PDF in this thread, from opening the file to checking the result. */
export async function signPdf(
  original: Uint8Array,
  { credential, authority, bounds: overrides }: SigningOfTests,
): Promise<SignedOrRefused> {
  const bounds = boundsOfTests(overrides);
  const opened = openPdf(original, bounds);
  if (!opened.ok) return { refused: opened.refusal.code };
  const plan = planOfTests(credential, authority !== null);
  const prepared = preparePdf(opened.value, plan, bounds);
  if (!prepared.ok) return { refused: prepared.refusal.code };
  const raw = await credential.sign(prepared.value.attributes);
  const accepted = await acceptPdfSignature(prepared.value, raw, Uint8Array.of(0x80, 2, 3, 4));
  assert(accepted.ok, "the signature is good");
  const { timestampRequest } = accepted.value;
  const response = timestampRequest === null || authority === null
    ? null
    : await authority.respond(timestampRequest);
  const finished = await finishPdf(accepted.value, response, bounds);
  assert(finished.ok, "the timestamp is good");
  return {
    signed: concatBytes([original, finished.value.appended]),
    field: prepared.value.placeholder.field,
  };
}
