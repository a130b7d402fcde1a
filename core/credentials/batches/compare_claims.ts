import canonicalize from "canonicalize";
import type { Json } from "../../../base/json.ts";
import type { RecheckAnswer } from "./schema.ts";

/** Claims by their names. */
export type Claims = Readonly<Record<string, Json>>;

/**
 * Compares the claims on file with those that were entered again, by their canonical form (RFC 8785):
 * the order of members is nothing, that of entries is. No value is in the result, and no name that the
 * template does not have.
 *
 * @param known names of the template's claims
 */
export function compareClaims(
  onFile: Claims,
  entered: Claims,
  known: readonly string[],
): RecheckAnswer["differences"] {
  const differences: { claim: string; kind: "missing" | "unexpected" | "different" }[] = [];
  const named = new Set([...known, ...Object.keys(onFile)]);
  for (const [claim, value] of Object.entries(onFile)) {
    if (!Object.hasOwn(entered, claim)) differences.push({ claim, kind: "missing" });
    else if (canonicalize(value) !== canonicalize(entered[claim])) {
      differences.push({ claim, kind: "different" });
    }
  }
  let isForeign = false;
  for (const claim of Object.keys(entered)) {
    if (Object.hasOwn(onFile, claim)) continue;
    if (named.has(claim)) differences.push({ claim, kind: "unexpected" });
    else isForeign = true;
  }
  return isForeign ? [...differences, { claim: "*", kind: "unexpected" }] : differences;
}
