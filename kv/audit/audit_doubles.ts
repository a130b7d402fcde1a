import type { AuditEntry } from "../../core/audit/entry.ts";

/** Finds events that occur twice on the chain, in bounded memory. */
export interface DoubleSearch {
  /** Reads the next entry. @returns whether its event occurs before it */
  isDouble(entry: AuditEntry): boolean;
  /** Ids of entries whose event was recorded long before it reached the chain. */
  readonly late: ReadonlyMap<string, number>;
}

/** Maximum remembered ids of the latest entries: some minutes of a busy service. */
const idsMax = 100_000;
/** Maximum late entries for the second walk. */
const lateMax = 10_000;

/**
 * Opens a search. An event reaches the chain soon after its recording, so that a duplicate is close
 * to it, or was recorded before all its neighbours; the latter are few, and a second walk looks for
 * them.
 */
export function searchDoubles(): DoubleSearch {
  const near = new Map<string, string>();
  const late = new Map<string, number>();
  let forgotten = "";
  return {
    late,
    isDouble: ({ id, at, seq }) => {
      if (near.has(id)) return true;
      near.set(id, at);
      if (at <= forgotten && late.size < lateMax) late.set(id, seq);
      if (near.size > idsMax) {
        const [oldest, oldestAt] = near.entries().next().value ?? ["", ""];
        near.delete(oldest);
        if (oldestAt > forgotten) forgotten = oldestAt;
      }
      return false;
    },
  };
}
