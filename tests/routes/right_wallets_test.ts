import "../support/certificates.ts";
import assert from "node:assert/strict";
import { Extension, KeyUsageFlags, KeyUsagesExtension } from "@peculiar/x509";
import type { SdHash } from "../../standards/sd_jwt/disclosure.ts";
import { digestBy } from "../../standards/sd_jwt/disclosure.ts";
import {
  caExtensions,
  type Certified,
  certify,
  signerExtensions,
} from "../support/certificates.ts";
import { DEGREE, startEmployer } from "../support/employing.ts";
import { beginLogin, serviceWithLogins } from "../support/login_sessions.ts";
import { belowLargeRoot, heldByLarge, issuedByLarge, largeRoot } from "../support/p521.ts";
import { always, certificatesPem, pemOf } from "../support/pem.ts";
import {
  answerOf,
  type Claims,
  type Presenting,
  type TestIssuer,
} from "../support/sandbox_wallet.ts";
import { disclosureOf } from "../support/sd_jwt.ts";
import type { TestService } from "../support/service.ts";
import { makeStatusList } from "../support/status_list_issuer.ts";
import { httpAnswer, rawServer } from "../support/raw_answers.ts";
import { sendAnswer, start } from "../support/verifying.ts";

type Shown = Omit<Presenting, "now" | "claims">;

const birthdate = { birthdate: "1984-08-12" };

/** A session of each service that accepts credentials, and its answer. */
const places: Readonly<
  Record<string, {
    readonly begin: (service: TestService) => Promise<{ authorizationRequest: Asked }>;
    readonly claims: Readonly<Record<string, Claims>>;
  }>
> = {
  "verification, an SD-JWT VC": {
    begin: (service) => start(service.as("acme"), "age-verification"),
    claims: { pid_birthdate: birthdate },
  },
  "verification, an mdoc": {
    begin: (service) => start(service.as("acme"), "age-verification"),
    claims: { av_age_over_18: { age_over_18: true } },
  },
  "a login": {
    begin: (service) => beginLogin(service, "acme"),
    claims: { pid_login_authentication: birthdate },
  },
  "an employer": {
    begin: (service) => startEmployer(service.as("acme")),
    claims: { academic_degree: DEGREE },
  },
};
type Asked = Parameters<typeof answerOf>[0] & { readonly response_uri: string };

/** The outcome of a presentation in each place: `accepted`, or the rule that it violates. */
async function outcomesOf(
  service: TestService,
  shown: Shown | ((claims: Claims) => Shown),
  only: RegExp = /./,
): Promise<readonly string[]> {
  const outcomes = new Set<string>();
  for (const [place, { begin, claims }] of Object.entries(places)) {
    if (!only.test(place)) continue;
    const { authorizationRequest: request } = await begin(service);
    const [of = {}] = Object.values(claims);
    const making = typeof shown === "function" ? shown(of) : shown;
    const answer = await answerOf(request, { now: service.clock.now(), claims, ...making });
    const { status, body } = await sendAnswer(service, request, answer);
    outcomes.add(
      status === 200 ? "accepted" : String(body.message).replace(/^.*verify: (\w+).*$/, "$1"),
    );
  }
  return [...outcomes];
}

const root = await certify({ name: "Issuers", ...always });
const middle = await certify({
  name: "Middle",
  issuer: root,
  extensions: caExtensions(0),
  ...always,
});
const lookalike = await certify({ name: "Issuers", ...always });

function serviceBelieving(...anchors: readonly Certified[]): Promise<TestService> {
  return serviceWithLogins({ env: { AVAL_TRUST_ANCHORS: certificatesPem(...anchors) } });
}

async function signerBelow(
  issuer: Certified,
  extensions: Extension[] = signerExtensions,
  more: Parameters<typeof certify>[0] | Record<string, never> = {},
): Promise<Certified> {
  return await certify({ name: "Signer", issuer, extensions, ...always, ...more });
}

function issuerOf(signer: Certified, ...above: readonly Certified[]): TestIssuer {
  return { chain: [signer, ...above].map(({ der }) => der), key: signer.keys.privateKey };
}

