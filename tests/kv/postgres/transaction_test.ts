import assert from "node:assert/strict";
import { prepare } from "../../../kv/backends/postgres/batch.ts";
import type { Connection } from "../../../kv/backends/postgres/connection.ts";
import type { StatementAnswer } from "../../../kv/backends/postgres/statement.ts";
import { runBatch } from "../../../kv/backends/postgres/transaction.ts";

const BATCH = "0123456789abcdef01234567";
const nothing = { checks: [], puts: [], removes: [], adds: [] };
const addOne = prepare({ ...nothing, adds: [{ key: ["counter"], amount: 1n }] }, () => 0);
const putRow = prepare(
  { ...nothing, puts: [{ key: ["row"], bytes: new Uint8Array([1]), expireIn: null }] },
  () => 0,
);

/** A server that refuses what begins so, and does all else. */
function serverThatRefuses(text: string, state: string) {
  /** The first words of what travelled together. */
  const sent: string[][] = [];
  let closed = false;
  const connection: Connection = {
    exchange: (statements) => {
      sent.push(statements.map(({ sql }) => sql.split(" ")[0] ?? ""));
      return Promise.resolve(statements.map(({ sql }): StatementAnswer => {
        const [command = ""] = sql.split(" ");
        return sql.startsWith(text)
          ? { kind: "refused", state }
          : { kind: "done", rows: [], command, count: 0 };
      }));
    },
    lost: () => closed,
    close: () => {
      closed = true;
    },
  };
  return { connection, sent, isClosed: () => closed };
}

const putAndRemove = prepare({
  ...nothing,
  puts: [{ key: ["row"], bytes: new Uint8Array([1]), expireIn: null }],
  removes: [["other"]],
}, () => 0);

Deno.test("runBatch() sends locks, writes and commit together where its checks say all", async () => {
  const { connection, sent } = serverThatRefuses("nothing", "");
  const replaced = prepare({
    ...nothing,
    checks: [{ key: ["row"], versionstamp: "v" }, { key: ["new"], versionstamp: null }],
    puts: ["row", "new"].map((name) => ({
      key: [name],
      bytes: new Uint8Array([1]),
      expireIn: null,
    })),
  }, () => 0);
  const outcome = await runBatch(connection, [replaced, addOne], BATCH);
  assert.deepEqual(outcome, { kind: "done", outcomes: [`${BATCH}0000`, `${BATCH}0001`] });
  assert.deepEqual(sent, [["BEGIN;", "SELECT", "INSERT", "INSERT", "INSERT", "COMMIT"]]);
});

Deno.test("runBatch() judges a batch by what stands there when a check did not hold", async () => {
  // The division by zero of a presumption, and a row that is in the way.
  for (const state of ["22012", "23505"]) {
    const { connection, sent } = serverThatRefuses("SELECT 1 /", state);
    const lost = prepare({ ...nothing, checks: [{ key: ["row"], versionstamp: "v" }] }, () => 0);
    const outcome = await runBatch(connection, [lost, addOne], BATCH);
    assert.deepEqual(outcome, { kind: "done", outcomes: [null, `${BATCH}0001`] });
    assert.deepEqual(sent, [
      ["BEGIN;", "SELECT", "INSERT", "COMMIT"],
      ["BEGIN;", "SELECT"],
      ["INSERT", "COMMIT"],
    ]);
  }
});

Deno.test("runBatch() asks no more about a commit alone whose check did not hold", async () => {
  const { connection, sent } = serverThatRefuses("INSERT", "23505");
  const created = prepare({
    ...nothing,
    checks: [{ key: ["row"], versionstamp: null }],
    puts: [{ key: ["row"], bytes: new Uint8Array([1]), expireIn: null }],
  }, () => 0);
  assert.deepEqual(await runBatch(connection, [created], BATCH), {
    kind: "done",
    outcomes: [null],
  });
  assert.deepEqual(sent, [["BEGIN;", "INSERT", "COMMIT"]]);
});

Deno.test("runBatch() wrote nothing where its transaction did not begin", async () => {
  // A server that stood still may give up BEGIN alone (57014), and do what travels behind it.
  const { connection } = serverThatRefuses("BEGIN", "57014");
  assert.deepEqual(await runBatch(connection, [addOne, putRow], BATCH), {
    kind: "met",
    late: true,
  });
});

Deno.test("runBatch() writes nothing where a transaction that looks first did not begin", async () => {
  const { connection, sent } = serverThatRefuses("BEGIN", "57014");
  assert.deepEqual(await runBatch(connection, [putAndRemove], BATCH), { kind: "met", late: true });
  assert.deepEqual(sent, [["BEGIN;", "SELECT"], ["ROLLBACK"]]);
});

Deno.test("runBatch() leaves a connection whose transaction does not end", async () => {
  const lost = prepare({
    ...nothing,
    checks: [{ key: ["row"], versionstamp: "v" }],
    removes: [["other"]],
  }, () => 0);
  const { connection, isClosed } = serverThatRefuses("ROLLBACK", "57014");
  const outcome = await runBatch(connection, [lost], BATCH);
  assert.deepEqual(outcome, { kind: "done", outcomes: [null] });
  assert(isClosed());
});
