import fc from "fast-check";
import assert from "node:assert/strict";
import type {
  FreeKey,
  Replays,
  ReplayScope,
  Reservation,
} from "../../../core/idempotency/ports.ts";
import type { Units } from "../../../base/unit.ts";
import { openDataKeys } from "../../../kv/keys/data_keys.ts";
import { rotateDataKey } from "../../../kv/keys/key_rotation.ts";
import { openReplays } from "../../../kv/idempotency/replays.ts";
import { openUnits } from "../../../kv/store/unit.ts";
import type { FixedClock } from "../../support/clock.ts";
import { storeInMemory, TEST_SECRET } from "../../support/store.ts";
import { runs } from "../../support/runs.ts";

const LAPSE_SECONDS = 60;
const WINDOW_HOURS = 24;

/** The expected state of a key: its reservation or answer, and until when. */
interface Slot {
  readonly state: "reserved" | "kept";
  readonly attempt: number;
  readonly request: string;
  readonly until: number;
}

/** A key that was found free. */
interface Looked {
  readonly key: string;
  readonly request: string;
  /** Writes of the key and of the ring at the time of the look. */
  readonly writes: number;
  readonly rotations: number;
}

interface Attempt {
  readonly key: string;
  readonly request: string;
  readonly at: number;
  /** Number of rotations before it. */
  readonly rotations: number;
}

/** The expected state, in seconds from the start. */
interface Model {
  now: number;
  readonly slots: Map<string, Slot>;
  /** Number of writes by key. */
  readonly writes: Map<string, number>;
  readonly looked: Looked[];
  rotations: number;
  /** The key and the request of every attempt that got a reservation. */
  readonly attempts: Attempt[];
}

interface Real {
  /** Servers that learn of a rotation only from the store. */
  readonly servers: readonly Replays[];
  readonly rotate: () => Promise<void>;
  readonly units: Units;
  readonly clock: FixedClock;
  readonly reservations: Reservation[];
  readonly free: FreeKey[];
}

type Command = fc.AsyncCommand<Model, Real>;

function scopeOf(key: string): ReplayScope {
  return { service: "screening", owner: "acme", operation: "POST /v1/screen", key };
}

function reserve(server: number, key: string, request: string): Command {
  return {
    check: () => true,
    run: async (model, { servers, reservations }) => {
      const slot = model.slots.get(key);
      const verdict = await servers[server]?.reserve(scopeOf(key), request);
      assert(verdict !== undefined);
      if (slot === undefined || slot.until <= model.now) {
        assert(verdict.kind === "reserved");
        const attempt = model.attempts.push({
          key,
          request,
          at: model.now,
          rotations: model.rotations,
        }) - 1;
        reservations.push(verdict.reservation);
        written(model, key);
        const until = model.now + LAPSE_SECONDS;
        model.slots.set(key, { state: "reserved", attempt, request, until });
      } else if (slot.request !== request) {
        assert.equal(verdict.kind, "conflict");
      } else if (slot.state === "reserved") {
        assert.equal(verdict.kind, "running");
      } else {
        assert(verdict.kind === "replay" && verdict.answer.body.kind === "text");
        assert.equal(verdict.answer.body.text, `answer ${slot.attempt}`);
      }
    },
    toString: () => `reserve(${server}, ${key}, ${request})`,
  };
}

function written({ writes }: Model, key: string): void {
  writes.set(key, (writes.get(key) ?? 0) + 1);
}

/** Looks a key up, at a server that may not know of a rotation. */
function look(server: number, key: string, request: string): Command {
  return {
    check: () => true,
    run: async (model, { servers, free }) => {
      const slot = model.slots.get(key);
      const found = await servers[server]?.look(scopeOf(key), request, { afresh: true });
      assert(found !== undefined);
      if (slot === undefined || slot.until <= model.now) {
        assert(found.kind === "free", found.kind);
        const { rotations } = model;
        const writes = model.writes.get(key) ?? 0;
        model.looked.push({ key, request, writes, rotations });
        free.push(found.key);
      } else if (slot.request !== request) {
        assert.equal(found.kind, "conflict");
      } else if (slot.state === "reserved") {
        assert.equal(found.kind, "running");
      } else {
        assert(found.kind === "replay" && found.answer.body.kind === "text");
        assert.equal(found.answer.body.text, `answer ${slot.attempt}`);
      }
    },
    toString: () => `look(${server}, ${key}, ${request})`,
  };
}

/** Commits an answer under a key that was found free; only one of several commits succeeds. */
function take(pick: number): Command {
  return {
    check: ({ looked }) => looked.length > 0,
    run: async (model, { units, free }) => {
      const index = pick % model.looked.length;
      const { key, request, writes, rotations } = model.looked[index] as Looked;
      const attempt = -1 - index;
      const unit = units.begin();
      free[index]?.keep(unit, {
        status: 200,
        headers: {},
        body: { kind: "text", text: `answer ${attempt}` },
      });
      const { kind } = await units.commit(unit);
      const slot = model.slots.get(key);
      const stands = slot !== undefined && slot.until > model.now;
      const untouched = (model.writes.get(key) ?? 0) === writes && model.rotations === rotations;
      if (untouched) assert.equal(kind, "committed");
      if (stands || model.rotations !== rotations) assert.equal(kind, "lost");
      if (kind !== "committed") return;
      written(model, key);
      const until = model.now + WINDOW_HOURS * 3_600;
      model.slots.set(key, { state: "kept", attempt, request, until });
    },
    toString: () => `take(${pick})`,
  };
}

