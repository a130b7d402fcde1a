import { changedSince } from "../../core/lists_in_force/changed_since.ts";
import type { ListChangesPorts } from "../../core/lists_in_force/ports.ts";
import type { MonitoredLists, RunMonitoringPorts } from "../../core/monitoring/ports.ts";
import { openMonitoringRunner } from "../../core/monitoring/run_monitoring.ts";
import type { Job } from "../process/job_runner.ts";

/** The job that compares monitored customers with the lists. */
export const monitoringJob = "monitoring";

/** Seconds between two looks at what is due: a change of lists is compared within minutes. */
const everySeconds = 5;

/** Opens the job that compares the monitored customers of all clients, those that another server has left too. */
export function monitoringJobOf(ports: RunMonitoringPorts): Job {
  const runner = openMonitoringRunner(ports);
  return { name: monitoringJob, every: { seconds: everySeconds }, run: runner.run };
}

/** The lists of a deployment whose lists are the same for all clients. */
export function monitoredLists(ports: ListChangesPorts): MonitoredLists {
  const { lists } = ports;
  return {
    of: () => lists,
    changed: async (since, inForce) => {
      const { snapshot, snapshotIds } = inForce;
      if (since === snapshot.id) return null;
      // The invented list has no record of what changed.
      if (snapshotIds.length === 0) return "unknown";
      const changed = await changedSince(ports, { since, inForce });
      if (changed.ok) return changed.value;
      // Another server has newer lists, and compares with them; or these are recorded in a moment.
      return changed.refusal.code === "not_recorded" ? null : "unknown";
    },
  };
}
