import assert from "node:assert/strict";
import { z } from "zod";
import { openDataKeys } from "../../../kv/keys/data_keys.ts";
import { macOf } from "../../../kv/keys/mac.ts";
import { storeInMemory, TEST_SECRET } from "../../support/store.ts";

const OTHER_SECRET = new Uint8Array(32).fill(9);

Deno.test("openDataKeys() gives every one that opens the same keys", async () => {
  await using service = await storeInMemory();
  const secrets = { current: TEST_SECRET };
  const opened = await Promise.all(
    Array.from({ length: 8 }, () => openDataKeys({ ...service, secrets })),
  );
  const macs = await Promise.all(
    opened.map(({ idempotency }) => macOf(idempotency.active.cryptoKey, ["test", "text"])),
  );
  assert.equal(new Set(macs).size, 1);
  assert.equal(new Set(opened.map((keys) => keys["at-rest"].active.id)).size, 1);
  assert.notEqual(opened[0]?.idempotency.active.id, opened[0]?.["at-rest"].active.id);
});

Deno.test("openDataKeys() refuses a wrong secret and names the variable", async () => {
  await using service = await storeInMemory();
  const secrets = { current: OTHER_SECRET };
  await assert.rejects(openDataKeys({ ...service, secrets }), (error: Error) => {
    assert.match(error.message, /^AVAL_SECRET_KEY is not the secret .* AVAL_SECRET_KEY_PREVIOUS/);
    const text = `${error.message}${error.stack}`;
    return [OTHER_SECRET, TEST_SECRET].every((secret) =>
      !text.includes(secret.toHex()) && !text.includes(secret.toBase64())
    );
  });
});

Deno.test("openDataKeys() unwraps by the previous secret", async () => {
  await using service = await storeInMemory();
  const secrets = { current: OTHER_SECRET, previous: TEST_SECRET };
  const { idempotency } = await openDataKeys({ ...service, secrets });
  assert.equal(idempotency.active.id, service.dataKeys.idempotency.active.id);
});

Deno.test("openDataKeys() refuses a secret that is not 32 bytes", async () => {
  await using service = await storeInMemory();
  await assert.rejects(
    openDataKeys({ ...service, secrets: { current: new Uint8Array(16) } }),
    /AVAL_SECRET_KEY must be 32 bytes, and has 16/,
  );
  await assert.rejects(
    openDataKeys({ ...service, secrets: { current: TEST_SECRET, previous: new Uint8Array(33) } }),
    /AVAL_SECRET_KEY_PREVIOUS must be 32 bytes/,
  );
});

Deno.test("openDataKeys() refuses a key that was given to another purpose", async () => {
  await using service = await storeInMemory();
  const { store } = service;
  const [from, to] = await store.getMany(z.unknown(), [
    ["data_key", "idempotency"],
    ["data_key", "at-rest"],
  ]);
  assert(from && to && await store.commit([to.set(from.value)]));
  await assert.rejects(
    openDataKeys({ ...service, secrets: { current: TEST_SECRET } }),
    /data key "at-rest" is damaged/,
  );
});

Deno.test("a data key cannot be exported", async () => {
  await using service = await storeInMemory();
  for (const { active } of Object.values(service.dataKeys)) {
    await assert.rejects(crypto.subtle.exportKey("raw", active.cryptoKey));
  }
});
