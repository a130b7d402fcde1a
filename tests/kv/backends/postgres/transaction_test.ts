import assert from "node:assert/strict";
import { prepare } from "../../../../kv/backends/postgres/batch.ts";
import type { Connection } from "../../../../kv/backends/postgres/connection.ts";
import type { StatementAnswer } from "../../../../kv/backends/postgres/statement.ts";
import { runBatch } from "../../../../kv/backends/postgres/transaction.ts";

const BATCH = "0123456789abcdef01234567";
const nothing = { checks: [], puts: [], removes: [], adds: [] };
const addOne = prepare({ ...nothing, adds: [{ key: ["counter"], amount: 1n }] }, () => 0);
const putRow = prepare(
  { ...nothing, puts: [{ key: ["row"], bytes: new Uint8Array([1]), expireIn: null }] },
  () => 0,
);

/** A server that refuses statements with this beginning. */
function serverThatRefuses(text: string, state: string) {
  const sent: string[] = [];
  let closed = false;
  const connection: Connection = {
    state: { takesWrites: true, hasTable: true, commitFunction: "usable" },
    exchange: (statements) =>
      Promise.resolve(statements.map(({ sql }): StatementAnswer => {
        const [command = ""] = sql.split(" ");
        sent.push(command);
        return sql.startsWith(text)
          ? { kind: "refused", state }
          : { kind: "done", rows: [], command, count: 0 };
      })),
    lost: () => closed,
    close: () => {
      closed = true;
    },
  };
  return { connection, sent, isClosed: () => closed };
}

Deno.test("runBatch() does not repeat what ran outside of a transaction that did not begin", async () => {
  // A server that stood still may give up BEGIN alone (57014): the addition behind it has happened.
  const { connection } = serverThatRefuses("BEGIN", "57014");
  await assert.rejects(runBatch(connection, [addOne], BATCH), { name: "UnavailableError" });
});

Deno.test("runBatch() writes nothing where a transaction that locks did not begin", async () => {
  const { connection, sent } = serverThatRefuses("BEGIN", "57014");
  assert.deepEqual(await runBatch(connection, [putRow], BATCH), { kind: "met", late: true });
  assert.deepEqual(sent, ["BEGIN", "SELECT", "ROLLBACK"]);
});

Deno.test("runBatch() leaves a connection whose transaction does not end", async () => {
  const lost = prepare({ ...nothing, checks: [{ key: ["row"], versionstamp: "v" }] }, () => 0);
  const { connection, isClosed } = serverThatRefuses("ROLLBACK", "57014");
  const outcome = await runBatch(connection, [lost], BATCH);
  assert.deepEqual(outcome, { kind: "done", outcomes: [null] });
  assert(isClosed());
});
