import { oncePerTurn } from "../../base/once_per_turn.ts";
import { UnavailableError } from "../../base/unavailable.ts";
import { leastRecentlyUsed } from "../../base/least_recently_used.ts";
import { type Backend, CommitRefusedError, DiskFullError, type RawCommit } from "./backend.ts";
import { commitBytesMax, commitKeyBytesMax, keysReadMax, mutationsMax } from "./budget.ts";
import { type GroupLimits, groupRoom, mergeCommits, prepare, type Prepared } from "./group_room.ts";
import { type WaitingCommit, waitingCommits } from "./waiting_commits.ts";

/** The rules for grouping commits over a backend. */
export interface Grouping extends GroupLimits {
  /** Maximum concurrent groups; one if the backend writes sequentially anyway. */
  readonly underWayMax: number;
  /**
   * Milliseconds for which commits that write a key run alone, after a check of that key failed.
   */
  readonly contendedMilliseconds: number;
}

/**
 * Bytes of a commit that a group leaves free, 1 %: `measureCommit()` counts like the current
 * runtime, and another one may count a few bytes more for each mutation.
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

/** Maximum remembered keys, both as counters and as contended keys. */
const rememberedMax = 10_000;

/**
 * Opens group commit: commits that arrive while others run wait and go together, as one commit of
 * the backend, which waits for the disk or the network once for all of them. An idle store does not
 * wait. The commits of a group share only keys that they check with the same version, and counters
 * that they add to; commits that conflict keep their order.
 *
 * A group with a failed check wrote nothing: commits whose check failed are answered, and the
 * others run again. For a while commits that write such a key run alone, so that a contended key
 * delays no others. A group that the backend refuses, or that finds a full disk, runs again one by
 * one, so that no commit fails because of another. For any other error of a group, each commit
 * throws it: busy means that none happened, and an unknown outcome is unknown for each.
 *
 * Deno KV refuses an addition to a value, but keeps the additions before it in the same commit
 * (`deno_kv.ts`): a new counter is therefore added to alone.
 */
export function groupCommits(backend: Backend, grouping: Grouping): Backend {
  const memory = openGroupMemory(grouping);
  const queue = waitingCommits<Waiter>(() => groupRoom(grouping, memory.isApart));
  /** Delays a little, so that commits of one turn go together. */
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
  /** Whether a commit runs alone: it adds to a new counter, or writes a contended key. */
  isApart(commit: Prepared): boolean;
  /** Notes a sent commit: a key with a value is not a counter any more. */
  sent(commit: Prepared): void;
  /** Notes a written commit: keys that it added to are counters. */
  written(commit: Prepared): void;
  /** Notes a commit whose check failed: the keys that it writes are contended for a while. */
  lost(commit: Prepared): void;
}

function openGroupMemory({ contendedMilliseconds }: Grouping): GroupMemory {
  const counters = leastRecentlyUsed<true>(rememberedMax);
  /** End of contention on the monotonic clock. */
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

/** Commits a group and answers each of its commits. Never rejects. */
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

/** Whether nothing of a group was written, because of one of its commits. */
function isRefused(cause: unknown): boolean {
  return cause instanceof CommitRefusedError || cause instanceof DiskFullError;
}

/**
 * Answers commits of a group whose check failed; the others run again, alone if no check failed.
 */
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
 * Finds commits of a group with a currently failing check, which are answered as the backend would
 * answer now. Empty if the store is unreadable.
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
