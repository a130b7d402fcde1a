import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type Plan,
  planBatch,
  prepare,
  type Prepared,
} from "../../../../kv/backends/postgres/batch.ts";
import { encodeKey } from "../../../../kv/backends/key_bytes.ts";
import { type WaitingCommit, waitingCommits } from "../../../../kv/store/waiting_commits.ts";
import { batchRoom } from "../../../../kv/backends/postgres/batch_room.ts";
import { batchBytesMax, batchCommitsMax } from "../../../../kv/backends/postgres/limits.ts";
import type { RawCommit } from "../../../../kv/store/backend.ts";
import type { Key } from "../../../../kv/store/key.ts";
import {
  commitOf,
  happen,
  keyNames,
  keyOf,
  someStart,
  someWish,
  type Standing,
  type State,
} from "./commit_model.ts";
import { runs } from "../../../support/runs.ts";

const ID = "0123456789abcdef01234567";
const hex = (name: string) => encodeKey(keyOf(name)).toHex();
const never = () => 0;

function check(name: string, versionstamp: string | null): RawCommit["checks"][number] {
  return { key: keyOf(name), versionstamp };
}

function raw(parts: Partial<RawCommit>): Prepared {
  return prepare({ checks: [], puts: [], removes: [], adds: [], ...parts }, never);
}

function put(name: string): RawCommit["puts"][number] {
  return { key: keyOf(name), bytes: new Uint8Array([1]), expireIn: null };
}

Deno.test("planBatch() lets one of two commits pass that want nothing at a key", () => {
  const create = raw({ checks: [check("a", null)], puts: [put("a")] });
  const { outcomes, inserts } = planBatch([create, create], { found: new Map(), batchId: ID });
  assert.deepEqual([outcomes, inserts.length], [[`${ID}0000`, null], 1]);
});

Deno.test("planBatch() lets one of two commits pass that name a version", () => {
  const replace = raw({ checks: [check("a", "v1")], puts: [put("a")] });
  const found = new Map([[hex("a"), "v1"]]);
  const { outcomes, upserts } = planBatch([replace, replace], { found, batchId: ID });
  assert.deepEqual([outcomes, upserts.length], [[`${ID}0000`, null], 1]);
});

Deno.test("planBatch() writes where nothing may stand, also when nothing remains there", () => {
  const checked = raw({ checks: [check("a", null)], puts: [put("b")] });
  const { inserts, removes } = planBatch([checked], { found: new Map(), batchId: ID });
  assert.deepEqual(inserts.map(({ key }) => key.toHex()), [hex("a"), hex("b")]);
  assert.deepEqual(removes.map((key) => key.toHex()), [hex("a")]);
  const brief = raw({ checks: [check("a", null)], removes: [keyOf("a")] });
  assert.equal(planBatch([brief], { found: new Map(), batchId: ID }).inserts.length, 1);
});

Deno.test("planBatch() makes all rows that stand nowhere at once, in the order of their keys", () => {
  const checked = raw({ checks: [check("c", null)], puts: [put("d"), put("b")] });
  const removing = raw({ removes: [keyOf("a")], puts: [put("e")] });
  const found = new Map([[hex("b"), "v1"]]);
  const { inserts, upserts } = planBatch([checked, removing], { found, batchId: ID });
  assert.deepEqual(inserts.map(({ key }) => key.toHex()), ["a", "c", "d", "e"].map(hex));
  assert.deepEqual(upserts.map(({ key }) => key.toHex()), [hex("b")]);
});

Deno.test("planBatch() adds up what a batch adds to one counter", () => {
  const add = raw({ adds: [{ key: keyOf("a"), amount: 2n }] });
  const { adds } = planBatch([add, add, add], { found: new Map(), batchId: ID });
  assert.deepEqual(adds.map(({ amount, version }) => [amount, version]), [[6n, `${ID}0002`]]);
});

/** The table after the statements of a plan; throws where the database would refuse one. */
function applied(table: ReadonlyMap<string, Row>, plan: Plan): ReadonlyMap<string, Row> {
  const next = new Map(table);
  for (const { key, count, version } of plan.inserts) {
    if (next.has(key.toHex())) throw new Error("23505");
    next.set(key.toHex(), { count, version });
  }
  for (const { key, count, version } of plan.upserts) next.set(key.toHex(), { count, version });
  for (const key of plan.removes) next.delete(key.toHex());
  for (const { key, amount, version } of plan.adds) {
    const standing = next.get(key.toHex());
    if (standing?.count === null) throw new Error("23514");
    next.set(key.toHex(), { count: (standing?.count ?? 0n) + amount, version });
  }
  return next;
}

