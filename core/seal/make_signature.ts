import { ok, refuse, type Result } from "../../base/result.ts";
import type { Clock } from "../../base/clock.ts";
import type { SigningAct } from "./attempt_schema.ts";
import type { Signer } from "./find_signer.ts";
import type {
  AuthorizationData,
  AuthorizationProblem,
  OpenedDocument,
  ProviderInfo,
  SignedDocument,
} from "./ports.ts";
import { failedDocument, failedProvider, type FailedSigning } from "./signing_refusals.ts";

/** The document to sign, the signer and the deadline. */
export interface MakeSignature {
  readonly act: SigningAct;
  readonly signer: Signer;
  readonly opened: OpenedDocument;
  readonly authorization: AuthorizationData | null;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** A signed document, with the maker of the signature. */
export interface MadeSignature extends SignedDocument {
  readonly provider: ProviderInfo;
}

type Made<Value> = Result<Value, { readonly code: "failed" } & FailedSigning>;

/**
 * Has one document signed by the provider: reads the current credential, then calls authorize and
 * signHash once each, and the timestamp authority if configured. Repeats none of them.
 */
export async function makeSignature(making: MakeSignature): Promise<Made<MadeSignature>> {
  const { act, signer: { service, credentialId }, opened, authorization, signal } = making;
  const { provider, timestamps } = service;
  const unavailable = timestamps?.findUnavailable() ?? null;
  if (unavailable !== null) return failed(failedProvider(unavailable));
  const found = await provider.findCredential({ credentialId, act }, signal);
  if (!found.ok) return failed(failedProvider(found.refusal));
  const credential = found.value;
  if (act === "seal" && credential.authenticationObjectIds.length > 0) {
    // A request for a seal carries no PIN.
    const problem = "needs_second_factor";
    return failed(failedProvider({ code: "signing_credential_unusable", problem }));
  }
  const problem = authorizationProblem(credential.authenticationObjectIds, authorization);
  if (problem !== null) {
    return failed(failedProvider({ code: "authorization_data_rejected", problem }));
  }
  const { certificates, algorithm } = credential;
  const hash = await opened.prepare({
    certificates,
    algorithm,
    signedAt: making.clock.now(),
    withTimestamp: timestamps !== null,
  });
  if (!hash.ok) return failed(failedDocument(hash.refusal));
  const signed = await provider.signHash({ credential, hash: hash.value, authorization }, signal);
  if (!signed.ok) return failed(failedProvider(signed.refusal));
  const embedded = await embed(making, signed.value);
  return embedded.ok ? ok({ ...embedded.value, provider: credential.provider }) : embedded;
}

/**
 * Returns the problem of the request's own fields for a credential, before any PIN is tried; null:
 * none.
 */
function authorizationProblem(
  wanted: readonly string[],
  given: AuthorizationData | null,
): AuthorizationProblem | null {
  if (given === null) return wanted.length === 0 ? null : "missing";
  if (wanted.length === 0) return "not_wanted";
  return wanted.includes(given.pinObjectId) ? null : "unknown_object";
}

/** Verifies the raw signature, obtains its timestamp, and embeds both in the document. */
async function embed(
  { signer: { service: { timestamps } }, opened, signal }: MakeSignature,
  signature: Uint8Array,
): Promise<Made<SignedDocument>> {
  const unavailable = (fault: "signature_invalid" | "timestamp_invalid" | "timestamp_refused") =>
    failed(failedProvider({ code: "upstream_unavailable", fault }));
  const accepted = await opened.accept(signature);
  if (!accepted.ok) return unavailable(accepted.refusal.code);
  const request = accepted.value;
  const timestamp = timestamps === null || request === null
    ? ok(null)
    : await timestamps.request(request, signal);
  if (!timestamp.ok) return failed(failedProvider(timestamp.refusal));
  const done = await opened.finish(timestamp.value);
  return done.ok ? done : unavailable(done.refusal.code);
}

function failed(reason: FailedSigning): Result<never, { readonly code: "failed" } & FailedSigning> {
  return refuse({ code: "failed", ...reason });
}
