import { changedSince } from "../../core/lists_in_force/changed_since.ts";
import type { ListChangesPorts } from "../../core/lists_in_force/ports.ts";
import type { MonitoredLists, RunMonitoringPorts } from "../../core/monitoring/ports.ts";
import { secondsLate } from "../../core/monitoring/late_run.ts";
import { openMonitoringRunner } from "../../core/monitoring/run_monitoring.ts";
import type { Telemetry } from "../../core/telemetry/ports.ts";
import { watchSeconds } from "../../core/telemetry/watch_seconds.ts";
import type { Job } from "../process/job_runner.ts";

/** The job that compares monitored customers with the lists. */
export const monitoringJob = "monitoring";

/** Seconds between two checks for due runs: a change of lists is compared within minutes. */
const everySeconds = 5;

/**
 * Opens the jobs that compare the monitored customers of all clients, including runs left by
 * another server, and that measure whether a run is late.
 */
export function monitoringJobs(ports: RunMonitoringPorts, telemetry: Telemetry): readonly Job[] {
  const { run } = openMonitoringRunner(ports);
  const { clock } = ports;
  const read = () => secondsLate(ports);
  const { refresh } = watchSeconds("aval.monitoring.late", { clock, read }, telemetry);
  return [
    { name: monitoringJob, every: { seconds: everySeconds }, run },
    { name: "monitoring_late", every: "minute", run: refresh },
  ];
}

/** The lists of a deployment whose lists are the same for all clients. */
export function monitoredLists(ports: ListChangesPorts): MonitoredLists {
  const { lists } = ports;
  return {
    refresh: () => Promise.resolve(),
    of: () => lists,
    changed: async (since, inForce) => {
      if (since === inForce.snapshot.id) return null;
      const changed = await changedSince(ports, { since, inForce });
      if (changed.ok) {
        const { entityIds, sources } = changed.value;
        return sources.size > 0 ? "unknown" : entityIds;
      }
      // Another server has newer lists, and compares with them; or these are recorded in a moment.
      return changed.refusal.code === "not_recorded" ? null : "unknown";
    },
    isNewest: async ({ snapshot: { id }, snapshotIds }) => {
      if (snapshotIds.length === 0) return true;
      const last = await ports.listEditions.last();
      return last === null || last.id === id;
    },
    changedAt: async (since, { snapshot: { id } }) => {
      if (since === id) return null;
      const last = await ports.listEditions.last();
      return last?.id === id ? last.at : null;
    },
  };
}
