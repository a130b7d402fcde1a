import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { CompactSign, exportJWK, generateKeyPair } from "jose";
import { bindSdJwt, type SdJwtMaking } from "../../../sandbox/wallet/make_sd_jwt.ts";
import { digestOf } from "../../../standards/sd_jwt/disclosure.ts";
import { ok, refuse } from "../../../base/result.ts";
import type { SdJwtFault } from "../../../standards/sd_jwt/refusal.ts";
import {
  type SdJwtDemands,
  verifySdJwtPresentation,
} from "../../../standards/sd_jwt/verify_presentation.ts";
import {
  credential,
  demands,
  disclosureOf,
  issuer,
  keyBinding,
  makePresentation,
  presentedAt,
  sdJwtLibrary,
  wallet,
} from "../../support/sd_jwt.ts";
import { runs } from "../../support/runs.ts";

async function verified(text: string, asked: SdJwtDemands = demands) {
  const result = await verifySdJwtPresentation(text, asked);
  assert(result.ok, result.ok ? "" : result.refusal.code);
  return result.value;
}

async function refusal(text: string, asked: SdJwtDemands = demands): Promise<string> {
  const result = await verifySdJwtPresentation(text, asked);
  return result.ok ? "none" : result.refusal.code;
}

Deno.test("a credential of another library's is disclosed as far as its wallet shows it", async () => {
  const issued = await sdJwtLibrary.issue(credential, {
    _sd: ["given_name", "family_name", "birthdate", "nationalities", "address"],
    _sd_decoy: 2,
    nationalities: { _sd: [0, 1] },
    address: { _sd: ["locality"] },
  }, { header: { typ: "dc+sd-jwt" } });
  const text = await sdJwtLibrary.present(issued, {
    birthdate: true,
    nationalities: { 1: true },
    address: { locality: true },
  }, { kb: { payload: keyBinding } });
  const { claims, vct, holder } = await verified(text);
  const { iss, iat, exp, cnf } = credential;
  assert.deepEqual(claims, {
    iss,
    vct,
    iat,
    exp,
    cnf,
    birthdate: "1984-08-12",
    nationalities: ["FR"],
    address: { locality: "Köln", country: "DE" },
  });
  assert.equal(holder.algorithm, "ES256");
});

Deno.test("a presentation without anything hidden is taken", async () => {
  const { claims } = await verified(await makePresentation());
  assert.deepEqual(claims, credential);
});

const disclosure = disclosureOf("given_name", "Erika");
const element = disclosureOf("DE");
const algorithmName = disclosureOf("_sd_alg", "sha-256");
const stranger = await generateKeyPair("ES256");
const large = await generateKeyPair("ES384", { extractable: true });
const largeJwk = await exportJWK(large.publicKey);
const { cnf: _cnf, ...unbound } = credential;
const { exp: _exp, vct: _vct, given_name: _name, ...clear } = credential;
const named = { ...clear, vct: credential.vct, exp: credential.exp };

