import { createHash } from "node:crypto";
import { z } from "zod";
import type { AcademicIssuers, AcademicIssuerSigner } from "../../core/credentials/ports.ts";
import {
  type AcademicIssuer,
  AcademicIssuerId,
  IssuerCertification,
} from "../../core/credentials/issuer_schema.ts";
import { Timestamp } from "../../core/nouns.ts";
import { leastRecentlyUsed } from "../../base/least_recently_used.ts";
import { parseCertificate } from "../../standards/x509/certificate.ts";
import { isOfKey } from "./issuing_authority.ts";
import {
  deriveWrappingKeys,
  type Secrets,
  WrappedKey,
  type WrappingKeys,
} from "../keys/wrapped_key.ts";
import { openWrappedSigningKey } from "../keys/wrapped_signing_key.ts";
import { defineKey } from "../store/define_key.ts";
import type { Key } from "../store/key.ts";
import type { Entry, Store } from "../store/store.ts";

/** The institutions that issue academic credentials. */
export const academicIssuers = defineKey({
  name: "academic_issuer",
  parts: ["academicIssuerId"],
  value:
    "`{ name, country, logo, colour, certifiedBy, createdAt, certifiedAt, kid, chain, wrapped }`",
  lifetime: "for ever",
  personal: "no",
  protected: "private key wrapped by `AVAL_SECRET_KEY`",
});

/** An institution, as stored. */
export const StoredIssuer = z.object({
  name: z.string(),
  country: z.string().nullable(),
  /** A `data:` URI. */
  logo: z.string().nullable(),
  colour: z.string().nullable(),
  certifiedBy: IssuerCertification,
  createdAt: Timestamp,
  /** Time from which it has this key and certificate. */
  certifiedAt: Timestamp,
  /** RFC 7638 thumbprint of the public key. */
  kid: z.string(),
  /** DER, its own certificate first, without the anchor. */
  chain: z.array(z.base64()).min(1).readonly(),
  /** PKCS #8. */
  wrapped: WrappedKey,
}).readonly();
export type StoredIssuer = z.infer<typeof StoredIssuer>;

/** The name of an institution's key in lists and commands. */
export const academicIssuer = "academic-issuer";

/** Key of an institution. */
export function academicIssuerKey(id: AcademicIssuerId): Key {
  return academicIssuers.key(id);
}

/** Every registered institution, in the order of the ids. */
export function listIssuers(store: Store): AsyncIterable<Entry<StoredIssuer>> {
  return store.list(StoredIssuer, { prefix: academicIssuers.key() });
}

/** The id of an institution on file. */
export function issuerIdOf({ key }: Pick<Entry<StoredIssuer>, "key">): AcademicIssuerId {
  return AcademicIssuerId.parse(key.at(-1));
}

/** An institution with a published key, only for sandboxes. */
export interface PublishedInstitution {
  readonly issuer: AcademicIssuer;
  readonly signer: AcademicIssuerSigner;
}

/** Dependencies of opening the institutions. */
export interface OpenAcademicIssuers {
  readonly store: Store;
  readonly secrets: Secrets;
  /** Takes precedence over a stored institution with its id; null in live. */
  readonly published: PublishedInstitution | null;
}

/** Maximum institutions whose keys are cached unwrapped. */
const signersMax = 256;

/**
 * Opens the institutions. The store is read each time; a key is unwrapped once for its certificate.
 */
export async function openAcademicIssuers(
  { store, secrets, published }: OpenAcademicIssuers,
): Promise<AcademicIssuers> {
  const wrapping = await deriveWrappingKeys(secrets);
  const signers = leastRecentlyUsed<AcademicIssuerSigner>(signersMax);
  const publishedOf = (id: AcademicIssuerId) => published?.issuer.id === id ? published : null;
  return {
    find: async (id) => {
      const known = publishedOf(id);
      if (known !== null) return known.issuer;
      const found = await store.get(StoredIssuer, academicIssuerKey(id));
      return found === null ? null : issuerOf(id, found.value);
    },
    signer: async (id) => {
      const known = publishedOf(id);
      if (known !== null) return known.signer;
      const found = await store.get(StoredIssuer, academicIssuerKey(id));
      if (found === null) return null;
      const name = `${createHash("sha256").update(found.value.chain.join()).digest("hex")} ${id}`;
      const opened = signers.get(name) ?? await openIssuerSigner(wrapping, id, found.value);
      signers.set(name, opened);
      return opened;
    },
  };
}

/** An institution without its key. */
function issuerOf(
  id: AcademicIssuerId,
  { name, country, logo, colour }: StoredIssuer,
): AcademicIssuer {
  return { id, name, country, logo, colour };
}

/**
 * Opens the signer of an institution. Refuses a certificate that does not match the wrapped key,
 * since no signature would verify.
 *
 * @throws Error that names the variable to set, or reports damaged data
 */
export async function openIssuerSigner(
  wrapping: WrappingKeys,
  id: AcademicIssuerId,
  { kid, wrapped, chain: stored }: StoredIssuer,
): Promise<AcademicIssuerSigner> {
  const key = await openWrappedSigningKey(wrapping, {
    name: academicIssuer,
    owner: id,
    kid,
    wrapped,
  });
  const chain = stored.map((certificate) => Uint8Array.fromBase64(certificate));
  const certificates = chain.flatMap((der) => parseCertificate(der) ?? []);
  const [own] = certificates;
  if (own === undefined || certificates.length !== chain.length || !isOfKey(own, key)) {
    throw new Error("The stored certificates of an institution are damaged");
  }
  const notAfter = Math.min(...certificates.map((certificate) => certificate.notAfter));
  return { key: key.cryptoKey, chain, notAfter };
}
