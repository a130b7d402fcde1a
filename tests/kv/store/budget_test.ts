import assert from "node:assert/strict";
import fc from "fast-check";
import "../../../base/temporal.ts";
import { openDenoKv } from "../../../kv/backends/deno_kv.ts";
import { encodeKey } from "../../../kv/backends/key_bytes.ts";
import { type Backend, CommitRefusedError, type RawCommit } from "../../../kv/store/backend.ts";
import {
  assertWithinBudget,
  checksMax,
  commitBytesMax,
  commitKeyBytesMax,
  keyBytes,
  keyBytesMax,
  keysReadMax,
  measureCommit,
  mutationsMax,
  valueBytesMax,
} from "../../../kv/store/budget.ts";
import { embeddedGroups } from "../../../kv/store/group_commits.ts";
import type { Key } from "../../../kv/store/key.ts";
import { runs } from "../../support/runs.ts";

/** Number of each kind of operation, and the length of their keys. */
interface Shape {
  readonly checks: number;
  readonly puts: number;
  readonly removes: number;
  readonly adds: number;
  /** Units of text in each key, in addition to its kind and number. */
  readonly padding: number;
  /** The letter of the text: one, two, three or four bytes, or the zero, which is escaped. */
  readonly letter: string;
}

/** Shapes from the fewest puts that can reach a commit's limit of bytes to its maximum of puts. */
const someShape: fc.Arbitrary<Shape> = fc.record({
  checks: fc.nat(checksMax),
  puts: fc.oneof(fc.integer({ min: 14, max: 900 }), fc.constant(900)),
  removes: fc.nat(50),
  adds: fc.nat(50),
  padding: fc.nat(15),
  letter: fc.constantFrom("k", "é", "ア", "\u{1f511}", "\0"),
});

function keysOf(kind: string, count: number, { padding, letter }: Shape): readonly Key[] {
  return Array.from({ length: count }, (_, n): Key => [kind, letter.repeat(padding), n]);
}

/** A commit of the shape with values that give it this size, as `measureCommit()` counts. */
function commitOf(shape: Shape, bytes: number): RawCommit {
  const keys = keysOf("p", shape.puts, shape);
  const empty: RawCommit = {
    checks: keysOf("c", shape.checks, shape).map((key) => ({ key, versionstamp: null })),
    puts: keys.map((key) => ({ key, bytes: new Uint8Array(), expireIn: null })),
    removes: keysOf("r", shape.removes, shape),
    adds: keysOf("a", shape.adds, shape).map((key) => ({ key, amount: 1n })),
  };
  const left = bytes - measureCommit(empty).bytes;
  const share = Math.floor(left / keys.length);
  const puts = empty.puts.map((put, n) => ({
    ...put,
    bytes: new Uint8Array(n === 0 ? left - share * (keys.length - 1) : share),
  }));
  return { ...empty, puts };
}

/** Whether the runtime accepts a commit, without the budget. */
async function takes(backend: Backend, commit: RawCommit): Promise<boolean> {
  try {
    return await backend.commit(commit) !== null;
  } catch (cause) {
    assert(cause instanceof CommitRefusedError, `${cause}`);
    return false;
  }
}

function isWithinBudget(commit: RawCommit): boolean {
  try {
    assertWithinBudget(commit);
    return true;
  } catch {
    return false;
  }
}

/** Whether the runtime of these tests, and the budget, accept a commit. */
async function judged(backend: Backend, commit: RawCommit) {
  return { runtime: await takes(backend, commit), budget: isWithinBudget(commit) };
}

const yes = { runtime: true, budget: true };
const no = { runtime: false, budget: false };

Deno.test("measureCommit() counts the bytes of a commit as the runtime does, to the byte, whatever its shape", async () => {
  const backend = await openDenoKv({ kind: "memory" });
  await fc.assert(
    fc.asyncProperty(someShape, async (shape) => {
      assert.deepEqual(await judged(backend, commitOf(shape, commitBytesMax)), yes);
      assert.deepEqual(await judged(backend, commitOf(shape, commitBytesMax + 1)), no);
    }),
    { numRuns: runs(60) },
  );
  backend.close();
});

Deno.test("a group leaves room for eight bytes more a mutation than measureCommit() counts", () => {
  assert(embeddedGroups.bytesMax + 8 * mutationsMax <= commitBytesMax);
});

