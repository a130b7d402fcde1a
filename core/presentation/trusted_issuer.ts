import { Buffer } from "node:buffer";
import type { EcJwk } from "../../standards/jose/ec_jwk.ts";
import { importPublicKey } from "../../standards/jose/jws.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { distinguishedName } from "../../standards/x509/distinguished_name.ts";
import type { VerifyChain } from "../../standards/x509/verify_chain.ts";
import { countOverdue, withoutRevoked } from "./anchor_revocations.ts";
import type { AnchorSource } from "./anchor_source.ts";
import type { IssuerRefusal, IssuerTrust, TrustedIssuer } from "./ports.ts";
import { areAnchorsFor } from "./trust_anchors.ts";

/**
 * Extended key usages of certificates that sign credentials. A certificate with this extension must
 * have one of these; the EU's PID rulebook and its age-verification profile require none.
 */
export const credentialUsages = [
  /** Document signers of ISO/IEC 18013-5 Annex B. */
  "1.0.18013.5.1.2",
  /** Document signers of ISO/IEC 23220-4, for documents other than driving licences. */
  "1.0.23220.4.1.2",
  /** PID document signers of the EU's ARF 1.4. */
  "1.3.130.2.0.0.1.2",
];

/**
 * Extended key usages of certificates that sign status lists: those of the issuer itself, and
 * id-kp-oauthStatusSigning (Token Status List §10). Its number is not assigned yet; issuers
 * currently use 30, which otherwise belongs to BGPsec routers (RFC 8209), which sign no such lists.
 */
const statusListUsages = [...credentialUsages, "1.3.6.1.5.5.7.3.30"];

/** The dependencies of {@link openIssuerTrust}. */
export interface IssuerTrustDependencies {
  /** Trusted anchors; without any, no credential is trusted. Read for every chain. */
  readonly anchors: AnchorSource;
  readonly verifyChain: VerifyChain;
}

/** Opens the trust in anchors. An issuer's key is imported once, as long as its chain is cached. */
export function openIssuerTrust({ anchors, verifyChain }: IssuerTrustDependencies): IssuerTrust {
  const keys = new WeakMap<EcJwk, CryptoKey>();

  async function keyOf(jwk: EcJwk): Promise<CryptoKey> {
    const known = keys.get(jwk);
    if (known !== undefined) return known;
    const key = await importPublicKey(jwk);
    keys.set(jwk, key);
    return key;
  }

  async function issuerOf(
    chain: readonly Uint8Array[],
    now: Temporal.Instant,
    extendedKeyUsages: readonly string[],
  ): Promise<Result<TrustedIssuer, IssuerRefusal>> {
    const seconds = now.epochMilliseconds / 1000;
    const believed = await anchors();
    const trusted = verifyChain(chain, { anchors: believed, now: seconds, extendedKeyUsages });
    if (!trusted.ok) {
      const { code } = trusted.refusal;
      return refuse({ code: code === "chain_untrusted" ? "issuer_untrusted" : code });
    }
    const { jwk, vouchers, certificate } = trusted.value;
    const vouching = withoutRevoked(vouchers).map(({ anchor }) => anchor);
    if (vouching.length === 0) return refuse({ code: "certificate_revoked" });
    const { notBefore, notAfter, fingerprint, organization, country } = certificate;
    return ok({
      key: await keyOf(jwk),
      notBefore,
      notAfter,
      fingerprint,
      certificate: chain[0] ?? new Uint8Array(),
      subject: distinguishedName(Buffer.from(certificate.subject, "hex")) ?? "",
      name: { organization, country },
      isRevocationOverdue: countOverdue(vouching, seconds) > 0,
      countries: [certificate, ...vouching].flatMap(({ country }) => country ?? []),
      isTrustedFor: (type) => areAnchorsFor(vouching, type),
    });
  }

  return {
    credentialIssuer: (chain, now) => issuerOf(chain, now, credentialUsages),
    statusListIssuer: (chain, now) => issuerOf(chain, now, statusListUsages),
  };
}
