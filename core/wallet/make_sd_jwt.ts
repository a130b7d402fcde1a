import { type CryptoKey, SignJWT } from "jose";
import { digestOf } from "../../standards/sd_jwt/disclosure.ts";

/** All that a presentation is made of, so that each part of it can be wrong. */
export interface SdJwtMaking {
  /** Claims in the clear, and the digests of the others. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Members of the issuer's header beside `alg` and `typ`, or in their place. */
  readonly header?: Readonly<Record<string, unknown>>;
  readonly issuerKey: CryptoKey;
  readonly disclosures: readonly string[];
  /** Claims of the key-binding JWT; `sd_hash` is computed where it is not among them. */
  readonly binding: Readonly<Record<string, unknown>>;
  readonly bindingHeader?: Readonly<Record<string, unknown>>;
  readonly walletKey: CryptoKey;
}

/** An SD-JWT with key binding (RFC 9901 §4). */
export async function makeSdJwt(making: SdJwtMaking): Promise<string> {
  const header = { alg: "ES256", typ: "dc+sd-jwt", ...making.header };
  const issued = await sign(making.payload, header, making.issuerKey);
  const bound = [issued, ...making.disclosures, ""].join("~");
  const binding = { sd_hash: digestOf(bound), ...making.binding };
  const bindingHeader = { alg: "ES256", typ: "kb+jwt", ...making.bindingHeader };
  return `${bound}${await sign(binding, bindingHeader, making.walletKey)}`;
}

async function sign(
  claims: Readonly<Record<string, unknown>>,
  header: Readonly<Record<string, unknown>> & { readonly alg: string },
  key: CryptoKey,
): Promise<string> {
  return await new SignJWT({ ...claims }).setProtectedHeader(header).sign(key);
}
