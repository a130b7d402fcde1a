import assert from "node:assert/strict";
import { exportJWK, generateKeyPair } from "jose";
import { isObject, type Json } from "../../../base/json.ts";
import { verifyKeyProof } from "../../../standards/openid4vci/key_proof.ts";
import { ISSUER, proofOf, walletJwk, walletKeys } from "../../support/issuance.ts";

const now = Date.parse("2026-03-02T09:00:00Z") / 1000;
const demands = { audience: ISSUER, now, toleranceSeconds: 300, skewSeconds: 60 };
const nonce = "c-nonce";
const good = { nonce };

const { default: vector } = await import(
  "../../../fixtures/vectors/openid4vci/openid4vci-1.0-examples.json",
  { with: { type: "json" } }
);

/** The verifier's fault of a proof; null if it is valid. */
async function faultOf(proof: string): Promise<string | null> {
  const verified = await verifyKeyProof(proof, demands);
  return verified.ok ? null : verified.refusal.code;
}

Deno.test("OpenID4VCI 1.0, appendix F.1: its key proof verifies at its time, for its issuer", async () => {
  const [jwt] = vector.jwtProof.proofs.jwt;
  const { aud, iat, nonce } = vector.jwtProof.payload;
  const { kty, crv, x, y } = vector.jwtProof.header.jwk;
  const at = { audience: aud, now: iat, toleranceSeconds: 0, skewSeconds: 0 };
  assert.deepEqual(await verifyKeyProof(jwt!, at), {
    ok: true,
    value: { jwk: { kty, crv, x, y }, nonce },
  });
  const late = await verifyKeyProof(jwt!, { ...at, now: iat + 1 });
  assert.deepEqual(late, { ok: false, refusal: { code: "time_unaccepted" } });
});

Deno.test("a proof is taken with what it needs, and with members that mean nothing", async () => {
  const claims: readonly Readonly<Record<string, unknown>>[] = [
    good,
    { ...good, iat: now - 300 },
    { ...good, iat: now + 300 },
    { ...good, exp: now + 60, nbf: now - 60, jti: "1", sub: "x" },
    { ...good, exp: now - 59, nbf: now + 60 },
  ];
  for (const each of claims) assert.equal(await faultOf(await proofOf(each)), null);
  const jwk = { ...walletJwk, alg: "ES256", use: "sig", kid: "1" };
  const proof = await proofOf(good, { jwk, key_attestation: "a.b.c" });
  const verified = await verifyKeyProof(proof, demands);
  const { kty, crv, x, y } = walletJwk;
  assert.deepEqual(verified, { ok: true, value: { jwk: { kty, crv, x, y }, nonce } });
});

const [other, p384, secret] = [
  await generateKeyPair("ES256", { extractable: true }),
  await generateKeyPair("ES384", { extractable: true }),
  await exportJWK(walletKeys.privateKey),
];
const otherJwk = await exportJWK(other.publicKey);
const p384Jwk = await exportJWK(p384.publicKey);
const without = (name: string) => ({ ...walletJwk, [name]: undefined });

Deno.test("every rule of a proof's header is held", async (t) => {
  const cases: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
    ["no typ", { typ: undefined }, "type_unsupported"],
    ["typ JWT", { typ: "JWT" }, "type_unsupported"],
    ["typ of a key binding", { typ: "kb+jwt" }, "type_unsupported"],
    ["typ in other case", { typ: "OpenID4VCI-Proof+JWT" }, "type_unsupported"],
    ["a critical extension", {
      crit: ["urn:example:extension"],
      "urn:example:extension": true,
    }, "type_unsupported"],
    ["no jwk", { jwk: undefined }, "key_reference_unsupported"],
    ["kid beside jwk", { kid: "did:example:1#0" }, "key_reference_unsupported"],
    ["kid in place of jwk", { jwk: undefined, kid: "did:jwk:e30#0" }, "key_reference_unsupported"],
    ["x5c beside jwk", { x5c: ["AA=="] }, "key_reference_unsupported"],
    ["x5c in place of jwk", { jwk: undefined, x5c: ["AA=="] }, "key_reference_unsupported"],
    ["jku", { jku: "https://evil.example" }, "key_reference_unsupported"],
    ["x5u", { x5u: "https://evil.example" }, "key_reference_unsupported"],
    ["trust_chain", { trust_chain: [] }, "key_reference_unsupported"],
    ["jwk that is no object", { jwk: "key" }, "key_unusable"],
    ["jwk null", { jwk: null }, "key_unusable"],
    ["a private key", { jwk: secret }, "key_unusable"],
    ["a private member of another type", { jwk: { ...walletJwk, k: "AA" } }, "key_unusable"],
    ["no x", { jwk: without("x") }, "key_unusable"],
    ["no kty", { jwk: without("kty") }, "key_unusable"],
    ["a short coordinate", { jwk: { ...walletJwk, x: "AA" } }, "key_unusable"],
    ["a point off the curve", { jwk: { ...walletJwk, y: walletJwk.x } }, "key_unusable"],
    ["another curve", { jwk: p384Jwk }, "key_unusable"],
    ["an Ed25519 key", { jwk: { kty: "OKP", crv: "Ed25519", x: walletJwk.x } }, "key_unusable"],
    ["a key that encrypts", { jwk: { ...walletJwk, use: "enc" } }, "key_unusable"],
    ["a key of another algorithm", { jwk: { ...walletJwk, alg: "ES384" } }, "key_unusable"],
    ["another's key", { jwk: otherJwk }, "signature_invalid"],
  ];
  for (const [why, header, fault] of cases) {
    await t.step(why, async () => {
      assert.equal(await faultOf(await proofOf(good, header)), fault);
    });
  }
});

