import assert from "node:assert/strict";
import {
  ClientRecord,
  defaultClientRecord,
  StoredClientRecord,
} from "../../../core/access/client_schema.ts";
import { EvidenceEncryptionKey } from "../../../core/access/evidence_encryption_key.ts";
import { problemsOf } from "../../../core/policy/problems.ts";

/** RFC 7517 appendix A.1: a public key of P-256. */
const JWK = {
  kty: "EC",
  crv: "P-256",
  x: "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
  y: "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM",
  use: "enc",
  kid: "1",
} as const;

const FULL = {
  status: "SUSPENDED",
  suspendedBy: ["KYB", "OPERATOR"],
  ipAllowlist: ["192.0.2.0/24", "2001:db8::/32", "198.51.100.7"],
  allowedDomain: "*.example.com",
  rateLimits: { screening: { capacity: 5, refillPerSecond: 0.5 } },
  academicIssuerId: "uni-1",
  kybApplicationId: "01890a5d-ac96-774b-bcce-b302099a8057",
  sealCredential: { credentialId: "seal-1" },
  signingCredentials: [
    { personId: "01890a5d-ac96-774b-bcce-b302099a8058", credentialId: "sign-1" },
  ],
  evidenceEncryptionKey: JWK,
  loginClient: { redirectUris: ["https://app.example.com/cb?x=1", "http://localhost:8080/cb"] },
  returnOrigins: ["https://shop.example", "https://shop.example:8443"],
  fourEyes: "confirmed",
  review: { dueHours: 24, confirmed: true },
  monitoring: true,
  subjectUrlTemplate: "https://crm.example/customers/{subjectRef}?tab=kyc",
} as const;

Deno.test("ClientRecord of nothing restricts nothing", () => {
  assert.deepEqual(defaultClientRecord, {
    status: "ACTIVE",
    suspendedBy: [],
    ipAllowlist: [],
    allowedDomain: null,
    rateLimits: {},
    academicIssuerId: null,
    kybApplicationId: null,
    sealCredential: null,
    signingCredentials: [],
    evidenceEncryptionKey: null,
    loginClient: null,
    returnOrigins: [],
    fourEyes: "none",
    review: { dueHours: 72, confirmed: false },
    monitoring: false,
    subjectUrlTemplate: null,
  });
});

Deno.test("ClientRecord takes every member, and what it gave", () => {
  const record = ClientRecord.parse(FULL);
  assert.deepEqual(record, FULL);
  assert.deepEqual(ClientRecord.parse(JSON.parse(JSON.stringify(record))), record);
  assert.deepEqual(StoredClientRecord.parse(JSON.parse(JSON.stringify(record))), record);
});

