import { decodeProtectedHeader, type JWSHeaderParameters, SignJWT } from "jose";
import { Buffer } from "node:buffer";
import { decodeBase64Url, decodeJson, isObject, type JsonObject } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { EcJwk } from "./ec_jwk.ts";
import { curveOf, verifyEcdsa } from "./verify_ecdsa.ts";

/** Signature algorithms that are taken (RFC 7518 §3.4), each with its own curve. */
export const algorithms = ["ES256", "ES384", "ES512"] as const;
/** One of the names of {@link algorithms}. */
export type Algorithm = typeof algorithms[number];

/** A header of a JWS, not verified (RFC 7515 §4). */
export type JwsHeader = JWSHeaderParameters;

/** The algorithm of each curve. */
export const algorithmOf: Readonly<Record<EcJwk["crv"], Algorithm>> = {
  "P-256": "ES256",
  "P-384": "ES384",
  "P-521": "ES512",
};

/** A key to verify signatures with. @throws DOMException when it is none */
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

/** A JWS whose header is as it must be, and whose signature is yet to be verified. */
export interface OpenJws {
  readonly text: string;
  readonly header: JwsHeader;
  readonly algorithm: Algorithm;
}

/** Refusal of a JWS. */
export interface JwsRefusal {
  readonly code:
    /** Not three parts of base64url in their one spelling, or its claims are no JSON object. */
    | "malformed"
    /** `typ` is another, or a header is critical. */
    | "type_unsupported"
    | "algorithm_unsupported"
    | "signature_invalid";
}

/**
 * Reads the header of a JWS in compact form. One with a critical extension is refused, unless it is
 * understood (RFC 7515 §4.1.11).
 *
 * @param type what `typ` must be; null: anything
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

/** Whether every critical extension is understood, and there. */
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

/** Whether a key of the algorithm's own curve has signed a JWS in compact form, whatever its header says. */
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

/** Certificates that a header may name: no chain that is trusted is so long. */
const certificatesMax = 16;

/**
 * The certificates that a header names its signer by, that one's first; DER, in base64 and not
 * base64url (RFC 7515 §4.1.6). Whatever is no short list of texts is none: nothing has verified it yet.
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
