import assert from "node:assert/strict";
import { compactVerify, exportJWK, importJWK } from "jose";
import { decodeJson, isArray, isObject, type Json } from "../../../base/json.ts";
import { ok } from "../../../base/result.ts";
import { parseSdJwt } from "../../../standards/sd_jwt/compact.ts";
import { disclose } from "../../../standards/sd_jwt/disclose.ts";
import { digestOf, makeDisclosure, parseDisclosure } from "../../../standards/sd_jwt/disclosure.ts";
import { readHolderKey } from "../../../standards/sd_jwt/holder_key.ts";
import { verifyKeyBinding } from "../../../standards/sd_jwt/verify_key_binding.ts";
import { verifySdJwtPresentation } from "../../../standards/sd_jwt/verify_presentation.ts";
import { sdJwtByPeer } from "../../support/peer_verifiers.ts";
import { credential, demands, issuer, makePresentation } from "../../support/sd_jwt.ts";

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
  assert.deepEqual(await verifyKeyBinding({ ...parts, hash: "sha-256" }, holder.value, binding), {
    ok: true,
    value: null,
  });
});

Deno.test("RFC 9901 §5.1: all disclosures together are the whole credential", () => {
  const disclosures = Object.values<string>(vector.disclosures);
  const claims = disclosedOf([vector.issuerSignedJwt, ...disclosures, ""].join("~"));
  assert.deepEqual([claims["nationalities"], claims["email"]], [
    ["US", "DE"],
    "johndoe@example.com",
  ]);
});

/** The vector's claims under keys whose private parts we have. */
const ownKeys = { cnf: credential.cnf };

/**
 * A disclosure of the vector as our wallet writes it: without white space, so that its digest
 * differs.
 */
function writtenAgain(encoded: string): string {
  const members = decodeJson(encoded);
  assert(isArray(members) && typeof members[0] === "string");
  const [salt, ...rest] = members;
  return makeDisclosure(salt, ...rest);
}

Deno.test("RFC 9901 §5: what it discloses is the same when it is issued again, here and for @sd-jwt", async () => {
  let payload = JSON.stringify(decodeJson(vector.issuerSignedJwt.split(".")[1]));
  for (const disclosure of Object.values<string>(vector.disclosures)) {
    assert(payload.includes(digestOf(disclosure)));
    payload = payload.replace(digestOf(disclosure), digestOf(writtenAgain(disclosure)));
  }
  const { nonce, aud, iat, presentedDisclosures } = vector;
  const presentation = await makePresentation({
    header: { typ: "example+sd-jwt" },
    payload: { ...JSON.parse(payload), ...ownKeys },
    disclosures: presentedDisclosures.map((name: string) => writtenAgain(vector.disclosures[name])),
    binding: { nonce, aud, iat },
  });
  const parts = partsOf(presentation);
  await compactVerify(parts.issuerJwt, issuer.publicKey);
  const claims = disclosedOf(presentation);
  assert.deepEqual(claims, { ...disclosedOf(vector.presentation), ...ownKeys });
  const holder = await readHolderKey(claims);
  assert(holder.ok);
  assert.deepEqual(await verifyKeyBinding({ ...parts, hash: "sha-256" }, holder.value, binding), {
    ok: true,
    value: null,
  });
  assert.deepEqual(await readByPeer(presentation, { nonce, now: vector.verifyAt }), claims);
});

/** The claims that @sd-jwt reads in a presentation by our own issuer. */
async function readByPeer(
  presentation: string,
  at: { readonly nonce: string; readonly now: number },
): Promise<Json> {
  const { payload } = await sdJwtByPeer(presentation, {
    issuer: await exportJWK(issuer.publicKey),
    ...at,
  });
  return JSON.parse(JSON.stringify(payload));
}

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

Deno.test("OpenID4VP 1.0: its example credential verifies when it is issued, here and for @sd-jwt", async () => {
  const example = await vectorOf("openid4vp-1.0-sd-jwt-vc.json");
  const { nonce, aud, iat } = example.kbJwtUnsecured;
  const presentation = await makePresentation({
    payload: { ...example.issuedPayload, ...ownKeys },
    disclosures: example.disclosures.map(({ encoded }: { encoded: string }) => encoded),
    binding: { nonce, aud, iat },
  });
  const verified = await verifySdJwtPresentation(presentation, {
    ...demands,
    binding: { nonce, audience: aud, now: iat, toleranceSeconds: 0 },
    accepts: (vct) => vct === example.unsecuredPayload.vct,
  });
  assert(verified.ok, verified.ok ? "" : verified.refusal.code);
  const { _sd, _sd_alg, ...rest } = example.issuedPayload;
  const claims = { ...rest, ...example.unsecuredPayload, ...ownKeys };
  assert.deepEqual(verified.value.claims, claims);
  assert.deepEqual(await readByPeer(presentation, { nonce, now: iat }), claims);
});
