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
  /**
   * Anchors that the operator trusts; an empty array refuses every chain. The array must not
   * change.
   */
  readonly anchors: readonly Anchor[];
  /** Unix time, seconds. */
  readonly now: number;
  /** Uses (object identifiers) of which the leaf must have one, if its extension is present. */
  readonly extendedKeyUsages: readonly string[];
}

/** A trust anchor, and the certificate of the chain that it issued. */
export interface Voucher<Anchor extends Certificate = Certificate> {
  readonly anchor: Anchor;
  /** The signer's certificate, or one above it. */
  readonly issued: Certificate;
}

/** A key that a trust anchor vouches for. */
export interface TrustedKey<Anchor extends Certificate = Certificate> {
  readonly jwk: EcJwk;
  readonly certificate: Certificate;
  /**
   * Every anchor that vouches for the key, the nearest to the signer first, otherwise in their
   * order. A renewed CA has several anchors, and so has a chain that passes through one anchor to
   * another.
   */
  readonly vouchers: readonly [Voucher<Anchor>, ...Voucher<Anchor>[]];
  /**
   * Unix time, seconds, inclusive: start of the period in which all certificates, including the
   * anchors, are valid.
   */
  readonly notBefore: number;
  /** See `notBefore`. */
  readonly notAfter: number;
}

/** Why a chain is refused. */
export interface ChainRefusal {
  readonly code:
    /** No certificates, too many, or bytes that are not certificates. */
    | "chain_malformed"
    | "certificate_not_yet_valid"
    | "certificate_expired"
    /** Signed by an algorithm that is not accepted. */
    | "certificate_algorithm_unsupported"
    | "certificate_extension_unsupported"
    /** The key may not be used for this purpose; a CA's certificate never signs credentials. */
    | "certificate_usage_unaccepted"
    /** The key is not on P-256, P-384 or P-521. */
    | "certificate_key_unsupported"
    /** The issuing certificate is not a CA, or does not permit so long a chain. */
    | "issuer_not_authorised"
    /** No anchor issued the last certificate, or a signature is invalid. */
    | "chain_untrusted";
}

/** A function that verifies chains: {@link verifyChain}, or one that caches valid results. */
export type VerifyChain = typeof verifyChain;

/** Maximum certificates between a signer and its anchor, the signer's included. */
const pathMax = 4;

/**
 * Maximum certificates of one message: a path, its anchor, and certificates above it that holders
 * send.
 */
const certificatesMax = 8;

/**
 * Verifies a chain of certificates, the signer's first, up to a configured trust anchor (RFC 5280
 * §6.1, without policies; a chain with name constraints is refused). Verifies from the anchor
 * downwards, so that every signature is verified by a key that is already trusted.
 *
 * The chain may contain the anchor and certificates above it: HAIP §6.1.1 forbids issuers to send
 * them, but holders cannot remove them. A path ends at the certificate that an anchor issued; for
 * the certificates after it only the names are compared, since anchors are configured and never
 * taken from a message.
 *
 * @param chain DER, as in `x5c` and `x5chain`
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

/**
 * Certificates that lead to anchors, the signer's first, and the anchors that issued the last one.
 */
interface Path<Anchor extends Certificate> {
  readonly certificates: readonly Certificate[];
  readonly vouchers: readonly Voucher<Anchor>[];
}

/** Returns each anchor once, with the certificate nearest to the signer. */
function nearestOf<Anchor extends Certificate>(
  vouchers: readonly Voucher<Anchor>[],
): readonly Voucher<Anchor>[] {
  const byAnchor = new Map<string, Voucher<Anchor>>();
  for (const voucher of vouchers.toReversed()) byAnchor.set(voucher.anchor.fingerprint, voucher);
  const nearest = new Set(byAnchor.values());
  return vouchers.filter((voucher) => nearest.has(voucher));
}

/**
 * Finds the anchors that issued the last of the given certificates, and verifies the path below it.
 */
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
 * Whether the key of a certificate may sign documents: `digitalSignature`, or `nonRepudiation`
 * alone (RFC 5280 §4.2.1.3), and one of these extended uses if the certificate has any.
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

/** Parses the certificates of a chain; empty when there are too many, or one is malformed. */
function parseChain(chain: readonly Uint8Array[]): readonly Certificate[] {
  if (chain.length > certificatesMax) return [];
  const certificates = chain.flatMap((der) => parseCertificate(der) ?? []);
  return certificates.length === chain.length ? certificates : [];
}

/**
 * Returns the fault that excludes a certificate from its place in a chain, apart from its
 * signature.
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

/** Whether each certificate names the next one as its issuer. */
function namesChain(certificates: readonly Certificate[]): boolean {
  return certificates.slice(1).every(({ subject }, n) => certificates[n]?.issuer === subject);
}

/**
 * Whether each certificate issued the one before it, checked from the one that an anchor issued.
 */
function isChained(certificates: readonly Certificate[], issues: typeof hasIssued): boolean {
  const downwards = certificates.toReversed();
  return downwards.slice(1).every((issued, n) => {
    const issuer = downwards[n];
    return issuer !== undefined && issues(issuer, issued);
  });
}

/**
 * Opens a {@link hasIssued} that verifies each signature once, since the paths of a chain share
 * certificates.
 */
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

/** @param below number of CA certificates between this one and the leaf */
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

/** Whether a CA below the anchor permits one of these extended uses, if it names any. */
function mayVouchFor({ extendedKeyUsage }: Certificate, usages: readonly string[]): boolean {
  return extendedKeyUsage === null ||
    extendedKeyUsage.some((use) => use === anyUsage || usages.includes(use));
}

/** Whether a certificate names another as its issuer and is signed by that one's key. */
export function hasIssued(issuer: Certificate, issued: Certificate): boolean {
  return issuer.subject === issued.issuer && isSignedBy(issued, issuer);
}

/** The key of a certificate. @returns null when it is not on P-256, P-384 or P-521 */
export function ecKeyOf({ publicKey }: Certificate): EcJwk | null {
  if ("kty" in publicKey) return publicKey;
  if (publicKey.asymmetricKeyType !== "ec") return null;
  return readEcJwk({ ...publicKey.export({ format: "jwk" }) } as JsonObject);
}
