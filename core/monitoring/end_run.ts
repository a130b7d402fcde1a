import type { Unit } from "../../base/unit.ts";
import type { ClientId } from "../access/schema.ts";
import type { Mode } from "../nouns.ts";
import type { RunMonitoringPorts } from "./ports.ts";
import type { MonitoringRun } from "./schema.ts";

/** A run that ends. */
export interface EndRun {
  readonly unit: Unit;
  readonly clientId: ClientId;
  readonly mode: Mode;
  readonly run: MonitoringRun;
  /** Whether the run has compared every customer. */
  readonly complete: boolean;
}

/** Ends a run and records it: ids and numbers only. */
export function endRun(
  { audit, clock, events, monitoring }: Pick<
    RunMonitoringPorts,
    "audit" | "clock" | "events" | "monitoring"
  >,
  { unit, clientId, mode, run, complete }: EndRun,
): void {
  const endedAt = clock.now().toString({ smallestUnit: "millisecond" });
  monitoring.record(unit, clientId, { ...run, endedAt });
  const { runId, kind, listSnapshotIds, subjects, compared, hits, opened } = run;
  audit.record(unit, {
    ...{ kind: "MONITORING_RUN_ENDED", clientId, mode, runId, run: kind, complete },
    ...{ listSnapshotIds, subjects, compared, hits, opened },
  });
  const data = { runId, kind, complete, subjects, compared, hits, opened };
  events.raise(unit, { clientId, mode, type: "monitoring.run_done", data });
}