/** Invalid presentations, each with the one refusal that it must get. */
const broken: readonly (readonly [string, Partial<SdJwtMaking>, SdJwtFault])[] = [
  ["another issuer's signature", { issuerKey: stranger.privateKey }, "issuer_signature_invalid"],
  ["typ JWT", { header: { typ: "JWT" } }, "sd_jwt_type_unsupported"],
  ["typ vc+sd-jwt", { header: { typ: "vc+sd-jwt" } }, "sd_jwt_type_unsupported"],
  [
    "an unreferenced disclosure",
    { disclosures: [disclosureOf("family_name", "X")] },
    "disclosure_unreferenced",
  ],
  [
    "a disclosure that stands twice",
    { payload: { ...named, _sd: [digestOf(disclosure)] }, disclosures: [disclosure, disclosure] },
    "disclosure_repeated",
  ],
  [
    "a digest that stands twice",
    {
      payload: { ...named, _sd: [digestOf(disclosure)], address: { _sd: [digestOf(disclosure)] } },
    },
    "digest_repeated",
  ],
  ["a digest twice in one place", { payload: { ...named, _sd: ["a", "a"] } }, "digest_repeated"],
  ["a claim that is there", {
    payload: { ...credential, _sd: [digestOf(disclosure)] },
    disclosures: [disclosure],
  }, "claim_repeated"],
  ["a second name of the digests' algorithm", {
    payload: { ...named, _sd_alg: "sha-256", _sd: [digestOf(algorithmName)] },
    disclosures: [algorithmName],
  }, "claim_name_reserved"],
  ...["_sd", "..."].map((name): readonly [string, Partial<SdJwtMaking>, SdJwtFault] => {
    const reserved = disclosureOf(name, ["a"]);
    return [`a claim called ${name}`, {
      payload: { ...named, _sd: [digestOf(reserved)] },
      disclosures: [reserved],
    }, "claim_name_reserved"];
  }),
  ...["iss", "nbf", "exp", "cnf", "vct", "status"].map(
    (name): readonly [string, Partial<SdJwtMaking>, SdJwtFault] => {
      const hidden = disclosureOf(name, 1);
      const payload = Object.fromEntries(
        Object.entries(credential).filter(([claim]) => claim !== name),
      );
      return [`${name} as a disclosure`, {
        payload: { ...payload, _sd: [digestOf(hidden)] },
        disclosures: [hidden],
      }, "claim_not_disclosable"];
    },
  ),
  ["an element where a claim must be", {
    payload: { ...named, _sd: [digestOf(element)] },
    disclosures: [element],
  }, "disclosure_malformed"],
  ["a claim where an element must be", {
    payload: { ...named, list: [{ "...": digestOf(disclosure) }] },
    disclosures: [disclosure],
  }, "disclosure_malformed"],
  ["`...` beside a member", {
    payload: { ...named, list: [{ "...": "a", b: 1 }] },
  }, "claim_name_reserved"],
  ["`...` as a claim", { payload: { ...named, "...": "a" } }, "claim_name_reserved"],
  ["`_sd` as a text", { payload: { ...named, _sd: "a" } }, "claim_name_reserved"],
  ["a digest that is a number", { payload: { ...named, _sd: [1] } }, "claim_name_reserved"],
  ...["sha-1", "sha1", "SHA-256", "sha3-256", "md5", 256, null].map((
    _sd_alg,
  ): [string, Partial<SdJwtMaking>, SdJwtFault] => [
    `_sd_alg ${_sd_alg}`,
    { payload: { ...named, _sd_alg } },
    "hash_algorithm_unsupported",
  ]),
  ["a disclosure of one member", {
    disclosures: [disclosureOf()],
  }, "disclosure_malformed"],
  ["a disclosure of four members", {
    disclosures: [disclosureOf("a", "b", "c")],
  }, "disclosure_malformed"],
  ["a disclosure that is no JSON", { disclosures: ["YWJj"] }, "disclosure_malformed"],
  ["claims 40 deep", {
    payload: { ...credential, deep: JSON.parse("[".repeat(40) + "]".repeat(40)) },
  }, "sd_jwt_malformed"],
  ["300 disclosures", {
    disclosures: Array.from({ length: 300 }, (_, n) => disclosureOf(n)),
  }, "sd_jwt_malformed"],
  ["exp past", { payload: { ...credential, exp: presentedAt - 60 } }, "credential_expired"],
  ["nbf ahead", { payload: { ...credential, nbf: presentedAt + 61 } }, "credential_not_yet_valid"],
  ["iat ahead", { payload: { ...credential, iat: presentedAt + 61 } }, "credential_not_yet_valid"],
  ["exp as text", { payload: { ...credential, exp: "2099" } }, "claim_malformed"],
  ["no vct", { payload: { ...credential, vct: undefined } }, "claim_malformed"],
  [
    "another vct",
    { payload: { ...credential, vct: "urn:eudi:pid:2" } },
    "credential_type_unaccepted",
  ],
  ["no cnf", { payload: unbound }, "holder_key_unusable"],
  [
    "cnf by kid",
    { payload: { ...credential, cnf: { kid: "did:key:z6Mk" } } },
    "holder_key_unusable",
  ],
  ["a private cnf", {
    payload: { ...credential, cnf: { jwk: { ...credential.cnf.jwk, d: "AA" } } },
  }, "holder_key_unusable"],
  ["a point off its curve", {
    payload: { ...credential, cnf: { jwk: { ...credential.cnf.jwk, y: "A".repeat(43) } } },
  }, "key_binding_signature_invalid"],
  ["half a point", {
    payload: { ...credential, cnf: { jwk: { ...credential.cnf.jwk, y: "AAAA" } } },
  }, "holder_key_unusable"],
  [
    "a stranger's key binding",
    { walletKey: stranger.privateKey },
    "key_binding_signature_invalid",
  ],
  ["the key of another curve", {
    payload: { ...credential, cnf: { jwk: largeJwk } },
  }, "key_binding_algorithm_unsupported"],
  ["kb typ JWT", { bindingHeader: { typ: "JWT" } }, "key_binding_type_unsupported"],
  ["another nonce", { binding: { nonce: "n-1" } }, "key_binding_nonce_differs"],
  ["no nonce", { binding: { nonce: undefined } }, "key_binding_nonce_differs"],
  [
    "another verifier",
    { binding: { aud: "https://verifier.example" } },
    "key_binding_audience_differs",
  ],
  [
    "two audiences",
    { binding: { aud: [demands.binding.audience] } },
    "key_binding_audience_differs",
  ],
  ["kb iat 2001", { binding: { iat: 978_307_200 } }, "key_binding_time_unaccepted"],
  ["kb iat 2100", { binding: { iat: 4_102_444_800 } }, "key_binding_time_unaccepted"],
  ["no kb iat", { binding: { iat: undefined } }, "key_binding_time_unaccepted"],
  [
    "kb exp past",
    { binding: { exp: presentedAt - 301 } },
    "key_binding_time_unaccepted",
  ],
  [
    "sd_hash of other disclosures",
    { binding: { sd_hash: digestOf("a~") } },
    "key_binding_sd_hash_differs",
  ],
];