Deno.test("a chain that passes through its anchor, or ends in it, is believed everywhere", async () => {
  const [direct, below] = [await signerBelow(root), await signerBelow(middle)];
  const above = await certify({ name: "Above", ...always });
  const crossed = await certify({
    name: "Issuers",
    keys: root.keys,
    issuer: above,
    extensions: caExtensions(),
    ...always,
  });
  const cases = [
    [[root], issuerOf(direct, root)],
    [[root], issuerOf(below, middle, root)],
    [[middle], issuerOf(below, middle)],
    [[middle], issuerOf(below, middle, root)],
    [[root], issuerOf(direct, crossed, above)],
    [[root, middle], issuerOf(below, middle, root)],
  ] as const;
  for (const [anchors, issuer] of cases) {
    await using service = await serviceBelieving(...anchors);
    assert.deepEqual(await outcomesOf(service, { issuer }), ["accepted"]);
  }
});

Deno.test("an anchor's look-alike, one that has expired and the anchor alone are refused everywhere", async () => {
  const direct = await signerBelow(root);
  const forged = await signerBelow(lookalike);
  const old = await certify({
    name: "Issuers",
    keys: root.keys,
    ...always,
    notAfter: new Date("2021-01-01T00:00:00Z"),
  });
  const cases = [
    [root, issuerOf(forged, lookalike), "issuer_untrusted"],
    [root, issuerOf(forged, lookalike, root), "issuer_untrusted"],
    [root, issuerOf(forged, root), "issuer_untrusted"],
    [root, issuerOf(direct, middle), "issuer_untrusted"],
    [old, issuerOf(direct, old), "certificate_expired"],
    [old, issuerOf(direct, root), "certificate_expired"],
    [root, issuerOf(root), "certificate_usage_unaccepted"],
  ] as const;
  for (const [anchor, issuer, rule] of cases) {
    await using service = await serviceBelieving(anchor);
    assert.deepEqual(await outcomesOf(service, { issuer }), [rule]);
  }
});

/** A critical extension whose content is one certificate policy (RFC 5280 §4.2.1.4). */
const critical = (oid: string) =>
  new Extension(oid, true, Uint8Array.fromHex("3006300406022a03").buffer);

const usage = (bits: KeyUsageFlags) => new KeyUsagesExtension(bits, true);

Deno.test("a certificate's uses and critical extensions are judged alike everywhere", async () => {
  const cases: readonly (readonly [string, Extension[], string])[] = [
    ["nonRepudiation alone", [usage(KeyUsageFlags.nonRepudiation)], "accepted"],
    ["critical policies", [...signerExtensions, critical("2.5.29.32")], "accepted"],
    ["no uses", [], "accepted"],
    ["keyAgreement", [usage(KeyUsageFlags.keyAgreement)], "certificate_usage_unaccepted"],
    ["cRLSign", [usage(KeyUsageFlags.cRLSign)], "certificate_usage_unaccepted"],
    [
      "policyConstraints",
      [...signerExtensions, critical("2.5.29.36")],
      "certificate_extension_unsupported",
    ],
    ["unknown", [...signerExtensions, critical("1.2.3.4")], "certificate_extension_unsupported"],
  ];
  await using service = await serviceBelieving(root);
  for (const [what, extensions, outcome] of cases) {
    const issuer = issuerOf(await signerBelow(root, extensions));
    assert.deepEqual(await outcomesOf(service, { issuer }), [outcome], what);
  }
  const sha1 = issuerOf(await certify({ name: "Old", issuer: root, hash: "SHA-1", ...always }));
  assert.deepEqual(await outcomesOf(service, { issuer: sha1 }), [
    "certificate_algorithm_unsupported",
  ]);
});