Deno.test("assertWithinBudget() has the runtime's limit of all keys of puts and additions", async () => {
  const commitWith = (bytes: number, adds: number): RawCommit => {
    const count = 41;
    // Of the kind three bytes, of the number nine, of the text two and its letters.
    const letters = (n: number) =>
      Math.floor(bytes / count) + (n < bytes % count ? 1 : 0) - 3 - 9 - 2;
    const keys = Array.from({ length: count }, (_, n): Key => ["p", "k".repeat(letters(n)), n]);
    assert.equal(keys.reduce((sum, key) => sum + keyBytes(key), 0), bytes);
    return {
      checks: [],
      puts: keys.slice(adds).map((key) => ({ key, bytes: new Uint8Array(), expireIn: null })),
      removes: [],
      adds: keys.slice(0, adds).map((key) => ({ key, amount: 1n })),
    };
  };
  for (const adds of [0, 1, 20, 41]) {
    const backend = await openDenoKv({ kind: "memory" });
    assert.deepEqual(await judged(backend, commitWith(commitKeyBytesMax, adds)), yes);
    assert.deepEqual(await judged(backend, commitWith(commitKeyBytesMax + 1, adds)), no);
    backend.close();
  }
});

Deno.test("assertWithinBudget() has the runtime's limits of a key, a value and the mutations", async (t) => {
  const backend = await openDenoKv({ kind: "memory" });
  const nothing: RawCommit = { checks: [], puts: [], removes: [], adds: [] };
  const put = (key: Key, length = 0): RawCommit["puts"][number] => ({
    key,
    bytes: new Uint8Array(length),
    expireIn: null,
  });
  const many = (count: number) => Array.from({ length: count }, (_, n): Key => ["m", n]);
  const key = (bytes: number): Key => ["k".repeat(bytes - 2)];
  const edges: readonly { readonly what: string; at(count: number): RawCommit; max: number }[] = [
    {
      what: "a key that is put",
      at: (bytes) => ({ ...nothing, puts: [put(key(bytes))] }),
      max: keyBytesMax,
    },
    {
      what: "a key that is removed",
      at: (bytes) => ({ ...nothing, removes: [key(bytes)] }),
      max: keyBytesMax,
    },
    {
      what: "a key that is checked",
      at: (bytes) => ({
        ...nothing,
        checks: [{ key: ["x".repeat(bytes - 2)], versionstamp: null }],
      }),
      max: keyBytesMax,
    },
    {
      what: "a value",
      at: (bytes) => ({ ...nothing, puts: [put(["v"], bytes)] }),
      max: valueBytesMax,
    },
    {
      what: "puts",
      at: (count) => ({ ...nothing, puts: many(count).map((one) => put(one)) }),
      max: mutationsMax,
    },
    {
      what: "removals",
      at: (count) => ({ ...nothing, removes: many(count) }),
      max: mutationsMax,
    },
  ];
  for (const { what, at, max } of edges) {
    await t.step(what, async () => {
      assert.deepEqual(await judged(backend, at(max)), yes);
      assert.deepEqual(await judged(backend, at(max + 1)), no);
    });
  }
  backend.close();
});

Deno.test("a group's limit of checks is the runtime's, and a commit's is not above it", async () => {
  const backend = await openDenoKv({ kind: "memory" });
  const checking = (count: number): RawCommit => ({
    checks: Array.from({ length: count }, (_, n) => ({ key: ["c", n], versionstamp: null })),
    puts: [],
    removes: [],
    adds: [],
  });
  assert(await takes(backend, checking(embeddedGroups.checksMax)));
  assert(!await takes(backend, checking(embeddedGroups.checksMax + 1)));
  assert(checksMax <= embeddedGroups.checksMax);
  backend.close();
});

Deno.test("the runtime reads as many keys at once as keysReadMax, and none more", async () => {
  const backend = await openDenoKv({ kind: "memory" });
  const keys = (count: number) => Array.from({ length: count }, (_, n): Key => ["r", n]);
  assert.equal((await backend.read(keys(keysReadMax))).length, keysReadMax);
  await assert.rejects(backend.read(keys(keysReadMax + 1)), /Too many ranges/);
  backend.close();
});

Deno.test("the runtime reads pages of any length, by keys as long as they may be", async () => {
  const backend = await openDenoKv({ kind: "memory" });
  // The kind has three bytes, and the number nine.
  const prefix: Key = ["p", "k".repeat(keyBytesMax - 3 - 2 - 9)];
  for (let from = 0; from < 1_100; from += 30) {
    const puts = Array.from({ length: 30 }, (_, n) => ({
      key: [...prefix, from + n] as const,
      bytes: new Uint8Array([1]),
      expireIn: null,
    }));
    assert(await backend.commit({ checks: [], puts, removes: [], adds: [] }));
  }
  for (const limit of [499, 500, 501, 999, 1_000, 1_001]) {
    const page = await backend.page({ prefix }, { limit, reverse: false, cursor: null });
    assert.deepEqual([page.entries.length, page.cursor !== null], [limit, true]);
  }
  backend.close();
});

Deno.test("keyBytes() is the length of what encodeKey() writes, which the runtime's own keys are", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: "binary" }), fc.double({ noNaN: true })), {
        maxLength: 6,
      }),
      (parts) => {
        const key: Key = ["kind", ...parts];
        assert.equal(keyBytes(key), encodeKey(key).length);
      },
    ),
  );
});
