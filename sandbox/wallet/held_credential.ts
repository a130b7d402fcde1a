import { certificatesOf, importPublicKey, openJws, verifyJws } from "../../standards/jose/jws.ts";
import { parseSdJwt } from "../../standards/sd_jwt/compact.ts";
import { disclose } from "../../standards/sd_jwt/disclose.ts";
import {
  type Disclosure,
  parseDisclosure,
  readSdHash,
  type SdHash,
} from "../../standards/sd_jwt/disclosure.ts";
import { type HolderKey, readHolderKey } from "../../standards/sd_jwt/holder_key.ts";
import { type Certificate, parseCertificate } from "../../standards/x509/certificate.ts";
import { ecKeyOf } from "../../standards/x509/verify_chain.ts";
import type { JsonObject } from "../../base/json.ts";
import { ok, type Result } from "../../base/result.ts";
import { offerRefused, type WalletRefusal } from "./refusal.ts";

/** A credential from an issuer, with the key to which it is bound. */
export interface HeldCredential {
  /** The credential issuer identifier. */
  readonly issuer: string;
  /** The issuer's name for it; null: none. */
  readonly name: string | null;
  /** RFC 3339, UTC. */
  readonly receivedAt: string;
  /** An SD-JWT VC with all of its disclosures, and a final tilde. */
  readonly credential: string;
  readonly keys: CryptoKeyPair;
}

/** The credentials in a wallet, in the order in which they were issued. */
export interface HeldCredentials {
  list(): Promise<Result<readonly HeldCredential[], WalletRefusal>>;
  add(credential: HeldCredential): Promise<Result<null, WalletRefusal>>;
}

/** A disclosure with its original text. */
export interface HeldDisclosure extends Disclosure {
  readonly text: string;
}

/** A credential with a valid signature and valid disclosures. */
export interface ReadCredential {
  /** `<JWT>`, without disclosures. */
  readonly issuerJwt: string;
  readonly payload: JsonObject;
  /** The hash of its digests. */
  readonly hash: SdHash;
  readonly byDigest: ReadonlyMap<string, HeldDisclosure>;
  /** All claims, including hidden ones. */
  readonly claims: JsonObject;
  readonly holder: HolderKey;
  /** The signer's certificate. Verifiers decide whether they trust its authority. */
  readonly certificate: Certificate;
}

/**
 * Reads an SD-JWT VC as a holder does: checks signature, type, disclosures and key (RFC 9901 §7.2).
 */
export async function readCredential(
  text: string,
): Promise<Result<ReadCredential, WalletRefusal>> {
  const parts = parseSdJwt(text);
  if (!parts.ok || parts.value.keyBindingJwt !== null) {
    return offerRefused("The credential is not an SD-JWT");
  }
  const { issuerJwt } = parts.value;
  const opened = openJws(issuerJwt, "dc+sd-jwt");
  if (!opened.ok) return offerRefused(`The credential is refused: ${opened.refusal.code}`);
  const [der = new Uint8Array()] = certificatesOf(opened.value.header);
  const certificate = parseCertificate(der);
  const jwk = certificate === null ? null : ecKeyOf(certificate);
  if (certificate === null || jwk === null) {
    return offerRefused("The credential has no certificate of its signer");
  }
  const verified = await verifyJws(opened.value, await importPublicKey(jwk));
  if (!verified.ok) return offerRefused("The signature of the credential is invalid");
  const payload = verified.value;
  const hash = readSdHash(payload["_sd_alg"]);
  if (hash === null) {
    return offerRefused("The credential is refused: hash_algorithm_unsupported");
  }
  const disclosures: HeldDisclosure[] = [];
  for (const disclosure of parts.value.disclosures) {
    const parsed = parseDisclosure(disclosure, hash);
    if (!parsed.ok) return offerRefused(`The credential is refused: ${parsed.refusal.code}`);
    disclosures.push({ ...parsed.value, text: disclosure });
  }
  const claims = disclose(payload, disclosures);
  if (!claims.ok) return offerRefused(`The credential is refused: ${claims.refusal.code}`);
  const holder = await readHolderKey(claims.value);
  if (!holder.ok) return offerRefused("The credential is bound to no key");
  const byDigest = new Map(disclosures.map((each) => [each.digest, each]));
  const read = { issuerJwt, payload, hash, byDigest, claims: claims.value, holder: holder.value };
  return ok({ ...read, certificate });
}
