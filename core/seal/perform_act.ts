import { appendToBase64 } from "../../base/base64.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { uuidV7 } from "../../base/uuid.ts";
import type { ClientId } from "../access/schema.ts";
import type { Performed, Reservation } from "../idempotency/ports.ts";
import type { Mode } from "../nouns.ts";
import type { SigningAct, SigningAttempt } from "./attempt_schema.ts";
import { endAttempt, type EndedRefusal, failAttempt } from "./attempts.ts";
import { findSigner, type GateRefusal, type Signer } from "./find_signer.ts";
import { type MadeSignature, makeSignature } from "./make_signature.ts";
import type { AuthorizationData, OpenedDocument, SealPorts } from "./ports.ts";
import type { SealedDocument } from "./schema.ts";
import { failedDocument, type SigningRefusal } from "./signing_refusals.ts";

/** Version of the sealing engine: how a document is read, changed and signed. */
const sealingEngineVersion = "seal-1";

/** A request for a seal or a signature. */
export interface PerformAct {
  readonly act: SigningAct;
  readonly mode: Mode;
  readonly clientId: ClientId;
  /** The person who authorises the seal, or signs, as named by the caller. */
  readonly personId: string;
  /** The PDF, in base64. */
  readonly document: string;
  /** Null: the caller sent no PIN. */
  readonly authorization: AuthorizationData | null;
  /** The reservation of the idempotency key; null without one. */
  readonly reservation: Reservation | null;
}

/** The reason why nothing was made. */
export type ActRefusal =
  | GateRefusal
  | SigningRefusal
  | EndedRefusal
  | { readonly code: "idempotency_key_in_progress" };

/** A parsed document and its signer. */
interface ReadyAct {
  readonly signer: Signer;
  readonly opened: OpenedDocument;
  readonly originalSha256: string;
  readonly signal: AbortSignal;
}

/**
 * Seals or signs a document, at most once for a request. The order is: gates, document, recorded
 * attempt, provider. From the record on, every path ends the attempt: with the answer, with a
 * failure, or by housekeeping if the process dies.
 *
 * @see Screening §4, rules 13 and 14; decisions-2.md part 17
 */
export async function performAct(
  ports: SealPorts,
  asked: PerformAct,
): Promise<Result<Performed<SealedDocument, ActRefusal>, ActRefusal>> {
  const found = await findSigner(ports, asked);
  if (!found.ok) return found;
  const signer = found.value;
  const signal = signer.service.deadline();
  const { nextTurn } = ports.signing;
  await nextTurn();
  const original = Uint8Array.fromBase64(asked.document);
  const originalSha256 = await sha256(original);
  await nextTurn();
  const opened = await signer.service.documents.open(original, {
    credentialId: signer.credentialId,
    signal,
  });
  if (!opened.ok) return refuse(failedDocument(opened.refusal).refusal);
  const ready = { signer, opened: opened.value, originalSha256, signal };
  try {
    const attempt = await beginAttempt(ports, asked, ready);
    return attempt.ok ? await runAttempt(ports, asked, ready, attempt.value) : attempt;
  } finally {
    opened.value.close();
  }
}

/** Records the attempt, and pledges the idempotency key to it, in one commit. */
async function beginAttempt(
  { clock, random, signing: { attempts, units } }: SealPorts,
  { act, mode, clientId, personId, reservation }: PerformAct,
  { signer: { credentialId }, originalSha256 }: ReadyAct,
): Promise<Result<SigningAttempt, { readonly code: "idempotency_key_in_progress" }>> {
  const unit = units.begin();
  const attempt: SigningAttempt = {
    id: uuidV7({ clock, random }),
    act,
    mode,
    clientId,
    personId,
    credentialId,
    originalSha256,
    begunAt: clock.now().toString({ smallestUnit: "millisecond" }),
    pledgedKey: reservation?.pledge(unit) ?? null,
  };
  attempts.begin(unit, attempt);
  const committed = await units.commit(unit);
  // The reservation has lapsed, and another request holds the key.
  return committed.kind === "committed"
    ? ok(attempt)
    : refuse({ code: "idempotency_key_in_progress" });
}

async function runAttempt(
  ports: SealPorts,
  { act, authorization, document }: PerformAct,
  { signer, opened, originalSha256, signal }: ReadyAct,
  attempt: SigningAttempt,
): Promise<Result<Performed<SealedDocument, ActRefusal>, ActRefusal>> {
  const { clock, log } = ports;
  const making = { act, signer, opened, authorization, clock, signal };
  const made = await makeSignature(making).catch(async (cause) => {
    // Best effort: where the store is down too, housekeeping ends the attempt.
    await failAttempt(ports, attempt, { outcome: "failed", code: "internal_error", answer: null })
      .catch((failed) => log.error("signing_attempt_not_ended", failed, { attemptId: attempt.id }));
    throw cause;
  });
  if (!made.ok) {
    const { refusal, reason } = made.refusal;
    const outcome = refusal.code === "upstream_unavailable" ? "failed" : "refused";
    log.warn("signing_failed", { act, attemptId: attempt.id, reason });
    await failAttempt(ports, attempt, { outcome, code: reason, answer: null });
    return refuse(refusal);
  }
  const { appended, resultSha256 } = made.value;
  await ports.signing.nextTurn();
  const value: SealedDocument = {
    document: appendToBase64(document, appended),
    originalSha256,
    resultSha256,
    frozenDecisionArtifact: artifactOf(signer, made.value),
  };
  return ok({ value, record: recordingOf(ports, attempt, value) });
}

function artifactOf({ credentialId }: Signer, { provider: { name, specs } }: MadeSignature) {
  return {
    credentialId,
    trustServiceProvider: name,
    engineVersion: sealingEngineVersion,
    cscApiVersion: specs,
  };
}

/** Records that a document was sealed or signed, as the end of its attempt. */
function recordingOf(
  ports: SealPorts,
  attempt: SigningAttempt,
  { resultSha256, frozenDecisionArtifact }: SealedDocument,
): Performed<SealedDocument, ActRefusal>["record"] {
  return async (unit, answer) => {
    const ended = await endAttempt(ports, attempt, { unit, answer });
    if (!ended.ok) return ended;
    const { id: attemptId, act, credentialId, begunAt: _, pledgedKey: __, ...named } = attempt;
    ports.audit.record(unit, {
      kind: act === "seal" ? "DOCUMENT_SEALED" : "DOCUMENT_SIGNED",
      attemptId,
      credentialId,
      ...named,
      resultSha256,
      frozenDecisionArtifact,
    });
    return ended;
  };
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}
