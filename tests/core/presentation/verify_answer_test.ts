import "../../../base/temporal.ts";
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { calculateJwkThumbprint, exportJWK } from "jose";
import type { WalletIssuer } from "../../../sandbox/wallet/ports.ts";
import { sandboxIssuers } from "../../../sandbox/invented/credentials.ts";
import { seededRandom } from "../../support/random.ts";
import { issueMdoc, issueSdJwt, type Issuing } from "../../../sandbox/wallet/credentials.ts";
import { coseKey, makeDeviceResponse, type MdocMaking } from "../../../sandbox/wallet/make_mdoc.ts";
import { makeSdJwt, type SdJwtMaking } from "../../../sandbox/wallet/make_sd_jwt.ts";
import type { CredentialQuery } from "../../../standards/dcql/query.ts";
import { authorizationRequest } from "../../../core/presentation/authorization_request.ts";
import { verifyAnswer } from "../../../core/presentation/verify_answer.ts";
import { parseCertificate } from "../../../standards/x509/certificate.ts";
import {
  caExtensions,
  type Certified,
  certify,
  type Certifying,
  lookedAt,
  signerExtensions,
} from "../../support/certificates.ts";
import { Extension } from "@peculiar/x509";
import { trustIn } from "../../support/trust.ts";
import { runs } from "../../support/runs.ts";

const pid = {
  id: "pid",
  format: "dc+sd-jwt",
  meta: { vct_values: ["urn:eudi:pid:1"] },
  claims: [{ path: ["birthdate"] }],
} as const satisfies CredentialQuery;
const age = {
  id: "age",
  format: "mso_mdoc",
  meta: { doctype_value: "eu.europa.ec.av.1" },
  claims: [{ path: ["eu.europa.ec.av.1", "age_over_18"] }],
} as const satisfies CredentialQuery;

const root = await certify({ name: "Root" });
const middle = await certify({ name: "Middle", issuer: root, extensions: caExtensions(0) });
const signer = await certify({ name: "Signer", issuer: root });
const below = await certify({ name: "Below", issuer: middle });

const responseUri = "https://verifier.example/responses";

function requestFor(query: CredentialQuery) {
  return authorizationRequest({
    identity: { kind: "redirect_uri" },
    responseUri,
    answerKey: null,
    query: { credentials: [query] },
    nonce: "n-0S6_WzA2Mj",
    state: "s-1",
  });
}

function issuingFor(query: CredentialQuery, claims: Issuing["claims"], issuer: WalletIssuer) {
  return {
    request: requestFor(query),
    issuers: { ...sandboxIssuers(), issuer },
    random: seededRandom(),
    claims,
    now: lookedAt,
  };
}

async function published({ der, keys }: Certified): Promise<WalletIssuer> {
  const { kty = "", crv = "", x = "", y = "", d = "" } = await exportJWK(keys.privateKey);
  return { certificate: der, privateKey: { kty, crv, x, y, d } };
}

/** The outcome of a PID that differs from those of the sandbox's issuer. */
async function pidOutcome(
  making: Partial<SdJwtMaking> | ((good: SdJwtMaking) => Partial<SdJwtMaking>) = {},
  at = lookedAt,
) {
  const issuing = issuingFor(pid, { birthdate: "1984-08-12" }, await published(signer));
  const good = await issueSdJwt(pid, issuing);
  const other = typeof making === "function" ? making(good) : making;
  return await outcome(pid, await makeSdJwt({ ...good, ...other }), at);
}

/** The outcome of a document. */
async function ageOutcome(making: Partial<MdocMaking> = {}, at = lookedAt) {
  const issuing = issuingFor(age, { age_over_18: true }, await published(signer));
  const good = await issueMdoc(age, issuing);
  return await outcome(age, await makeDeviceResponse({ ...good, ...making }), at);
}

async function outcome(query: CredentialQuery, presentation: string, at: number): Promise<string> {
  const verified = await verifyOne(query, presentation, at);
  return verified.ok ? verified.value[0]?.type ?? "" : verified.refusal.code;
}

