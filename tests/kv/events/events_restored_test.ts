import assert from "node:assert/strict";
import { snapshotOfFile } from "../../../kv/backends/sqlite_snapshot.ts";
import { withoutOneTimeRecords } from "../../../kv/client_data/without_one_time_records.ts";
import { answering, openReceiver } from "../../support/event_receiver.ts";
import { folderOf } from "../../support/folder.ts";
import { CONFIRMED_NAME } from "../../support/names.ts";
import { serviceInMemory } from "../../support/service.ts";

Deno.test("a restore has events and endpoints, and nothing that would be delivered", async () => {
  await using folder = await folderOf({});
  const kv = `${folder.path}/kv.sqlite3`;
  {
    await using receiver = openReceiver(() => answering(500));
    await using service = await serviceInMemory({ kv });
    const acme = service.as("acme");
    assert.equal((await acme.post("/v1/events/endpoints", { url: receiver.url })).status, 201);
    await acme.post("/v1/screen", { name: CONFIRMED_NAME });
    await service.runEvents();
    // One that has no number yet.
    await acme.post("/v1/screen", { name: CONFIRMED_NAME });
  }
  const kindsOf = async (records: ReturnType<typeof snapshotOfFile>) => {
    const kinds = await Array.fromAsync(records, ({ key }) => String(key[0]));
    return [...new Set(kinds)].filter((kind) => kind.startsWith("event")).toSorted();
  };
  const stays = ["event", "event_endpoints", "event_head", "event_place", "event_reader"];
  assert.deepEqual(
    await kindsOf(snapshotOfFile(kv)),
    [...stays, "event_delivery", "event_due", "event_outbox", "event_wake"].toSorted(),
  );
  assert.deepEqual(await kindsOf(withoutOneTimeRecords(snapshotOfFile(kv))), stays);
});
