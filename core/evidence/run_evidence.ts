import { z } from "zod";
import { ClientId } from "../access/schema.ts";

/** A live run of the monitoring that ended, as the audit log has it. */
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

/** A run, and how long after its lists it ended. */
export interface RunEvidence extends Omit<RunEvent, "kind" | "mode"> {
  readonly endedAt: string;
  /**
   * Of the first whole run of a client with some lists: minutes from their recording to its end. Null of
   * later ones with the same lists, and where the recording is not in the log.
   */
  readonly minutesAfterLists: number | null;
}

/** Runs while the log is read. */
export interface Runs {
  /** Lists were recorded. */
  record(snapshotId: string, at: Temporal.Instant): void;
  /** A run has ended, in the period or before it. */
  end(run: RunEvent, at: string): RunEvidence;
}

/** Collects how long after its lists each client was compared with them. */
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