Deno.test("ClientRecord names what is wrong by its path, and never its value", async (t) => {
  const cases: readonly { readonly given: unknown; readonly says: RegExp }[] = [
    { given: { status: "PAUSED" }, says: /^status: expected "ACTIVE" or "SUSPENDED"$/ },
    {
      given: {
        signingCredentials: ["1", "2"].map((last) => ({
          personId: `0199a000-0004-7000-8000-00000000000${last}`,
          credentialId: "sign-1",
        })),
      },
      says: /^signingCredentials: expected one credential for each person, and of no other person$/,
    },
    ...[
      "http://app.example.com",
      "https://app.example.com/",
      "https://App.example.com",
      "https://app.example.com:443",
      "https://user@app.example.com",
      "*",
      "null",
    ].map((origin) => ({
      given: { returnOrigins: [origin] },
      says: /^returnOrigins.0: expected an https origin, such as https:\/\/shop.example$/,
    })),
    {
      given: { returnOrigins: Array.from({ length: 21 }, (_, n) => `https://s${n}.example`) },
      says: /^returnOrigins: expected at most 20 entries$/,
    },
    ...[
      "http://crm.example/{subjectRef}",
      "javascript:alert(1)//{subjectRef}",
      "https://crm.example/customers",
      "https://crm.example/{subjectRef}/{subjectRef}",
      "https://crm.example/{subjectRef}/{name}",
      "https://{subjectRef}.crm.example/",
      "https://crm.example:{subjectRef}/",
      "https://user:secret@crm.example/{subjectRef}",
      "https://crm.example/a b/{subjectRef}",
      "//crm.example/{subjectRef}",
    ].map((subjectUrlTemplate) => ({
      given: { subjectUrlTemplate },
      says: /^subjectUrlTemplate: expected an https address with one {subjectRef} behind its host$/,
    })),
    {
      given: { ipAllowList: [] },
      says: /^ipAllowList: unknown name; did you mean "ipAllowlist"\?$/,
    },
    { given: { ipAllowlist: "10.0.0.0/8" }, says: /^ipAllowlist: expected array$/ },
    { given: { ipAllowlist: ["10.0.0.0/8", "10.0.0.0/33"] }, says: /^ipAllowlist\.1: .*a CIDR$/ },
    { given: { ipAllowlist: ["proxy.secret"] }, says: /^ipAllowlist\.0: .*a CIDR$/ },
    { given: { ipAllowlist: ["fe80::1%eth0"] }, says: /^ipAllowlist\.0: .*a CIDR$/ },
    { given: { ipAllowlist: Array(1_001).fill("::1") }, says: /^ipAllowlist: .*at most 1000/ },
    { given: { allowedDomain: "https://secret" }, says: /^allowedDomain: expected a domain/ },
    { given: { allowedDomain: "*.com" }, says: /^allowedDomain: expected a domain/ },
    { given: { allowedDomain: "" }, says: /^allowedDomain: expected a domain/ },
    { given: { rateLimits: { screning: {} } }, says: /^rateLimits\.screning: .*"screening"\?$/ },
    {
      given: { rateLimits: { screening: { capacity: 5 } } },
      says: /^rateLimits\.screening\.refillPerSecond: expected a number$/,
    },
    {
      given: { rateLimits: { screening: { capacity: 0, refillPerSecond: 1 } } },
      says: /^rateLimits\.screening\.capacity: expected a number of at least 1$/,
    },
    {
      given: { rateLimits: { credentials: { capacity: 1, refillPerSecond: 0 } } },
      says: /^rateLimits\.credentials\.refillPerSecond: expected a number of at least/,
    },
    {
      given: { rateLimits: { verification: { capacity: 1.5, refillPerSecond: 1 } } },
      says: /^rateLimits\.verification\.capacity: expected a whole number$/,
    },
    { given: { academicIssuerId: "" }, says: /^academicIssuerId: expected 1 to 255/ },
    { given: { kybApplicationId: 7 }, says: /^kybApplicationId: expected string$/ },
    { given: { sealCredential: "secret" }, says: /^sealCredential: expected an object$/ },
    {
      given: { signingCredentials: [{ personId: "ubo-1", credentialId: "c" }] },
      says: /^signingCredentials\b.*\bpersonId\b/,
    },
    { given: { sealCredential: {} }, says: /^sealCredential\.credentialId: expected string$/ },
    {
      given: { evidenceEncryptionKey: { ...JWK, d: "secret" } },
      says: /^evidenceEncryptionKey\.d: unknown name; known are kty, crv, x, y/,
    },
    {
      given: { evidenceEncryptionKey: { ...JWK, x: "secret" } },
      says: /^evidenceEncryptionKey\.x: expected 32 bytes in base64url$/,
    },
    {
      given: { evidenceEncryptionKey: { ...JWK, crv: "secp256k1" } },
      says: /^evidenceEncryptionKey\.crv: expected a public JWK/,
    },
    {
      given: { evidenceEncryptionKey: { ...JWK, use: "sig" } },
      says: /^evidenceEncryptionKey\.use/,
    },
    ...[
      "http://secret.example",
      "http://localhost:3000",
      "https://secret.example/",
      "https://secret.example:443",
      "https://secret.example/path",
      "https://a@secret.example",
      "https://SECRET.example",
      "secret.example",
      "null",
    ].map((origin) => ({
      given: { returnOrigins: [origin] },
      says: /^returnOrigins\.0: expected an https origin/,
    })),
    {
      given: { returnOrigins: Array(21).fill("https://shop.example") },
      says: /^returnOrigins: expected at most 20 entries$/,
    },
    {
      given: { loginClient: { redirectUris: [] } },
      says: /^loginClient\.redirectUris: expected 1/,
    },
    {
      given: { loginClient: { redirectUris: ["http://secret.example/cb"] } },
      says: /^loginClient\.redirectUris\.0: expected an https URL/,
    },
    {
      given: { loginClient: { redirectUris: ["https://a.example/#secret"] } },
      says: /^loginClient\.redirectUris\.0: expected an https URL/,
    },
    {
      given: { loginClient: { redirectUris: ["javascript:secret"] } },
      says: /^loginClient\.redirectUris\.0: expected an https URL/,
    },
    { given: [], says: /^the whole: expected an object$/ },
    { given: null, says: /^the whole: expected an object$/ },
  ];
  for (const { given, says } of cases) {
    await t.step(JSON.stringify(given).slice(0, 80), () => {
      const parsed = ClientRecord.safeParse(given);
      assert(!parsed.success);
      const problems = problemsOf(parsed.error, ClientRecord);
      assert.equal(problems.length, 1, problems.join("\n"));
      assert.match(problems[0] ?? "", says);
      assert.doesNotMatch(problems.join(), /secret(?!p)/);
    });
  }
});

