import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { CompactEncrypt, importJWK } from "jose";
import { decryptJwe, openJwe } from "../../../standards/jose/decrypt_jwe.ts";
import { makeDecryptionKey } from "../../../standards/jose/encryption_key.ts";
import { seededRandom } from "../../support/random.ts";

const order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";
const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));

/** Yields these values, one after the other. */
function listed(...all: readonly Uint8Array<ArrayBuffer>[]) {
  const left = [...all];
  return { bytes: () => left.shift() ?? assert.fail("no more are needed") };
}

Deno.test("makeDecryptionKey() makes a key of exactly the numbers that are one", () => {
  const one = bytesOf("1".padStart(64, "0"));
  const [zero, last] = [new Uint8Array(32), bytesOf(order.replace(/1$/, "0"))];
  const past = new Uint8Array(32).fill(255);
  // The generator of P-256 (SP 800-186 §3.2.1.3).
  const { d: _, ...generator } = makeDecryptionKey(listed(zero, bytesOf(order), past, one));
  assert.deepEqual(generator, {
    kty: "EC",
    crv: "P-256",
    x: Buffer.from("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296", "hex")
      .toString("base64url"),
    y: Buffer.from("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5", "hex")
      .toString("base64url"),
  });
  // Its negative has the same x.
  assert.equal(makeDecryptionKey(listed(last)).x, generator.x);
});

Deno.test("decryptJwe() decrypts what jose encrypts to a key of makeDecryptionKey()", async () => {
  const random = seededRandom();
  const [key, other] = [makeDecryptionKey(random), makeDecryptionKey(random)];
  const { d: _, ...jwk } = key;
  for (const enc of ["A128GCM", "A256GCM"]) {
    const text = await new CompactEncrypt(new TextEncoder().encode('{"state":"s"}'))
      .setProtectedHeader({ alg: "ECDH-ES", enc, kid: "1" })
      .setKeyManagementParameters({ apu: new Uint8Array([1]), apv: new Uint8Array([2]) })
      .encrypt(await importJWK(jwk, "ECDH-ES"));
    const opened = openJwe(text);
    assert(opened.ok);
    assert.equal(opened.value.kid, "1");
    assert.deepEqual(await decryptJwe(opened.value, key), { ok: true, value: { state: "s" } });
    const refused = await decryptJwe(opened.value, other);
    assert(!refused.ok && refused.refusal.code === "jwe_undecryptable");
  }
});
