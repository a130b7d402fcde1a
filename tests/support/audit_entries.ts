import type { AuditEvent } from "../../core/audit/event.ts";
import type { Clock } from "../../base/clock.ts";
import { openAuditCheckpoints } from "../../kv/audit/audit_checkpoints.ts";
import { openAuditLog } from "../../kv/audit/audit_log.ts";
import type { DataKeys } from "../../kv/keys/data_keys.ts";
import type { RetryDependencies } from "../../kv/store/retry.ts";
import type { Store } from "../../kv/store/store.ts";
import { openUnits } from "../../kv/store/unit.ts";
import { uuidV7 } from "../../base/uuid.ts";

/** The input of {@link fillAuditLog}. */
export interface FillAuditLog extends RetryDependencies {
  readonly store: Store;
  readonly clock: Clock;
  /** Keys that seal the records and sign the checkpoints. */
  readonly dataKeys: DataKeys;
  readonly entries: number;
}

/** How many events one commit records. */
const eventsPerCommit = 250;
const clients = 50;
/** Entries from one checkpoint to the next: about ten minutes of a busy service. */
const entriesPerCheckpoint = 50_000;

const unwritten = () => {
  throw new Error("The audit log of a test has nothing to say");
};

/**
 * Records decisions through the audit log itself, with chain, index, counters, tree and
 * checkpoints.
 */
export async function fillAuditLog(
  { store, dataKeys, entries, ...runtime }: FillAuditLog,
): Promise<void> {
  const log = { debug: unwritten, info: unwritten, warn: unwritten, error: unwritten };
  const auditLog = openAuditLog({ store, dataKeys, log, ...runtime });
  const checkpoints = openAuditCheckpoints({
    store,
    dataKeys,
    signing: dataKeys["audit-signing"],
    ...runtime,
  });
  const units = openUnits(store);
  for (let made = 0; made < entries;) {
    const unit = units.begin();
    const until = Math.min(entries, made + eventsPerCommit);
    for (; made < until; made++) auditLog.record(unit, decisionOf(made, uuidV7(runtime)));
    await units.commit(unit);
    await auditLog.drain();
    if (made % entriesPerCheckpoint !== 0 && made !== entries) continue;
    const signed = await checkpoints.make();
    if (!signed.ok) throw new Error(`The audit chain does not hold: ${signed.refusal.code}`);
  }
}

function decisionOf(place: number, decisionId: string): AuditEvent {
  return {
    kind: "SCREENING_DECISION",
    clientId: `client-${place % clients}`,
    decisionId,
    mode: "live",
    classification: place % 20 === 0 ? "POSSIBLE_MATCH" : "CLEAR",
    engineVersion: "0.1.0",
    gatesHash: "5e".repeat(32),
    ensembleWeightsHash: "a7".repeat(32),
    listSnapshotIds: ["c4".repeat(32)],
  };
}
