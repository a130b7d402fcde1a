import assert from "node:assert/strict";
import fc from "fast-check";
import type { RawRecord } from "../../../kv/store/backend.ts";
import { BadBackupError } from "../../../kv/copying/bad_backup.ts";
import { type BackupHeader, encodeBackup } from "../../../kv/copying/backup_format.ts";
import { openBackup } from "../../../kv/copying/read_backup.ts";
import { someRecord, streamOf } from "./records.ts";
import { runs } from "../../support/runs.ts";

const HEADER: BackupHeader = {
  format: "aval-backup",
  v: 1,
  backend: "file",
  at: "2026-03-02T09:00:00.000Z",
  origin: "aval/audit/00ff",
};

async function encode(records: readonly RawRecord[]): Promise<Uint8Array<ArrayBuffer>> {
  const chunks = await Array.fromAsync(encodeBackup(HEADER, streamOf(records)));
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** Reads a backup to its end in pieces of a size. */
async function decode(bytes: Uint8Array, size = 7) {
  const pieces = Array.from(
    { length: Math.ceil(bytes.length / size) },
    (_, at) => bytes.subarray(at * size, (at + 1) * size),
  );
  const { header, records } = await openBackup(streamOf(pieces));
  const found: RawRecord[] = [];
  for (;;) {
    const next = await records.next();
    if (next.done) return { header, records: found, trailer: next.value };
    found.push(next.value);
  }
}

const isBad = (thrown: unknown) => thrown instanceof BadBackupError;

Deno.test("a backup is read as it was written, in pieces of any size", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(someRecord, { maxLength: 20 }),
      fc.integer({ min: 1, max: 200 }),
      async (records, size) => {
        const read = await decode(await encode(records), size);
        assert.deepEqual(read.header, HEADER);
        assert.deepEqual(read.records, records);
        assert.equal(read.trailer.records, records.length);
      },
    ),
  );
});

Deno.test("a backup that ends anywhere before its end is refused", async () => {
  const [first, second] = fc.sample(someRecord, { numRuns: runs(2), seed: 5 });
  assert(first !== undefined && second !== undefined);
  const whole = await encode([first, second]);
  assert.equal((await decode(whole)).trailer.records, 2);
  for (let length = 0; length < whole.length; length++) {
    await assert.rejects(decode(whole.subarray(0, length)), isBad, `${length} bytes`);
  }
});

Deno.test("a backup of which any bit was turned is refused", async () => {
  const whole = await encode(fc.sample(someRecord, { numRuns: runs(2), seed: 6 }));
  for (let bit = 0; bit < whole.length * 8; bit++) {
    const turned = whole.slice();
    turned[bit >> 3]! ^= 1 << (bit & 7);
    await assert.rejects(decode(turned, 64), isBad, `bit ${bit}`);
  }
});

Deno.test("a backup that goes on after its end, or lacks a record, is refused", async () => {
  const [first, second] = fc.sample(someRecord, { numRuns: runs(2), seed: 7 });
  assert(first !== undefined && second !== undefined);
  const both = await encode([first, second]);
  await assert.rejects(decode(new Uint8Array([...both, 0])), isBad);
  await assert.rejects(decode(new Uint8Array([...both, ...both])), isBad);
  const [empty, one] = [await encode([]), await encode([first])];
  const trailerBytes = 41;
  const frame = one.slice(empty.length - trailerBytes, one.length - trailerBytes);
  const at = empty.length - trailerBytes;
  const without = new Uint8Array([...both.slice(0, at), ...both.slice(at + frame.length)]);
  await assert.rejects(decode(without), isBad);
});

Deno.test("what is no backup, or one of a newer form, is refused at its beginning", async () => {
  const newer = JSON.stringify({ ...HEADER, v: 2 });
  const frame = (json: string) => {
    const bytes = new TextEncoder().encode(`H0000${json}`);
    new DataView(bytes.buffer).setUint32(1, json.length);
    return bytes;
  };
  for (const bytes of [frame(newer), frame("null"), frame("{"), frame("x".repeat(5_000))]) {
    await assert.rejects(openBackup(streamOf([bytes])), isBad);
  }
  await assert.rejects(openBackup(streamOf([new TextEncoder().encode("SQLite format 3")])), isBad);
  await assert.rejects(openBackup(streamOf([])), isBad);
});
