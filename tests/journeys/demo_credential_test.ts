import assert from "node:assert/strict";
import { heldInMemory, runWallet } from "../support/wallet.ts";
import { serviceInMemory } from "../support/service.ts";

const demoOffer = "/v1/credentials/sandbox/demo-offer";

/** A service, and the path that revokes each item; items of demo offers are named nowhere else. */
async function sandbox() {
  const paths = new Set<string>();
  const service = await serviceInMemory({
    wrapBackend: (backend) => ({
      ...backend,
      commit: (writes) => {
        for (const { key: [kind, batchId, itemId] } of writes.puts) {
          if (kind !== "credential_batch_item") continue;
          paths.add(`/v1/credentials/issue/batches/${batchId}/items/${itemId}/revoke`);
        }
        return backend.commit(writes);
      },
    }),
  });
  return { service, paths, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

Deno.test("a demo credential is redeemed once, kept, and reads as revoked at the next look", async () => {
  await using at = await sandbox();
  const { service, paths } = at;
  const held = heldInMemory();
  const offered = await service.as("anybody").post(demoOffer, undefined);
  const redeemed = await runWallet(service, ["redeem", "-"], offered.text, held);
  assert.equal(redeemed.code, 0, redeemed.stderr);
  assert.match(redeemed.stdout, /^ {2}family_name +Mustermann$/m);
  const again = await runWallet(service, ["redeem", "-"], offered.text, held);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /invalid_grant/);
  const statuses = async () => {
    const { stdout } = await runWallet(service, ["list", "--json", "--check"], "", held);
    return JSON.parse(stdout).map(({ status }: { status: string }) => status);
  };
  assert.deepEqual(await statuses(), ["valid"]);
  const [path, ...others] = paths;
  assert.deepEqual(others, []);
  const revoked = await service.as("anybody").post(path!, undefined);
  assert.deepEqual([revoked.status, revoked.body.status], [200, "REVOKED"]);
  assert.deepEqual(await statuses(), ["revoked"]);
  assert.equal((await service.as("anybody").post(path!, undefined)).text, revoked.text);
});

Deno.test("64 revocations of as many credentials at once all succeed, over real batches", async () => {
  await using at = await sandbox();
  const { service, paths } = at;
  const held = heldInMemory();
  for (let n = 0; n < 64; n++) {
    const { text } = await service.as("anybody").post(demoOffer, undefined);
    assert.equal((await runWallet(service, ["redeem", "-"], text, held)).code, 0);
  }
  assert.equal(paths.size, 64);
  const answers = await Promise.all(
    [...paths].map((path) => service.as("anybody").post(path, undefined)),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  const { stdout } = await runWallet(service, ["list", "--json", "--check"], "", held);
  const statuses = JSON.parse(stdout).map(({ status }: { status: string }) => status);
  assert.deepEqual(new Set(statuses), new Set(["revoked"]));
  const events = await service.auditEvents();
  assert.equal(events.filter(({ kind }) => kind === "CREDENTIAL_REVOKED").length, 64);
});

Deno.test("an offer that is revoked is redeemed by nobody", async () => {
  await using at = await sandbox();
  const { service, paths } = at;
  const { text } = await service.as("anybody").post(demoOffer, undefined);
  const [path] = paths;
  assert.equal((await service.as("anybody").post(path!, undefined)).status, 200);
  const { code, stderr } = await runWallet(service, ["redeem", "-"], text);
  assert.equal(code, 1);
  assert.match(stderr, /invalid_grant/);
});

Deno.test("a demo offer that nobody took is gone with its batch a day after its end", async () => {
  await using at = await sandbox();
  const { service, paths } = at;
  const offered = await service.as("anybody").post(demoOffer, undefined);
  const taken = await service.as("anybody").post(demoOffer, undefined);
  assert.equal((await runWallet(service, ["redeem", "-"], taken.text)).code, 0);
  service.clock.advance({ hours: 7 * 24 });
  const late = await runWallet(service, ["redeem", "-"], offered.text);
  assert.match(late.stderr, /invalid_grant/);
  const [untaken, other] = paths;
  service.clock.advance({ hours: 24 });
  for (const path of [untaken, other]) {
    assert.equal((await service.as("anybody").post(path!, undefined)).status, 404);
  }
});
