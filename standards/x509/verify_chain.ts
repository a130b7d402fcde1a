import type { JsonObject } from "../../base/json.ts";
import { type EcJwk, readEcJwk } from "../jose/ec_jwk.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { anchorIndex } from "./anchor_index.ts";
import {
  type Certificate,
  isSignedBy,
  isSignedWell,
  keyUsages,
  parseCertificate,
} from "./certificate.ts";

/** The demands on a chain. */
export interface ChainDemands<Anchor extends Certificate = Certificate> {
  /** Anchors that the operator trusts; no chain holds where it is empty. An array that does not change. */
  readonly anchors: readonly Anchor[];
  /** Unix time, seconds. */
  readonly now: number;
  /** Uses of which the leaf must name one, where it names any (object identifiers). */
  readonly extendedKeyUsages: readonly string[];
}

/** A trust anchor, and the certificate of the chain that it has issued. */
export interface Voucher<Anchor extends Certificate = Certificate> {
  readonly anchor: Anchor;
  /** The signer's own, or one of those above it. */
  readonly issued: Certificate;
}

/** A key that a trust anchor vouches for. */
export interface TrustedKey<Anchor extends Certificate = Certificate> {
  readonly jwk: EcJwk;
  readonly certificate: Certificate;
  /**
   * Every anchor that vouches for it, the nearest to the signer first, otherwise in their order. A CA
   * that was renewed has several, and so has a chain that passes through one anchor to another.
   */
  readonly vouchers: readonly [Voucher<Anchor>, ...Voucher<Anchor>[]];
  /** Unix time, seconds, inclusive: when every certificate is valid, the anchors' too. */
  readonly notBefore: number;
  /** See `notBefore`. */
  readonly notAfter: number;
}

/** Why a chain is refused. */
export interface ChainRefusal {
  readonly code:
    /** No certificates, too many, or bytes that are none. */
    | "chain_malformed"
    | "certificate_not_yet_valid"
    | "certificate_expired"
    /** Signed by an algorithm that is no longer, or not yet, trusted. */
    | "certificate_algorithm_unsupported"
    | "certificate_extension_unsupported"
    /** Its key may not be used for this; a CA's certificate never signs credentials. */
    | "certificate_usage_unaccepted"
    /** Not P-256, P-384 or P-521. */
    | "certificate_key_unsupported"
    /** The next one is no CA, or not for so long a chain. */
    | "issuer_not_authorised"
    /** No anchor has issued the last one, or a signature does not hold. */
    | "chain_untrusted";
}

/** A way to verify chains: {@link verifyChain}, or one that remembers what has held. */
export type VerifyChain = typeof verifyChain;

/** Certificates between a signer and its anchor, its own included. */
const pathMax = 4;

/** Certificates of one message: a path, its anchor, and what holders send from above that. */
const certificatesMax = 8;

/**
 * Verifies a chain of certificates, the signer's first, up to a configured trust anchor (RFC 5280
 * §6.1, without policies and name constraints: where the latter are there, the chain is refused).
 * From the anchor downwards: no signature of a sent chain is verified by a key that nothing
 * vouches for.
 *
 * The chain may hold the anchor and what is above it, which HAIP §6.1.1 forbids issuers to send and
 * holders cannot help. A path ends at the certificate that an anchor has issued; of what follows
 * there the names alone are compared: an anchor is configured, never taken from a message.
 *
 * @param chain DER, as `x5c` and `x5chain` have it
 */
export function verifyChain<Anchor extends Certificate>(
  chain: readonly Uint8Array[],
  demands: ChainDemands<Anchor>,
): Result<TrustedKey<Anchor>, ChainRefusal> {
  const certificates = parseChain(chain);
  const [leaf] = certificates;
  if (leaf === undefined) return refuse({ code: "chain_malformed" });
  const issues = openIssues();
  const found = certificates.slice(0, pathMax)
    .map((_, place) => findPath(certificates.slice(0, place + 1), demands, issues));
  const paths = namesChain(certificates)
    ? found.flatMap((path) => path.ok ? [path.value] : [])
    : [];
  const [voucher, ...others] = nearestOf(paths.flatMap(({ vouchers }) => vouchers));
  if (voucher === undefined) {
    if (certificates.length > pathMax) return refuse({ code: "chain_malformed" });
    const codes = found.flatMap((path) => path.ok ? [] : [path.refusal.code]);
    return refuse({ code: codes.find((code) => code !== "chain_untrusted") ?? "chain_untrusted" });
  }
  const jwk = ecKeyOf(leaf);
  if (jwk === null) return refuse({ code: "certificate_key_unsupported" });
  const all = paths.flatMap(({ certificates, vouchers }) => [
    ...certificates,
    ...vouchers.map(({ anchor }) => anchor),
  ]);
  return ok({
    jwk,
    certificate: leaf,
    vouchers: [voucher, ...others],
    notBefore: Math.max(...all.map(({ notBefore }) => notBefore)),
    notAfter: Math.min(...all.map(({ notAfter }) => notAfter)),
  });
}

/** Certificates that lead to anchors, the signer's first, and the anchors that have issued the last. */
interface Path<Anchor extends Certificate> {
  readonly certificates: readonly Certificate[];
  readonly vouchers: readonly Voucher<Anchor>[];
}

/** Each anchor once: by the certificate nearest to the signer. */
function nearestOf<Anchor extends Certificate>(
  vouchers: readonly Voucher<Anchor>[],
): readonly Voucher<Anchor>[] {
  const byAnchor = new Map<string, Voucher<Anchor>>();
  for (const voucher of vouchers.toReversed()) byAnchor.set(voucher.anchor.fingerprint, voucher);
  const nearest = new Set(byAnchor.values());
  return vouchers.filter((voucher) => nearest.has(voucher));
}

