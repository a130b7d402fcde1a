import assert from "node:assert/strict";
import fc from "fast-check";
import { chooseAlgorithm, pssParams } from "../../../standards/csc/algorithm.ts";
import {
  Authorized,
  CredentialList,
  Pending,
  readError,
  Signatures,
  TokenAnswer,
} from "../../../standards/csc/answers.ts";
import { parseCredentialV1, parseCredentialV2 } from "../../../standards/csc/credential.ts";
import { dialectOf, Info } from "../../../standards/csc/info.ts";
import { parseCertificate } from "../../../standards/x509/certificate.ts";
import { certify } from "../../support/certificates.ts";
import { runs } from "../../support/runs.ts";

const EC = ["1.2.840.10045.4.3.2"];
const [RSA, PSS, RSA_SHA256] = [
  "1.2.840.113549.1.1.1",
  "1.2.840.113549.1.1.10",
  "1.2.840.113549.1.1.11",
];

Deno.test("dialectOf() knows 2.x and 1.0.x, and nothing else", () => {
  const cases: readonly (readonly [string, string | null])[] = [
    ["2.2.0.0", "v2"],
    ["2.0.0.2", "v2"],
    ["2.10", "v2"],
    ["1.0.4.0", "v1"],
    ["1.0.3", "v1"],
    ["1.1.0.0", null],
    ["3.0.0.0", null],
    ["20.0.0.0", null],
    ["2", null],
    ["2.x", null],
    ["v2.0", null],
    ["0.1.7.9", null],
    ["", null],
  ];
  for (const [specs, expected] of cases) assert.equal(dialectOf(specs), expected, specs);
});

Deno.test("chooseAlgorithm() takes the best of what key and service have", async (t) => {
  const keyed = async (kind: "P-256" | "P-384" | "RSA" | "Ed25519") => {
    const { der } = await certify({ name: kind, issuer: await certify({ name: "CA" }), kind });
    return parseCertificate(der) ?? assert.fail("It is a certificate");
  };
  const [p256, p384, rsa, ed25519] = [
    await keyed("P-256"),
    await keyed("P-384"),
    await keyed("RSA"),
    await keyed("Ed25519"),
  ];
  const cases = [
    ["P-256", p256, EC, "ecdsa-p256", EC[0]],
    ["P-384", p384, EC, "ecdsa-p384", EC[0]],
    ["P-256 without SHA-256", p256, ["1.2.840.10045.4.3.3"], null, null],
    ["an RSA key that is said to be EC", rsa, EC, null, null],
    ["RSA, all", rsa, [RSA, PSS, RSA_SHA256], "rsa-pkcs1", RSA_SHA256],
    ["RSA, PSS before a bare one", rsa, [RSA, PSS], "rsa-pss", PSS],
    ["RSA, bare", rsa, [RSA], "rsa-pkcs1", RSA],
    ["RSA, none of ours", rsa, ["1.2.840.113549.1.1.13"], null, null],
    ["Ed25519", ed25519, ["1.3.101.112"], null, null],
    ["nothing offered", p256, [], null, null],
  ] as const;
  for (const [why, certificate, offered, algorithm, signAlgo] of cases) {
    await t.step(why, () => {
      const expected = algorithm === null ? null : { algorithm, signAlgo };
      assert.deepEqual(chooseAlgorithm(certificate, offered), expected);
    });
  }
});

Deno.test("the parameters of PSS are SHA-256, MGF1 by SHA-256 and 32 bytes of salt", () => {
  // RFC 8017 Appendix A.2.3, written out by its fields.
  const sha256 = "300d06096086480165030402010500";
  const mgf1 = `301a06092a864886f70d010108${sha256}`;
  const fields = `a00f${sha256}a11c${mgf1}a203020120`;
  assert.equal(Uint8Array.fromBase64(pssParams).toHex(), `3034${fields}`);
});

const v2 = {
  key: { status: "enabled", algo: EC, len: 256, curve: null },
  cert: { status: null, certificates: ["MIIB", "MIIC"] },
  auth: { mode: "explicit", expression: null, objects: [{ id: "P", type: "Password" }] },
  signatureQualifier: null,
  SCAL: "2",
  multisign: 1,
  unknown: { members: ["are", "ignored"] },
};
const v1 = {
  key: { status: "enabled", algo: EC, len: 256 },
  cert: { certificates: ["MIIB", "MIIC"] },
  authMode: "explicit",
  PIN: { presence: "true", format: "N", label: "PIN" },
  OTP: null,
  multisign: 1,
};

Deno.test("both versions of a credential read alike", () => {
  const read = parseCredentialV2(v2);
  assert.deepEqual(read, {
    keyStatus: "enabled",
    algorithms: EC,
    certificateStatus: null,
    certificates: [Uint8Array.of(0x30, 0x82, 0x01), Uint8Array.of(0x30, 0x82, 0x02)],
    mode: "explicit",
    objects: [{ id: "P", isPassword: true }],
    qualifiers: [],
  });
  assert.deepEqual(parseCredentialV1(v1), { ...read, objects: [{ id: "PIN", isPassword: true }] });
});

