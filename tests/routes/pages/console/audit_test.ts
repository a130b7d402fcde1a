import assert from "node:assert/strict";
import { z } from "zod";
import { countingBackend } from "../../../support/counting_backend.ts";
import { consoleOf, sandboxConsole, serviceWithConsole } from "../../../support/console.ts";
import { folderOf } from "../../../support/folder.ts";
import type { TestService } from "../../../support/service.ts";

const page = "/console/audit";
const verify = `${page}/verify`;

/** Adds entries to the chain. */
async function record(service: TestService, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    await service.as("acme").post("/v1/screen", { name: "Ann Bell" });
  }
  await service.auditEvents();
  await service.runMaintenance();
}

const verdicts = async (service: TestService) =>
  (await service.auditEvents()).filter(({ kind }) => kind === "AUDIT_VERIFIED");

Deno.test("/console/audit: a verification that a person asks for runs as a job, and shows how far it is", async () => {
  const counting = countingBackend();
  const { wrapBackend } = counting;
  await using service = await serviceWithConsole({ mode: "live", wrapBackend });
  const ann = await consoleOf(service, "ann");
  const bob = await consoleOf(service, "bob");
  await record(service, 230);
  assert.ok((await ann.get(page)).html.includes("None was asked for"));
  const asked = await Promise.all([ann.submit(page, verify), bob.submit(page, verify)]);
  // Of two at once one is asked for.
  assert.deepEqual(asked.map(({ status }) => status).toSorted(), [303, 400]);
  const waiting = await ann.get(page);
  assert.match(waiting.html, /Verified: 0 of 23\d entries/);
  assert.match(waiting.html, /<progress id="progress" max="23\d"/);
  assert.match(waiting.html, /<script defer src="\/console\/files\/operators\.[0-9a-f]{16}\.js"/);
  assert.ok(waiting.headers.get("content-security-policy")!.includes("connect-src 'self'"));
  assert.equal((await bob.post(verify, { formToken: "x" })).status, 400);

  counting.take();
  await service.runMaintenance();
  const written = counting.take().written.filter((kind) => kind === "audit_verification");
  // The lease, how far it is after 100 and 200 entries, the verdict.
  assert.equal(written.length, 4);
  const ended = await ann.get(page);
  assert.match(ended.html, /class="state good">23\d entries verified, none changed<\/span>/);
  assert.ok(!ended.headers.get("content-security-policy")!.includes("connect-src"));
  const by = asked[0]!.status === 303 ? "ann" : "bob";
  const [event] = await verdicts(service);
  assert.ok(event?.kind === "AUDIT_VERIFIED" && event.holds && event.operator === by);
  assert.equal((await ann.submit(page, verify)).status, 303);
  await service.runMaintenance();
  assert.equal((await verdicts(service)).length, 2);
});

Deno.test("/console/audit: a log that does not hold is shown so, and says where", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const ann = await consoleOf(service, "ann");
  await record(service, 5);
  const { store } = service;
  const third = await store.get(z.any(), ["audit_entry", 3]);
  const forged = structuredClone(third!.value);
  forged.entry.at = "2026-03-01T12:00:00.001Z";
  await store.commit([third!.set(forged)]);
  assert.equal((await ann.submit(page, verify)).status, 303);
  await service.runMaintenance();
  const { html } = await ann.get(page);
  assert.match(html, /does not hold<\/span> 2 entries/);
  assert.match(html, /entry 3, hash/);
  assert.ok(html.includes("AvalAuditChainBroken"));
  const broken = await store.get(z.any(), ["audit_entry", 3]);
  await store.commit([broken!.set(third!.value)]);
  assert.deepEqual(await verdicts(service), [
    { kind: "AUDIT_VERIFIED", entries: 2, holds: false, operator: "ann" },
  ]);
});

Deno.test("/console/audit: no verdict is given where the witness cannot be read", async () => {
  await using service = await serviceWithConsole({
    mode: "live",
    env: { AVAL_AUDIT_WITNESS: "https://127.0.0.1:1/heads" },
  });
  const ann = await consoleOf(service, "ann");
  await record(service, 2);
  assert.equal((await ann.submit(page, verify)).status, 303);
  await service.runMaintenance();
  assert.match((await ann.get(page)).html, /no verdict<\/span>[^]*The witness cannot be read/);
  assert.deepEqual(await verdicts(service), []);
});

Deno.test("two servers verify once, and one goes on where another has died", async () => {
  await using folder = await folderOf({});
  const kv = `${folder.path}/kv.sqlite3`;
  await using one = await serviceWithConsole({ mode: "live", kv });
  await using two = await serviceWithConsole({ mode: "live", kv, seed: 8 });
  const ann = await consoleOf(one, "ann");
  await record(one, 3);
  await ann.submit(page, verify);
  await Promise.all([one.runMaintenance(), two.runMaintenance()]);
  assert.equal((await verdicts(one)).length, 1);
  await ann.submit(page, verify);
  // As a server leaves it that has died.
  const row = await one.store.get(z.any(), ["audit_verification"]);
  const until = one.clock.now().add({ minutes: 9 }).toString({ smallestUnit: "millisecond" });
  await one.store.commit([row!.set({ ...row!.value, reached: 1, leasedUntil: until })]);
  await two.runMaintenance();
  assert.equal((await verdicts(one)).length, 1);
  two.clock.advance({ minutes: 10 });
  await two.runMaintenance();
  assert.equal((await verdicts(two)).length, 2);
});

Deno.test("a sandbox's visitor has no audit log be verified, and sees no person's verification", async () => {
  await using service = await serviceWithConsole();
  const visitor = await sandboxConsole(service);
  assert.equal((await visitor.submit(page, verify)).status, 400);
  assert.ok((await visitor.get(page)).html.includes("None was asked for"));
});
