import type { Certificate } from "../x509/certificate.ts";
import { ecKeyOf } from "../x509/verify_chain.ts";

/** SHA-256 (RFC 8017 Appendix B.1). */
export const sha256Oid = "2.16.840.1.101.3.4.2.1";

/** Object identifiers of `signAlgo`. */
export const signAlgos = {
  ecdsaSha256: "1.2.840.10045.4.3.2",
  rsaSha256: "1.2.840.113549.1.1.11",
  rsaPss: "1.2.840.113549.1.1.10",
  /** PKCS #1 v1.5 with the hash that `hashAlgorithmOID` names. */
  rsa: "1.2.840.113549.1.1.1",
} as const;

/**
 * `signAlgoParams` of RSASSA-PSS: DER of RSASSA-PSS-params (RFC 8017 Appendix A.2.3) with SHA-256,
 * MGF1 by SHA-256 and 32 bytes of salt, in base64.
 */
export const pssParams = Uint8Array.fromHex(
  "3034a00f300d06096086480165030402010500a11c301a06092a864886f70d010108300d06096086480165030402010500a203020120",
).toBase64();

/** The algorithm of a raw signature, and the service's name for it. */
export interface ChosenAlgorithm {
  readonly algorithm: "ecdsa-p256" | "ecdsa-p384" | "rsa-pkcs1" | "rsa-pss";
  readonly signAlgo: string;
}

/** Minimum bits of an accepted RSA key. */
const rsaBitsMin = 2_048;

/**
 * Chooses the best algorithm that the key supports and the service offers.
 *
 * @param certificate the signer's
 * @param offered `key.algo` of the credential
 */
export function chooseAlgorithm(
  certificate: Certificate,
  offered: readonly string[],
): ChosenAlgorithm | null {
  return algorithmsOf(certificate).find(({ signAlgo }) => offered.includes(signAlgo)) ?? null;
}

/** The algorithms that a key supports, the best first. */
function algorithmsOf(certificate: Certificate): readonly ChosenAlgorithm[] {
  const { publicKey } = certificate;
  if ("kty" in publicKey) return [];
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = publicKey;
  const pss = { algorithm: "rsa-pss", signAlgo: signAlgos.rsaPss } as const;
  const isShort = (details?.modulusLength ?? 0) < rsaBitsMin;
  switch (type) {
    case "ec": {
      const curve = ecKeyOf(certificate)?.crv;
      if (curve !== "P-256" && curve !== "P-384") return [];
      const algorithm = curve === "P-256" ? "ecdsa-p256" : "ecdsa-p384";
      return [{ algorithm, signAlgo: signAlgos.ecdsaSha256 }];
    }
    case "rsa":
      return isShort ? [] : [
        { algorithm: "rsa-pkcs1", signAlgo: signAlgos.rsaSha256 },
        pss,
        { algorithm: "rsa-pkcs1", signAlgo: signAlgos.rsa },
      ];
    case "rsa-pss":
      return isShort ? [] : [pss];
    default:
      return [];
  }
}
