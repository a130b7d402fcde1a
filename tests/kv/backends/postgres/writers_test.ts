import assert from "node:assert/strict";
import { prepare } from "../../../../kv/backends/postgres/batch.ts";
import type { Connection } from "../../../../kv/backends/postgres/connection.ts";
import type { Statement, StatementAnswer } from "../../../../kv/backends/postgres/statement.ts";
import { runBatch } from "../../../../kv/backends/postgres/transaction.ts";
import { openWriters } from "../../../../kv/backends/postgres/writers.ts";
import { seededRandom } from "../../../support/random.ts";
import { noPause } from "../../../support/store.ts";

const tools = { run: runBatch, random: seededRandom(), pause: noPause, patience: 60_000 };
const addTo = (name: string) =>
  prepare(
    { checks: [], puts: [], removes: [], adds: [{ key: [name], amount: 1n }] },
    () => 0,
  );
const put = (name: string) =>
  prepare({
    checks: [],
    puts: [{ key: [name], bytes: new Uint8Array([1]), expireIn: null }],
    removes: [],
    adds: [],
  }, () => 0);

const done = (statements: readonly Statement[]) =>
  statements.map(({ sql }): StatementAnswer => ({
    kind: "done",
    rows: [],
    command: sql,
    count: 0,
  }));

/** Slots for connections with these answers. */
function slotsThat(
  count: number,
  exchange: (statements: readonly Statement[]) => Promise<readonly StatementAnswer[]>,
) {
  const connection: Connection = {
    state: { takesWrites: true, hasTable: true, commitFunction: "usable" },
    exchange,
    lost: () => false,
    close: () => {},
  };
  return Array.from({ length: count }, () => ({
    connection: () => Promise.resolve(connection),
    close: () => {},
  }));
}

Deno.test("openWriters() gives up together what has waited long for one locked row", async () => {
  let transactions = 0;
  const slots = slotsThat(
    4,
    (statements) =>
      Promise.resolve(statements.map(({ sql }): StatementAnswer => {
        if (sql === "BEGIN") transactions++;
        return sql.endsWith("FOR UPDATE")
          ? { kind: "refused", state: "55P03" }
          : { kind: "done", rows: [], command: sql, count: 0 };
      })),
  );
  const writers = openWriters(slots, { ...tools, patience: -1 });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () => writers.commit(put("row"))),
  );
  for (const outcome of outcomes) {
    assert(outcome.status === "rejected");
    assert.equal(outcome.reason.message, "PostgreSQL keeps a row of this commit locked");
  }
  assert.equal(transactions, 1, "nobody waits for the lock once more");
  writers.close();
});

Deno.test("openWriters() lets a batch that hangs hold up no others", async () => {
  const held = Promise.withResolvers<void>();
  const hanging = Promise.withResolvers<void>();
  let exchanges = 0;
  const writers = openWriters(
    slotsThat(4, async (statements) => {
      if (++exchanges === 1) {
        hanging.resolve();
        await held.promise;
      }
      return done(statements);
    }),
    tools,
  );
  const hangs = writers.commit(addTo("slow"));
  await hanging.promise;
  // The first waits until the batch before it takes long; none after it waits for anything.
  assert.notEqual(await writers.commit(addTo("quick")), null);
  const begun = performance.now();
  for (let n = 0; n < 1_000; n++) assert.notEqual(await writers.commit(addTo("quick")), null);
  assert(performance.now() - begun < 10_000, "waiting 10 ms each would take longer");
  held.resolve();
  assert.notEqual(await hangs, null);
  writers.close();
});
