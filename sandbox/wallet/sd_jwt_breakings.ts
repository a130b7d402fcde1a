import { generateKeyPair } from "jose";
import { sandboxStatuses } from "../../core/presentation/sandbox_statuses.ts";
import { Buffer } from "node:buffer";
import type { Breaking } from "./breaking.ts";
import { signingKey } from "./credentials.ts";
import { digestOf, makeDisclosure } from "../../standards/sd_jwt/disclosure.ts";
import type { SdJwtMaking } from "./make_sd_jwt.ts";

const yearSeconds = 365 * 24 * 60 * 60;

/** A fixed public salt, for a disclosure that must not be disclosed. */
const salt = "2GLC42sKQveCfGfryNRN9w";

/** Faults of a presentation of an SD-JWT VC, by name. */
export const sdJwtBreakings: Readonly<Record<string, Breaking<SdJwtMaking>>> = {
  malformed: {
    what: "no SD-JWT but any text",
    code: "sd_jwt_malformed",
    spoil: () => "sd-jwt",
  },
  typ: {
    what: "the issuer's header says typ JWT",
    code: "sd_jwt_type_unsupported",
    change: ({ header }) => ({ header: { ...header, typ: "JWT" } }),
  },
  issuer_algorithm: {
    what: "the issuer's header says that nothing is signed",
    code: "sd_jwt_algorithm_unsupported",
    spoil: (text) => text.replace(/^[^.]+/, encoded({ alg: "none", typ: "dc+sd-jwt" })),
  },
  untrusted: {
    what: "issued by a stranger who bears the issuer's name",
    code: "issuer_untrusted",
    change: async ({ header }, { issuers }) => ({
      header: { ...header, x5c: x5c(issuers.stranger.certificate) },
      issuerKey: await signingKey(issuers.stranger),
    }),
  },
  no_certificate: {
    what: "no certificate of the issuer's",
    code: "chain_malformed",
    change: () => ({ header: {} }),
  },
  anchor: {
    what: "the trust anchor in the place of the issuer's certificate",
    code: "certificate_usage_unaccepted",
    change: (_, { issuers }) => ({ header: { x5c: x5c(issuers.authorityCertificate) } }),
  },
  issuer_signature: {
    what: "the issuer's certificate over a stranger's signature",
    code: "issuer_signature_invalid",
    change: async (_, { issuers }) => ({ issuerKey: await signingKey(issuers.stranger) }),
  },
  hash_algorithm: {
    what: "digests by another hash than SHA-2",
    code: "hash_algorithm_unsupported",
    change: ({ payload }) => ({ payload: { ...payload, _sd_alg: "sha-1" } }),
  },
  disclosure_malformed: {
    what: "a disclosure that is no JSON",
    code: "disclosure_malformed",
    change: ({ disclosures }) => ({ disclosures: [...disclosures, "YWJj"] }),
  },
  disclosure_repeated: {
    what: "a disclosure that stands twice",
    code: "disclosure_repeated",
    change: ({ disclosures }) => ({ disclosures: [...disclosures, ...disclosures.slice(0, 1)] }),
  },
  disclosure_unreferenced: {
    what: "a disclosure that no digest asks for",
    code: "disclosure_unreferenced",
    change: ({ disclosures }) => ({
      disclosures: [...disclosures, makeDisclosure(salt, "nickname", "Rike")],
    }),
  },
  digest_repeated: {
    what: "a digest that stands in two places",
    code: "digest_repeated",
    change: ({ payload, disclosures }) => ({
      payload: { ...payload, address: { _sd: disclosures.map(digestOf) } },
    }),
  },
  sd_claim: {
    what: "a disclosed claim that is called _sd",
    code: "claim_name_reserved",
    change: (making) => disclosing(making, "_sd", ["a"]),
  },
  claim_repeated: {
    what: "a disclosed claim that stands there already",
    code: "claim_repeated",
    change: (making) => disclosing(making, "iat", 0),
  },
  hidden_exp: {
    what: "exp as a disclosure",
    code: "claim_not_disclosable",
    change: ({ payload: { exp: _, ...payload }, ...making }) =>
      disclosing({ ...making, payload }, "exp", 4_102_444_800),
  },
  claim_malformed: {
    what: "exp as a text",
    code: "claim_malformed",
    change: ({ payload }) => ({ payload: { ...payload, exp: "2100" } }),
  },
  expired: {
    what: "exp a year ago",
    code: "credential_expired",
    change: ({ payload }, { now }) => ({ payload: { ...payload, exp: now - yearSeconds } }),
  },
  not_yet_valid: {
    what: "nbf in a year",
    code: "credential_not_yet_valid",
    change: ({ payload }, { now }) => ({ payload: { ...payload, nbf: now + yearSeconds } }),
  },
  type: {
    what: "a credential of another vct",
    code: "credential_type_unaccepted",
    change: ({ payload }) => ({ payload: { ...payload, vct: "urn:eudi:pid:2" } }),
  },
  holder_key: {
    what: "bound to no key",
    code: "holder_key_unusable",
    change: ({ payload: { cnf: _, ...payload } }) => ({ payload }),
  },
  kb_missing: {
    what: "no key-binding JWT",
    code: "key_binding_missing",
    spoil: (text) => text.slice(0, text.lastIndexOf("~") + 1),
  },
  kb_malformed: {
    what: "a key-binding JWT whose signature has padding's spare bits",
    code: "key_binding_malformed",
    spoil: (text) => `${text.slice(0, -1)}_`,
  },
  kb_typ: {
    what: "a key-binding JWT of typ JWT",
    code: "key_binding_type_unsupported",
    change: () => ({ bindingHeader: { typ: "JWT" } }),
  },
  kb_algorithm: {
    what: "a key-binding JWT of another curve than its key's",
    code: "key_binding_algorithm_unsupported",
    change: async () => ({
      bindingHeader: { alg: "ES384" },
      walletKey: (await generateKeyPair("ES384")).privateKey,
    }),
  },
  kb_signature: {
    what: "a key-binding JWT signed by another wallet",
    code: "key_binding_signature_invalid",
    change: async () => ({ walletKey: (await generateKeyPair("ES256")).privateKey }),
  },
  nonce: {
    what: "bound to another nonce",
    code: "key_binding_nonce_differs",
    change: ({ binding }) => ({ binding: { ...binding, nonce: "n-0S6_WzA2Mj" } }),
  },
  aud: {
    what: "bound to another verifier",
    code: "key_binding_audience_differs",
    change: ({ binding }) => ({ binding: { ...binding, aud: "https://verifier.example" } }),
  },
  kb_iat_past: {
    what: "a key-binding JWT of a year ago",
    code: "key_binding_time_unaccepted",
    change: ({ binding }, { now }) => ({ binding: { ...binding, iat: now - yearSeconds } }),
  },
  kb_iat_future: {
    what: "a key-binding JWT of next year",
    code: "key_binding_time_unaccepted",
    change: ({ binding }, { now }) => ({ binding: { ...binding, iat: now + yearSeconds } }),
  },
  sd_hash: {
    what: "bound to other disclosures",
    code: "key_binding_sd_hash_differs",
    change: ({ binding }) => ({ binding: { ...binding, sd_hash: digestOf("others~") } }),
  },
  missing_claim: {
    what: "a claim that is asked for and not shown",
    code: "claim_missing",
    change: ({ disclosures }) => ({ disclosures: disclosures.slice(1) }),
  },
  revoked: {
    what: "on the sandbox's status list as revoked",
    code: "credential_revoked",
    change: ({ payload }) => ({
      payload: { ...payload, status: { status_list: sandboxStatuses.revoked } },
    }),
  },
  status_malformed: {
    what: "a status that is not understood",
    code: "status_malformed",
    change: ({ payload }) => ({ payload: { ...payload, status: { status_list: { idx: -1 } } } }),
  },
};

function disclosing(
  { payload, disclosures }: Pick<SdJwtMaking, "payload" | "disclosures">,
  name: string,
  value: number | readonly string[],
): Pick<SdJwtMaking, "payload" | "disclosures"> {
  const disclosure = makeDisclosure(salt, name, value);
  const digests = Array.isArray(payload["_sd"]) ? payload["_sd"] : [];
  return {
    payload: { ...payload, _sd: [...digests, digestOf(disclosure)] },
    disclosures: [...disclosures, disclosure],
  };
}

function x5c(...certificates: readonly Uint8Array[]): readonly string[] {
  return certificates.map((der) => Buffer.from(der).toString("base64"));
}

function encoded(header: Readonly<Record<string, string>>): string {
  return Buffer.from(JSON.stringify(header)).toString("base64url");
}
