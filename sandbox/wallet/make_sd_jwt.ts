import { SignJWT } from "jose";
import { Buffer } from "node:buffer";
import { digestBy, type SdHash } from "../../standards/sd_jwt/disclosure.ts";
import { type Signer, signWith } from "./signer.ts";

/** The parts of a presentation, so that each part can be faulty. */
export interface SdJwtMaking {
  /** Plain claims, and the digests of the others. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Members of the issuer's header besides `alg` and `typ`, or instead of them. */
  readonly header?: Readonly<Record<string, unknown>>;
  readonly issuerKey: Signer;
  readonly disclosures: readonly string[];
  /** Claims of the key-binding JWT; `sd_hash` is computed if missing. */
  readonly binding: Readonly<Record<string, unknown>>;
  readonly bindingHeader?: Readonly<Record<string, unknown>>;
  readonly walletKey: Signer;
  /** The hash of the credential's digests; default `sha-256`. */
  readonly hash?: SdHash;
}

/** An SD-JWT with key binding (RFC 9901 §4). */
export async function makeSdJwt(making: SdJwtMaking): Promise<string> {
  const header = { alg: "ES256", typ: "dc+sd-jwt", ...making.header };
  const issued = await sign(making.payload, header, making.issuerKey);
  return await bindSdJwt([issued, ...making.disclosures], making);
}

/**
 * Binds an issued SD-JWT to a request (RFC 9901 §4.3).
 *
 * @param parts the issuer's JWT, then the disclosures that are shown
 */
export async function bindSdJwt(
  parts: readonly string[],
  { binding, bindingHeader, walletKey, hash = "sha-256" }: Pick<
    SdJwtMaking,
    "binding" | "bindingHeader" | "walletKey" | "hash"
  >,
): Promise<string> {
  const bound = [...parts, ""].join("~");
  const claims = { sd_hash: digestBy(hash, bound), ...binding };
  const header = { alg: "ES256", typ: "kb+jwt", ...bindingHeader };
  return `${bound}${await sign(claims, header, walletKey)}`;
}

async function sign(
  claims: Readonly<Record<string, unknown>>,
  header: Readonly<Record<string, unknown>> & { readonly alg: string },
  key: Signer,
): Promise<string> {
  if (typeof key === "function") {
    const signed = [header, claims].map((part) => encodeText(JSON.stringify(part))).join(".");
    const signature = await signWith(key, new TextEncoder().encode(signed));
    return `${signed}.${Buffer.from(signature).toString("base64url")}`;
  }
  return await new SignJWT({ ...claims }).setProtectedHeader(header).sign(key);
}

function encodeText(text: string): string {
  return Buffer.from(text).toString("base64url");
}
