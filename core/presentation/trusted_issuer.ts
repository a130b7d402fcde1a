import { type EcJwk, importPublicKey } from "../../standards/jose/jws.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { verifyChainCached } from "../../standards/x509/verify_chain_cached.ts";
import type { ChainRefusal } from "../../standards/x509/verify_chain.ts";
import type { TrustAnchor } from "./trust_anchors.ts";

/** A key that an anchor vouches for, and what of its certificate the rest depends on. */
export interface TrustedIssuer {
  readonly key: CryptoKey;
  /** Unix time, seconds, inclusive. */
  readonly notBefore: number;
  /** Unix time, seconds, inclusive. */
  readonly notAfter: number;
  /** SHA-256 over its certificate, hex. */
  readonly fingerprint: string;
  /** Whoever vouches for it. */
  readonly anchors: readonly TrustAnchor[];
  /** ISO 3166-1 alpha-2: those that its certificate and its anchors are of. */
  readonly countries: readonly string[];
}

/**
 * Extended key usages of certificates that sign credentials. A certificate that names any must name
 * one of these; the EU's PID rulebook and its age-verification profile ask for none.
 */
const credentialUsages = [
  /** Document signers of ISO/IEC 18013-5 Annex B. */
  "1.0.18013.5.1.2",
  /** Document signers of ISO/IEC 23220-4, for documents that are no driving licence. */
  "1.0.23220.4.1.2",
  /** PID document signers of the EU's ARF 1.4. */
  "1.3.130.2.0.0.1.2",
];

/** Why an issuer is not believed: what is wrong with its certificates, which operators can mend. */
export interface IssuerRefusal {
  readonly code:
    | Exclude<ChainRefusal["code"], "chain_untrusted">
    /** They lead to no anchor, or to none for this type of credential. */
    | "issuer_untrusted";
}

/**
 * Extended key usages of certificates that sign status lists: those of the issuer itself, and
 * id-kp-oauthStatusSigning (Token Status List §10). No number is assigned to that yet; issuers use
 * 30 meanwhile, which is otherwise the BGPsec routers' (RFC 8209), who sign no such lists.
 */
export const statusListUsages = [...credentialUsages, "1.3.6.1.5.5.7.3.30"];

/**
 * The key of who signs credentials, or says that they still hold.
 *
 * @param chain DER, the signer's certificate first
 */
export async function trustedIssuer(
  chain: readonly Uint8Array[],
  { anchors, now, usages = credentialUsages }: {
    readonly anchors: readonly TrustAnchor[];
    readonly now: Temporal.Instant;
    /** Extended key usages, of which one must be named where any is. Default: to sign credentials. */
    readonly usages?: readonly string[];
  },
): Promise<Result<TrustedIssuer, IssuerRefusal>> {
  const trusted = verifyChainCached(chain, {
    anchors,
    now: now.epochMilliseconds / 1000,
    extendedKeyUsages: usages,
  });
  if (!trusted.ok) {
    const { code } = trusted.refusal;
    return refuse({ code: code === "chain_untrusted" ? "issuer_untrusted" : code });
  }
  const { jwk, anchors: vouching, certificate } = trusted.value;
  const { notBefore, notAfter, fingerprint } = certificate;
  const countries = [certificate, ...vouching].flatMap(({ country }) => country ?? []);
  const key = await keyOf(jwk);
  return ok({ key, notBefore, notAfter, fingerprint, anchors: vouching, countries });
}

/** Keys of the chains that are remembered. */
const keys = new WeakMap<EcJwk, CryptoKey>();

async function keyOf(jwk: EcJwk): Promise<CryptoKey> {
  const known = keys.get(jwk);
  if (known !== undefined) return known;
  const key = await importPublicKey(jwk);
  keys.set(jwk, key);
  return key;
}
