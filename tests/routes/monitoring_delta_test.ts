import assert from "node:assert/strict";
import type { MonitoringRun } from "../../core/monitoring/schema.ts";
import { putRecord } from "../support/clients.ts";
import { entity } from "../support/entity.ts";
import { folderOf } from "../support/folder.ts";
import { runsPath, subjectsPath } from "../support/monitoring.ts";
import {
  manifestOf,
  manyNames,
  publishInto,
  snapshotOf,
  testSigner,
} from "../support/published_lists.ts";
import { serviceInMemory } from "../support/service.ts";

const signer = await testSigner();
const names = manyNames(400);
/** Number of entries of the first lists, and of each change. */
const [first, changed] = [300, 20];
/** Customers of whom four in five resemble an entry that is listed at some time. */
const items = Array.from({ length: 600 }, (_, at) => {
  const name = names[at % names.length] ?? "";
  const forms = [name, name.replace("a", "e"), name.toUpperCase(), "Ida Unlisted", `Dr. ${name}`];
  return { subjectRef: `c-${at}`, name: forms[at % forms.length] };
});

// So many that a Worker sifts them.
Deno.test("a run over what changed finds what a run over all finds, and compares few with all lists", async () => {
  await using folder = await folderOf({});
  let [hour, from] = [0, 0];
  const publish = async () => {
    const listed = names.slice(from, from + first).map((name, at) =>
      entity(from + at, [[name, "primary"]], {
        births: [hour > 2 && at % 50 === 0 ? "1970" : "1960"],
      })
    );
    from += changed;
    const snapshot = snapshotOf([{ source: "ofac-sdn", asOf: "2026-03-01", entities: listed }]);
    const createdAt = `2026-03-02T0${++hour}:00:00.000Z`;
    await publishInto(folder.path, snapshot, await manifestOf(snapshot, signer, { createdAt }));
  };
  await publish();
  await using service = await serviceInMemory({
    mode: "live",
    env: { AVAL_LISTS: `${folder.path}/lists.note#key=${signer.verifierKey}` },
    policy: { lists: { shrinkPercentMax: 100 } },
  });
  await service.recordLists();
  await putRecord(service, "acme", { monitoring: true });
  const acme = service.as("acme");
  const last = async (): Promise<MonitoringRun> => {
    await service.runMonitoring();
    const { body } = await acme.get(runsPath);
    return body.runs[0];
  };
  const sent = await acme.post(`${subjectsPath}/import?generation=g1`, { items });
  assert.equal(sent.status, 200, sent.text);
  await acme.post(`${subjectsPath}/import/g1/finish?remove=0`, null);
  assert((await last()).opened > 300);
  for (let change = 0; change < 5; change++) {
    // The Worker of the lists before is given up.
    service.clock.advance({ seconds: 10 });
    await publish();
    await service.refreshLists();
    await service.recordLists();
    const delta = await last();
    assert.deepEqual([delta.kind, delta.cause, delta.subjects], ["delta", "lists", items.length]);
    assert(delta.opened > 10, `${delta.opened} opened`);
    assert(delta.compared < items.length / 2, `${delta.compared} compared`);
    service.clock.advance({ seconds: 1 });
    assert.equal((await acme.post(runsPath, null)).status, 202);
    const whole = await last();
    assert.deepEqual([whole.kind, whole.compared], ["requested", items.length]);
    assert.deepEqual([whole.hits, whole.opened], [0, 0], "a match that the delta has missed");
  }
  assert(!service.logLines.some((line) => line.includes("batch_worker_failed")));
});
