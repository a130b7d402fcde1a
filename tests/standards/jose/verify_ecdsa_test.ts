import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { isOnItsCurve } from "../../../standards/jose/curve.ts";
import type { EcJwk } from "../../../standards/jose/ec_jwk.ts";
import { importPublicKey, openJws, verifyJws } from "../../../standards/jose/jws.ts";
import { readP521Key, verifyP521 } from "../../../standards/jose/p521.ts";
import { verifyEcdsa } from "../../../standards/jose/verify_ecdsa.ts";
import { parseCertificate } from "../../../standards/x509/certificate.ts";
import { ecKeyOf } from "../../../standards/x509/verify_chain.ts";
import { largeRoot } from "../../support/p521.ts";

/** The key of RFC 7515 Appendix A.4, whose payload is the text "Payload". */
const key: EcJwk = {
  kty: "EC",
  crv: "P-521",
  x: "AekpBQ8ST8a8VcfVOTNl353vSrDCLLJXmPk06wTjxrrjcBpXp5EOnYG_NjFZ6OvLFV1jSfS9tsz4qUxcWceqwQGk",
  y: "ADSmRA43Z1DSNx_RvcLI87cdL07l6jQyyBXMoxVg_l2Th-x3S1WDhjDly79ajL4Kkd0AZMaZmh9ubmf63e3kyMj2",
};
const jws = [
  "eyJhbGciOiJFUzUxMiJ9",
  "UGF5bG9hZA",
  "AdwMgeerwtHoh-l192l60hp9wAHZFVJbLfD_UxMi70cwnZOYaRI1bKPWROc-mZZqwqT2SI-KGDKB34XO0aw_7XdtAG8GaSwFKdCAPZgoXD2YBJZCPEX3xKpRwcdOO8KpEHwJjyqOgzDO7iKvU8vcnwNrmxYbSW9ERBXukOXolLzeO_Jn",
] as const;
const [header, payload, signature] = jws;
const signed = new TextEncoder().encode(`${header}.${payload}`);
const bytes = new Uint8Array(Buffer.from(signature, "base64url"));
const digest = createHash("sha512").update(signed).digest();

Deno.test("RFC 7515 A.4: ES512 holds, by the platform or by the library", async () => {
  assert(isOnItsCurve(key));
  assert.equal(await verifyEcdsa(await importPublicKey(key), bytes, signed), true);
  assert.equal(verifyP521({ bytes, form: "compact" }, digest, key), true);
});

Deno.test("ES512 does not hold of anything else", async () => {
  const imported = await importPublicKey(key);
  const cases = [
    [bytes.with(3, (bytes[3] ?? 0) ^ 1), signed],
    [bytes.subarray(1), signed],
    [new Uint8Array(132), signed],
    [new Uint8Array(), signed],
    [bytes, signed.with(0, 0)],
  ] as const;
  for (const [changed, data] of cases) {
    assert.equal(await verifyEcdsa(imported, changed, data), false);
    const other = createHash("sha512").update(data).digest();
    assert.equal(verifyP521({ bytes: changed, form: "compact" }, other, key), false);
  }
  assert.equal(verifyP521({ bytes, form: "der" }, digest, key), false);
  assert.equal(verifyP521({ bytes, form: "compact" }, digest, { ...key, y: key.x }), false);
  assert.equal(isOnItsCurve({ ...key, y: key.x }), false);
});

Deno.test("a JWS is of the algorithm that its header names and its key has", async () => {
  const imported = await importPublicKey(key);
  const opened = openJws(jws.join("."), null);
  assert(opened.ok);
  // Its signature holds; its payload is no JSON.
  const verified = await verifyJws(opened.value, imported);
  assert.equal(verified.ok || verified.refusal.code, "malformed");
  const renamed = await verifyJws({ ...opened.value, algorithm: "ES384" }, imported);
  assert.equal(renamed.ok || renamed.refusal.code, "signature_invalid");
  const unknown = openJws(
    [btoa('{"alg":"ES512K"}').replaceAll("=", ""), payload, ""].join("."),
    null,
  );
  assert.equal(unknown.ok || unknown.refusal.code, "algorithm_unsupported");
});

Deno.test("a critical header is refused, unless it is understood and there", () => {
  const openWith = (members: Readonly<Record<string, unknown>>, understood?: readonly string[]) => {
    const text = Buffer.from(JSON.stringify({ alg: "ES256", ...members })).toString("base64url");
    const opened = openJws(`${text}.e30.AAAA`, null, understood);
    return opened.ok ? "none" : opened.refusal.code;
  };
  assert.equal(openWith({}), "none");
  assert.equal(openWith({ crit: ["sigT"], sigT: "2026-01-01" }), "type_unsupported");
  assert.equal(openWith({ crit: ["sigT"], sigT: "2026-01-01" }, ["sigT"]), "none");
  for (const crit of [["sigT", "b64"], [], "sigT", null, ["exp"]]) {
    assert.equal(openWith({ crit, sigT: "2026-01-01" }, ["sigT"]), "type_unsupported");
  }
  assert.equal(openWith({ crit: ["sigT"] }, ["sigT"]), "type_unsupported");
});

Deno.test("a certificate's key on P-521 is read the same with and without the platform's help", () => {
  const certificate = parseCertificate(largeRoot);
  assert(certificate !== null);
  const jwk = ecKeyOf(certificate);
  assert(jwk !== null && isOnItsCurve(jwk));
  const at = Buffer.from(largeRoot).indexOf(Buffer.from(jwk.x, "base64url"));
  const spki = largeRoot.subarray(at - 26, at + 132);
  assert.deepEqual(readP521Key(spki), jwk);
  assert.equal(readP521Key(spki.subarray(1)), null);
  assert.equal(readP521Key(spki.with(25, 2)), null);
});
