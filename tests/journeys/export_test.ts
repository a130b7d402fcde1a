import assert from "node:assert/strict";
import { openStore } from "../../kv/opening/open_store.ts";
import { clientPrefix, Position } from "../../kv/audit/audit_records.ts";
import { put } from "../../kv/store/store.ts";
import { fixedClock } from "../support/clock.ts";
import { folderOf } from "../support/folder.ts";
import { CLEAR_NAME } from "../support/names.ts";
import { sendRaw } from "../support/raw_http.ts";
import { seededRandom } from "../support/random.ts";
import { startServer } from "../support/server.ts";
import { serviceInMemory } from "../support/service.ts";
import { filePause } from "../support/store.ts";
import { locationOf } from "../support/store_location.ts";

const request = (more: readonly string[] = []) => [
  "GET /v1/screen/gdpr/export HTTP/1.1",
  "Host: localhost",
  "X-Aval-Sandbox-Client: acme",
  ...more,
];

Deno.test("an export is chunked over the wire, and one that fails is never ended as if whole", async () => {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const location = `${folder}/kv.sqlite3`;
  {
    await using service = await serviceInMemory({ kv: location });
    for (let n = 0; n < 60; n++) {
      await service.as("acme").post("/v1/screen", { name: CLEAR_NAME });
    }
    await service.auditEvents();
  }
  await using server = await startServer({ AVAL_KV: location });
  const whole = await sendRaw(server.url, request());
  assert.deepEqual([whole.status, whole.headers["transfer-encoding"]], [200, "chunked"]);
  assert(whole.body.endsWith("\r\n0\r\n\r\n"), "a whole export is ended");
  const tools = { clock: fixedClock(), random: seededRandom(), pause: filePause };
  const store = await openStore({ location: locationOf(location), ...tools });
  // A position without an entry: reading it fails after sixty good ones.
  await store.commit([put(Position, [...clientPrefix("acme"), 1_000], { seq: 1_000 })]);
  store.close();
  const broken = await sendRaw(server.url, request()).catch(() => null);
  assert(broken === null || !broken.body.endsWith("0\r\n\r\n"), "it must not be ended");
  await assert.rejects(async () => {
    const answer = await fetch(`${server.url}/v1/screen/gdpr/export`, {
      headers: { "x-aval-sandbox-client": "acme", "accept-encoding": "gzip" },
    });
    await answer.text();
  });
  assert.match(server.errorText(), /export_failed/);
  const health = await fetch(`${server.url}/health`);
  assert.equal((await health.json()).status, "ok");
});