Deno.test("what must be answered: by the expression of v2, by the presence of v1", () => {
  const objects = [{ id: "PIN", type: "Password" }, { id: "OTP", type: "ChallengeResponse" }];
  const idsV2 = (auth: object) =>
    parseCredentialV2({ ...v2, auth: { ...v2.auth, ...auth } })?.objects.map(({ id }) => id);
  assert.deepEqual(idsV2({ objects }), ["PIN", "OTP"]);
  assert.deepEqual(idsV2({ objects, expression: "(PIN AND OTP)" }), ["PIN", "OTP"]);
  assert.deepEqual(idsV2({ objects, expression: "PIN" }), ["PIN"]);
  assert.deepEqual(idsV2({ objects, mode: "implicit" }), []);
  assert.deepEqual(idsV2({ objects: null }), []);
  const idsV1 = (members: object) =>
    parseCredentialV1({ ...v1, ...members })?.objects.map(({ id }) => id);
  assert.deepEqual(idsV1({ PIN: { presence: true } }), ["PIN"]);
  assert.deepEqual(idsV1({ PIN: { presence: "optional" } }), []);
  assert.deepEqual(idsV1({ PIN: null, OTP: { presence: "true" } }), ["OTP"]);
  assert.deepEqual(idsV1({ authMode: "implicit" }), []);
});

Deno.test("an error is read as services write it", async (t) => {
  const cases: readonly (readonly [string, string, string, string])[] = [
    ["as specified", '{"error":"invalid_pin","error_description":"no"}', "invalid_pin", "no"],
    ["in camel case", '{"errorCode":"E17","errorDescription":"no"}', "E17", "no"],
    ["members of other types", '{"error":{"a":1},"message":"no"}', "", "no"],
    ["plain text", "Bad credentials", "", "Bad credentials"],
    ["a page", "  <!DOCTYPE html><p>no", "", ""],
    ["empty", "", "", ""],
    ["JSON that is no object", '["no"]', "", ""],
    ["members of the prototype", "{}", "", ""],
  ];
  for (const [why, body, error, description] of cases) {
    await t.step(why, () => {
      let json;
      try {
        json = JSON.parse(body);
      } catch {
        json = undefined;
      }
      assert.deepEqual(readError(body, json), { error, description });
    });
  }
});

/** Random JSON that often contains the members that are read. */
const anyJson = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(
    fc.constantFrom(
      "key",
      "cert",
      "auth",
      "authMode",
      "PIN",
      "OTP",
      "status",
      "algo",
      "certificates",
      "mode",
      "objects",
      "id",
      "type",
      "presence",
      "expression",
      "signatureQualifier",
      "specs",
      "name",
      "methods",
      "oauth2",
      "SAD",
      "handle",
      "signatures",
      "access_token",
      "expires_in",
      "credentialIDs",
      "error",
      "error_description",
      "__proto__",
    ),
    fc.oneof(fc.jsonValue(), fc.constantFrom("enabled", "explicit", "MIIB", "true", null)),
  ),
  // A good answer with one member of any other kind.
  fc.tuple(fc.constantFrom(v1, v2), fc.string(), fc.jsonValue()).chain(([good, , value]) =>
    fc.constantFrom(...Object.keys(good)).map((name) => ({ ...good, [name]: value }))
  ),
);

Deno.test("parsers take any JSON, and never throw", () => {
  fc.assert(
    fc.property(anyJson, (json) => {
      for (const parse of [parseCredentialV1, parseCredentialV2]) {
        const read = parse(json);
        if (read === null) continue;
        assert(read.certificates.length >= 1 && read.certificates.length <= 10);
        assert(read.algorithms.every((one) => typeof one === "string"));
        assert(read.mode === "explicit" || read.objects.length === 0);
      }
      for (const schema of [Info, TokenAnswer, CredentialList, Authorized, Pending, Signatures]) {
        schema.safeParse(json);
      }
      const { error, description } = readError(JSON.stringify(json), json as never);
      assert(typeof error === "string" && typeof description === "string");
    }),
    { numRuns: runs(2_000) },
  );
});

Deno.test("a lifetime is an hour where none is given, and a text where it is written as one", () => {
  const lifetime = (members: object) =>
    TokenAnswer.safeParse({ access_token: "t", ...members }).data?.expires_in;
  assert.equal(lifetime({}), 3_600);
  assert.equal(lifetime({ expires_in: null }), 3_600);
  assert.equal(lifetime({ expires_in: 60 }), 60);
  assert.equal(lifetime({ expires_in: "60" }), 60);
  assert.equal(lifetime({ expires_in: -1 }), undefined);
  assert.equal(lifetime({ expires_in: 0 }), undefined);
  assert.equal(TokenAnswer.safeParse({ access_token: "a\nb" }).success, false);
  assert.equal(TokenAnswer.safeParse({ access_token: "a", token_type: "mac" }).success, false);
});
