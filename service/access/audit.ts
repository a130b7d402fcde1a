import type { Units } from "../../base/unit.ts";
import { countDecisions, type Writing } from "../../core/telemetry/count_decisions.ts";
import { type AuditCheckpoints, openAuditCheckpoints } from "../../kv/audit/audit_checkpoints.ts";
import { type AuditLog, openAuditLog } from "../../kv/audit/audit_log.ts";
import { openWitnessing, type Witnessing } from "../../kv/audit/audit_witnessing.ts";
import type { Connect } from "../../gateways/http/connect.ts";
import { openWitness } from "../../gateways/audit_witness/open_witness.ts";
import type { DataKeys } from "../../kv/keys/data_keys.ts";
import type { Store } from "../../kv/store/store.ts";
import { openUnits } from "../../kv/store/unit.ts";
import type { Config } from "../config/config.ts";
import type { OpenedRuntime } from "../process/runtime.ts";

/** The audit log, and the units of work that write to it. */
export interface AuditAdapters extends Writing {
  readonly auditLog: AuditLog;
  readonly checkpoints: AuditCheckpoints;
  /** Sends signed heads out of the store; null: no witness is configured. */
  readonly witnessing: Witnessing | null;
}

/** Opens the audit log, and units of work that count decisions. */
export function openAudit(
  { policy: { audit: rules }, auditWitness }: Pick<Config, "policy" | "auditWitness">,
  runtime: OpenedRuntime,
  { store, dataKeys, connect }: {
    readonly store: Store;
    readonly dataKeys: DataKeys;
    /** Connects to the witness; replaced in tests. */
    readonly connect?: Connect | undefined;
  },
): AuditAdapters {
  const opening = { store, ...runtime, dataKeys, rules };
  const auditLog = openAuditLog(opening);
  const writing = { audit: auditLog, units: nudging(openUnits(store), auditLog) };
  return {
    ...countDecisions(writing, runtime.telemetry),
    auditLog,
    checkpoints: openAuditCheckpoints({ ...opening, signing: dataKeys["audit-signing"] }),
    witnessing: auditWitness === null ? null : openWitnessing({
      ...opening,
      witness: openWitness(auditWitness, { seconds: rules.witnessSeconds, connect }),
    }),
  };
}

/** Returns units whose recorded events are moved to the audit chain soon after the commit. */
function nudging(units: Units, auditLog: AuditLog): Units {
  return {
    begin: units.begin,
    commit: async (unit) => {
      const outcome = await units.commit(unit);
      if (outcome.kind === "committed" && auditLog.recordsIn(unit)) void auditLog.nudge();
      return outcome;
    },
  };
}
