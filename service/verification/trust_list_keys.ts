import { importPublicKey } from "../../standards/jose/jws.ts";
import { type Certificate, parseCertificate } from "../../standards/x509/certificate.ts";
import { parsePem } from "../../standards/x509/pem.ts";
import { ecKeyOf } from "../../standards/x509/verify_chain.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { PemSource } from "../config/verifier.ts";

/** A trusted signer of trust lists. */
interface ListSigner {
  readonly certificate: Certificate;
  readonly key: CryptoKey;
}

/** The keys whose lists are trusted at a time; Unix time, seconds. */
export type TrustListKeys = (now: number) => readonly CryptoKey[];

/** The reason why the signers' certificates cannot be used. */
export interface TrustListKeysRefusal {
  readonly code: "invalid_keys";
  /** A message for the operator, without a full stop. */
  readonly message: string;
}

/**
 * Reads `AVAL_TRUST_LIST_KEYS`: certificates of the signers of trust lists, as PEM or a file. Each
 * is trusted only for its own key while it is valid, not for certificates below it.
 */
export async function readTrustListKeys(
  source: PemSource | null,
): Promise<Result<TrustListKeys, TrustListKeysRefusal>> {
  if (source === null) return ok(() => []);
  const text = source.kind === "text"
    ? source.text
    : await Deno.readTextFile(source.path).catch(() => null);
  if (text === null) return unusable("the file cannot be read");
  const signers: ListSigner[] = [];
  for (const { label, der } of parsePem(text) ?? []) {
    const certificate = label === "CERTIFICATE" ? parseCertificate(der) : null;
    const jwk = certificate === null ? null : ecKeyOf(certificate);
    if (certificate === null || jwk === null) {
      return unusable("expected certificates alone, with keys on P-256, P-384 or P-521");
    }
    signers.push({ certificate, key: await importPublicKey(jwk) });
  }
  if (signers.length === 0) return unusable("contains no PEM certificates, or a damaged one");
  return ok((now) =>
    signers.flatMap(({ certificate: { notBefore, notAfter }, key }) =>
      notBefore <= now && now <= notAfter ? [key] : []
    )
  );
}

function unusable(message: string): Result<never, TrustListKeysRefusal> {
  return refuse({ code: "invalid_keys", message });
}