async function verifyOne(query: CredentialQuery, presentation: string, at: number) {
  const { client_id, nonce } = requestFor(query);
  const anchor = parseCertificate(root.der);
  assert(anchor !== null);
  return await verifyAnswer({ [query.id]: [presentation] }, {
    query: { credentials: [query] },
    clientId: client_id,
    nonce,
    responseUri,
    jwkThumbprint: null,
    origin: null,
  }, {
    trust: trustIn([anchor]),
    now: Temporal.Instant.fromEpochMilliseconds(at * 1000),
    skewSeconds: 60,
    keyBindingSeconds: 300,
  });
}

/** The thumbprint of the holder's key in a PID or a document. */
async function thumbprintOf(query: CredentialQuery, presentation: string): Promise<string> {
  const verified = await verifyOne(query, presentation, lookedAt);
  assert(verified.ok, verified.ok ? "" : verified.refusal.code);
  return verified.value[0]?.holderKeyThumbprint ?? "";
}

function x5c(...chain: readonly Certified[]) {
  return { x5c: chain.map(({ der }) => Buffer.from(der).toString("base64")) };
}

Deno.test("a member state's own PID answers for the Union's, another type does not", async () => {
  const cases = [
    ["urn:eudi:pid:1", "urn:eudi:pid:1"],
    ["urn:eudi:pid:de:1", "urn:eudi:pid:de:1"],
    ["urn:eudi:pid:de:2", "credential_type_unaccepted"],
    ["urn:eudi:pid:2", "credential_type_unaccepted"],
    ["urn:eudi:pid:DE:1", "credential_type_unaccepted"],
    ["urn:eudi:pid:deu:1", "credential_type_unaccepted"],
    ["urn:eudi:pid:1 ", "credential_type_unaccepted"],
    ["xurn:eudi:pid:de:1", "credential_type_unaccepted"],
  ] as const;
  for (const [vct, expected] of cases) {
    assert.equal(await pidOutcome(({ payload }) => ({ payload: { ...payload, vct } })), expected);
  }
});

Deno.test("a document's type is that asked for, to the letter", async () => {
  for (const docType of ["eu.europa.ec.av.1 ", "eu.europa.ec.av.2", "EU.europa.ec.av.1", ""]) {
    assert.equal(await ageOutcome({ docType }), "mdoc_doctype_unaccepted");
  }
});

Deno.test("an issuer below a CA below an anchor is trusted, in either format", async () => {
  const key = below.keys.privateKey;
  assert.equal(
    await pidOutcome({ header: x5c(below, middle), issuerKey: key }),
    pid.meta.vct_values[0],
  );
  const issuerCertificates = [below.der, middle.der];
  assert.equal(await ageOutcome({ issuerCertificates, issuerSigner: key }), age.meta.doctype_value);
  assert.equal(await pidOutcome({ header: x5c(below), issuerKey: key }), "issuer_untrusted");
  assert.equal(
    await ageOutcome({ issuerCertificates: [below.der], issuerSigner: key }),
    "issuer_untrusted",
  );
});

Deno.test("an issuer signs with P-384 and ES384, and with no curve another's algorithm", async () => {
  const large = await certify({ name: "Large", issuer: root, kind: "P-384" });
  const key = large.keys.privateKey;
  assert.equal(
    await pidOutcome({ header: { alg: "ES384", ...x5c(large) }, issuerKey: key }),
    pid.meta.vct_values[0],
  );
  // The other's certificate beside the signature: its curve is not the algorithm's.
  assert.equal(
    await pidOutcome({ header: { alg: "ES384", ...x5c(signer) }, issuerKey: key }),
    "issuer_signature_invalid",
  );
  assert.equal(await pidOutcome({ header: x5c(large) }), "issuer_signature_invalid");
  assert.equal(
    await ageOutcome({ issuerCertificates: [large.der] }),
    "issuer_signature_invalid",
  );
  // Signed by that very key, over the hash of the other curve's algorithm.
  for (const algorithm of [-7, -9]) {
    const making = { issuerCertificates: [large.der], issuerSigner: key };
    assert.equal(
      await ageOutcome({ ...making, issuerHeader: new Map([[1, algorithm]]) }),
      "issuer_signature_invalid",
    );
  }
});

