import type { Lists, ListsInForce, ListsUpdate } from "./ports.ts";
import type { Matcher } from "../matching/ports.ts";

/** Lists in force that can be swapped for others while they are used. */
export interface SwappableLists extends Lists {
  /** Puts others in force. The snapshot before is freed once nothing runs that uses it. */
  replace(next: ListsInForce): void;
  /** Notes the result of polling the manifest. */
  note(update: ListsUpdate): void;
}

/** A loaded snapshot, and how many screen against it. */
interface Slot {
  inForce: ListsInForce;
  users: number;
}

/** Holds the lists in force, and each snapshot for as long as somebody screens against it. */
export function openLiveLists(
  matcher: Pick<Matcher, "unload">,
  first: ListsInForce,
): SwappableLists {
  let slot: Slot = { inForce: first, users: 0 };
  let lastUpdate: ListsUpdate | null = null;

  function freeUnused(held: Slot): void {
    if (held !== slot && held.users === 0) matcher.unload(held.inForce.snapshot);
  }

  function leave(held: Slot): void {
    held.users--;
    freeUnused(held);
  }

  return {
    current: () => slot.inForce,
    use: (run) => {
      const held = slot;
      held.users++;
      let runsOn = false;
      try {
        const value = run(held.inForce);
        if (!(value instanceof Promise)) return value;
        runsOn = true;
        return value.finally(() => leave(held)) as typeof value;
      } finally {
        if (!runsOn) leave(held);
      }
    },
    replace: (next) => {
      if (next.snapshot === slot.inForce.snapshot) {
        slot.inForce = next;
        return;
      }
      const before = slot;
      slot = { inForce: next, users: 0 };
      freeUnused(before);
    },
    lastUpdate: () => lastUpdate,
    note: (update) => {
      lastUpdate = update;
    },
  };
}