for (const [what, making, code] of broken) {
  Deno.test(`a presentation is refused: ${what}`, async () => {
    assert.equal(await refusal(await makePresentation(making)), code);
  });
}

Deno.test("a critical header that nobody here understands is refused", async () => {
  const [, payload, signature] = (await makePresentation()).split(".");
  const header = { alg: "ES256", typ: "dc+sd-jwt", crit: ["b64"], b64: false };
  const text = [Buffer.from(JSON.stringify(header)).toString("base64url"), payload, signature];
  assert.equal(await refusal(`${text.join(".")}~`), "sd_jwt_type_unsupported");
});

Deno.test("no algorithm and a shared secret are refused before any key is searched", async () => {
  const asked = { ...demands, issuerKey: () => Promise.reject(new Error("asked for a key")) };
  const [, payload] = (await makePresentation()).split(".");
  for (const alg of ["none", "HS256", "RS256"]) {
    const header = Buffer.from(JSON.stringify({ alg, typ: "dc+sd-jwt" })).toString("base64url");
    assert.equal(
      await refusal(`${header}.${payload}.AA~`, asked),
      "sd_jwt_algorithm_unsupported",
    );
  }
});

Deno.test("an issuer that is not believed is refused for the reason that is given", async () => {
  const asked = {
    ...demands,
    issuerKey: () => Promise.resolve(refuse({ code: "issuer_untrusted" })),
  };
  assert.equal(await refusal(await makePresentation(), asked), "issuer_untrusted");
});

Deno.test("a key binding holds to the very second that its times and the tolerance allow", async (t) => {
  const tolerated = demands.binding.toleranceSeconds;
  const cases = [
    ["signed before", { iat: presentedAt - tolerated }, { iat: presentedAt - tolerated - 1 }],
    ["signed ahead", { iat: presentedAt + tolerated }, { iat: presentedAt + tolerated + 1 }],
    ["expired", { exp: presentedAt - tolerated }, { exp: presentedAt - tolerated - 1 }],
    ["not yet valid", { nbf: presentedAt + tolerated }, { nbf: presentedAt + tolerated + 1 }],
  ] as const;
  for (const [why, last, past] of cases) {
    await t.step(why, async () => {
      assert.equal(await refusal(await makePresentation({ binding: last })), "none");
      const code = await refusal(await makePresentation({ binding: past }));
      assert.equal(code, "key_binding_time_unaccepted");
    });
  }
});