Deno.test("who may not sign credentials does not, whoever vouches for them", async (t) => {
  const selfSigned = await certify({ name: "Signer", extensions: [] });
  const ca = await certify({ name: "CA", issuer: root, extensions: caExtensions() });
  const leafOfLeaf = await certify({ name: "Leaf", issuer: signer });
  const rsa = await certify({ name: "RSA", issuer: root, kind: "RSA" });
  const many = Array.from({ length: 20 }, () => middle);
  const stranger = await certify({ name: "Signer", issuer: await certify({ name: "Root" }) });
  const signerOf = (rest: Partial<Certifying>) => certify({ name: "Odd", issuer: root, ...rest });
  const former = await signerOf({ notAfter: new Date((lookedAt - 1) * 1000) });
  const future = await signerOf({ notBefore: new Date((lookedAt + 1) * 1000) });
  const old = await signerOf({ hash: "SHA-1" });
  const constraints = new Extension("2.5.29.30", true, Uint8Array.of(0x30, 0).buffer);
  const constrained = await signerOf({ extensions: [...signerExtensions, constraints] });
  const cases = [
    ["itself", [selfSigned], "issuer_untrusted"],
    ["a stranger", [stranger], "issuer_untrusted"],
    ["a CA", [ca], "certificate_usage_unaccepted"],
    ["below a signer", [leafOfLeaf, signer], "issuer_not_authorised"],
    ["the anchor", [root], "certificate_usage_unaccepted"],
    ["an RSA key", [rsa], "certificate_key_unsupported"],
    ["20 certificates", [below, ...many], "chain_malformed"],
    ["nobody", [], "chain_malformed"],
    ["whoever was a signer", [former], "certificate_expired"],
    ["whoever will be one", [future], "certificate_not_yet_valid"],
    ["by SHA-1", [old], "certificate_algorithm_unsupported"],
    ["under constraints", [constrained], "certificate_extension_unsupported"],
  ] as const;
  for (const [who, chain, code] of cases) {
    await t.step(who, async () => {
      assert.equal(await pidOutcome({ header: x5c(...chain) }), code);
      const issuerCertificates = chain.map(({ der }) => der);
      assert.equal(await ageOutcome({ issuerCertificates }), code);
    });
  }
});

Deno.test("x5c is read where it is protected, as base64 of certificates", async () => {
  for (const x5c of ["AAAA", [7], [""], ["-_-_"], null, {}]) {
    assert.equal(await pidOutcome({ header: { x5c } }), "chain_malformed");
  }
});

Deno.test("a wallet may dawdle for 300 s, and its clock may be as much ahead", async () => {
  const signedAt = (by: number) =>
    pidOutcome(({ binding }) => ({ binding: { ...binding, iat: lookedAt + by } }));
  for (const by of [-300, 0, 300]) assert.equal(await signedAt(by), pid.meta.vct_values[0]);
  for (const by of [-301, 301, -86_400 * 365, 86_400 * 365]) {
    assert.equal(await signedAt(by), "key_binding_time_unaccepted");
  }
});

Deno.test("an issuer's clock may differ by 60 s", async () => {
  const life = (claims: Record<string, number>) =>
    pidOutcome(({ payload }) => ({ payload: { ...payload, ...claims } }));
  assert.equal(await life({ exp: lookedAt - 59 }), pid.meta.vct_values[0]);
  assert.equal(await life({ exp: lookedAt - 60 }), "credential_expired");
  assert.equal(await life({ nbf: lookedAt + 60 }), pid.meta.vct_values[0]);
  assert.equal(await life({ nbf: lookedAt + 61 }), "credential_not_yet_valid");
});