Deno.test("every rule of a proof's claims is held", async (t) => {
  const cases: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
    ["iss, though nobody has authenticated the wallet", { iss: "wallet" }, "issuer_unexpected"],
    ["no aud", { aud: undefined }, "audience_differs"],
    ["another issuer", { aud: "https://other.example" }, "audience_differs"],
    ["the issuer with a slash", { aud: `${ISSUER}/` }, "audience_differs"],
    ["a list of the issuer alone", { aud: [ISSUER] }, "audience_differs"],
    ["no iat", { iat: undefined }, "time_unaccepted"],
    ["too long ago", { iat: now - 301 }, "time_unaccepted"],
    ["in the future", { iat: now + 301 }, "time_unaccepted"],
    ["iat as text", { iat: String(now) }, "time_unaccepted"],
    ["expired", { exp: now - 60 }, "expired"],
    ["expired long ago", { exp: 0 }, "expired"],
    ["not yet valid", { nbf: now + 61 }, "not_yet_valid"],
    ["exp as text", { exp: String(now + 60) }, "time_unaccepted"],
    ["nbf as text", { nbf: String(now - 60) }, "time_unaccepted"],
    ["no nonce", { nonce: undefined }, "nonce_missing"],
    ["an empty nonce", { nonce: "" }, "nonce_missing"],
    ["a nonce that is no text", { nonce: 7 }, "nonce_missing"],
  ];
  for (const [why, claims, fault] of cases) {
    await t.step(why, async () => {
      assert.equal(await faultOf(await proofOf({ ...good, ...claims })), fault);
    });
  }
});

Deno.test("no other algorithm is taken, none among them", async () => {
  const proof = await proofOf(good);
  const [, claims, signature] = proof.split(".");
  const headed = (header: Json) => {
    assert(isObject(header));
    const text = new TextEncoder().encode(JSON.stringify(header));
    return text.toBase64({ alphabet: "base64url", omitPadding: true });
  };
  const base = { typ: "openid4vci-proof+jwt", jwk: walletJwk as Json };
  for (const alg of ["none", "HS256", "ES384", "RS256", "EdDSA", "es256"]) {
    const forged = `${headed({ ...base, alg })}.${claims}.${signature}`;
    assert.equal(await faultOf(forged), "algorithm_unsupported", alg);
  }
  const unsigned = `${headed({ ...base, alg: "ES256" })}.${claims}.`;
  assert.equal(await faultOf(unsigned), "signature_invalid");
  const es384 = await proofOf(good, { alg: "ES384", jwk: p384Jwk }, p384.privateKey);
  assert.equal(await faultOf(es384), "algorithm_unsupported");
});

Deno.test("what is no compact JWS of claims is malformed, and a long one is not looked at", async () => {
  const proof = await proofOf(good);
  for (const text of ["", "a", "a.b", "a.b.c.d", `${proof}=`, ` ${proof}`, proof.slice(5)]) {
    assert.equal(await faultOf(text), "malformed", text.slice(0, 9));
  }
  const long = await proofOf({ ...good, padding: "x".repeat(32_768) });
  assert.equal(await faultOf(long), "malformed");
  const [header, claims, signature] = proof.split(".");
  const other = signature!.startsWith("A") ? "B" : "A";
  const changed = `${header}.${claims}.${other}${signature!.slice(1)}`;
  assert.equal(await faultOf(changed), "signature_invalid");
});
