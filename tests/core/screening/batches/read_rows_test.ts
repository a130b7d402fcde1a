import assert from "node:assert/strict";
import { defaultPolicy } from "../../../../core/policy/policy.ts";
import { readRows } from "../../../../core/screening/batches/read_rows.ts";
import type { SubmittedBatch } from "../../../../core/screening/batch_schema.ts";
import type { Lists } from "../../../../core/lists_in_force/ports.ts";
import { fixedClock } from "../../../support/clock.ts";

const { batchBodyBytesMax, screeningBatchItemsMax } = defaultPolicy.limits;

/** Reads a text like the largest batch, with a turn after each step. */
async function read(form: "csv" | "ndjson", text: string) {
  const clock = fixedClock();
  let turns = 0;
  const rows = await readRows({
    clock: {
      now: () => {
        clock.advance({ milliseconds: 5 });
        return clock.now();
      },
    },
    nextTurn: () => Promise.resolve(void turns++),
    screeningBatchRules: { ...defaultPolicy.limits, batchHours: 24 },
    lists: { current: () => ({ snapshot: { lists: [] } }) } as unknown as Lists,
  }, { form, onRowError: "skip", bytes: new TextEncoder().encode(text) } as SubmittedBatch);
  return { turns, rows: rows.ok ? rows.value.length : rows.refusal.message };
}

/** A body filled with repeated rows. */
const filled = (before: string, row: string) =>
  before + row.repeat((batchBodyBytesMax - before.length) / row.length);

Deno.test("readRows() lets others run between empty rows, and ends at as many as a batch has items", async (t) => {
  const cases = [
    ...['""\n', ",\n", '" ", \r\n', '"\n"\n', "\r\r\n", " \n"].map((row) => ["csv", row] as const),
    ...["\n", " \n", "\t\r\n"].map((row) => ["ndjson", row] as const),
  ];
  for (const [form, row] of cases) {
    await t.step(`${form} ${JSON.stringify(row)}`, async () => {
      const { turns, rows } = await read(form, filled(form === "csv" ? "name\n" : "", row));
      assert.equal(rows, `More than ${screeningBatchItemsMax} rows are empty; delete them`);
      assert.equal(turns, screeningBatchItemsMax + 1);
    });
  }
  await t.step("as many are passed over", async () => {
    const empty = '""\n'.repeat(screeningBatchItemsMax);
    assert.equal((await read("csv", `name\n${empty}A`)).rows, 1);
    const lines = "\n".repeat(screeningBatchItemsMax);
    assert.equal((await read("ndjson", `${lines}{"name": "A"}`)).rows, 1);
  });
});

Deno.test("readRows() refuses a table of too many columns before its rows", async () => {
  const { turns, rows } = await read("csv", filled(`name${",".repeat(16_000)}\n`, "x\n"));
  const message = "The CSV is not valid: the table has 16001 columns; at most 200 are taken";
  assert.deepEqual([turns, rows], [0, message]);
});

Deno.test("readRows() lets others run while millions of empty lines of CSV are passed over", async () => {
  for (const line of ["\n", "\r\n"]) {
    const { turns, rows } = await read("csv", filled("name\n", line));
    assert.equal(rows, "The batch has no item");
    assert.equal(turns, Math.floor(batchBodyBytesMax / line.length / 65_536) - 1);
  }
});
