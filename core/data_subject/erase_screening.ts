import type { ClientId } from "../access/schema.ts";
import type { Mode } from "../nouns.ts";
import { applicationsOf } from "./kyb_rows.ts";
import type { DataSubjectPorts } from "./ports.ts";
import type { Unit } from "../../base/unit.ts";
import { ok, type Result } from "../../base/result.ts";
import type { ErasureResult } from "./schema.ts";

/** Why more is not deleted, where a KYB record is on file. */
const legalReview =
  "A KYB record of this client is on file and was not touched: it is kept under a legal retention duty, and a person must review what the duty leaves to erase.";

/** Input of {@link eraseScreening}. */
export interface EraseScreening {
  readonly unit: Unit;
  readonly client: ClientId;
  /** KYB records of another mode are none here. */
  readonly mode: Mode;
}

/**
 * Deletes the data of the caller that the law lets screening delete: its idempotency records
 * and the scores that they replay.
 * Decisions, the audit chain and KYB records are kept under retention duties and are not touched;
 * where a KYB record is on file, the result says that a person has to look at it. A key in use by a
 * request that still runs stays, so that the request runs once and its answer is kept; what is kept
 * while the erasure runs may remain. Once it is erased, a key is as new.
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
