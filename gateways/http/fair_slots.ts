/** Limits of running and waiting work. */
export interface FairSlotsRules {
  readonly slotsMax: number;
  /** Maximum slots of one owner. */
  readonly slotsPerOwnerMax: number;
  /** Maximum that wait at one time; one owner may have the same share as of the slots. */
  readonly waitingMax: number;
}

/** Permission to do something. It must be released. */
export interface Slot {
  readonly waited: boolean;
  release(): void;
}

/** Limits concurrent work in total and for each owner. */
export interface FairSlots {
  /**
   * Waits in the order of the calls, except that an owner at its limit is skipped.
   *
   * @returns null when the signal aborts first, or too many already wait
   */
  take(owner: string, signal: AbortSignal): Promise<Slot | null>;
}

interface Waiter {
  readonly owner: string;
  readonly answer: (slot: Slot | null) => void;
}

/** Opens slots, all free. */
export function openFairSlots(
  { slotsMax, slotsPerOwnerMax, waitingMax }: FairSlotsRules,
): FairSlots {
  const held = new Map<string, number>();
  let heldInAll = 0;
  let waiting: readonly Waiter[] = [];
  const waitingPerOwnerMax = Math.ceil(waitingMax * slotsPerOwnerMax / slotsMax);

  const isFree = (owner: string) =>
    heldInAll < slotsMax && (held.get(owner) ?? 0) < slotsPerOwnerMax;

  function hold(owner: string, waited: boolean): Slot {
    heldInAll++;
    held.set(owner, (held.get(owner) ?? 0) + 1);
    return {
      waited,
      release: () => {
        heldInAll--;
        const left = (held.get(owner) ?? 1) - 1;
        if (left === 0) held.delete(owner);
        else held.set(owner, left);
        const next = waiting.find((waiter) => isFree(waiter.owner));
        next?.answer(hold(next.owner, true));
      },
    };
  }

  /**
   * Rejects the last waiting caller of the owner with the most.
   *
   * @returns false if no owner has more than this one would have
   */
  function makeRoom(own: number): boolean {
    const line = Map.groupBy(waiting, ({ owner }) => owner).values();
    const longest = [...line].reduce((most, one) => one.length > most.length ? one : most, []);
    if (longest.length <= own + 1) return false;
    longest.at(-1)?.answer(null);
    return true;
  }

  return {
    take: async (owner, signal) => {
      if (isFree(owner)) return hold(owner, false);
      const own = waiting.filter((waiter) => waiter.owner === owner).length;
      if (signal.aborted || own >= waitingPerOwnerMax) return null;
      if (waiting.length >= waitingMax && !makeRoom(own)) return null;
      const { promise, resolve } = Promise.withResolvers<Slot | null>();
      const giveUp = () => waiter.answer(null);
      const waiter: Waiter = {
        owner,
        answer: (slot) => {
          waiting = waiting.filter((other) => other !== waiter);
          signal.removeEventListener("abort", giveUp);
          resolve(slot);
        },
      };
      waiting = [...waiting, waiter];
      signal.addEventListener("abort", giveUp);
      return await promise;
    },
  };
}
