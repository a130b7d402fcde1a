import assert from "node:assert/strict";
import type { Backend, Versioned } from "../../../kv/store/backend.ts";
import { serviceInMemory } from "../../support/service.ts";

/** A replica with the data last given to it, which records the kinds of keys read. */
function staleReplica() {
  const known = new Map<string, Versioned>();
  const asked = new Set<string>();
  const state = { fails: false };
  let store: Backend | undefined;
  return {
    asked,
    state,
    wrapBackend: (backend: Backend): Backend => {
      store = backend;
      return {
        ...backend,
        readEventually: (keys) => {
          for (const [kind] of keys) asked.add(kind);
          return state.fails
            ? Promise.reject(new Error("no replica"))
            : Promise.resolve(keys.map((key) => known.get(JSON.stringify(key)) ?? null));
        },
      };
    },
    /** Copies all records of a kind to the replica. */
    catchUp: async (kind: string) => {
      const all = { limit: 100, reverse: false, cursor: null };
      const page = await store?.page({ prefix: [kind] }, all);
      for (const entry of page?.entries ?? []) known.set(JSON.stringify(entry.key), entry);
    },
  };
}

Deno.test("a decision that a replica lacks, or does not answer, is read with every earlier commit", async () => {
  const replica = staleReplica();
  await using service = await serviceInMemory({ wrapBackend: replica.wrapBackend });
  const acme = service.as("acme");
  const decided = await acme.post("/v1/screen", { name: "Ferryman of Tavrel" });
  const path = `/v1/screen/${decided.body.meta.decisionId}`;
  const read = async () => {
    const { status, body } = await acme.get(path);
    assert.equal(status, 200);
    return body.customerReviews.length;
  };
  assert.equal(await read(), 0);
  await replica.catchUp("decision");
  await acme.post(`${path}/review`, { decision: "false_positive" });
  assert.equal(await read(), 1);
  replica.state.fails = true;
  assert.equal(await read(), 1);
  assert.equal((await service.as("globex").get(path)).status, 404);
});

Deno.test("a replica is asked for decisions and audit entries, and for nothing else", async () => {
  const replica = staleReplica();
  await using service = await serviceInMemory({ wrapBackend: replica.wrapBackend });
  const acme = service.as("acme");
  const key = { "idempotency-key": "order-1" };
  const decided = await acme.post("/v1/screen", { name: "Ferryman of Tavrel" }, key);
  const path = `/v1/screen/${decided.body.meta.decisionId}`;
  await acme.post(`${path}/review`, { decision: "false_positive" });
  await acme.get(path);
  const session = { clientId: "acme", checkType: "age-verification" };
  const started = await acme.post("/v1/verify/sessions", session);
  await acme.get(`/v1/verify/sessions/${started.body.sessionId}`);
  await service.runMaintenance();
  const exported = await acme.get("/v1/screen/gdpr/export");
  assert.deepEqual([exported.status, [...replica.asked].sort()], [200, [
    "audit_entry",
    "decision",
  ]]);
});
