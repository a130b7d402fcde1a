import { compactDecrypt, importJWK } from "jose";
import {
  decodeBase64Url,
  decodeJson,
  hasMoreValues,
  hasRepeatedMember,
  isObject,
  type JsonObject,
  parseJson,
} from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { type EcJwk, readEcJwk } from "./ec_jwk.ts";

/** Accepted content encryption algorithms, those of HAIP 1.0 §5 (RFC 7518 §5.3). */
export const contentEncryptions = ["A128GCM", "A256GCM"] as const;
/** One of the names of {@link contentEncryptions}. */
export type ContentEncryption = typeof contentEncryptions[number];

/** A private key on P-256 that texts are encrypted to. */
export interface DecryptionKey extends EcJwk {
  readonly crv: "P-256";
  readonly d: string;
}

/** A JWE whose header was checked and whose content is still encrypted. */
export interface OpenJwe {
  readonly text: string;
  /** The id of the key in its header. */
  readonly kid: string;
}

/** Refusal of a JWE. */
export interface JweRefusal {
  readonly code:
    /** Not five parts in canonical base64url, or the header is not a short JSON object. */
    | "jwe_malformed"
    /** The algorithm is not ECDH-ES on P-256 with one of {@link contentEncryptions}. */
    | "jwe_algorithm_unsupported"
    /** The JWE is compressed, or has a critical header. */
    | "jwe_header_unsupported"
    /** Encrypted to another key, or changed after encryption. */
    | "jwe_undecryptable"
    /** The decrypted content is not a JSON object, repeats a member name or has too many values. */
    | "jwe_payload_malformed";
}

/** Maximum characters of a header: an ephemeral key and a few names. */
const headerCharactersMax = 2_048;
/** Maximum values of a payload: a few presentations by their ids. */
const payloadValuesMax = 1_000;

/** Characters of a nonce and of a tag of AES-GCM (RFC 7518 §5.3), which are 96 and 128 bits. */
const [nonceCharacters, tagCharacters] = [16, 22];

/**
 * Reads the header of a compact JWE (RFC 7516 §7.1) that is encrypted directly to a key. Supports
 * no extensions and no compression, so that the decrypted content is no longer than the input.
 */
export function openJwe(text: string): Result<OpenJwe, JweRefusal> {
  const [encoded = "", wrapped, nonce, content, tag, ...others] = text.split(".", 6);
  const malformed = refuse({ code: "jwe_malformed" } as const);
  if (content === undefined || tag === undefined || others.length > 0) return malformed;
  if (encoded.length > headerCharactersMax) return malformed;
  const header = decodeJson(encoded);
  if (!isObject(header) || namesTwice(encoded, header)) return malformed;
  const { alg, enc, kid, epk } = header;
  if (alg !== "ECDH-ES" || !contentEncryptions.some((known) => known === enc)) {
    return refuse({ code: "jwe_algorithm_unsupported" });
  }
  if ("zip" in header || "crit" in header) return refuse({ code: "jwe_header_unsupported" });
  if (typeof kid !== "string" || readEcJwk(epk)?.crv !== "P-256") return malformed;
  // The key is agreed upon: none is sent.
  if (wrapped !== "" || nonce?.length !== nonceCharacters || tag.length !== tagCharacters) {
    return malformed;
  }
  return [nonce, content, tag].every(isBase64Url) ? ok({ text, kid }) : malformed;
}

/** Decrypts a JWE (RFC 7518 §4.6.2) and parses its content, a JSON object. */
export async function decryptJwe(
  jwe: OpenJwe,
  key: DecryptionKey,
): Promise<Result<JsonObject, JweRefusal>> {
  const payload = await decryptText(jwe, key);
  if (payload === null) return refuse({ code: "jwe_undecryptable" });
  const value = hasMoreValues(payload, payloadValuesMax) ? undefined : parseJson(payload);
  return isObject(value) && !hasRepeatedMember(payload, value)
    ? ok(value)
    : refuse({ code: "jwe_payload_malformed" });
}

/**
 * Decrypts a JWE to text.
 *
 * @returns null when decryption fails; an empty text for content that is not UTF-8
 */
export async function decryptText(
  { text }: OpenJwe,
  { kty, crv, x, y, d }: DecryptionKey,
): Promise<string | null> {
  const privateKey = await importJWK({ kty, crv, x, y, d }, "ECDH-ES");
  try {
    const { plaintext } = await compactDecrypt(text, privateKey, {
      keyManagementAlgorithms: ["ECDH-ES"],
      contentEncryptionAlgorithms: [...contentEncryptions],
    });
    return utf8(plaintext);
  } catch {
    return null;
  }
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return "";
  }
}

function isBase64Url(text: string): boolean {
  return decodeBase64Url(text) !== null;
}

function namesTwice(encoded: string, header: JsonObject): boolean {
  return hasRepeatedMember(utf8(decodeBase64Url(encoded) ?? new Uint8Array()), header);
}
