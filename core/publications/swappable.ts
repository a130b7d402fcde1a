import type { InForce, Update } from "./ports.ts";

/** Data in force that can be swapped for others while they are used. */
export interface Swappable<Data> extends InForce<Data> {
  /** Puts others in force. What was before is freed once nothing runs that uses it. */
  replace(next: Data): void;
  /** Notes the result of polling the manifest. */
  note(update: Update): void;
}

/** Loaded data, and how many use them. */
interface Slot<Data> {
  data: Data;
  users: number;
}

/**
 * Holds what is in force, and each snapshot for as long as it is used.
 *
 * @param isSame whether two are of one snapshot
 * @param free frees a snapshot that is not used any more
 */
export function openSwappable<Data>(
  first: Data,
  { isSame, free }: {
    readonly isSame: (a: Data, b: Data) => boolean;
    readonly free: (data: Data) => void;
  },
): Swappable<Data> {
  let slot: Slot<Data> = { data: first, users: 0 };
  let lastUpdate: Update | null = null;

  function freeUnused(held: Slot<Data>): void {
    if (held !== slot && held.users === 0) free(held.data);
  }

  function leave(held: Slot<Data>): void {
    held.users--;
    freeUnused(held);
  }

  return {
    current: () => slot.data,
    use: (run) => {
      const held = slot;
      held.users++;
      let runsOn = false;
      try {
        const value = run(held.data);
        if (!(value instanceof Promise)) return value;
        runsOn = true;
        return value.finally(() => leave(held)) as typeof value;
      } finally {
        if (!runsOn) leave(held);
      }
    },
    replace: (next) => {
      if (isSame(next, slot.data)) {
        slot.data = next;
        return;
      }
      const before = slot;
      slot = { data: next, users: 0 };
      freeUnused(before);
    },
    lastUpdate: () => lastUpdate,
    note: (update) => {
      lastUpdate = update;
    },
  };
}
