import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { decodeJson, isArray, type Json } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { SdJwtRefusal } from "./refusal.ts";

/** One claim or array element with its salt, as it was issued (RFC 9901 §4.2). */
export interface Disclosure {
  /** Base64url of SHA-256 over its text, as digests name it. */
  readonly digest: string;
  /** Null for an array element. */
  readonly name: string | null;
  readonly value: Json;
}

/** Base64url of SHA-256 over a text of ASCII. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text, "ascii").digest("base64url");
}

/**
 * A salted claim, name and value, or a salted element of an array, its value alone, as issuers write
 * it (RFC 9901 §4.2).
 */
export function makeDisclosure(salt: string, ...members: readonly Json[]): string {
  return Buffer.from(JSON.stringify([salt, ...members])).toString("base64url");
}

/** Reads a disclosure. @returns refusal `disclosure_malformed` when it is none */
export function parseDisclosure(text: string): Result<Disclosure, SdJwtRefusal> {
  const parsed = decodeJson(text);
  if (!isArray(parsed) || typeof parsed[0] !== "string") {
    return refuse({ code: "disclosure_malformed" });
  }
  const [, ...rest] = parsed;
  const digest = digestOf(text);
  const [first, second] = rest;
  if (rest.length === 1 && first !== undefined) return ok({ digest, name: null, value: first });
  if (rest.length === 2 && typeof first === "string" && second !== undefined) {
    return ok({ digest, name: first, value: second });
  }
  return refuse({ code: "disclosure_malformed" });
}
