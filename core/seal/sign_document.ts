import { refuse, type Result } from "../../base/result.ts";
import type { SealedDocument, SignRequest } from "./schema.ts";

/**
 * Signs a document with a declared person's own signing credential. No trust service provider can be
 * configured in this version, and a signature that no such provider made would be none: every call
 * is refused, in sandbox too.
 *
 * @see Screening §4, rule 14; decisions.md part 8
 */
export function signDocument(): Result<SealedDocument, { readonly code: "qes_not_configured" }> {
  return refuse({ code: "qes_not_configured" });
}

/**
 * The part of a request for a signature by which two are the same: all but the PIN, of which the
 * store holds nothing, not even a MAC.
 */
export function withoutPin({ pin: _pin, ...request }: SignRequest): Omit<SignRequest, "pin"> {
  return request;
}
