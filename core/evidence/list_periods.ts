import { z } from "zod";
import { Sha256 } from "../nouns.ts";

/** A list that came into force, from the audit log. */
export const ListEvent = z.object({
  kind: z.literal("LISTS_IN_FORCE"),
  source: z.string(),
  version: z.string().nullable(),
  snapshotId: Sha256,
  sha256: Sha256,
  entries: z.int(),
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
}).readonly();
export type ListEvent = z.infer<typeof ListEvent>;

/** A list and the time during which it was in force. */
export interface ListPeriod extends Omit<ListEvent, "kind"> {
  /** The time of its recording. */
  readonly from: string;
  /**
   * The recording time of the next list of its source; null: in force until the end of the period.
   */
  readonly until: string | null;
}

/** Lists by their time in force. */
export interface ListPeriods {
  /** Adds a list that came into force; calls must be in the order of time. */
  add(at: Temporal.Instant, event: ListEvent): void;
  /** Returns the lists in force in the period, by source and time. */
  end(): readonly ListPeriod[];
}

/** Collects the lists in force in a period, including those in force at its start. */
export function openListPeriods({ from }: { readonly from: Temporal.Instant }): ListPeriods {
  const periods = new Map<string, ListPeriod[]>();
  return {
    add: (at, { kind: _, ...list }) => {
      const known = periods.get(list.source) ?? [];
      const time = at.toString();
      const last = known.pop();
      // What ended before the period began is none of it.
      if (last !== undefined && Temporal.Instant.compare(at, from) > 0) {
        known.push({ ...last, until: last.until ?? time });
      }
      // A source without a version is gone.
      if (list.version !== null) known.push({ ...list, from: time, until: null });
      periods.set(list.source, known);
    },
    end: () => [...periods].toSorted(([a], [b]) => a < b ? -1 : 1).flatMap(([, of]) => of),
  };
}
