import type { InForce, Update } from "./ports.ts";

/** Data in force that can be swapped while they are in use. */
export interface Swappable<Data> extends InForce<Data> {
  /** Puts new data in force. The old data are freed once no run uses them. */
  replace(next: Data): void;
  /** Notes the result of polling the manifest. */
  note(update: Update): void;
}

/** Loaded data, with the number of their users. */
interface Slot<Data> {
  data: Data;
  users: number;
}

/**
 * Opens the data in force, and keeps each snapshot as long as it is used.
 *
 * @param isSame whether two values belong to the same snapshot
 * @param free frees an unused snapshot
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
