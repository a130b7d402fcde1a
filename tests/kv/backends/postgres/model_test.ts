import assert from "node:assert/strict";
import fc from "fast-check";
import type { Backend } from "../../../../kv/store/backend.ts";
import { decodeCounter } from "../../../../kv/store/counter.ts";
import { emptyDatabase, needsPostgres, openBackend } from "../../../support/postgres.ts";
import {
  commitOf,
  explained,
  type Fate,
  keyNames,
  keyOf,
  someStart,
  someWish,
  type Standing,
  type State,
} from "./commit_model.ts";
import { runs } from "../../../support/runs.ts";

const location = needsPostgres("4 tests of commits against a model");

const ways = [
  { way: "read committed", isolation: "read committed" },
  { way: "repeatable read", isolation: "repeatable read" },
  { way: "serializable", isolation: "serializable" },
  // Two servers commit at once, and one as a server of the version before.
  { way: "both ways", isolation: "read committed", commitsAtOnce: false },
] as const;

for (const { way, isolation, ...other } of ways) {
  if (location === undefined) continue;
  Deno.test(`PostgreSQL, ${way}: what many commits do at once, they could do in turn`, async () => {
    await using database = await emptyDatabase();
    const open = (of = {}) => openBackend(database, { isolation, ...of });
    const backends = [await open(), await open(), await open(other)];
    try {
      await fc.assert(
        fc.asyncProperty(
          someStart,
          fc.array(fc.record({ wish: someWish, at: fc.nat(2) }), { maxLength: 7 }),
          async (start, makers) => {
            const [first] = backends;
            assert(first !== undefined);
            const started = await startFrom(first, start);
            const versions = await Promise.all(
              makers.map(({ wish, at }) => attempt(backends[at] ?? first, commitOf(wish, started))),
            );
            const end = await endOf(first, versions);
            const fates = versions.map(({ fate }) => fate);
            assert(explained(makers.map(({ wish }) => wish), { start, fates, end }), `${fates}`);
          },
        ),
        { numRuns: runs(60) },
      );
    } finally {
      for (const backend of backends) backend.close();
    }
  });
}

interface Attempt {
  readonly fate: Fate;
  readonly versionstamp: string | null;
}

async function attempt(
  backend: Backend,
  commit: Parameters<Backend["commit"]>[0],
): Promise<Attempt> {
  for (;;) {
    try {
      const versionstamp = await backend.commit(commit);
      return { fate: versionstamp === null ? "lost" : "committed", versionstamp };
    } catch (cause) {
      if (!(cause instanceof Error)) throw cause;
      if (cause.name === "BusyError") continue;
      assert.match(cause.message, /refused a commit to "model" \(SQLSTATE 23514\)/);
      return { fate: "refused", versionstamp: null };
    }
  }
}

async function startFrom(backend: Backend, start: State): Promise<ReadonlyMap<string, string>> {
  await backend.commit({ checks: [], puts: [], removes: keyNames.map(keyOf), adds: [] });
  const named = (kind: Standing["kind"]) =>
    keyNames.filter((name) => start.get(name)?.kind === kind);
  const versionstamp = await backend.commit({
    checks: [],
    puts: named("value").map((name) => ({
      key: keyOf(name),
      bytes: new TextEncoder().encode("at the start"),
      expireIn: null,
    })),
    removes: [],
    adds: named("counter").map((name) => ({ key: keyOf(name), amount: 1n })),
  });
  assert(versionstamp !== null);
  return new Map([...start.keys()].map((name) => [name, versionstamp]));
}

async function endOf(backend: Backend, attempts: readonly Attempt[]): Promise<State> {
  const state = new Map<string, Standing>();
  for (const found of await backend.read(keyNames.map(keyOf))) {
    if (found === null) continue;
    const isCounter = found.bytes.length === 8;
    state.set(`${found.key[1]}`, {
      kind: isCounter ? "counter" : "value",
      count: isCounter ? BigInt(decodeCounter(found)) : 0n,
      writer: attempts.findIndex(({ versionstamp }) => versionstamp === found.versionstamp),
    });
  }
  return state;
}
