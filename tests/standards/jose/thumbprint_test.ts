import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { calculateJwkThumbprint } from "jose";
import type { EcJwk } from "../../../standards/jose/ec_jwk.ts";
import { thumbprintBytes, thumbprintOf } from "../../../standards/jose/thumbprint.ts";

/** The key of RFC 9449 §4.1, whose thumbprint is in §6.1. */
const key = {
  kty: "EC",
  crv: "P-256",
  x: "l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs",
  y: "9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA",
} as const;
const thumbprint = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I";

Deno.test("thumbprintOf() is that of RFC 9449, and of SHA-256 over the members in RFC 7638's order", async () => {
  assert.equal(await thumbprintOf(key), thumbprint);
  const text = `{"crv":"P-256","kty":"EC","x":"${key.x}","y":"${key.y}"}`;
  assert.equal(createHash("sha256").update(text).digest("base64url"), thumbprint);
});

Deno.test("thumbprintBytes() is that of OpenID4VP 1.0 B.2.6.1 and of RFC 9449", async () => {
  const file = new URL(
    "../../../fixtures/vectors/mdoc/openid4vp-1.0-handover.json",
    import.meta.url,
  );
  const { redirect } = JSON.parse(await Deno.readTextFile(file));
  const { encryptionJwk, jwkThumbprintHex } = redirect;
  assert.equal(Buffer.from(thumbprintBytes(encryptionJwk)).toString("hex"), jwkThumbprintHex);
  assert.equal(Buffer.from(thumbprintBytes(key)).toString("base64url"), thumbprint);
});

Deno.test("thumbprintOf() is of the key alone: neither order nor other members count", async () => {
  const written: readonly EcJwk[] = [
    { y: key.y, x: key.x, crv: "P-256", kty: "EC" },
    { kid: "1", ...key } as EcJwk,
    { ...key, alg: "ES256", use: "sig", key_ops: ["verify"], ext: true, d: "AA" } as EcJwk,
  ];
  for (const one of written) assert.equal(await thumbprintOf(one), thumbprint);
  for (const other of [{ crv: "P-384" }, { x: key.y }, { y: key.x }] as const) {
    assert.notEqual(await thumbprintOf({ ...key, ...other }), thumbprint);
  }
});

Deno.test("the library's thumbprint is that of RFC 7638 §3.1", async () => {
  const n =
    "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw";
  const rsa = { kty: "RSA", n, e: "AQAB", alg: "RS256", kid: "2011-04-29" };
  assert.equal(await calculateJwkThumbprint(rsa), "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs");
});
