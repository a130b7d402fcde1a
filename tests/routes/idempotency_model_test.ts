import fc from "fast-check";
import assert from "node:assert/strict";
import { z } from "zod";
import { ClientId } from "../../core/access/schema.ts";
import { ok } from "../../base/result.ts";
import { openAuditLog } from "../../kv/audit/audit_log.ts";
import type { Key } from "../../kv/store/key.ts";
import { openReplays } from "../../kv/idempotency/replays.ts";
import { create, type Store } from "../../kv/store/store.ts";
import { addTo, openUnits } from "../../kv/store/unit.ts";
import { execute, replay } from "../../routes/http/execute.ts";
import { beginLook, openReplay, type ReplayRules } from "../../routes/http/guards/replay.ts";
import { defineRoute } from "../../routes/http/route.ts";
import { openRunningKeys } from "../../routes/http/running_keys.ts";
import {
  type CommitFate,
  faultyStore,
  type Scheduling,
  unlessInjected,
} from "../support/faulty_store.ts";
import { type StoreInMemory, storeInMemory } from "../support/store.ts";
import { runs } from "../support/runs.ts";

const effectPrefix: Key = ["effect"];
const Effect = z.object({ key: z.string() });
const silent = { debug() {}, info() {}, warn() {}, error() {} };
const caller = { kind: "client", clientId: ClientId.parse("acme"), roles: [], scopes: [] } as const;

const record = {
  method: "post",
  path: "/things",
  summary: "A thing that must be made once",
  service: "screening",
  kind: "thing",
  auth: "bearer",
  answers: { 200: z.object({ effect: z.string() }) },
  run: () => ok({ effect: "" }),
} as const;
/** Checks the key in the commit of the answer. */
const route = defineRoute({ ...record, idempotency: { owner: "client" } });
/** Reserves the key first, as a server of an earlier version does for the same route. */
const reservingRoute = defineRoute({ ...record, idempotency: { owner: "client", reserves: true } });

/** An answer that reached the client. */
interface Acknowledged {
  readonly key: string;
  readonly text: string;
}

/** One process of the service, over its own view of the one store. */
function startProcess(
  { clock, random, dataKeys: keys }: StoreInMemory,
  store: Store,
  { pause, reserves = false }: {
    readonly pause: () => Promise<void>;
    readonly reserves?: boolean;
  },
) {
  const served = reserves ? reservingRoute : route;
  const units = openUnits(store);
  const audit = openAuditLog({ store, clock, dataKeys: keys, log: silent, random, pause });
  const lifetimes = { windowHours: 24, lapseSeconds: 60, pledgeSeconds: 190 };
  const replays = openReplays({ store, clock, random, keys, lifetimes });
  const rules: ReplayRules = {
    keyCharactersMax: 255,
    waitMilliseconds: 3,
    pollMilliseconds: 1,
    waitingRequestsMax: 100,
    retryAfterSeconds: 1,
    pause,
    running: openRunningKeys(),
  };
  return {
    audit,
    /** Handles a request with a key. @returns the answer that its client receives; null if none */
    serve: async (key: string): Promise<Acknowledged | null> => {
      const request = new Request("http://localhost/things", {
        method: "POST",
        headers: { "idempotency-key": key },
      });
      const begun = beginLook({ replays, rules }, served, { request, caller });
      // What a request waits for first: its bucket and its body.
      await pause();
      const gate = await openReplay({ replays, rules }, served, {
        request,
        begun,
        mode: "live",
        caller,
        params: undefined,
        body: {},
      });
      if (!gate.ok) return null; // asked to try again
      const rendered = gate.value.kind === "replay"
        ? await replay({} as never, served, gate.value.answer, undefined)
        : await execute(units, served, gate.value.key, (unit) => {
          const effect = random.bytes(8).toHex();
          addTo(unit, create(Effect, [...effectPrefix, effect], { key }));
          audit.record(unit, {
            kind: "SCREENING_REVIEWED",
            clientId: "acme",
            decisionId: key,
            reviewId: effect,
            decision: "escalated",
          });
          return ok({ effect });
        }, {
          random,
          pause: () => Promise.resolve(),
          keeping: { ports: {} as never, caller, body: {} },
        });
      return rendered.status === 200 ? { key, text: String(rendered.body) } : null;
    },
  };
}