Deno.test("key binding that is left out, or taken from another presentation, is refused", async () => {
  const text = await makePresentation();
  const unboundText = text.slice(0, text.lastIndexOf("~") + 1);
  assert.equal(await refusal(unboundText), "key_binding_missing");
  const hidden = await makePresentation({
    payload: { ...named, _sd: [digestOf(disclosure)] },
    disclosures: [disclosure],
  });
  const less = hidden.replace(`${disclosure}~`, "");
  assert.equal(await refusal(less), "key_binding_sd_hash_differs");
});

Deno.test("a claim called __proto__ is a claim like others", async () => {
  const odd = disclosureOf("__proto__", { admin: true });
  const { claims } = await verified(
    await makePresentation({ payload: { ...named, _sd: [digestOf(odd)] }, disclosures: [odd] }),
  );
  assert.equal(Object.getPrototypeOf(claims), Object.prototype);
  assert.deepEqual(Object.getOwnPropertyDescriptor(claims, "__proto__")?.value, { admin: true });
});

Deno.test("a time that is larger than any number is none", async () => {
  for (const claim of ["exp", "nbf", "iat"]) {
    const { [claim]: _, ...others } = { ...credential, nbf: 0 } as Record<string, unknown>;
    const payload = JSON.stringify(others).replace("{", `{"${claim}":1e400,`);
    const jwt = await new CompactSign(new TextEncoder().encode(payload))
      .setProtectedHeader({ alg: "ES256", typ: "dc+sd-jwt" })
      .sign(issuer.privateKey);
    const making = { binding: keyBinding, walletKey: wallet.privateKey };
    assert.equal(await refusal(await bindSdJwt([jwt], making)), "claim_malformed", claim);
  }
  const [presented] = (await makePresentation()).split("~");
  for (const claim of ["exp", "nbf", "iat"]) {
    const claims = { ...keyBinding, sd_hash: digestOf(`${presented}~`), [claim]: undefined };
    const payload = JSON.stringify(claims)
      .replace("{", `{"${claim}":${claim === "nbf" ? "-" : ""}1e400,`);
    const jwt = await new CompactSign(new TextEncoder().encode(payload))
      .setProtectedHeader({ alg: "ES256", typ: "kb+jwt" })
      .sign(wallet.privateKey);
    assert.equal(await refusal(`${presented}~${jwt}`), "key_binding_time_unaccepted", claim);
  }
});

Deno.test("ES384 is taken with its own curve", async () => {
  const payload = { ...credential, cnf: { jwk: largeJwk } };
  const text = await makePresentation({
    payload,
    header: { alg: "ES384" },
    issuerKey: large.privateKey,
    bindingHeader: { alg: "ES384" },
    walletKey: large.privateKey,
  });
  const asked = { ...demands, issuerKey: () => Promise.resolve(ok({ key: large.publicKey })) };
  assert.equal((await verified(text, asked)).holder.algorithm, "ES384");
});

Deno.test("whatever is done to a presentation, it is refused and nothing throws", async () => {
  const good = await makePresentation({
    payload: { ...named, _sd: [digestOf(disclosure)] },
    disclosures: [disclosure],
  });
  const alphabet = "ABCxyz019-_.~=+/ \u0000ü";
  await fc.assert(
    fc.asyncProperty(
      fc.nat(good.length - 1),
      fc.constantFrom(...alphabet, ""),
      fc.nat(3),
      async (at, by, cut) => {
        const text = good.slice(0, at) + by + good.slice(at + cut);
        fc.pre(text !== good);
        assert.notEqual(await refusal(text), "none");
      },
    ),
    { numRuns: runs(1000) },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.string({ maxLength: 200 }),
      async (text) => assert.notEqual(await refusal(text), "none"),
    ),
    { numRuns: runs(500) },
  );
  assert.equal(await refusal(good), "none");
});
