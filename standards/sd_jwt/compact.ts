import { ok, refuse, type Result } from "../../base/result.ts";
import type { SdJwtRefusal } from "./refusal.ts";

/** The unparsed parts of an SD-JWT (RFC 9901 §4). */
export interface SdJwtParts {
  readonly issuerJwt: string;
  readonly disclosures: readonly string[];
  /** Null without key binding. */
  readonly keyBindingJwt: string | null;
  /** The text that `sd_hash` covers: everything up to and including the last tilde (§4.3.1). */
  readonly boundText: string;
}

/** Maximum disclosures of one presentation: far more than any credential has claims. */
const disclosuresMax = 256;

const jwt = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;
const base64url = /^[A-Za-z0-9_-]+$/;

/** Splits a compact SD-JWT into its parts. @returns refusal `sd_jwt_malformed` for another text */
export function parseSdJwt(text: string): Result<SdJwtParts, SdJwtRefusal> {
  const malformed = refuse({ code: "sd_jwt_malformed" } as const);
  const end = text.lastIndexOf("~");
  if (end < 0) return malformed;
  const boundText = text.slice(0, end + 1);
  const [issuerJwt = "", ...disclosures] = boundText.slice(0, -1).split("~", disclosuresMax + 2);
  const keyBindingJwt = text.slice(end + 1);
  const isWhole = jwt.test(issuerJwt) && disclosures.length <= disclosuresMax &&
    disclosures.every((disclosure) => base64url.test(disclosure)) &&
    (keyBindingJwt === "" || jwt.test(keyBindingJwt));
  if (!isWhole) return malformed;
  return ok({
    issuerJwt,
    disclosures,
    keyBindingJwt: keyBindingJwt === "" ? null : keyBindingJwt,
    boundText,
  });
}
