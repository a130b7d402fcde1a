import assert from "node:assert/strict";
import { compactVerify, importJWK } from "jose";
import { decodeJson, isObject } from "../../../core/json.ts";
import { ok } from "../../../core/result.ts";
import { parseSdJwt } from "../../../core/sd_jwt/compact.ts";
import { disclose } from "../../../core/sd_jwt/disclose.ts";
import { digestOf, parseDisclosure } from "../../../core/sd_jwt/disclosure.ts";
import { readHolderKey } from "../../../core/sd_jwt/holder_key.ts";
import { verifyKeyBinding } from "../../../core/sd_jwt/verify_key_binding.ts";
import { verifySdJwtPresentation } from "../../../core/sd_jwt/verify_presentation.ts";
import { demands } from "../../support/sd_jwt.ts";

async function vectorOf(file: string) {
  const url = new URL(`../../../fixtures/vectors/sd_jwt/${file}`, import.meta.url);
  return JSON.parse(await Deno.readTextFile(url));
}

const vector = await vectorOf("rfc9901-sd-jwt.json");
const issuerKey = await importJWK(vector.issuerJwk, "ES256");
const binding = {
  nonce: vector.nonce,
  audience: vector.aud,
  now: vector.verifyAt,
  toleranceSeconds: 300,
};

function partsOf(text: string) {
  const parsed = parseSdJwt(text);
  assert(parsed.ok);
  return parsed.value;
}

function disclosedOf(text: string) {
  const parts = partsOf(text);
  const payload = decodeJson(parts.issuerJwt.split(".")[1] ?? "");
  assert(isObject(payload));
  const disclosures = parts.disclosures.map((disclosure) => {
    const parsed = parseDisclosure(disclosure);
    assert(parsed.ok);
    return parsed.value;
  });
  const disclosed = disclose(payload, disclosures);
  assert(disclosed.ok);
  return disclosed.value;
}

Deno.test("RFC 9901 §5.2: the presentation discloses what the example says, and is bound", async () => {
  const parts = partsOf(vector.presentation);
  await compactVerify(parts.issuerJwt, issuerKey);
  const claims = disclosedOf(vector.presentation);
  assert.deepEqual(
    [claims["given_name"], claims["family_name"], claims["nationalities"], claims["email"]],
    ["John", "Doe", ["US"], undefined],
  );
  const holder = await readHolderKey(claims);
  assert(holder.ok);
  assert.deepEqual(await verifyKeyBinding(parts, holder.value, binding), { ok: true, value: null });
});

Deno.test("RFC 9901 §5.1: all disclosures together are the whole credential", () => {
  const disclosures = Object.values<string>(vector.disclosures);
  const claims = disclosedOf([vector.issuerSignedJwt, ...disclosures, ""].join("~"));
  assert.deepEqual([claims["nationalities"], claims["email"]], [
    ["US", "DE"],
    "johndoe@example.com",
  ]);
});

Deno.test("an SD-JWT that is no SD-JWT VC is refused for its type", async () => {
  assert(!(issuerKey instanceof Uint8Array));
  const asked = { ...demands, binding, issuerKey: () => Promise.resolve(ok({ key: issuerKey })) };
  assert.deepEqual(await verifySdJwtPresentation(vector.presentation, asked), {
    ok: false,
    refusal: { code: "sd_jwt_type_unsupported" },
  });
});

Deno.test("OpenID4VP 1.0: the digests of its example credential are those of its disclosures", async () => {
  const example = await vectorOf("openid4vp-1.0-sd-jwt-vc.json");
  assert.equal(example.disclosures.length, 3);
  for (const { claim, digest, encoded } of example.disclosures) {
    const parsed = parseDisclosure(encoded);
    assert(parsed.ok);
    assert.deepEqual([parsed.value.name, parsed.value.digest, digestOf(encoded)], [
      claim,
      digest,
      digest,
    ]);
    assert(example.issuedPayload["_sd"].includes(digest));
  }
});
