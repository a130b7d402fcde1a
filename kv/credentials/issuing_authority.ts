import { z } from "zod";
import {
  type AcademicAnchor,
  academicAnchor,
} from "../../core/credentials/academic_anchor_schema.ts";
import { Timestamp } from "../../core/nouns.ts";
import type { Clock } from "../../base/clock.ts";
import {
  type Certificate,
  isSignedBy,
  parseCertificate,
} from "../../standards/x509/certificate.ts";
import { ecKeyOf } from "../../standards/x509/verify_chain.ts";
import {
  deriveWrappingKeys,
  type Secrets,
  WrappedKey,
  type WrappingKeys,
} from "../keys/wrapped_key.ts";
import { type OpenSigningKey, openWrappedSigningKey } from "../keys/wrapped_signing_key.ts";
import { defineKey } from "../store/define_key.ts";
import type { Entry, Store } from "../store/store.ts";

/** This deployment's issuing authority: the certificate authority of its institutions. */
export const issuingAuthorities = defineKey({
  name: "issuing_authority",
  parts: [],
  value: "`{ kid, createdAt, certificate, wrapped }`",
  lifetime: "for ever",
  personal: "no",
  protected: "private key wrapped by `AVAL_SECRET_KEY`",
});

/** The issuing authority, as stored. */
export const StoredAuthority = z.object({
  /** RFC 7638 thumbprint of the public key. */
  kid: z.string(),
  createdAt: Timestamp,
  /** DER. */
  certificate: z.base64(),
  /** PKCS #8. */
  wrapped: WrappedKey,
}).readonly();
export type StoredAuthority = z.infer<typeof StoredAuthority>;

/** Key of the authority. */
export const authorityKey = issuingAuthorities.key();

/** The name of the authority's key in lists and commands. */
export const issuingAuthority = "issuing-authority";

/** The authority with its key, ready to sign certificates. */
export interface OpenAuthority {
  readonly certificate: Certificate;
  /** DER. */
  readonly der: Uint8Array<ArrayBuffer>;
  readonly key: OpenSigningKey;
}

/** The stored authority; null while no institution has needed one. */
export function findAuthority(store: Store): Promise<Entry<StoredAuthority> | null> {
  return store.get(StoredAuthority, authorityKey);
}

/**
 * Opens the authority. Its certificate is trusted only if its wrapped key signed it: an attacker
 * who can write to the store, but lacks the secret, cannot introduce another authority.
 *
 * @throws Error that names the variable to set, or reports damaged data
 */
export async function openAuthority(
  wrapping: WrappingKeys,
  { kid, wrapped, certificate: stored }: StoredAuthority,
): Promise<OpenAuthority> {
  const key = await openWrappedSigningKey(wrapping, { name: issuingAuthority, kid, wrapped });
  const der = Uint8Array.fromBase64(stored);
  const certificate = parseCertificate(der);
  if (certificate === null || !isOfKey(certificate, key) || !isSignedBy(certificate, certificate)) {
    throw new Error("The stored certificate of the issuing authority is damaged");
  }
  return { certificate, der, key };
}

/** Whether a certificate belongs to a key. */
export function isOfKey(certificate: Certificate, { publicKey }: OpenSigningKey): boolean {
  const jwk = ecKeyOf(certificate);
  return jwk?.crv === "P-256" && jwk.x === publicKey.x && jwk.y === publicKey.y;
}

/** The issuing authority, for verifiers of credentials. */
export interface IssuingAuthority {
  /**
   * The authority as a trust anchor; the same object as long as the authority is the same. Reads
   * the store every few seconds at most.
   *
   * @returns null if there is none yet
   */
  anchor(): Promise<AcademicAnchor | null>;
}

/** Milliseconds for which a read is cached: an authority is made once, and never changes. */
const readMilliseconds = 5_000;

/**
 * Opens the issuing authority of this deployment.
 *
 * @throws Error that names the variable when no given secret unwraps the stored key
 */
export async function openIssuingAuthority(
  { store, clock, secrets }: {
    readonly store: Store;
    readonly clock: Clock;
    readonly secrets: Secrets;
  },
): Promise<IssuingAuthority> {
  const wrapping = await deriveWrappingKeys(secrets);
  let known: { readonly certificate: string; readonly anchor: AcademicAnchor } | null = null;
  let readAt = Number.NEGATIVE_INFINITY;

  async function read(): Promise<void> {
    const at = clock.now().epochMilliseconds;
    const stored = (await findAuthority(store))?.value ?? null;
    if (stored === null) known = null;
    else if (stored.certificate !== known?.certificate) {
      const { certificate } = await openAuthority(wrapping, stored);
      known = { certificate: stored.certificate, anchor: academicAnchor(certificate) };
    }
    readAt = at;
  }

  await read();
  return {
    anchor: async () => {
      const since = clock.now().epochMilliseconds - readAt;
      if (since < 0 || since >= readMilliseconds) await read();
      return known?.anchor ?? null;
    },
  };
}
