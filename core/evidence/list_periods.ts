import { z } from "zod";
import { Sha256 } from "../nouns.ts";

/** A list that came into force, as the audit log has it. */
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

/** A list while it was in force. */
export interface ListPeriod extends Omit<ListEvent, "kind"> {
  /** When it was recorded. */
  readonly from: string;
  /** When the next one of its source was; null: it was in force at the end of the period. */
  readonly until: string | null;
}

/** Lists by the time in which they were in force. */
export interface ListPeriods {
  /** Adds what came into force, in the order of time. */
  add(at: Temporal.Instant, event: ListEvent): void;
  /** Those that were in force in the period, by source and time. */
  end(): readonly ListPeriod[];
}

/** Collects which lists were in force in a period, those that were in force at its beginning too. */
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
