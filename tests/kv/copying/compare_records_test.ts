import assert from "node:assert/strict";
import fc from "fast-check";
import type { RawRecord } from "../../../kv/store/backend.ts";
import { encodeKey } from "../../../kv/backends/key_bytes.ts";
import { compareRecords } from "../../../kv/copying/compare_records.ts";
import { compareKeys } from "../../../kv/copying/key_order.ts";
import { fixedClock } from "../../support/clock.ts";
import { someKey, someRecord, streamOf } from "./records.ts";
import { runs } from "../../support/runs.ts";

const orderOf = (number: number) => Math.sign(number) + 0;

/** Compares bytes as databases sort them. */
function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const [left, right] = [a.toHex(), b.toHex()];
  return left < right ? -1 : left > right ? 1 : 0;
}

Deno.test("compareKeys() is the order of every backend", () => {
  fc.assert(
    fc.property(someKey, someKey, (a, b) => {
      assert.equal(orderOf(compareKeys(a, b)), compareBytes(encodeKey(a), encodeKey(b)));
    }),
    { numRuns: runs(2_000) },
  );
});

const someStore = fc.uniqueArray(someRecord, {
  minLength: 1,
  maxLength: 12,
  comparator: (a, b) => compareKeys(a.key, b.key) === 0,
}).map((records) => records.toSorted((a, b) => compareKeys(a.key, b.key)));

const compare = (a: readonly RawRecord[], b: readonly RawRecord[], clock = fixedClock()) =>
  compareRecords(streamOf(a), streamOf(b), { clock });

/** Nothing has expired by the fixed clock of 2026. */
const lasting = (records: readonly RawRecord[]) =>
  records.map((record) => ({
    ...record,
    expiresAt: record.expiresAt === null ? null : record.expiresAt + 2 ** 44,
  }));

Deno.test("compareRecords() finds equal stores equal, and any change of one record", async () => {
  await fc.assert(fc.asyncProperty(someStore, fc.nat(), async (drawn, pick) => {
    const records = lasting(drawn);
    assert.deepEqual(await compare(records, records), { ok: true, value: records.length });
    const at = pick % records.length;
    const record = records[at]!;
    const kind = record.key[0];
    const without = records.toSpliced(at, 1);
    assert.deepEqual(await compare(records, without), {
      ok: false,
      refusal: { code: "missing", kind },
    });
    assert.deepEqual(await compare(without, records), {
      ok: false,
      refusal: { code: "unexpected", kind },
    });
    const bytes = new Uint8Array([...record.bytes.slice(0, -1), (record.bytes.at(-1) ?? 0) ^ 1]);
    const changes = [
      { ...record, bytes },
      { ...record, isCounter: !record.isCounter },
      { ...record, expiresAt: record.expiresAt === null ? 2 ** 45 : null },
    ];
    for (const change of changes) {
      assert.deepEqual(await compare(records, records.with(at, change)), {
        ok: false,
        refusal: { code: "changed", kind },
      });
    }
  }));
});

Deno.test("compareRecords() lets either side miss what has expired, and nothing else", async () => {
  const clock = fixedClock();
  const now = clock.now().epochMilliseconds;
  const record = (place: number, expiresAt: number | null): RawRecord => ({
    key: ["kind", place],
    bytes: new Uint8Array([place]),
    isCounter: false,
    expiresAt,
  });
  const [kept, gone, soon] = [record(1, null), record(2, now), record(3, now + 1)];
  assert.deepEqual(await compare([kept, gone], [kept], clock), { ok: true, value: 1 });
  assert.deepEqual(await compare([kept], [kept, gone], clock), { ok: true, value: 1 });
  assert.equal((await compare([kept, soon], [kept], clock)).ok, false);
  assert.equal((await compare([gone], [], clock)).ok, true);
  assert.equal((await compare([kept, gone], [], clock)).ok, false);
});

Deno.test("compareRecords() does not trust a store that lists keys out of their order", async () => {
  const records = [["b"], ["a"]].map(([kind]): RawRecord => ({
    key: [kind ?? ""],
    bytes: new Uint8Array(1),
    isCounter: false,
    expiresAt: null,
  }));
  await assert.rejects(compare(records, records), /order/);
});