interface Row {
  readonly count: bigint | null;
  readonly version: string;
}

Deno.test("a batch does what its commits do one after the other", () => {
  fc.assert(
    fc.property(someStart, fc.array(someWish, { maxLength: 6 }), (start, wishes) => {
      const table = new Map<string, Row>();
      for (const [name, { kind, count }] of start) {
        table.set(hex(name), { count: kind === "counter" ? count : null, version: `at ${name}` });
      }
      const started = new Map([...start.keys()].map((name) => [name, `at ${name}`]));
      const queue = waitingCommits<Numbered>(batchRoom);
      wishes.forEach((wish, number) =>
        queue.add({ ...prepare(commitOf(wish, started), never), number, alone: false })
      );
      const batch = queue.take();
      const found = new Map([...table].map(([key, { version }]) => [key, version]));
      const plan = planBatch(batch, { found, batchId: ID });
      let model = start;
      const fates = batch.map(({ number }) => {
        const wish = wishes[number];
        assert(wish !== undefined);
        const step = happen(wish, { state: model, start, number });
        model = step.state;
        return step.fate;
      });
      if (fates.includes("refused")) {
        // The database refuses the batch whole, and its commits run one by one.
        assert.throws(() => applied(table, plan), { message: "23514" });
        return;
      }
      assert.deepEqual(
        plan.outcomes.map((outcome) => outcome === null ? "lost" : "committed"),
        fates,
      );
      const writers = new Map<string | null, number>(
        plan.outcomes.map((outcome, index) => [outcome, batch[index]?.number ?? -1]),
      );
      assert.deepEqual(standingOf(applied(table, plan), writers), model);
    }),
    { numRuns: runs(2_000) },
  );
});

function standingOf(
  table: ReadonlyMap<string, Row>,
  writers: ReadonlyMap<string | null, number>,
): State {
  const state = new Map<string, Standing>();
  for (const name of keyNames) {
    const row = table.get(hex(name));
    if (row === undefined) continue;
    const writer = writers.get(row.version) ?? -1;
    state.set(name, {
      kind: row.count === null ? "value" : "counter",
      count: row.count ?? 0n,
      writer,
    });
  }
  return state;
}

Deno.test("waitingCommits() runs none beside another that it meets, and keeps the order of a key", () => {
  const steps = fc.array(
    fc.oneof(someWish, fc.constantFrom("take" as const, "end" as const, "fail" as const)),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(steps, (plan) => {
      const queue = waitingCommits<Numbered>(batchRoom);
      const underWay: (readonly Numbered[])[] = [];
      const endedOrder: Numbered[] = [];
      let added = 0;
      const take = () => {
        const batch = queue.take();
        for (const commit of batch) {
          for (const other of underWay.flat()) assert(!meet(commit, other), "beside each other");
        }
        assert(batch.length < 2 || !batch.some(({ alone }) => alone), "alone");
        if (batch.length > 0) underWay.push(batch);
        return batch.length;
      };
      const end = () => {
        const batch = underWay.shift() ?? [];
        queue.ended(batch);
        endedOrder.push(...batch);
      };
      for (const step of plan) {
        if (step === "take") take();
        else if (step === "end") end();
        else if (step === "fail") queue.returned(underWay.shift() ?? []);
        else {queue.add({
            ...prepare(commitOf(step, new Map()), never),
            number: added++,
            alone: false,
          });}
      }
      do {
        while (underWay.length > 0) end();
      } while (take() > 0);
      assert.equal(endedOrder.length, added, "all of them ran");
      endedOrder.forEach((commit, at) => {
        for (const later of endedOrder.slice(at)) {
          assert(!meet(commit, later) || commit.number <= later.number, "in their order");
        }
      });
    }),
    { numRuns: runs(500) },
  );
});

type Numbered = Prepared & WaitingCommit & { readonly number: number };

function meet(one: Prepared, other: Prepared): boolean {
  const touches = ({ written, kept }: Prepared) => [...written, ...kept];
  return touches(one).some((key) => other.written.has(key)) ||
    touches(other).some((key) => one.written.has(key));
}

Deno.test("batchRoom() counts the keys of what puts no value, too", () => {
  const fits = batchRoom();
  const removal = (n: number) =>
    raw({
      removes: Array.from({ length: 1_000 }, (_, m): Key => ["k", "x".repeat(60), n, m]),
    });
  const taken = Array.from({ length: 20 }, (_, n) => fits(removal(n)));
  const count = taken.filter(Boolean).length;
  const { bytes } = removal(0);
  assert.equal(count, Math.floor(batchBytesMax / bytes));
  assert(count < 20 && 20 < batchCommitsMax);
});
