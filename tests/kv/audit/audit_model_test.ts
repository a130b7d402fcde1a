import fc from "fast-check";
import assert from "node:assert/strict";
import { openAuditLog } from "../../../kv/audit/audit_log.ts";
import { verifyStoredChain } from "../../../kv/audit/audit_verification.ts";
import { openUnits } from "../../../kv/store/unit.ts";
import { type CommitFate, faultyStore, unlessInjected } from "../../support/faulty_store.ts";
import { storeInMemory } from "../../support/store.ts";
import { runs } from "../../support/runs.ts";

const silent = { debug() {}, info() {}, warn() {}, error() {} };

const someFate = fc.oneof(
  { arbitrary: fc.constant<CommitFate>("pass"), weight: 4 },
  {
    arbitrary: fc.constantFrom<CommitFate>(
      ...["stall", "lose", "fail before", "fail after", "die before", "die after"] as const,
    ),
    weight: 1,
  },
);
/** An instance that records events of its clients one after the other, and moves them. */
const someInstance = fc.record({
  events: fc.array(
    fc.record({
      clientId: fc.constantFrom("acme", "globex"),
      /** Milliseconds that pass after the event. */
      pass: fc.constantFrom(0, 0, 1),
      /** Whether the chain is moved then, concurrently with the next step. */
      drain: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  fates: fc.array(someFate, { maxLength: 16 }),
});

Deno.test("the sequencer loses, doubles and reorders nothing, whatever is lost, delayed or dies", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(someInstance, { minLength: 1, maxLength: 3 }),
      async (scheduler, instances) => {
        await using service = await storeInMemory();
        const { clock } = service;
        const pause = () => scheduler.schedule(Promise.resolve(), "pause");
        /** Acknowledged events, in the order of each instance and client. */
        const acknowledged: { readonly by: string; readonly id: string }[] = [];
        const attempted = new Set<string>();

        const running = instances.map(async ({ events, fates }, index) => {
          const { store } = faultyStore(service.store, {
            scheduling: { schedule: (task, label) => scheduler.schedule(task, label) },
            fates,
            name: `instance ${index}`,
          });
          const audit = openAuditLog({
            ...service,
            store,
            log: silent,
            pause,
          });
          const units = openUnits(store);
          const drains: Promise<unknown>[] = [];
          for (const [n, { clientId, pass, drain }] of events.entries()) {
            const id = `${index}-${n}`;
            const unit = units.begin();
            audit.record(unit, {
              kind: "SCREENING_REVIEWED",
              clientId,
              decisionId: id,
              reviewId: id,
              decision: "escalated",
            });
            attempted.add(id);
            const outcome = await units.commit(unit).catch(unlessInjected);
            if (outcome?.kind === "committed") {
              acknowledged.push({ by: `${index} ${clientId}`, id });
            }
            clock.advance({ milliseconds: pass });
            if (drain) drains.push(audit.drain().catch(unlessInjected));
          }
          await audit.drain().catch(unlessInjected);
          await Promise.all(drains);
        });
        const watching = (async () => {
          const { store } = faultyStore(service.store, {
            scheduling: { schedule: (task, label) => scheduler.schedule(task, label) },
            fates: [],
            name: "auditor",
          });
          for (let read = 0; read < 4; read++) {
            const verified = await verifyStoredChain(store);
            assert(verified.ok, JSON.stringify(verified));
          }
        })();
        await scheduler.waitFor(Promise.all([...running, watching]));

        const restarted = openAuditLog({ ...service, log: silent, pause: () => Promise.resolve() });
        await restarted.drain();
        const verified = await restarted.verify();
        assert(verified.ok && verified.value.pending === 0, JSON.stringify(verified));
        const chain: string[] = [];
        for (const clientId of ["acme", "globex"]) {
          const seqs: number[] = [];
          for await (const { event, seq } of restarted.eventsOf(clientId)) {
            chain.push(String(event["decisionId"]));
            seqs.push(seq ?? NaN);
          }
          assert.deepEqual(seqs, seqs.toSorted((a, b) => a - b));
        }
        assert.equal(chain.length, verified.value.head.seq, "every entry is some client's");
        assert.equal(new Set(chain).size, chain.length, "an event is on the chain twice");
        assert(chain.every((id) => attempted.has(id)));
        for (const by of new Set(acknowledged.map((one) => one.by))) {
          const expected = acknowledged.filter((one) => one.by === by).map(({ id }) => id);
          const found = chain.filter((id) => expected.includes(id));
          assert.deepEqual(found, expected, `the events of ${by} are lost or out of order`);
        }
      },
    ),
    { seed: 4, numRuns: runs(200) },
  );
});