Deno.test("EvidenceEncryptionKey takes the platform's keys, and no point off their curve", async (t) => {
  for (const namedCurve of ["P-256", "P-384"]) {
    await t.step(namedCurve, async () => {
      for (let run = 0; run < 5; run++) {
        const { publicKey } = await crypto.subtle.generateKey(
          { name: "ECDH", namedCurve },
          true,
          ["deriveBits"],
        );
        const { alg: _, ...exported } = await crypto.subtle.exportKey("jwk", publicKey);
        const { kty, crv, x = "", y = "" } = exported;
        assert.deepEqual(EvidenceEncryptionKey.parse(exported), { kty, crv, x, y });
        const takes = (key: object) => EvidenceEncryptionKey.safeParse(key).success;
        assert(takes({ kty, crv, x, y }));
        assert(!takes({ kty, crv, x: y, y: x }));
        // Only y and p - y belong to x; they differ in far more than this one bit.
        const flipped = Uint8Array.fromBase64(y, { alphabet: "base64url" });
        flipped[4] = (flipped[4] ?? 0) ^ 1;
        const other = flipped.toBase64({ alphabet: "base64url", omitPadding: true });
        assert(!takes({ kty, crv, x, y: other }));
      }
    });
  }
});

Deno.test("EvidenceEncryptionKey takes each coordinate below the curve's prime only", () => {
  // SP 800-186 §3.2.1.3. The prime is 3 modulo 4, so that a root of n is n to the (p + 1) / 4.
  const p = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
  const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;
  const power = (base: bigint, exponent: bigint): bigint => {
    if (exponent === 0n) return 1n;
    const half = power(base * base % p, exponent / 2n);
    return exponent % 2n === 0n ? half : half * base % p;
  };
  const squareOfY = (x: bigint) => (x * x * x - 3n * x + b) % p;
  const rootAt = (x: bigint) => power(squareOfY(x), (p + 1n) / 4n);
  let x = 1n;
  while (rootAt(x) * rootAt(x) % p !== squareOfY(x)) x++;
  const member = (number: bigint) =>
    Uint8Array.fromHex(number.toString(16).padStart(64, "0"))
      .toBase64({ alphabet: "base64url", omitPadding: true });
  const takes = (atX: bigint) =>
    EvidenceEncryptionKey.safeParse({
      kty: "EC",
      crv: "P-256",
      x: member(atX),
      y: member(rootAt(x)),
    })
      .success;
  assert(takes(x));
  assert(!takes(x + p));
});
