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
  /** Minutes from the recording of the newest of its lists to its end; null: that is not in the log. */
  readonly minutesAfterLists: number | null;
}

/**
 * States how long after its lists a run ended.
 *
 * @param inForce when each snapshot was recorded last, by its id
 */
export function runEvidence(
  { kind: _kind, mode: _mode, ...run }: RunEvent,
  { at, inForce }: {
    readonly at: string;
    readonly inForce: ReadonlyMap<string, Temporal.Instant>;
  },
): RunEvidence {
  const times = run.listSnapshotIds.flatMap((id) => inForce.get(id) ?? []);
  const newest = times.toSorted(Temporal.Instant.compare).at(-1);
  const minutes = newest?.until(Temporal.Instant.from(at)).total("minutes") ?? null;
  return {
    ...{ ...run, endedAt: at },
    minutesAfterLists: minutes === null ? null : Math.round(minutes * 10) / 10,
  };
}