Deno.test("whatever a member is, of whoever's header or claims, nothing throws", async () => {
  const name = fc.constantFrom(
    ..."alg typ x5c crit kid jwk iss vct iat exp nbf cnf _sd _sd_alg status aud nonce sd_hash birthdate"
      .split(" "),
  );
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom<unknown>(
      null,
      {},
      [],
      [null],
      [{}],
      "",
      0,
      -1,
      1e308,
      { jwk: null },
      {
        jwk: { kty: "EC", crv: "__proto__" },
      },
      { status_list: null },
      [["..."]],
      [{ "...": null }],
    ),
  );
  const parts = ["header", "payload", "bindingHeader", "binding"] as const;
  const codes = new Set<string>();
  const refusedOtherwise: readonly (readonly [typeof parts[number], string, unknown])[] = [
    ["header", "typ", ""],
    ["header", "x5c", ""],
    ["payload", "exp", "soon"],
    ["payload", "_sd_alg", null],
    ["payload", "status", []],
    ["payload", "cnf", 0],
    ["payload", "birthdate", [{ "...": null }]],
    ["bindingHeader", "typ", 0],
    ["binding", "nonce", {}],
    ["binding", "sd_hash", -1],
    ["binding", "iat", 0],
  ];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...parts), name, odd, async (part, member, value) => {
      // The signing library refuses algorithms and critical members that it does not know.
      fc.pre(!(part.endsWith("eader") && (member === "alg" || member === "crit")));
      codes.add(await pidOutcome((good) => ({ [part]: { ...good[part], [member]: value } })));
    }),
    // A few draws alone do not reach every kind of refusal.
    {
      numRuns: runs(300) + refusedOtherwise.length,
      examples: refusedOtherwise.map((drawn) => [...drawn]),
    },
  );
  for (const part of ["mso", "validity", "response", "deviceAuth"] as const) {
    const members = fc.constantFrom(
      ..."version digestAlgorithm valueDigests deviceKeyInfo docType status signed validUntil documents documentErrors deviceSignature deviceMac"
        .split(" "),
    );
    await fc.assert(
      fc.asyncProperty(members, odd, async (member, value) => {
        codes.add(await ageOutcome({ [part]: { [member]: value } }));
      }),
      { numRuns: runs(50) },
    );
  }
  assert(codes.size > 10, [...codes].join());
});

Deno.test("a holder's key has one thumbprint, however a PID or a document writes it", async () => {
  const issuer = await published(signer);
  const good = await issueSdJwt(pid, issuingFor(pid, { birthdate: "1984-08-12" }, issuer));
  const document = await issueMdoc(age, issuingFor(age, { age_over_18: true }, issuer));
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const { kty, crv, x, y } = await exportJWK(keys.publicKey);
  const shown = async (jwk: object, walletKey = keys.privateKey) =>
    await thumbprintOf(
      pid,
      await makeSdJwt({ ...good, payload: { ...good.payload, cnf: { jwk } }, walletKey }),
    );
  const deviceKey = await coseKey(keys.publicKey);
  const inDocument = async (device: ReadonlyMap<number, unknown>) =>
    await thumbprintOf(
      age,
      await makeDeviceResponse({ ...document, deviceKey: device, deviceSigner: keys.privateKey }),
    );

  const thumbprint = await shown({ kty, crv, x, y });
  assert.equal(thumbprint, await calculateJwkThumbprint(keys.publicKey));
  const same = await Promise.all([
    shown({ y, x, crv, kty }),
    shown({ kty, crv, x, y, kid: "1", alg: "ES256", use: "sig", key_ops: ["verify"], ext: true }),
    inDocument(deviceKey),
    inDocument(new Map([...[...deviceKey].toReversed(), [2, new Uint8Array([1])], [3, -7]])),
  ]);
  assert.deepEqual(same, Array(4).fill(thumbprint));
  const others = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  assert.notEqual(await shown(await exportJWK(others.publicKey), others.privateKey), thumbprint);
  // Another spelling of a coordinate would be another thumbprint of the same key.
  const bytes = Buffer.from(x ?? "", "base64url");
  const spareBits = `${x?.slice(0, -1)}${String.fromCharCode((x ?? "").charCodeAt(42) + 1)}`;
  for (const odd of [`${x}=`, `${x} `, `AA${x}`, bytes.toString("base64"), spareBits]) {
    const payload = { ...good.payload, cnf: { jwk: { kty, crv, x: odd, y } } };
    const made = await makeSdJwt({ ...good, payload, walletKey: keys.privateKey });
    assert.equal(await outcome(pid, made, lookedAt), "holder_key_unusable");
  }
});
