import assert from "node:assert/strict";
import { isSecret, makeSecret, secretHash } from "../../base/secret.ts";

Deno.test("makeSecret() writes 256 random bits as base64url, which isSecret() takes", () => {
  const asked: number[] = [];
  const random = {
    bytes: (length: number) => {
      asked.push(length);
      return new Uint8Array(length).fill(0xfb);
    },
  };
  // 0xfbfbfb is "-_v7" in base64url (RFC 4648 §5); 32 bytes are 43 characters without padding.
  const secret = makeSecret(random);
  assert.deepEqual([asked, secret], [[32], `${"-_v7".repeat(10)}-_s`]);
  assert(isSecret(secret));
});

Deno.test("isSecret() takes no other text", () => {
  for (
    const text of ["", "A".repeat(42), "A".repeat(44), `${"A".repeat(42)}=`, `${"A".repeat(43)}\n`]
  ) {
    assert(!isSecret(text), JSON.stringify(text));
  }
});

Deno.test("secretHash() is SHA-256 in hex", () => {
  // FIPS 180-2, appendix B.1.
  assert.equal(
    secretHash("abc"),
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});
