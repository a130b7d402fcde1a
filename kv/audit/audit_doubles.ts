import type { AuditEntry } from "../../core/audit/entry.ts";

/** Finds events that stand on the chain twice, in bounded memory. */
export interface DoubleSearch {
  /** Looks at the next entry. @returns whether its event stands before it already */
  isDouble(entry: AuditEntry): boolean;
  /** Ids of entries whose event was recorded long before they were put onto the chain. */
  readonly late: ReadonlyMap<string, number>;
}

/** Ids of the latest entries that are kept: some minutes of a busy service. */
const idsMax = 100_000;
/** Late entries that are looked for in a second walk. */
const lateMax = 10_000;

/**
 * Begins a search. An event reaches the chain soon after it was recorded, so that its double stands
 * near it, or was recorded before everything near it: those are few, and looked for in a second walk.
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
