import { oncePerTurn } from "../../base/once_per_turn.ts";
import { UnavailableError } from "../../base/unavailable.ts";
import { leastRecentlyUsed } from "../../base/least_recently_used.ts";
import { type Backend, CommitRefusedError, DiskFullError, type RawCommit } from "./backend.ts";
import { commitBytesMax, commitKeyBytesMax, keysReadMax, mutationsMax } from "./budget.ts";
import { type GroupLimits, groupRoom, mergeCommits, prepare, type Prepared } from "./group_room.ts";
import { type WaitingCommit, waitingCommits } from "./waiting_commits.ts";

/** How commits are grouped over a backend. */
export interface Grouping extends GroupLimits {
  /** Groups under way at once. One, where the backend writes one after the other anyway. */
  readonly underWayMax: number;
  /** Milliseconds for which what writes a key goes alone, after a check of that key was lost. */
  readonly contendedMilliseconds: number;
}

/**
 * Bytes of a commit's room that a group leaves free, 1 %: `measureCommit()` counts as the runtime of
 * today does, and another one may count a few bytes more for each mutation.
 */
const groupMarginBytes = 8_192;

/** SQLite in this process: one writer, and the runtime's limits of an atomic operation. */
export const embeddedGroups: Grouping = {
  checksMax: 100,
  mutationsMax,
  keyBytesMax: commitKeyBytesMax,
  bytesMax: commitBytesMax - groupMarginBytes,
  underWayMax: 1,
  contendedMilliseconds: 1_000,
};

interface Waiter extends Prepared, WaitingCommit {
  readonly resolve: (versionstamp: string | null) => void;
  readonly reject: (cause: unknown) => void;
}

/** Keys that are remembered, as counters and as contended. */
const rememberedMax = 10_000;

/**
 * Group commit: commits that come while others are under way wait and go together, as one commit of
 * the backend, which waits for the disk or the network once for all of them. An idle store waits for
 * nothing. The commits of a group share no key but those that they only check alike, and counters
 * that they add to; those that meet keep their order.
 *
 * A group whose check fails wrote nothing: what has lost its check is answered, and the rest goes
 * again. For a while what writes such a key goes alone, so that a key which processes contend for
 * holds up no others. A group that the backend refuses, or that finds a full disk, goes again one by
 * one, so that no commit fails for another. Of a group that throws anything else, each commit throws
 * the same: busy means that none has happened, and an unknown outcome is unknown for each.
 *
 * Deno KV refuses an addition to a value, but keeps the additions before it in the same commit
 * (`deno_kv.ts`): a counter that no commit has added to yet is therefore added to alone.
 */
export function groupCommits(backend: Backend, grouping: Grouping): Backend {
  const memory = openGroupMemory(grouping);
  const queue = waitingCommits<Waiter>(() => groupRoom(grouping, memory.isApart));
  /** A little later, so that what comes in one turn travels together. */
  const start = oncePerTurn(dispatch);
  let underWay = 0;

  function dispatch(): void {
    while (underWay < grouping.underWayMax) {
      const group = queue.take();
      if (group.length === 0) return;
      underWay++;
      void settle(backend, memory, group).then(() => {
        queue.ended(group);
        underWay--;
        start();
      });
    }
  }

  return {
    ...backend,
    commit: (raw: RawCommit) =>
      new Promise((resolve, reject) => {
        const prepared = prepare(raw);
        // One that names two versions of a key holds never, which a merged commit could not say.
        const alone = prepared.checks.size < raw.checks.length;
        queue.add({ ...prepared, resolve, reject, alone });
        start();
      }),
    close: () => {
      for (const { reject } of queue.clear()) reject(new UnavailableError("The store is closed"));
      backend.close();
    },
  };
}

