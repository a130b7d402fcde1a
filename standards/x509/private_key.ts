import { Asn1Error, readOid, tags } from "../asn1/element.ts";
import { contentOf, elementsOf, inside } from "../asn1/read_der.ts";

/** Accepted curves of private keys, by object identifier, with the bytes of a key. */
const curves = new Map(
  [
    ["1.2.840.10045.3.1.7", { curve: "P-256", bytes: 32 }],
    ["1.3.132.0.34", { curve: "P-384", bytes: 48 }],
  ] as const,
);

const ecPublicKey = "1.2.840.10045.2.1";

/**
 * The curve of an elliptic-curve private key in PKCS #8 (RFC 5958, RFC 5915). Check it before the
 * platform imports the key: some runtimes crash on a key of an unexpected kind.
 *
 * @returns null for other bytes
 */
export function curveOfPrivateKey(der: Uint8Array): "P-256" | "P-384" | null {
  try {
    const [whole, ...rest] = elementsOf(der);
    if (rest.length > 0) return null;
    const [, algorithm, key] = inside(whole, tags.sequence);
    const [kind, parameters] = inside(algorithm, tags.sequence);
    if (readOid(kind) !== ecPublicKey) return null;
    const known = [...curves].find(([oid]) => oid === readOid(parameters))?.[1];
    const [ecKey] = elementsOf(contentOf(key, tags.octetString));
    const [, secret] = inside(ecKey, tags.sequence);
    const { length } = contentOf(secret, tags.octetString);
    return known !== undefined && length === known.bytes ? known.curve : null;
  } catch (fault) {
    if (fault instanceof Asn1Error) return null;
    throw fault;
  }
}
