import assert from "node:assert/strict";
import { z } from "zod";
import type { Reservation } from "../../../core/idempotency/ports.ts";
import type { CommitOutcome, Unit, Units } from "../../../base/unit.ts";
import { ok, refuse } from "../../../base/result.ts";
import { execute } from "../../../routes/http/execute.ts";
import { type HeldKey, reservedKey } from "../../../routes/http/held_key.ts";
import { defineRoute } from "../../../routes/http/route.ts";
import { seededRandom } from "../../support/random.ts";

const route = defineRoute({
  method: "post",
  path: "/things",
  summary: "A thing",
  service: "screening",
  kind: "thing",
  auth: "bearer",
  answers: { 200: z.object({ runs: z.number() }) },
  run: () => ok({ runs: 0 }),
});

/** Units whose first commits have these outcomes; later ones succeed. */
function unitsThat(outcomes: readonly CommitOutcome[]) {
  const left = [...outcomes];
  const committed: Unit[] = [];
  const units: Units = {
    begin: () => ({}) as Unit,
    commit: (unit) => {
      committed.push(unit);
      return Promise.resolve(left.shift() ?? { kind: "committed" });
    },
  };
  return { units, committed };
}

function reservationThat() {
  const seen = { kept: 0, released: 0 };
  const reservation: Reservation = {
    keep: () => void seen.kept++,
    release: () => Promise.resolve(void seen.released++),
    pledge: () => ["replay"],
  };
  return { key: reservedKey(reservation), seen };
}

/** A free key, and the results of other requests under it, read after each lost commit. */
function freeKeyThat(settled: readonly Awaited<ReturnType<HeldKey["settle"]>>[]) {
  const left = [...settled];
  const seen = { kept: 0, ended: 0 };
  const key: HeldKey = {
    reservation: null,
    keep: () => void seen.kept++,
    settle: () => Promise.resolve(left.shift() ?? null),
    release: () => Promise.resolve(),
    end: () => void seen.ended++,
  };
  return { key, seen };
}

const keeping = { ports: {} as never, caller: { kind: "browser" } as const, body: undefined };

const lost = { kind: "lost" } as const;
/** Records how long an operation waits before it runs again. */
function retrying() {
  const waits: number[] = [];
  const pause = (milliseconds: number) => Promise.resolve(void waits.push(milliseconds));
  return { waits, ports: { random: seededRandom(), pause } };
}

Deno.test("execute() runs an operation again, in a fresh unit, when its commit was lost", async () => {
  const { units, committed } = unitsThat([lost, lost]);
  const { key, seen } = reservationThat();
  let runs = 0;
  const answer = await execute(
    units,
    route,
    key,
    () => ok({ runs: ++runs }),
    retrying().ports,
  );
  assert.deepEqual([answer.status, answer.body], [200, '{"runs":3}']);
  assert.equal(new Set(committed).size, 3);
  assert.deepEqual(seen, { kept: 3, released: 0 });
});

Deno.test("execute() gives up as a fault, and gives the key back, when every commit is lost", async () => {
  const { units } = unitsThat(Array.from({ length: 100 }, () => lost));
  const { key, seen } = reservationThat();
  const { waits, ports } = retrying();
  let runs = 0;
  await assert.rejects(
    execute(units, route, key, () => ok({ runs: ++runs }), ports),
    /lost its commit 20 times/,
  );
  assert.deepEqual([runs, seen.released], [20, 1]);
  // Rivals do not meet again, and nobody waits for long.
  assert.equal(new Set(waits).size, waits.length);
  assert(Math.max(...waits) <= 100, `${waits}`);
});

Deno.test("execute() answers with the refusal that a lost check names, and runs no second time", async () => {
  const { units } = unitsThat([{ kind: "refused", code: "not_found" }]);
  let runs = 0;
  const answer = await execute(
    units,
    route,
    null,
    () => ok({ runs: ++runs }),
    retrying().ports,
  );
  assert.deepEqual([answer.status, runs], [404, 1]);
});

Deno.test("execute() replays the answer of the request that took its key first, and takes back what it left", async () => {
  const { units } = unitsThat([lost, lost]);
  const answer = { status: 200, headers: {}, body: { kind: "text", text: '{"runs":7}' } } as const;
  const { key, seen } = freeKeyThat([null, ok(answer)]);
  let [runs, undone] = [0, 0];
  const undo = () => Promise.resolve(void undone++);
  const replayed = await execute(
    units,
    route,
    key,
    () => ok({ runs: ++runs }),
    { ...retrying().ports, keeping, undo },
  );
  assert.deepEqual([replayed.body, replayed.headers["idempotent-replayed"]], [
    '{"runs":7}',
    "true",
  ]);
  assert.deepEqual([runs, undone, seen], [2, 1, { kept: 2, ended: 1 }]);
});

Deno.test("execute() reads the key again before it answers a refusal", async () => {
  const { units } = unitsThat([]);
  const { key, seen } = freeKeyThat([refuse({ code: "idempotency_key_conflict" })]);
  const answer = await execute(
    units,
    route,
    key,
    () => refuse({ code: "batch_not_approvable" }),
    { ...retrying().ports, keeping },
  );
  assert.deepEqual([answer.status, JSON.parse(String(answer.body)).error], [
    409,
    "idempotency_key_conflict",
  ]);
  assert.deepEqual(seen, { kept: 0, ended: 1 });
});
