import assert from "node:assert/strict";
import fc from "fast-check";
import { openDenoKv } from "../../../kv/backends/deno_kv.ts";
import type { Backend, RawCommit } from "../../../kv/store/backend.ts";
import { decodeCounter } from "../../../kv/store/counter.ts";
import { embeddedGroups, groupCommits } from "../../../kv/store/group_commits.ts";
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
  type Wish,
} from "../backends/postgres/commit_model.ts";
import { runs } from "../../support/runs.ts";

/**
 * Deno KV refuses an addition to a value but keeps the additions before it in the commit. With more
 * than one addition a single commit would not be atomic.
 */
const oneAddition = someWish.filter(({ adds }) => adds.length <= 1);

/** Commits on one key only, so that many share a group. */
const narrow = fc.tuple(someWish, fc.constantFrom(...keyNames)).map(([wish, only]): Wish => ({
  checks: wish.checks.filter(({ key }) => key === only),
  puts: wish.puts.filter((key) => key === only),
  removes: wish.removes.filter((key) => key === only),
  adds: wish.adds.filter((key) => key === only),
}));

for (const underWayMax of [1, 3]) {
  Deno.test(`groupCommits(), ${underWayMax} at a time: what many commits do at once, they could do in turn`, async () => {
    const below = await openDenoKv({ kind: "memory" });
    const asGiven = new WeakSet<RawCommit>();
    let merged = 0;
    const counted: Backend = {
      ...below,
      commit: (raw) => {
        if (!asGiven.has(raw)) merged++;
        return below.commit(raw);
      },
    };
    const backend = groupCommits(counted, {
      ...embeddedGroups,
      underWayMax,
      contendedMilliseconds: 0,
    });
    await fc.assert(
      fc.asyncProperty(
        someStart,
        // Some come a few turns later, while others are under way.
        fc.array(
          fc.record({
            wish: fc.oneof(narrow, narrow, oneAddition),
            turns: fc.constantFrom(0, 0, 0, 1, 2),
          }),
          { maxLength: 7 },
        ),
        async (start, makers) => {
          const started = await startFrom((commit) => {
            asGiven.add(commit);
            return backend.commit(commit);
          }, start);
          const fates = await Promise.all(makers.map(async ({ wish, turns }, writer) => {
            for (let turn = 0; turn < turns; turn++) await new Promise((run) => setTimeout(run, 0));
            const commit = marked(commitOf(wish, started), writer);
            asGiven.add(commit);
            return await fateOf(backend, commit);
          }));
          const end = await endOf(below);
          const wishes = makers.map(({ wish }) => wish);
          assert(explained(wishes, { start, fates, end, ofCounters: "anyone" }), `${fates}`);
        },
      ),
      { numRuns: runs(400) },
    );
    assert(merged > runs(400) / 8, `${merged} groups`);
    backend.close();
  });
}

/** Marks values with their writers, since the commits of a group share a versionstamp. */
function marked(commit: RawCommit, writer: number): RawCommit {
  return {
    ...commit,
    puts: commit.puts.map((put) => ({ ...put, bytes: new Uint8Array([writer]) })),
  };
}

async function fateOf(backend: Backend, commit: RawCommit): Promise<Fate> {
  try {
    return await backend.commit(commit) === null ? "lost" : "committed";
  } catch (cause) {
    assert(cause instanceof Error);
    assert.match(cause.message, /non-U64 value/);
    return "refused";
  }
}

async function startFrom(
  commit: Backend["commit"],
  start: State,
): Promise<ReadonlyMap<string, string>> {
  await commit({ checks: [], puts: [], removes: keyNames.map(keyOf), adds: [] });
  const named = (kind: Standing["kind"]) =>
    keyNames.filter((name) => start.get(name)?.kind === kind);
  const versionstamp = await commit({
    checks: [],
    puts: named("value").map((name) => ({
      key: keyOf(name),
      bytes: new Uint8Array([255]),
      expireIn: null,
    })),
    removes: [],
    adds: named("counter").map((name) => ({ key: keyOf(name), amount: 1n })),
  });
  assert(versionstamp !== null);
  return new Map([...start.keys()].map((name) => [name, versionstamp]));
}

async function endOf(backend: Backend): Promise<State> {
  const state = new Map<string, Standing>();
  for (const found of await backend.read(keyNames.map(keyOf))) {
    if (found === null) continue;
    const isCounter = found.bytes.length === 8;
    const [writer = 255] = found.bytes;
    state.set(`${found.key[1]}`, {
      kind: isCounter ? "counter" : "value",
      count: isCounter ? BigInt(decodeCounter(found)) : 0n,
      writer: isCounter || writer === 255 ? -1 : writer,
    });
  }
  return state;
}