/** Finds the anchors that have issued the last of some certificates, and verifies the path below. */
function findPath<Anchor extends Certificate>(
  certificates: readonly Certificate[],
  { anchors, now, extendedKeyUsages }: ChainDemands<Anchor>,
  issues: typeof hasIssued,
): Result<Path<Anchor>, ChainRefusal> {
  const [leaf, ...cas] = certificates;
  const last = certificates.at(-1);
  if (leaf === undefined || last === undefined) return refuse({ code: "chain_malformed" });
  for (const [place, certificate] of certificates.entries()) {
    const code = faultAt(place, certificate, now);
    if (code !== null) return refuse({ code });
  }
  const issuers = anchorIndex(anchors).ofSubject(last.issuer)
    .filter((anchor) => issues(anchor, last));
  const faults = issuers.map((anchor) => faultAt(certificates.length, anchor, now));
  const vouching = issuers.filter((_, n) => faults[n] === null);
  if (vouching.length === 0) return refuse({ code: faults[0] ?? "chain_untrusted" });
  if (!isChained(certificates, issues)) return refuse({ code: "chain_untrusted" });
  const isLimited = cas.some((ca) => !mayVouchFor(ca, extendedKeyUsages));
  if (isLimited || !maySign(leaf, extendedKeyUsages)) {
    return refuse({ code: "certificate_usage_unaccepted" });
  }
  return ok({ certificates, vouchers: vouching.map((anchor) => ({ anchor, issued: last })) });
}

/**
 * Whether the key of a certificate is for signatures over documents: `digitalSignature`, or
 * `nonRepudiation` alone (RFC 5280 §4.2.1.3), and for one of these uses where it names any.
 */
function maySign(
  { isCa, keyUsage, extendedKeyUsage }: Certificate,
  usages: readonly string[],
): boolean {
  const { digitalSignature, nonRepudiation } = keyUsages;
  return !isCa &&
    (keyUsage === null || [digitalSignature, nonRepudiation].some((bit) => keyUsage.has(bit))) &&
    (extendedKeyUsage === null || extendedKeyUsage.some((use) => usages.includes(use)));
}

/** The certificates of a chain; none when there are too many, or one of them is none. */
function parseChain(chain: readonly Uint8Array[]): readonly Certificate[] {
  if (chain.length > certificatesMax) return [];
  const certificates = chain.flatMap((der) => parseCertificate(der) ?? []);
  return certificates.length === chain.length ? certificates : [];
}

/**
 * Why a certificate cannot stand in its place of a chain, apart from its signature.
 *
 * @param place 0 for the leaf, the highest for the anchor
 * @param now Unix time, seconds
 */
export function faultAt(
  place: number,
  certificate: Certificate,
  now: number,
): ChainRefusal["code"] | null {
  return faultOf(certificate, now) ?? (place === 0 ? null : faultOfIssuer(certificate, place - 1));
}

/** Whether each names the next as its issuer. */
function namesChain(certificates: readonly Certificate[]): boolean {
  return certificates.slice(1).every(({ subject }, n) => certificates[n]?.issuer === subject);
}

/** Whether each has issued the one before it, checked from the one that an anchor has issued. */
function isChained(certificates: readonly Certificate[], issues: typeof hasIssued): boolean {
  const downwards = certificates.toReversed();
  return downwards.slice(1).every((issued, n) => {
    const issuer = downwards[n];
    return issuer !== undefined && issues(issuer, issued);
  });
}

/** {@link hasIssued} that verifies each signature once: the paths of a chain have certificates in common. */
function openIssues(): typeof hasIssued {
  const known = new Map<string, boolean>();
  return (issuer, issued) => {
    const pair = `${issuer.fingerprint} ${issued.fingerprint}`;
    const issues = known.get(pair) ?? hasIssued(issuer, issued);
    known.set(pair, issues);
    return issues;
  };
}

function faultOf(
  certificate: Certificate,
  now: number,
): ChainRefusal["code"] | null {
  const { notBefore, notAfter, hasUnknownCritical } = certificate;
  if (now < notBefore) return "certificate_not_yet_valid";
  if (now > notAfter) return "certificate_expired";
  if (!isSignedWell(certificate)) return "certificate_algorithm_unsupported";
  return hasUnknownCritical ? "certificate_extension_unsupported" : null;
}

/** @param below certificates of CAs between this one and the leaf */
function faultOfIssuer(
  { isCa, keyUsage, pathLength }: Certificate,
  below: number,
): ChainRefusal["code"] | null {
  const maySign = isCa && (keyUsage === null || keyUsage.has(keyUsages.keyCertSign)) &&
    (pathLength === null || pathLength >= below);
  return maySign ? null : "issuer_not_authorised";
}

/** anyExtendedKeyUsage (RFC 5280 §4.2.1.12). */
const anyUsage = "2.5.29.37.0";

/** Whether the uses that a CA below the anchor names, where it names any, have one of these. */
function mayVouchFor({ extendedKeyUsage }: Certificate, usages: readonly string[]): boolean {
  return extendedKeyUsage === null ||
    extendedKeyUsage.some((use) => use === anyUsage || usages.includes(use));
}

/** Whether one certificate names another as its issuer and is signed by its key. */
export function hasIssued(issuer: Certificate, issued: Certificate): boolean {
  return issuer.subject === issued.issuer && isSignedBy(issued, issuer);
}

/** The key of a certificate. @returns null when it is not on P-256, P-384 or P-521 */
export function ecKeyOf({ publicKey }: Certificate): EcJwk | null {
  if ("kty" in publicKey) return publicKey;
  if (publicKey.asymmetricKeyType !== "ec") return null;
  return readEcJwk({ ...publicKey.export({ format: "jwk" }) } as JsonObject);
}
