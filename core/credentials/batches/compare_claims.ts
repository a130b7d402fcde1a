import canonicalize from "canonicalize";
import type { Json } from "../../../base/json.ts";
import type { RecheckAnswer } from "./schema.ts";

/** Claims by their names. */
export type Claims = Readonly<Record<string, Json>>;

type Difference = RecheckAnswer["differences"][number];

/**
 * Compares the stored claims with the claims that were entered again, by their canonical form (RFC
 * 8785): the order of members does not matter, the order of array elements does. The result
 * contains no value, and no name that the template does not define: such claims are reported as
 * `*`, once for each kind of difference.
 *
 * @param known names of the template's claims
 */
export function compareClaims(
  onFile: Claims,
  entered: Claims,
  known: readonly string[],
): readonly Difference[] {
  const named = new Set(known);
  const differences: Difference[] = [];
  const unnamed = new Set<Difference["kind"]>();
  const note = (claim: string, kind: Difference["kind"]) =>
    named.has(claim) ? void differences.push({ claim, kind }) : void unnamed.add(kind);
  for (const [claim, value] of Object.entries(onFile)) {
    if (!Object.hasOwn(entered, claim)) note(claim, "missing");
    else if (canonicalize(value) !== canonicalize(entered[claim])) note(claim, "different");
  }
  for (const claim of Object.keys(entered)) {
    if (!Object.hasOwn(onFile, claim)) note(claim, "unexpected");
  }
  return [...differences, ...[...unnamed].map((kind) => ({ claim: "*", kind }))];
}
