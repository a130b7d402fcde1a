import { z } from "zod";
import { ClientId } from "../access/schema.ts";
import { EvidenceEncryptionKey } from "../access/evidence_encryption_key.ts";
import { Mode, Timestamp } from "../nouns.ts";
import { AuthorizationRequest } from "./authorization_request.ts";
import { CheckType } from "./check_type.ts";
import { SessionId, type SessionStatus, TemplateVersion, VerificationDecision } from "./schema.ts";

/** What became of a session; `expired` is no outcome but the clock's. */
const Outcome = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("pending"),
    /** Presentations that did not verify. */
    failures: z.int().nonnegative(),
  }).readonly(),
  z.object({
    status: z.literal("completed"),
    endedAt: Timestamp,
    decision: VerificationDecision,
    /** `none`: the check keeps none; `ready` until it is delivered or its lifetime is over. */
    pack: z.enum(["none", "ready", "delivered"]),
    /** Which reader it was delivered to: random, and known to that one alone. */
    claim: z.string().optional(),
  }).readonly(),
  z.object({ status: z.literal("failed"), endedAt: Timestamp, error: z.string() }).readonly(),
]);

/** A session as it is kept: no claim of any wallet, and its request under a key. */
export const Session = z.object({
  id: SessionId,
  clientId: ClientId,
  /** Whose engine and trust anchors judge the answer. */
  mode: Mode,
  checkType: CheckType,
  templateVersion: TemplateVersion,
  countryCode: z.string().nullable(),
  /** As the wallet was sent it; what its answer is bound to, whatever is configured since. */
  request: AuthorizationRequest,
  /** Where its signed form is fetched, and how often it was; absent where it is not signed. */
  requestObject: z.object({ id: z.string(), fetches: z.int().nonnegative() }).readonly().optional(),
  createdAt: Timestamp,
  /** When it stops to wait for an answer. Not a lifetime of the record. */
  pendingUntil: Timestamp,
  /** Whom the pack is encrypted to; null where the check keeps none. */
  packKey: EvidenceEncryptionKey.nullable(),
  /** The server key that its token is derived under. */
  tokenKeyId: z.string(),
  outcome: Outcome,
}).readonly();
export type Session = z.infer<typeof Session>;

/** How far a session is at this moment. */
export function statusOf(
  { outcome, pendingUntil }: Pick<Session, "outcome" | "pendingUntil">,
  now: Temporal.Instant,
): SessionStatus {
  if (outcome.status !== "pending") return outcome.status;
  return Date.parse(pendingUntil) <= now.epochMilliseconds ? "expired" : "pending";
}

/** When a session ended, or will by itself. */
export function endOf({ outcome, pendingUntil }: Session): Temporal.Instant {
  return Temporal.Instant.from(outcome.status === "pending" ? pendingUntil : outcome.endedAt);
}