const someFate = fc.oneof(
  { arbitrary: fc.constant<CommitFate>("pass"), weight: 4 },
  { arbitrary: fc.constantFrom<CommitFate>("lose", "fail before", "fail after"), weight: 2 },
  { arbitrary: fc.constant<CommitFate>("stall"), weight: 2 },
  { arbitrary: fc.constantFrom<CommitFate>("die before", "die after"), weight: 1 },
);
const someProcess = fc.record({
  reserves: fc.boolean(),
  /** Lanes run concurrently; the requests of a lane are sequential. */
  lanes: fc.array(fc.array(fc.constantFrom("a", "a", "b"), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 2,
  }),
  fates: fc.array(someFate, { maxLength: 12 }),
});

Deno.test("an operation with a key is done once, whatever is lost, delayed or dies between commits", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(someProcess, { minLength: 2, maxLength: 3 }),
      fc.array(fc.constantFrom(1, 59, 60), { maxLength: 3 }),
      async (scheduler, processes, jumps) => {
        await using service = await storeInMemory();
        const scheduling: Scheduling = {
          schedule: (task, label) => scheduler.schedule(task, label),
        };
        const pause = () => scheduling.schedule(Promise.resolve(), "pause");
        const heard: Acknowledged[] = [];
        const running = processes.flatMap(({ reserves, lanes, fates }, index) => {
          const { store } = faultyStore(service.store, {
            scheduling,
            fates,
            name: `process ${index}`,
            stalled: () => service.clock.advance({ seconds: 60 }),
          });
          const process = startProcess(service, store, { pause, reserves });
          const lane = async (keys: readonly string[]) => {
            for (const key of keys) {
              const answer = await process.serve(key).catch(unlessInjected);
              if (answer) heard.push(answer);
            }
            await process.audit.drain().catch(unlessInjected);
          };
          return lanes.map(lane);
        });
        const time = (async () => {
          for (const seconds of jumps) {
            await scheduling.schedule(Promise.resolve(), `${seconds} s pass`);
            service.clock.advance({ seconds });
          }
        })();
        await scheduler.waitFor(Promise.all([...running, time]));
        await assertOnce(service, heard);
      },
    ),
    { seed: 5, numRuns: runs(200) },
  );
});

/**
 * Asserts that each key was executed once: after a restart every client repeats its requests,
 * answered or not.
 */
async function assertOnce(service: StoreInMemory, heard: readonly Acknowledged[]): Promise<void> {
  service.clock.advance({ seconds: 60 });
  const restarted = startProcess(service, service.store, { pause: () => Promise.resolve() });
  for (const key of ["a", "b"]) {
    const again = await restarted.serve(key);
    assert(again !== null, `${key} is stuck`);
    for (const { text } of heard.filter((answer) => answer.key === key)) {
      assert.equal(text, again.text, `${key} was answered otherwise before`);
    }
  }
  const effects = await Array.fromAsync(
    service.store.list(Effect, { prefix: effectPrefix }),
    ({ key, value }) => `${value.key} ${key.at(-1)}`,
  );
  assert.equal(effects.length, 2, "each key has one effect");
  await restarted.audit.drain();
  const verified = await restarted.audit.verify();
  assert(verified.ok && verified.value.pending === 0, JSON.stringify(verified));
  const recorded = await Array.fromAsync(
    restarted.audit.eventsOf("acme"),
    ({ event }) => `${event["decisionId"]} ${event["reviewId"]}`,
  );
  assert.deepEqual(recorded.toSorted(), effects.toSorted(), "each effect has one audit entry");
}
