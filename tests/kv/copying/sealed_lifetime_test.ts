import assert from "node:assert/strict";
import { z } from "zod";
import { decodeValue, encodeValue } from "../../../kv/store/codec.ts";
import { DamagedValueError } from "../../../kv/store/damaged_value.ts";
import { encrypted } from "../../../kv/store/encrypted.ts";
import type { Key } from "../../../kv/store/key.ts";
import { storeInMemory } from "../../support/store.ts";

const Lease = z.object({ text: z.string(), expiresAt: z.string() });
const Lasting = z.object({ text: z.string() });
const key: Key = ["lease", 1];
const utf8 = { encode: new TextEncoder(), decode: new TextDecoder() };

Deno.test("an encrypted value shows its lifetime, and nothing else, without the key", async () => {
  await using service = await storeInMemory();
  const { random, dataKeys } = service;
  const sealed = encrypted(Lease, dataKeys["at-rest"]);
  const value = { text: "a secret", expiresAt: "2026-03-02T10:00:00.000Z" };
  const bytes = encodeValue(sealed, { key, value, random });
  const envelope = JSON.parse(utf8.decode.decode(bytes));
  assert.deepEqual(Object.keys(envelope), ["v", "keyId", "iv", "ciphertext", "expiresAt"]);
  assert.equal(envelope.expiresAt, value.expiresAt);
  assert(!utf8.decode.decode(bytes).includes(value.text));
  assert.deepEqual(await decodeValue(sealed, { key, bytes }), value);

  const without = { ...envelope };
  delete without.expiresAt;
  for (const changed of [without, { ...envelope, expiresAt: "2027-03-02T10:00:00.000Z" }]) {
    const forged = utf8.encode.encode(JSON.stringify(changed));
    await assert.rejects(
      async () => await decodeValue(sealed, { key, bytes: forged }),
      DamagedValueError,
    );
  }

  const lasting = encrypted(Lasting, dataKeys["at-rest"]);
  const plain = encodeValue(lasting, { key, value: { text: "a secret" }, random });
  assert.deepEqual(Object.keys(JSON.parse(utf8.decode.decode(plain))), [
    "v",
    "keyId",
    "iv",
    "ciphertext",
  ]);
});
