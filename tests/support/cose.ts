import { encode } from "cborg";
import { concatBytes } from "../../base/bytes.ts";

/** Parts of a COSE_Sign1 for a test. */
export interface Sign1Making {
  /** DER certificates for the unprotected header, the signer's first. */
  readonly chain: readonly Uint8Array[];
  readonly key: CryptoKey;
  /** Protected header parameters that add to or replace ES256; undefined removes one. */
  readonly header?: ReadonlyMap<number, unknown>;
  /** Tags of the structure; 18 by default. */
  readonly tags?: readonly number[];
}

/** Signs a payload as COSE_Sign1 (RFC 9052 §4.2), without the code that reads it. */
export async function makeSign1(
  payload: Uint8Array,
  { chain, key, header = new Map(), tags = [0xd2] }: Sign1Making,
): Promise<Uint8Array<ArrayBuffer>> {
  const protectedHeader = encode(
    new Map(
      [...new Map<number, unknown>([[1, -7], ...header])].filter(([, of]) => of !== undefined),
    ),
  );
  const unprotected = new Map<number, unknown>(
    chain.length === 0 ? [] : [[33, chain.length === 1 ? chain[0] : chain]],
  );
  const toBeSigned = encode(["Signature1", protectedHeader, new Uint8Array(), payload]);
  const algorithm = { name: "ECDSA", hash: "SHA-256" };
  const signature = new Uint8Array(
    await crypto.subtle.sign(algorithm, key, new Uint8Array(toBeSigned)),
  );
  const message = encode([protectedHeader, unprotected, payload, signature]);
  return concatBytes([Uint8Array.from(tags), message]);
}
