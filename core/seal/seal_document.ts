import { refuse, type Result } from "../../base/result.ts";
import type { SealedDocument } from "./schema.ts";

/**
 * Seals a document with the client's own qualified seal. No trust service provider can be configured
 * in this version, and a seal that no such provider made would be none: every call is refused, in
 * sandbox too.
 *
 * @see Screening §4, rule 13; decisions.md part 8
 */
export function sealDocument(): Result<SealedDocument, { readonly code: "qseal_not_configured" }> {
  return refuse({ code: "qseal_not_configured" });
}
