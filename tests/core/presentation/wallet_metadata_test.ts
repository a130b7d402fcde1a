import fc from "fast-check";
import assert from "node:assert/strict";
import { exportJWK, generateKeyPair } from "jose";
import { walletEncryptionOf } from "../../../core/presentation/wallet_metadata.ts";
import { runs } from "../../support/runs.ts";

const pair = await generateKeyPair("ECDH-ES", { crv: "P-256", extractable: true });
const { kty, crv, x, y } = await exportJWK(pair.publicKey);
const bare = { kty, crv, x, y };

Deno.test("walletEncryptionOf() never throws, and finds no key in any JSON that holds none", () => {
  const names = fc.constantFrom("jwks", "keys", "kty", "crv", "x", "y", "use", "alg", "__proto__");
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom("EC", "P-256", "enc", "ECDH-ES", null, 1, ""),
      fc.array(tie("tree"), { maxLength: 3 }),
      fc.dictionary(names, tie("tree"), { maxKeys: 5 }),
    ),
  }));
  fc.assert(
    fc.property(fc.oneof(tree.map((value) => JSON.stringify(value)), fc.string()), (text) => {
      const read = walletEncryptionOf(text);
      assert(!read.ok || read.value === null);
    }),
    { numRuns: runs(2_000) },
  );
});

Deno.test("walletEncryptionOf() takes a key whatever stands beside it, and no member of it but the public ones", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.stringMatching(/^[a-c]{3}$/), fc.jsonValue()),
      fc.array(fc.constantFrom<object | null>(null, { kty: "RSA" }, { ...bare, use: "sig" })),
      (others, keys) => {
        const jwks = { keys: [...keys, { ...others, ...bare, kid: "k" }] };
        const read = walletEncryptionOf(JSON.stringify({ ...others, jwks }));
        assert.deepEqual(read, { ok: true, value: { key: { ...bare, kid: "k" }, enc: "A128GCM" } });
      },
    ),
    { numRuns: runs(500) },
  );
});

Deno.test("walletEncryptionOf() reads no metadata of very many values", () => {
  const many = JSON.stringify({ a: Array(1_001).fill(1), jwks: { keys: [bare] } });
  assert.equal(walletEncryptionOf(many).ok, false);
});
