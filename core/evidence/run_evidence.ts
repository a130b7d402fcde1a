import { z } from "zod";
import { ClientId } from "../access/schema.ts";

/** A finished live run of the monitoring, from the audit log. */
export const RunEvent = z.object({
  kind: z.literal("MONITORING_RUN_ENDED"),
  mode: z.literal("live"),
  clientId: ClientId,
  runId: z.string(),
  run: z.string(),
  complete: z.boolean(),
  listSnapshotIds: z.array(z.string()).readonly(),
  subjects: z.int(),
  compared: z.int(),
  hits: z.int(),
  opened: z.int(),
}).readonly();
export type RunEvent = z.infer<typeof RunEvent>;

/** A run, with the time from the recording of its lists to its end. */
export interface RunEvidence extends Omit<RunEvent, "kind" | "mode"> {
  readonly endedAt: string;
  /**
   * For the first complete run of a client with these lists: minutes from their recording to its
   * end. Null for later runs with the same lists, and if the recording is not in the log.
   */
  readonly minutesAfterLists: number | null;
}

/** Collects runs while the log is read. */
export interface Runs {
  /** Lists were recorded. */
  record(snapshotId: string, at: Temporal.Instant): void;
  /** Adds a run that ended, in the period or before it. */
  end(run: RunEvent, at: string): RunEvidence;
}

/** Opens the collection of how long after the recording of its lists each client's run ended. */
export function openRuns(): Runs {
  const recorded = new Map<string, Temporal.Instant>();
  /** Clients that were compared with a snapshot. */
  const compared = new Set<string>();
  return {
    record: (snapshotId, at) => {
      recorded.set(snapshotId, at);
      // Lists that come into force again are to be compared with again.
      for (const name of compared) if (name.includes(snapshotId)) compared.delete(name);
    },
    end: ({ kind: _kind, mode: _mode, ...run }, at) => {
      const name = [run.clientId, ...run.listSnapshotIds].join(" ");
      const isFirst = run.complete && !compared.has(name);
      if (run.complete) compared.add(name);
      const times = run.listSnapshotIds.flatMap((id) => recorded.get(id) ?? []);
      const newest = isFirst ? times.toSorted(Temporal.Instant.compare).at(-1) : undefined;
      const minutes = newest?.until(Temporal.Instant.from(at)).total("minutes") ?? null;
      return {
        ...{ ...run, endedAt: at },
        minutesAfterLists: minutes === null ? null : Math.round(minutes * 10) / 10,
      };
    },
  };
}
