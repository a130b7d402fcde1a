import assert from "node:assert/strict";
import { ClientId } from "../../core/access/schema.ts";
import type { MonitoringRun } from "../../core/monitoring/schema.ts";
import { monitoringStates } from "../../kv/monitoring/monitoring_keys.ts";
import { queueOwner } from "../../kv/screening/review_queue.ts";
import { runsPath, subjectsPath } from "../support/monitoring.ts";
import { serviceInMemory } from "../support/service.ts";

const ownerOf = (client: string) => queueOwner(ClientId.parse(client));
/** Clients in the order in which a server processes them. */
const clients = ["a", "b", "c"].toSorted((one, other) => ownerOf(one) < ownerOf(other) ? -1 : 1);
/**
 * Number of customers of each client: a step compares 1,000, and a server processes two clients at
 * once.
 */
const sizes = [2_001, 2_001, 1];

Deno.test("runs go on by turns: a change of the lists reaches a short book before two long ones end", async () => {
  const steps: string[] = [];
  let pass = () => {};
  await using service = await serviceInMemory({
    wrapBackend: (backend) => ({
      ...backend,
      commit: async (commit) => {
        const done = await backend.commit(commit);
        for (const { key: [kind, owner] } of commit.puts) {
          if (kind !== monitoringStates.key()[0]) continue;
          steps.push(clients.find((client) => ownerOf(client) === owner) ?? "");
          pass();
        }
        return done;
      },
    }),
  });
  for (const [at, client] of clients.entries()) {
    const items = Array.from({ length: sizes[at] ?? 0 }, (_, at) => ({
      ...{ subjectRef: `c-${at}`, name: at === 0 ? "Viktor Sandbergov" : "Ida Unlisted" },
    }));
    const as = service.as(client);
    const sent = await as.post(`${subjectsPath}/import?generation=g1`, { items });
    assert.equal(sent.status, 200, sent.text);
    await as.post(`${subjectsPath}/import/g1/finish?remove=0`, null);
  }
  await service.runMonitoring();
  for (const client of clients) {
    const { status, text } = await service.as(client).post("/v1/sandbox/lists/advance", null);
    assert.equal(status, 200, text);
  }
  service.clock.advance({ seconds: 1 });
  steps.length = 0;
  // Each step takes a whole turn.
  pass = () => service.clock.advance({ seconds: 10 });
  await service.runMonitoring();
  const [one = 0, other = 0, short = 0] = clients.map((client) => steps.lastIndexOf(client));
  assert(short < one && short < other, steps.join(" "));
  const turns = (client: string) => steps.filter((step) => step === client).length;
  // A begin, three steps and an end each.
  assert.deepEqual(clients.map(turns), [5, 5, 3], steps.join(" "));
  for (const [at, client] of clients.entries()) {
    const { body } = await service.as(client).get(runsPath);
    const [run, before, ...others] = body.runs as readonly MonitoringRun[];
    assert(run !== undefined && before !== undefined && others.length === 0);
    assert.deepEqual([run.kind, run.cause, run.subjects], ["delta", "lists", sizes[at]]);
    assert.notEqual(run.endedAt, null);
  }
});