Deno.test("ES512 is taken of issuers, wallets and CAs", async () => {
  await using service = await serviceWithLogins({
    env: { AVAL_TRUST_ANCHORS: `${pemOf("CERTIFICATE", largeRoot)}${certificatesPem(root)}` },
  });
  const bySmall = issuerOf(await signerBelow(root));
  const both = {
    sdJwt: {
      ...issuedByLarge.sdJwt,
      ...heldByLarge.sdJwt,
    },
    mdoc: { ...issuedByLarge.mdoc, ...heldByLarge.mdoc },
  };
  const cases: readonly (readonly [string, Shown])[] = [
    ["of a CA", { issuer: belowLargeRoot }],
    ["of an issuer", issuedByLarge],
    ["of a wallet", { issuer: bySmall, ...heldByLarge }],
    ["of all of them", { ...issuedByLarge, ...both }],
  ];
  for (const [what, shown] of cases) {
    assert.deepEqual(await outcomesOf(service, shown), ["accepted"], what);
  }
  // Another's signature, and one that names another algorithm than its key's.
  const forged = {
    ...issuedByLarge,
    sdJwt: { ...issuedByLarge.sdJwt, ...forgery.sdJwt },
    mdoc: { ...issuedByLarge.mdoc, ...forgery.mdoc },
  };
  assert.deepEqual(await outcomesOf(service, forged), ["issuer_signature_invalid"]);
});

/** Signatures by the wallet instead of the issuer. */
const forgery: Shown = {
  sdJwt: heldByLarge.sdJwt?.walletKey === undefined
    ? {}
    : { issuerKey: heldByLarge.sdJwt.walletKey },
  mdoc: heldByLarge.mdoc?.deviceSigner === undefined
    ? {}
    : { issuerSigner: heldByLarge.mdoc.deviceSigner },
};

Deno.test("digests are of SHA-256, SHA-384 or SHA-512, and the wallet's over what it shows too", async () => {
  await using service = await serviceBelieving(root);
  const issuer = issuerOf(await signerBelow(root));
  const sdJwtOnly = /SD-JWT|login|employer/;
  /** @param own hash of the digests, and of `sd_hash` by default, if it differs from `_sd_alg` */
  const by = (named: string, own: SdHash, binding: SdHash = own) => (claims: Claims): Shown => ({
    issuer,
    sdJwt: {
      payload: {
        _sd_alg: named,
        _sd: Object.entries(claims).map(([name, value]) =>
          digestBy(own, disclosureOf(name, value as never))
        ),
      },
      hash: binding,
    },
  });
  for (const hash of ["sha-256", "sha-384", "sha-512"] as const) {
    assert.deepEqual(await outcomesOf(service, by(hash, hash), sdJwtOnly), ["accepted"]);
  }
  const cases = [
    [by("sha-1", "sha-256"), "hash_algorithm_unsupported"],
    [by("sha-512", "sha-256"), "disclosure_unreferenced"],
    [by("sha-512", "sha-512", "sha-256"), "key_binding_sd_hash_differs"],
  ] as const;
  for (const [shown, rule] of cases) {
    assert.deepEqual(await outcomesOf(service, shown, sdJwtOnly), [rule]);
  }
});

Deno.test("a status that is null is none, everywhere", async () => {
  await using service = await serviceBelieving(root);
  const issuer = issuerOf(await signerBelow(root));
  const status = (value: unknown): Shown => ({
    issuer,
    status: Object.fromEntries(
      Object.values(places).flatMap(({ claims }) => Object.keys(claims)).map((id) => [id, value]),
    ),
  });
  assert.deepEqual(await outcomesOf(service, status(null)), ["accepted"]);
  assert.deepEqual(await outcomesOf(service, status({}), /verification, an SD|login|employer/), [
    "status_malformed",
  ]);
});

Deno.test("a status list's chain may hold the anchor too", async () => {
  const uri = "https://issuer.example/lists/1";
  const issuer = issuerOf(await signerBelow(root), root);
  const now = () => service.clock.now().epochMilliseconds / 1000;
  const { connect } = rawServer(async () => {
    const token = await makeStatusList(uri, now(), issuer);
    return httpAnswer(200, { "content-type": "application/statuslist+jwt" }, token);
  });
  await using service = await serviceWithLogins({
    mode: "live",
    env: { AVAL_TRUST_ANCHORS: certificatesPem(root) },
    connect,
  });
  for (const [idx, outcome] of [[0, "accepted"], [1, "credential_revoked"]] as const) {
    const status = { pid_birthdate: { status_list: { uri, idx } } };
    assert.deepEqual(await outcomesOf(service, { issuer, status }, /an SD-JWT VC/), [outcome]);
  }
});
