import type { ClientId } from "../access/schema.ts";
import type { DataSubjectPorts } from "./ports.ts";
import type { Unit } from "../../base/unit.ts";
import { ok, type Result } from "../../base/result.ts";
import type { VerificationErasureResult } from "./schema.ts";

/** Input of {@link eraseVerification}. */
export interface EraseVerification {
  readonly unit: Unit;
  readonly client: ClientId;
}

/**
 * Deletes every session, decision and undelivered evidence pack of the caller, including pending
 * ones, and its logins and idempotency records. A wallet that answers meanwhile finds nothing. The
 * shared audit chain, which contains no personal data, stays.
 *
 * @see Verification §4, rule 13
 */
export async function eraseVerification(
  { audit, clientLogins, replays, verificationSessions }: Pick<
    DataSubjectPorts,
    "audit" | "clientLogins" | "replays" | "verificationSessions"
  >,
  { unit, client }: EraseVerification,
): Promise<Result<VerificationErasureResult, never>> {
  // Sessions first: a record that is kept meanwhile names one that stays, or is erased with the others.
  const sessions = await verificationSessions.erase(client);
  // After them: a page that waits reads that it is over, whichever of the two is gone first.
  const logins = await clientLogins.erase(client);
  const idempotencyRecords = await replays.erase({ service: "verification", owner: client });
  audit.record(unit, {
    kind: "GDPR_ERASED",
    clientId: client,
    service: "verification",
    idempotencyRecords,
    sessions,
    logins,
  });
  return ok({ deleted: { sessions, logins, idempotencyRecords }, requiresLegalReview: null });
}
