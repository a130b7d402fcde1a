import type { EcJwk } from "../jose/jws.ts";
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
  /** Whom the operator trusts; nobody, where it is empty. An array that does not change. */
  readonly anchors: readonly Anchor[];
  /** Unix time, seconds. */
  readonly now: number;
  /** Uses of which the leaf must name one, where it names any (object identifiers). */
  readonly extendedKeyUsages: readonly string[];
}

/** A key that a trust anchor vouches for. */
export interface TrustedKey<Anchor extends Certificate = Certificate> {
  readonly jwk: EcJwk;
  readonly certificate: Certificate;
  /** The one that the anchors have issued: the signer's own, or the last of those above it. */
  readonly issuedByAnchor: Certificate;
  /** Every anchor that vouches for it, in their order: a CA that was renewed has several. */
  readonly anchors: readonly [Anchor, ...Anchor[]];
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
    /** A trust anchor is sent along; it is configured, never taken from a message (HAIP §6.1.1). */
    | "chain_holds_anchor"
    | "certificate_not_yet_valid"
    | "certificate_expired"
    /** Signed by an algorithm that is no longer, or not yet, trusted. */
    | "certificate_algorithm_unsupported"
    | "certificate_extension_unsupported"
    /** Its key may not be used for this; a CA's certificate never signs credentials. */
    | "certificate_usage_unaccepted"
    /** Not P-256 or P-384. */
    | "certificate_key_unsupported"
    /** The next one is no CA, or not for so long a chain. */
    | "issuer_not_authorised"
    /** No anchor has issued the last one, or a signature does not hold. */
    | "chain_untrusted";
}

/** A way to verify chains: {@link verifyChain}, or one that remembers what has held. */
export type VerifyChain = typeof verifyChain;

/** Certificates of one chain, the anchor left out. */
const certificatesMax = 4;

/**
 * Verifies a chain of certificates, the signer's first, up to a configured trust anchor (RFC 5280
 * §6.1, without policies and name constraints: where those are critical, the chain is refused). From
 * the anchor downwards: whoever sends a chain has no signature verified by keys that nobody vouches for.
 *
 * @param chain DER, as `x5c` and `x5chain` have it
 */
export function verifyChain<Anchor extends Certificate>(
  chain: readonly Uint8Array[],
  { anchors, now, extendedKeyUsages }: ChainDemands<Anchor>,
): Result<TrustedKey<Anchor>, ChainRefusal> {
  const certificates = parseChain(chain);
  const [leaf] = certificates;
  if (leaf === undefined) return refuse({ code: "chain_malformed" });
  const known = anchorIndex(anchors);
  if (certificates.some(({ fingerprint }) => known.has(fingerprint))) {
    return refuse({ code: "chain_holds_anchor" });
  }
  for (const [place, certificate] of certificates.entries()) {
    const code = faultAt(place, certificate, now);
    if (code !== null) return refuse({ code });
  }
  const last = certificates.at(-1) ?? leaf;
  const issuers = known.ofSubject(last.issuer).filter((anchor) => hasIssued(anchor, last));
  const faults = issuers.map((anchor) => faultAt(certificates.length, anchor, now));
  const [vouching, ...others] = issuers.filter((_, n) => faults[n] === null);
  if (vouching === undefined) return refuse({ code: faults[0] ?? "chain_untrusted" });
  if (!isChained(certificates)) return refuse({ code: "chain_untrusted" });
  const isLimited = certificates.slice(1).some((ca) => !mayVouchFor(ca, extendedKeyUsages));
  if (isLimited) return refuse({ code: "certificate_usage_unaccepted" });
  const { keyUsage, extendedKeyUsage, isCa } = leaf;
  const isForThis = !isCa && (keyUsage === null || keyUsage.has(keyUsages.digitalSignature)) &&
    (extendedKeyUsage === null || extendedKeyUsage.some((use) => extendedKeyUsages.includes(use)));
  if (!isForThis) return refuse({ code: "certificate_usage_unaccepted" });
  const jwk = ecKeyOf(leaf);
  if (jwk === null) return refuse({ code: "certificate_key_unsupported" });
  const path = [...certificates, vouching, ...others];
  return ok({
    jwk,
    certificate: leaf,
    issuedByAnchor: last,
    anchors: [vouching, ...others],
    notBefore: Math.max(...path.map(({ notBefore }) => notBefore)),
    notAfter: Math.min(...path.map(({ notAfter }) => notAfter)),
  });
}

/** The certificates of a chain; none when it is too long, or one of them is none. */
function parseChain(chain: readonly Uint8Array[]): readonly Certificate[] {
  if (chain.length > certificatesMax) return [];
  const certificates = chain.flatMap((der) => parseCertificate(der) ?? []);
  return certificates.length === chain.length ? certificates : [];
}

/**
 * Why a certificate cannot stand in its place of a chain, whoever has signed it.
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

/** Whether each has issued the one before it, checked from the one that an anchor has issued. */
function isChained(certificates: readonly Certificate[]): boolean {
  const downwards = certificates.toReversed();
  return downwards.slice(1).every((issued, n) => {
    const issuer = downwards[n];
    return issuer !== undefined && hasIssued(issuer, issued);
  });
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

/** The key of a certificate. @returns null when it is not on P-256 or P-384 */
export function ecKeyOf({ publicKey }: Certificate): EcJwk | null {
  if (publicKey.asymmetricKeyType !== "ec") return null;
  const { crv, x, y } = publicKey.export({ format: "jwk" });
  const isTaken = (crv === "P-256" || crv === "P-384") && x !== undefined && y !== undefined;
  return isTaken ? { kty: "EC", crv, x, y } : null;
}
