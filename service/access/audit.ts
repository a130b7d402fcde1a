import type { Units } from "../../base/unit.ts";
import { countDecisions, type Writing } from "../../core/telemetry/count_decisions.ts";
import { type AuditCheckpoints, openAuditCheckpoints } from "../../kv/audit/audit_checkpoints.ts";
import { type AuditLog, openAuditLog } from "../../kv/audit/audit_log.ts";
import type { KeyRing } from "../../kv/keys/key_ring.ts";
import type { Store } from "../../kv/store/store.ts";
import { openUnits } from "../../kv/store/unit.ts";
import type { OpenedRuntime } from "../process/runtime.ts";

/** The audit log, and the units of work that write to it. */
export interface AuditAdapters extends Writing {
  readonly auditLog: AuditLog;
  readonly checkpoints: AuditCheckpoints;
}

/** Opens the audit log and units of work whose decisions are counted. */
export function openAudit(
  runtime: OpenedRuntime,
  { store, signing }: { readonly store: Store; readonly signing: KeyRing },
): AuditAdapters {
  const auditLog = openAuditLog({ store, ...runtime });
  const writing = { audit: auditLog, units: nudging(openUnits(store), auditLog) };
  return {
    ...countDecisions(writing, runtime.telemetry),
    auditLog,
    checkpoints: openAuditCheckpoints({ store, ...runtime, signing }),
  };
}

/** Units that have what they recorded put onto the audit chain soon after they are committed. */
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
