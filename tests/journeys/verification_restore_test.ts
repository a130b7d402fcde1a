import "../../base/temporal.ts";
import assert from "node:assert/strict";
import { type SessionInitiated } from "../../core/verification/schema.ts";
import { SessionId } from "../../core/presentation/schema.ts";
import { allKeys } from "../../kv/copying/all_records.ts";
import { evidencePacks, Pack } from "../../kv/verification/evidence_packs.ts";
import { timestamp } from "../../kv/store/lifetime.ts";
import { openBackend } from "../../kv/opening/open_store.ts";
import { put } from "../../kv/store/store.ts";
import { makeIdentity, succeeds } from "../support/backups.ts";
import { fixedClock } from "../support/clock.ts";
import { openSandboxPack } from "../support/evidence.ts";
import { UNKNOWN_ID } from "../support/names.ts";
import { seededRandom } from "../support/random.ts";
import { ERIKA } from "../support/sandbox_wallet.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { filePause } from "../support/store.ts";
import { pathOf, present, start } from "../support/verifying.ts";
import { locationOf } from "../support/store_location.ts";

/**
 * Serves a file by the machine's clock, which the commands use, so that they count a waiting pack
 * as well.
 */
async function serve(kv: string, seed: number): Promise<TestService> {
  const service = await serviceInMemory({ kv, seed });
  service.clock.advance(service.clock.now().until(Temporal.Now.instant()));
  return service;
}

/** Completes an identity check, whose pack then waits. */
async function complete(service: TestService): Promise<SessionInitiated> {
  const started = await start(service.as("acme"), "aml-identity");
  const { status } = await present(service, started, { pid_aml_identity: ERIKA });
  assert.equal(status, 200);
  return started;
}

async function claim(service: TestService, started: SessionInitiated): Promise<string | null> {
  const { status, body } = await service.as("acme").get(pathOf(started));
  assert.deepEqual([status, body.status, body.decision.amlResult], [200, "completed", "CLEAR"]);
  return body.decision.evidencePackCiphertext;
}

/** Number of keys of packs and their pieces in a file. */
async function packKeysIn(location: string): Promise<number> {
  const waiting = { random: seededRandom(), pause: filePause };
  const backend = await openBackend({
    location: locationOf(location),
    clock: fixedClock(),
    ...waiting,
  });
  const keys = await Array.fromAsync(allKeys(backend, waiting));
  backend.close();
  return keys.filter((key) => key.includes("evidence_pack")).length;
}

Deno.test("a pack that was delivered since a backup is not delivered again by its restore", async () => {
  const folder = await Deno.makeTempDir();
  const [served, restored, moved] = ["served", "restored", "moved"].map((name) =>
    `${folder}/${name}.sqlite3`
  ) as [string, string, string];
  const { identity, recipient } = await makeIdentity(folder);
  const backup = `${folder}/backup.age`;
  let delivered: SessionInitiated;
  let waiting: SessionInitiated;
  {
    await using service = await serve(served, 1);
    delivered = await complete(service);
    waiting = await complete(service);
    // One of several pieces.
    const expiresAt = timestamp(service.clock.now().add({ hours: 1 }));
    const long = { ciphertext: "x".repeat(200_000), expiresAt };
    await service.store.commit([put(Pack, evidencePacks.key(SessionId.parse(UNKNOWN_ID)), long)]);
    await succeeds(["store", "backup", "--out", backup, "--recipient", recipient], {
      AVAL_KV: served,
    });
    assert.notEqual(await claim(service, delivered), null);
  }
  const restore = ["store", "restore", backup, "--identity", identity];
  const { stdout, stderr } = await succeeds(restore, { AVAL_KV: restored });
  assert.match(
    stdout,
    /^records [1-9]\d*\nsha256 [0-9a-f]{64}\npacks_left_out 3\nclaims_left_out 0\n$/,
  );
  assert.match(stderr, /Evidence packs and disclosed claims stay in the backup/);
  assert.equal(await packKeysIn(restored), 0);
  {
    await using service = await serve(restored, 2);
    // Nobody knows any more which was delivered.
    for (const started of [delivered, waiting]) assert.equal(await claim(service, started), null);
    const fresh = await complete(service);
    assert.notEqual(await claim(service, fresh), null);
  }
  await succeeds(["store", "copy", served, moved], {});
  assert.equal(await packKeysIn(moved), 1 + 1 + 4, "a copy moves everything");
  {
    await using service = await serve(moved, 3);
    assert.equal(await claim(service, delivered), null);
    const { document } = await openSandboxPack(await claim(service, waiting) ?? "");
    assert.equal(document.sessionId, waiting.sessionId);
  }
  await Deno.remove(folder, { recursive: true });
});