/** The keys that decide whether a commit shares a group. */
interface GroupMemory {
  /** Whether a commit goes alone: it adds to a counter that is new here, or writes a contended key. */
  isApart(commit: Prepared): boolean;
  /** Notes a commit that is sent: where it puts a value there is no counter any more. */
  sent(commit: Prepared): void;
  /** Notes a commit that was written: what it has added to is a counter. */
  written(commit: Prepared): void;
  /** Notes a commit that has lost a check: what it writes is contended for a while. */
  lost(commit: Prepared): void;
}

function openGroupMemory({ contendedMilliseconds }: Grouping): GroupMemory {
  const counters = leastRecentlyUsed<true>(rememberedMax);
  /** Until when, on the clock that never turns back. */
  const contended = leastRecentlyUsed<number>(rememberedMax);
  return {
    isApart: ({ adds, checks }) => {
      for (const name of adds.keys()) if (counters.get(name) === undefined) return true;
      for (const name of checks.keys()) {
        if ((contended.get(name) ?? 0) > performance.now()) return true;
      }
      return false;
    },
    sent: ({ puts }) => {
      for (const name of puts) counters.delete(name);
    },
    written: ({ adds }) => {
      for (const name of adds.keys()) counters.set(name, true);
    },
    // Keys that it only checks are left out: all requests check the ring of keys, which hardly changes.
    lost: ({ checks, written }) => {
      for (const name of checks.keys()) {
        if (written.has(name)) contended.set(name, performance.now() + contendedMilliseconds);
      }
    },
  };
}

/** Commits a group and answers each of it. Never rejects. */
async function settle(
  backend: Backend,
  memory: GroupMemory,
  group: readonly Waiter[],
): Promise<void> {
  group.forEach(memory.sent);
  try {
    const versionstamp = await backend.commit(mergeCommits(group));
    if (versionstamp !== null || group.length === 1) {
      group.forEach(versionstamp === null ? memory.lost : memory.written);
      for (const { resolve } of group) resolve(versionstamp);
      return;
    }
  } catch (cause) {
    if (group.length > 1 && isRefused(cause)) {
      for (const one of group) await settle(backend, memory, [one]);
    } else {
      for (const { reject } of group) reject(cause);
    }
    return;
  }
  await settleApart(backend, memory, group);
}

/** Whether nothing of a group was written, and one of its commits may be at fault. */
function isRefused(cause: unknown): boolean {
  return cause instanceof CommitRefusedError || cause instanceof DiskFullError;
}

/** Answers those of a group that have lost a check; the others go again, alone when none has. */
async function settleApart(
  backend: Backend,
  memory: GroupMemory,
  group: readonly Waiter[],
): Promise<void> {
  const lost = await findLost(backend, group);
  for (const one of lost) {
    memory.lost(one);
    one.resolve(null);
  }
  if (lost.size === 0) {
    for (const one of group) await settle(backend, memory, [one]);
    return;
  }
  const left = group.filter((one) => !lost.has(one));
  if (left.length > 0) await settle(backend, memory, left);
}

/**
 * Those of a group of which a check does not hold at this moment: they are answered as lost, as the
 * backend would at this moment. None where it cannot be read.
 */
async function findLost<C extends Prepared>(
  backend: Backend,
  group: readonly C[],
): Promise<ReadonlySet<C>> {
  const checked = new Map(group.flatMap(({ checks }) => [...checks]));
  const names = [...checked.keys()];
  const keys = [...checked.values()].map(({ key }) => key);
  const versions = new Map<string, string | null>();
  try {
    for (let at = 0; at < keys.length; at += keysReadMax) {
      const found = await backend.read(keys.slice(at, at + keysReadMax));
      found.forEach((one, index) =>
        versions.set(names[at + index] ?? "", one?.versionstamp ?? null)
      );
    }
  } catch {
    return new Set(); // Each alone then says what is wrong with it.
  }
  const holds = ({ checks }: C) =>
    [...checks].every(([name, { versionstamp }]) => versions.get(name) === versionstamp);
  return new Set(group.filter((one) => !holds(one)));
}
