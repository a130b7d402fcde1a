import type { Store } from "../../kv/store/store.ts";

/** The fate of one commit. */
export type CommitFate =
  /** The commit happens normally. */
  | "pass"
  /** The commit happens only after other processes have finished their work. */
  | "stall"
  /**
   * The commit reports a lost race and writes nothing, as if another commit had just broken a
   * check.
   */
  | "lose"
  /** The commit fails and writes nothing; the process continues. */
  | "fail before"
  /** The commit is written but its answer lost; the process continues and assumes a failure. */
  | "fail after"
  /** The process dies before the commit. */
  | "die before"
  /** The process dies after the commit, which is written but not answered. */
  | "die after";

/** The fate of one read. */
export type ReadFate = "pass" | "fail";

/** Turns that a stalled commit waits, more than a request of another process needs. */
const stallTurns = 12;

/** Thrown to all work of a dead process by its store. */
export class ProcessDied extends Error {}

/** Thrown by a store that is not reachable. */
export class StoreFailed extends Error {}

/** Ignores errors that the test injected and rethrows all others. */
export function unlessInjected(cause: unknown): void {
  if (!(cause instanceof ProcessDied || cause instanceof StoreFailed)) throw cause;
}

/** A store that refuses, delays and dies as the test orders. */
export interface FaultyStore {
  readonly store: Store;
  /** Whether this process is dead; all its later calls reject. */
  dead(): boolean;
}

/** Decides when things happen; `fc.scheduler()` has this form. */
export interface Scheduling {
  schedule<Value>(task: Promise<Value>, label?: string): Promise<Value>;
}

/** Fates of the commits in order; later ones pass. */
export interface Faults {
  readonly scheduling: Scheduling;
  readonly fates: readonly CommitFate[];
  /** Fates of the reads after the first commit, in order; later ones pass. */
  readonly readFates?: readonly ReadFate[];
  /** The name of the process in counterexamples. */
  readonly name: string;
  /** Called when a commit begins to stall, so that the test can advance time. */
  readonly stalled?: () => void;
}

/**
 * One process's view of a store. Each read and commit waits for its turn, so that other processes
 * can run in between, and commits get the given fates.
 */
export function faultyStore(real: Store, faults: Faults): FaultyStore {
  const { dead, alive, turn, readTurn, meet } = openFates(faults);
  return {
    dead,
    store: {
      get: async (stored, key) => {
        await readTurn("get");
        return await real.get(stored, key);
      },
      getMany: async (stored, keys) => {
        await readTurn("getMany");
        return await real.getMany(stored, keys);
      },
      getImmutable: async (stored, keys) => {
        await readTurn("getMany");
        return await real.getImmutable(stored, keys);
      },
      list: async function* (stored, range, options) {
        await readTurn("list");
        yield* real.list(stored, range, options);
        alive();
      },
      count: async (key) => {
        await readTurn("count");
        return await real.count(key);
      },
      counts: async function* (range, options) {
        await readTurn("counts");
        yield* real.counts(range, options);
        alive();
      },
      removals: async (keys) => {
        await readTurn("removals");
        return await real.removals(keys);
      },
      removalsIn: async function* (range, options) {
        await readTurn("removalsIn");
        yield* real.removalsIn(range, options);
        alive();
      },
      holds: async (check) => {
        await readTurn("holds");
        return await real.holds(check);
      },
      claimOnce: async (stored, key, value) => {
        await turn("claimOnce");
        return await real.claimOnce(stored, key, value);
      },
      commit: (operations) => meet(() => real.commit(operations), false),
      write: (value, others) => meet(() => real.write(value, others), null),
      sweep: () => real.sweep(),
      close: () => {},
    },
  };
}

/** Makes the turns of one process with its fates. */
function openFates({ scheduling, fates, readFates = [], name, stalled }: Faults) {
  let dead = false;
  let commits = 0;
  let readsSince = 0;

  function alive(): void {
    if (dead) throw new ProcessDied(`${name} has died`);
  }

  async function turn(what: string): Promise<void> {
    alive();
    await scheduling.schedule(Promise.resolve(), `${name} ${what}`);
    alive();
  }

  async function readTurn(what: string): Promise<void> {
    const fate = commits === 0 ? "pass" : readFates[readsSince++] ?? "pass";
    await turn(`${what} (${fate})`);
    if (fate === "fail") throw new StoreFailed(`A read of ${name} failed`);
  }

  /**
   * @param unwritten the answer of a commit that lost a race
   */
  async function meet<Answer>(write: () => Promise<Answer>, unwritten: Answer): Promise<Answer> {
    const fate = fates[commits++] ?? "pass";
    await turn(`commit ${commits} (${fate})`);
    switch (fate) {
      case "pass":
        return await write();
      case "stall":
        stalled?.();
        for (let turns = 0; turns < stallTurns; turns++) {
          await turn("stalls");
          await new Promise((resolve) => setTimeout(resolve, 0)); // the others' real reads go on
        }
        return await write();
      case "lose":
        return unwritten;
      case "fail before":
        throw new StoreFailed(`Commit ${commits} of ${name} failed`);
      case "fail after":
        await write();
        throw new StoreFailed(`Commit ${commits} of ${name} failed, or not`);
      case "die before":
        dead = true;
        throw new ProcessDied(`${name} died before commit ${commits}`);
      case "die after":
        dead = true;
        await write();
        throw new ProcessDied(`${name} died after commit ${commits}`);
      default:
        return fate satisfies never;
    }
  }

  return { dead: () => dead, alive, turn, readTurn, meet };
}
