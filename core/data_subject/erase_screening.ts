import type { ClientId } from "../access/schema.ts";
import type { Mode } from "../nouns.ts";
import { applicationsOf } from "./kyb_rows.ts";
import type { DataSubjectPorts } from "./ports.ts";
import type { Unit } from "../../base/unit.ts";
import { ok, type Result } from "../../base/result.ts";
import type { ErasureResult } from "./schema.ts";

/** The reason why more is not deleted while a KYB record is on file. */
const legalReview =
  "A KYB record of this client is on file and was not touched: it is kept under a legal retention duty, and a person must review what the duty leaves to erase.";

/** Input of {@link eraseScreening}. */
export interface EraseScreening {
  readonly unit: Unit;
  readonly client: ClientId;
  /** KYB records of another mode do not count. */
  readonly mode: Mode;
}

/**
 * Deletes the caller's data that the law permits screening to delete: its idempotency records and
 * the scores that they replay. Decisions, the audit chain and KYB records are kept under retention
 * duties; if a KYB record is on file, the result states that a person must look at it. The key of a
 * request that still runs stays, so that the request runs once and its answer is kept; data stored
 * during the erasure may remain. An erased key can be used as a new one.
 *
 * @see Screening §2 and §4, rule 11
 */
export async function eraseScreening(
  { audit, kyb, replays, walletRisk }: Pick<
    DataSubjectPorts,
    "audit" | "kyb" | "replays" | "walletRisk"
  >,
  { unit, client, mode }: EraseScreening,
): Promise<Result<ErasureResult, never>> {
  const isLinked = (await applicationsOf({ kyb }, { client, mode })).length > 0;
  // Before the records that name them: what is kept meanwhile keeps both.
  await walletRisk.kept.erase(client);
  const idempotencyRecords = await replays.erase({ service: "screening", owner: client });
  audit.record(unit, {
    kind: "GDPR_ERASED",
    clientId: client,
    service: "screening",
    idempotencyRecords,
  });
  return ok({
    deleted: { idempotencyRecords },
    requiresLegalReview: isLinked ? legalReview : null,
  });
}
