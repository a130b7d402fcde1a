/** What a commit touches, by names of keys. */
export interface Touched {
  /** Put, removed or added to. */
  readonly written: ReadonlySet<string>;
  /** Checked only. */
  readonly kept: ReadonlySet<string>;
}

/** A commit that waits. */
export interface WaitingCommit extends Touched {
  /** Whether it shares no transaction any more: one that it shared has failed. */
  readonly alone: boolean;
}

/**
 * The room of one batch: takes a commit in and returns true, or returns false where it does not fit
 * beside those that were taken before it. The first one always fits.
 */
export type Room<C> = (commit: C) => boolean;

/** Commits that wait for their transaction, in the order in which they came. */
export interface WaitingCommits<C extends WaitingCommit> {
  add(commit: C): void;
  /** Whether there is any. */
  any(): boolean;
  /**
   * Takes those that may run now as one batch: in their order, none that meets a batch under way or
   * one that waits before it, and as many as its room takes. Empty when none may.
   */
  take(): readonly C[];
  /** Lets go of the keys of a batch that has ended. */
  ended(batch: readonly C[]): void;
  /** Puts a batch that has failed back to where it was, each of its commits alone from now on. */
  returned(batch: readonly C[]): void;
  /** Takes all that is left. */
  clear(): readonly C[];
}

/** Makes an empty queue. @param openRoom makes the room of the next batch */
export function waitingCommits<C extends WaitingCommit>(
  openRoom: () => Room<C>,
): WaitingCommits<C> {
  let waiting: C[] = [];
  const underWay = new Set<Touched>();

  return {
    add: (commit) => void waiting.push(commit),
    any: () => waiting.length > 0,
    take: () => {
      const met = keysOf(underWay);
      const fits = openRoom();
      const batch: C[] = [];
      const left: C[] = [];
      for (const commit of waiting) {
        const shares = batch.length === 0 || !(commit.alone || batch[0]?.alone);
        if (shares && !meets(commit, met) && fits(commit)) {
          batch.push(commit);
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
