import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { decodeJson, isArray, type Json } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { SdJwtRefusal } from "./refusal.ts";

/** One claim or array element with its salt, as it was issued (RFC 9901 §4.2). */
export interface Disclosure {
  /** Base64url of a hash over its text, as listed in `_sd`. */
  readonly digest: string;
  /** Null for an array element. */
  readonly name: string | null;
  readonly value: Json;
}

/**
 * Accepted hashes for digests, by their `_sd_alg` name (RFC 9901 §4.1.1) and their platform name.
 */
const hashes = { "sha-256": "sha256", "sha-384": "sha384", "sha-512": "sha512" } as const;
/** A name of `_sd_alg`. */
export type SdHash = keyof typeof hashes;

/**
 * Reads the claim `_sd_alg`: `sha-256` when it is missing.
 *
 * @returns null for an unsupported hash
 */
export function readSdHash(name: Json | undefined): SdHash | null {
  if (name === undefined) return "sha-256";
  return (Object.keys(hashes) as SdHash[]).find((known) => known === name) ?? null;
}

/** Base64url of a hash over an ASCII text. */
export function digestBy(hash: SdHash, text: string): string {
  return createHash(hashes[hash]).update(text, "ascii").digest("base64url");
}

/** Base64url of SHA-256 over an ASCII text, the default of issuers. */
export function digestOf(text: string): string {
  return digestBy("sha-256", text);
}

/**
 * Makes the disclosure of a claim (name and value) or of an array element (value only), in the form
 * that issuers write (RFC 9901 §4.2).
 */
export function makeDisclosure(salt: string, ...members: readonly Json[]): string {
  return Buffer.from(JSON.stringify([salt, ...members])).toString("base64url");
}

/**
 * Reads a disclosure.
 *
 * @param hash the hash of the credential's digests
 * @returns refusal `disclosure_malformed` for another text
 */
export function parseDisclosure(
  text: string,
  hash: SdHash = "sha-256",
): Result<Disclosure, SdJwtRefusal> {
  const parsed = decodeJson(text);
  if (!isArray(parsed) || typeof parsed[0] !== "string") {
    return refuse({ code: "disclosure_malformed" });
  }
  const [, ...rest] = parsed;
  const digest = digestBy(hash, text);
  const [first, second] = rest;
  if (rest.length === 1 && first !== undefined) return ok({ digest, name: null, value: first });
  if (rest.length === 2 && typeof first === "string" && second !== undefined) {
    return ok({ digest, name: first, value: second });
  }
  return refuse({ code: "disclosure_malformed" });
}