/** Whether an attempt still holds its key, since no other attempt has it. */
function holds({ slots, attempts }: Model, attempt: number): boolean {
  const slot = slots.get(attempts[attempt]?.key ?? "");
  return slot?.state === "reserved" && slot.attempt === attempt;
}

function keep(pick: number): Command {
  return {
    check: ({ attempts, now, rotations }) => {
      const tried = attempts[pick % attempts.length];
      // After a rotation its record is looked up for the window and an hour: no request runs as long.
      return tried !== undefined && (rotations === tried.rotations || now - tried.at < 3_600);
    },
    run: async (model, { units, reservations }) => {
      const attempt = pick % model.attempts.length;
      const unit = units.begin();
      reservations[attempt]?.keep(unit, {
        status: 200,
        headers: {},
        body: { kind: "text", text: `answer ${attempt}` },
      });
      const { kind } = await units.commit(unit);
      assert.equal(kind, holds(model, attempt) ? "committed" : "refused");
      const tried = model.attempts[attempt];
      if (kind !== "committed" || tried === undefined) return;
      written(model, tried.key);
      const until = model.now + WINDOW_HOURS * 3_600;
      model.slots.set(tried.key, { state: "kept", attempt, request: tried.request, until });
    },
    toString: () => `keep(${pick})`,
  };
}

function release(pick: number): Command {
  return {
    check: ({ attempts }) => attempts.length > 0,
    run: async (model, { reservations }) => {
      const attempt = pick % model.attempts.length;
      await reservations[attempt]?.release();
      const { key = "" } = model.attempts[attempt] ?? {};
      written(model, key);
      if (holds(model, attempt)) model.slots.delete(key);
    },
    toString: () => `release(${pick})`,
  };
}

function wait(seconds: number): Command {
  return {
    check: () => true,
    run: (model, { clock }) => {
      model.now += seconds;
      clock.advance({ seconds });
      return Promise.resolve();
    },
    toString: () => `wait(${seconds} s)`,
  };
}

/** Erases all stored answers, at a server that may not know of a rotation. Reservations stay. */
function erase(server: number): Command {
  return {
    check: () => true,
    run: async (model, { servers }) => {
      const erased = await servers[server]?.erase({ service: "screening", owner: "acme" });
      const slots = [...model.slots];
      const alive = slots.filter(([, { until }]) => until > model.now);
      assert.equal(erased, alive.filter(([, { state }]) => state === "kept").length);
      for (const [key, { state, until }] of slots) {
        written(model, key);
        if (state === "kept" || until <= model.now) model.slots.delete(key);
      }
    },
    toString: () => `erase(${server})`,
  };
}

/** Rotates the data key, which must not change the state of any key. */
function rotate(): Command {
  return {
    // As many within a window as an operator may make.
    check: ({ rotations }) => rotations < 8,
    run: async (model, real) => {
      model.rotations++;
      await real.rotate();
    },
    toString: () => "rotate()",
  };
}

Deno.test("replays keep their promises over any history", async () => {
  const key = fc.constantFrom("a", "b");
  const request = fc.constantFrom("first", "second");
  const someWait = fc.constantFrom(1, 59, 60, 3_600, 86_399, 86_400);
  const commands = fc.commands([
    fc.tuple(fc.nat(1), key, request).map(([server, one, other]) => reserve(server, one, other)),
    fc.tuple(fc.nat(1), key, request).map(([server, one, other]) => look(server, one, other)),
    fc.nat(20).map(take),
    fc.constant(rotate()),
    fc.nat(20).map(keep),
    fc.nat(20).map(release),
    fc.nat(1).map(erase),
    someWait.map(wait),
  ], { size: "large", maxCommands: 50 });
  await fc.assert(
    fc.asyncProperty(commands, async (history) => {
      await using service = await storeInMemory();
      const { store, clock } = service;
      const secrets = { current: TEST_SECRET };
      const lifetimes = {
        windowHours: WINDOW_HOURS,
        lapseSeconds: LAPSE_SECONDS,
        pledgeSeconds: 190,
      };
      const server = async () => {
        const keys = await openDataKeys({ ...service, secrets });
        return openReplays({ ...service, keys, lifetimes });
      };
      const real: Real = {
        servers: [await server(), await server()],
        rotate: async () => {
          const rotated = await rotateDataKey({ ...service, secrets }, "idempotency");
          assert(rotated.ok);
        },
        units: openUnits(store),
        clock,
        reservations: [],
        free: [],
      };
      const model: Model = {
        now: 0,
        rotations: 0,
        slots: new Map(),
        writes: new Map(),
        looked: [],
        attempts: [],
      };
      await fc.asyncModelRun(() => ({ model, real }), history);
    }),
    { seed: 1, numRuns: runs(100) },
  );
});
