import type { Store } from "../../kv/store/store.ts";

/** What becomes of one commit. */
export type CommitFate =
  /** It happens as it would. */
  | "pass"
  /** It happens long after what the others do meanwhile. */
  | "stall"
  /** It is answered as lost, and nothing was written: a check that another one has just broken. */
  | "lose"
  /** It fails, nothing was written, and the process lives on. */
  | "fail before"
  /** It is written and its answer lost: the process, which lives on, takes it for failed. */
  | "fail after"
  /** The process dies before it. */
  | "die before"
  /** The process dies after it: it is written, and nobody gets an answer. */
  | "die after";

/** What becomes of one read. */
export type ReadFate = "pass" | "fail";

/** Turns that a stalled commit lets pass: more than a request of another process takes. */
const stallTurns = 12;

/** What a dead process gets from its store: whatever it was doing ends here. */
export class ProcessDied extends Error {}

/** What a process gets from a store that it cannot reach. */
export class StoreFailed extends Error {}

/** Lets a process or a request end that a fault ended; what else went wrong is the test's to know. */
export function unlessInjected(cause: unknown): void {
  if (!(cause instanceof ProcessDied || cause instanceof StoreFailed)) throw cause;
}

/** A store that refuses, delays and dies as a test says. */
export interface FaultyStore {
  readonly store: Store;
  /** Whether this process is dead: all of its calls reject from then on. */
  dead(): boolean;
}

/** When things happen: `fc.scheduler()` has this form. */
export interface Scheduling {
  schedule<Value>(task: Promise<Value>, label?: string): Promise<Value>;
}

/** Fates of the commits in their order; all others pass. */
export interface Faults {
  readonly scheduling: Scheduling;
  readonly fates: readonly CommitFate[];
  /** Fates of the reads after the first commit, in their order; all others pass. */
  readonly readFates?: readonly ReadFate[];
  /** Names the process in a counterexample. */
  readonly name: string;
  /** Called when a commit begins to stall: so that time may pass for it. */
  readonly stalled?: () => void;
}

/**
 * One process's view of a store: every read and every commit waits for its turn, so that other
 * processes come in before any of them, and commits meet the fates given.
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

/** The turns of one process, and what becomes of it in each. */
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

  /** @param unwritten what a commit that was lost answers */
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
