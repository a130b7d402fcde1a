import type { Clock } from "../../base/clock.ts";
import type { Backend, RawCommit } from "./backend.ts";
import { assertWithinBudget } from "./budget.ts";
import { entryOf } from "./entries.ts";
import { expiryOf } from "./lifetime.ts";
import { toRawCommit } from "./raw_commit.ts";
import { readStore } from "./read_store.ts";
import { type RetryDependencies, retryWhileBusy } from "./retry.ts";
import { create, type Operation, type Store } from "./store.ts";

/** Dependencies of the store besides its backend. */
export interface StoreDependencies extends RetryDependencies {
  readonly clock: Clock;
}

/** Makes a store of any backend: schemas, encryption, chunks, budget and bounded retry. */
export function createStore(backend: Backend, { clock, ...retry }: StoreDependencies): Store {
  const reads = readStore(backend, retry);
  const { random } = retry;
  const rawOf = (operations: readonly Operation[]) =>
    toRawCommit(operations, { now: clock.now(), random });

  async function commitRaw(raw: RawCommit): Promise<string | null> {
    assertWithinBudget(raw);
    return await retryWhileBusy(retry, () => backend.commit(raw));
  }

  async function commit(operations: readonly Operation[]): Promise<boolean> {
    return await commitRaw(await rawOf(operations)) !== null;
  }

  return {
    ...reads,
    commit,
    claimOnce: async (stored, key, value) => {
      const found = await reads.get(stored, key);
      if (found === null) return commit(create(stored, key, value));
      const expiry = expiryOf(found.value);
      if (expiry === null || expiry > clock.now().epochMilliseconds) return false;
      return commit([found.check, found.set(value)]);
    },
    write: async (value, others) => {
      const raw = await rawOf([value, ...others]);
      const versionstamp = await commitRaw(raw);
      return versionstamp === null
        ? null
        : entryOf(value, { versionstamp, chunks: raw.puts.length - 1 });
    },
    sweep: async () => {
      await backend.sweep?.();
    },
    close: () => backend.close(),
  };
}
