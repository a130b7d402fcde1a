import type { Touched } from "./batch.ts";
import { batchBytesMax, batchCommitsMax } from "./limits.ts";

/** A commit that waits. */
export interface WaitingCommit extends Touched {
  /** Whether it shares no transaction any more: one that it shared has failed. */
  readonly alone: boolean;
}

/** Commits that wait for a connection, in the order in which they came. */
export interface WaitingCommits<C extends WaitingCommit> {
  add(commit: C): void;
  /** Whether there is any. */
  any(): boolean;
  /**
   * Takes those that may run now as one batch: in their order, none that meets a batch under way or
   * one that waits before it, and no additions to a key that the batch puts or removes. Empty when
   * none may.
   */
  take(): readonly C[];
  /** Lets go of the keys of a batch that has ended. */
  ended(batch: readonly C[]): void;
  /** Puts a batch that has failed back to where it was, each of its commits alone from now on. */
  returned(batch: readonly C[]): void;
  /** Takes all that is left. */
  clear(): readonly C[];
}

/** Makes an empty queue. */
export function waitingCommits<C extends WaitingCommit>(): WaitingCommits<C> {
  let waiting: C[] = [];
  const underWay = new Set<Touched>();

  return {
    add: (commit) => void waiting.push(commit),
    any: () => waiting.length > 0,
    take: () => {
      const met = keysOf(underWay);
      const batch: C[] = [];
      const taken = { written: new Set<string>(), added: new Set<string>() };
      const left: C[] = [];
      let bytes = 0;
      for (const commit of waiting) {
        const fits = batch.length === 0 ||
          (batch.length < batchCommitsMax && bytes + commit.bytes <= batchBytesMax);
        const shares = batch.length === 0 || !(commit.alone || batch[0]?.alone);
        if (fits && shares && !meets(commit, met) && !mixes(commit, taken)) {
          batch.push(commit);
          bytes += commit.bytes;
          for (const key of commit.written) taken.written.add(key);
          for (const key of commit.added) taken.added.add(key);
        } else {
          left.push(commit);
          include(met, commit);
        }
      }
      waiting = left;
      for (const commit of batch) underWay.add(commit);
      return batch;
    },
    ended: (batch) => {
      for (const commit of batch) underWay.delete(commit);
    },
    returned: (batch) => {
      for (const commit of batch) underWay.delete(commit);
      waiting = [...batch.map((commit) => ({ ...commit, alone: true })), ...waiting];
    },
    clear: () => {
      const all = waiting;
      waiting = [];
      return all;
    },
  };
}

interface Keys {
  readonly written: Set<string>;
  readonly kept: Set<string>;
}

function keysOf(commits: Iterable<Touched>): Keys {
  const keys: Keys = { written: new Set(), kept: new Set() };
  for (const commit of commits) include(keys, commit);
  return keys;
}

function include(keys: Keys, { written, kept }: Touched): void {
  for (const key of written) keys.written.add(key);
  for (const key of kept) keys.kept.add(key);
}

/** Two that only check a key do not meet there. */
function meets({ written, kept }: Touched, keys: Keys): boolean {
  for (const key of written) if (keys.written.has(key) || keys.kept.has(key)) return true;
  for (const key of kept) if (keys.written.has(key)) return true;
  return false;
}

/** Whether one adds to what the other puts or removes: the table alone knows whether it may. */
function mixes(
  { written, added }: Touched,
  taken: { readonly written: ReadonlySet<string>; readonly added: ReadonlySet<string> },
): boolean {
  for (const key of written) {
    if (taken.written.has(key) && added.has(key) !== taken.added.has(key)) return true;
  }
  return false;
}
