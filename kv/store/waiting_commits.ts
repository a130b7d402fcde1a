/** The keys that a commit touches, by name. */
export interface Touched {
  /** Keys that are put, removed or added to. */
  readonly written: ReadonlySet<string>;
  /** Checked only. */
  readonly kept: ReadonlySet<string>;
}

/** A commit that waits. */
export interface WaitingCommit extends Touched {
  /** Whether it must run alone, after a shared transaction failed. */
  readonly alone: boolean;
}

/**
 * The room of one batch: adds a commit and returns true, or returns false if it does not fit with
 * the earlier ones. The first one always fits.
 */
export type Room<C> = (commit: C) => boolean;

/** Commits that wait for their transaction, in the order of arrival. */
export interface WaitingCommits<C extends WaitingCommit> {
  add(commit: C): void;
  /** Whether any commit waits. */
  any(): boolean;
  /**
   * Takes commits that may run now as one batch: in their order, without conflict with a running
   * batch or an earlier waiting one, and as many as the room accepts. Empty if none may run.
   */
  take(): readonly C[];
  /** Releases the keys of a finished batch. */
  ended(batch: readonly C[]): void;
  /** Returns a failed batch to its place; each of its commits then runs alone. */
  returned(batch: readonly C[]): void;
  /** Takes all remaining commits. */
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

/** Whether commits conflict at a key; two that only check it do not. */
function meets({ written, kept }: Touched, keys: Keys): boolean {
  for (const key of written) if (keys.written.has(key) || keys.kept.has(key)) return true;
  for (const key of kept) if (keys.written.has(key)) return true;
  return false;
}
