import { decodeProtectedHeader, type JWSHeaderParameters, SignJWT } from "jose";
import { Buffer } from "node:buffer";
import { decodeBase64Url, decodeJson, isObject, type JsonObject } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { EcJwk } from "./ec_jwk.ts";
import { curveOf, verifyEcdsa } from "./verify_ecdsa.ts";

/** Accepted signature algorithms (RFC 7518 §3.4), each with its own curve. */
export const algorithms = ["ES256", "ES384", "ES512"] as const;
/** One of the names of {@link algorithms}. */
export type Algorithm = typeof algorithms[number];

/** An unverified header of a JWS (RFC 7515 §4). */
export type JwsHeader = JWSHeaderParameters;

/** The algorithm of each curve. */
export const algorithmOf: Readonly<Record<EcJwk["crv"], Algorithm>> = {
  "P-256": "ES256",
  "P-384": "ES384",
  "P-521": "ES512",
};

/**
 * Imports a public key for the verification of signatures.
 *
 * @throws DOMException when the JWK is not a valid key
 */
export async function importPublicKey({ kty, crv, x, y }: EcJwk): Promise<CryptoKey> {
  const algorithm = { name: "ECDSA", namedCurve: crv };
  // Where the runtime has keys on P-521 and no signatures of them, the key is read back.
  const isExtractable = crv === "P-521";
  return await crypto.subtle.importKey("jwk", { kty, crv, x, y }, algorithm, isExtractable, [
    "verify",
  ]);
}

/** Signs claims. @returns the JWS in compact form */
export async function signJws(
  claims: JsonObject,
  { x5c, ...header }: {
    readonly alg: Algorithm;
    readonly typ: string;
    /** The signer's certificate first; DER in base64 (RFC 7515 §4.1.6). */
    readonly x5c: readonly string[];
  },
  key: CryptoKey,
): Promise<string> {
  return await new SignJWT({ ...claims }).setProtectedHeader({ ...header, x5c: [...x5c] }).sign(
    key,
  );
}

/** A JWS whose header was checked and whose signature is not verified yet. */
export interface OpenJws {
  readonly text: string;
  readonly header: JwsHeader;
  readonly algorithm: Algorithm;
}

/** Refusal of a JWS. */
export interface JwsRefusal {
  readonly code:
    /** Not three parts in canonical base64url, or the claims are not a JSON object. */
    | "malformed"
    /** `typ` differs from the expected type, or a critical header is not understood. */
    | "type_unsupported"
    | "algorithm_unsupported"
    | "signature_invalid";
}

/**
 * Reads the header of a compact JWS. Refuses a critical extension that is not understood (RFC 7515
 * §4.1.11).
 *
 * @param type the required `typ`; null: any
 * @param understood names of critical extensions
 */
export function openJws(
  text: string,
  type: string | null,
  understood: readonly string[] = [],
): Result<OpenJws, JwsRefusal> {
  const header = readHeader(text);
  if (header === null) return refuse({ code: "malformed" });
  const isOfType = type === null || header.typ === type;
  if (!isOfType || !understands(header, understood)) return refuse({ code: "type_unsupported" });
  const algorithm = algorithms.find((known) => known === header.alg);
  if (algorithm === undefined) return refuse({ code: "algorithm_unsupported" });
  return ok({ text, header, algorithm });
}

/** Whether every critical extension is understood and present. */
function understands(header: JwsHeader, understood: readonly string[]): boolean {
  if (!("crit" in header)) return true;
  const critical: unknown = header.crit;
  return Array.isArray(critical) && critical.length > 0 &&
    critical.every((name) => understood.includes(name) && Object.hasOwn(header, name));
}

/** Verifies the signature and reads the claims, which are a JSON object. */
export async function verifyJws(
  { text, algorithm }: OpenJws,
  key: CryptoKey,
): Promise<Result<JsonObject, JwsRefusal>> {
  if (!await isSignedBy(text, algorithm, key)) return refuse({ code: "signature_invalid" });
  const claims = decodeJson(text.split(".")[1] ?? "");
  return isObject(claims) ? ok(claims) : refuse({ code: "malformed" });
}

/**
 * Whether a key signed a compact JWS by the algorithm of the key's own curve, regardless of the
 * header.
 */
async function isSignedBy(
  text: string,
  algorithm: Algorithm,
  key: CryptoKey,
): Promise<boolean> {
  const curve = curveOf(key);
  if (curve === null || algorithmOf[curve] !== algorithm) return false;
  const [header = "", payload = "", signature = ""] = text.split(".");
  const bytes = decodeBase64Url(signature);
  const signed = new TextEncoder().encode(`${header}.${payload}`);
  return bytes !== null && await verifyEcdsa(key, bytes, signed);
}

/** Maximum certificates in a header: trusted chains are shorter. */
const certificatesMax = 16;

/**
 * Returns the signer's certificates from a header, the signer's own first: DER in base64, not
 * base64url (RFC 7515 §4.1.6). Empty unless the member is a short list of texts. The header is not
 * verified yet.
 */
export function certificatesOf({ x5c }: JwsHeader): readonly Uint8Array[] {
  const listed: unknown = x5c;
  if (!Array.isArray(listed) || listed.length > certificatesMax) return [];
  if (!listed.every((text) => typeof text === "string")) return [];
  return listed.map((text) => Buffer.from(text, "base64"));
}

function readHeader(text: string): JwsHeader | null {
  const parts = text.split(".");
  if (parts.length !== 3 || parts.some((part) => decodeBase64Url(part) === null)) return null;
  try {
    return decodeProtectedHeader(text);
  } catch {
    return null;
  }
}
