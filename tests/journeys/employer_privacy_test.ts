import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { snapshotOfFile } from "../../kv/backends/sqlite_snapshot.ts";
import { makeIdentity, succeeds } from "../support/backups.ts";
import { employerPathOf, employerSessionsPath, startEmployer } from "../support/employing.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { present } from "../support/verifying.ts";

/** A student whose data would be recognised in a log. */
const student = {
  family_name: "Öberg-Nilsson",
  given_name: "Hildegunst",
  award_title: "Doctor of Cartography",
  award_date: "2019-06-17T08:09",
};
const unasked = { student_number: "S-4711-0815", supervisor: "Professor Abendroth" };

/** Each text, also as part of base64url text. */
const secrets = Object.values({ ...student, ...unasked }).flatMap((text) => [
  Buffer.from(text).toString("latin1").toLowerCase(),
  ...[0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), Buffer.from(text)]).toString("base64url")
      .slice(before === 0 ? 0 : before + 1, -2).toLowerCase()
  ),
]);

function assertSilent(where: string, bytes: string): void {
  for (const secret of secrets) {
    assert(!bytes.toLowerCase().includes(secret), `${where}: ${secret}`);
  }
}

async function complete(service: TestService) {
  const started = await startEmployer(service.as("acme"));
  const claims = { academic_degree: { ...student, ...unasked } };
  const reply = await present(service, started, claims);
  assert.equal(reply.status, 200);
  assertSilent("reply", Buffer.from(reply.text).toString("latin1"));
  return started;
}

async function claim(service: TestService, started: { readonly sessionId: string }) {
  const { status, body } = await service.as("acme").get(employerPathOf(started as never));
  assert.deepEqual([status, body.status], [200, "completed"]);
  return body.decision.disclosedClaims;
}

Deno.test("nothing of a student stands in clear in store, log, audit or list, nor anything twice after a restore", async () => {
  const folder = await Deno.makeTempDir();
  const [kv, restored] = [`${folder}/served.sqlite3`, `${folder}/restored.sqlite3`];
  const { identity, recipient } = await makeIdentity(folder);
  const backup = `${folder}/backup.age`;
  const waitingIn = async (file: string) => {
    let waiting = 0;
    for await (const { key } of snapshotOfFile(file)) {
      if (key[0] === "disclosed_claims") waiting += 1;
    }
    return waiting;
  };
  const assertSilentFiles = async () => {
    for await (const { name } of Deno.readDir(folder)) {
      const bytes = await Deno.readFile(`${folder}/${name}`);
      assertSilent(name, Buffer.from(bytes).toString("latin1"));
    }
  };
  let delivered: { readonly sessionId: string };
  let waiting: { readonly sessionId: string };
  {
    await using service = await serviceAtNow(kv, 1);
    delivered = await complete(service);
    waiting = await complete(service);
    const refused = await startEmployer(service.as("acme"));
    const wrong = { academic_degree: { ...student, award_title: 5 } };
    assert.equal((await present(service, refused, wrong)).status, 400);
    const rows = await service.as("acme").get(`${employerSessionsPath}?clientId=acme`);
    assertSilent("list", Buffer.from(rows.text).toString("latin1"));
    await succeeds(["store", "backup", "--out", backup, "--recipient", recipient], {
      AVAL_KV: kv,
    });
    await assertSilentFiles();
    assert.deepEqual(await claim(service, delivered), student);
    await assertSilentFiles();
    assertSilent("log", Buffer.from(service.logLines.join("\n")).toString("latin1"));
    const events = JSON.stringify(await service.auditEvents());
    assertSilent("audit", Buffer.from(events).toString("latin1"));
  }
  assert.equal(await waitingIn(kv), 1);
  const { stdout } = await succeeds(["store", "restore", backup, "--identity", identity], {
    AVAL_KV: restored,
  });
  assert.match(stdout, /\npacks_left_out 0\nclaims_left_out 2\n$/);
  assert.equal(await waitingIn(restored), 0);
  {
    await using service = await serviceAtNow(restored, 2);
    for (const started of [delivered, waiting]) assert.equal(await claim(service, started), null);
    assert.deepEqual(await claim(service, await complete(service)), student);
  }
  await Deno.remove(folder, { recursive: true });
});

/**
 * Serves a file by the machine's clock, which the commands use, so that claims expire for them too.
 */
async function serviceAtNow(kv: string, seed: number): Promise<TestService> {
  const service = await serviceInMemory({ kv, seed });
  service.clock.advance(service.clock.now().until(Temporal.Now.instant()));
  return service;
}
