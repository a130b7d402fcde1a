import { isArray, isObject, type Json } from "../../base/json.ts";
import { claimAlternatives } from "./claim_alternatives.ts";
import type { ClaimsPath, ClaimsQuery, CredentialQuery } from "./query.ts";

/**
 * Selects the values at a path in a credential (OpenID4VP 1.0 §7.1). The elements of a mobile document
 * are given as one object of namespaces.
 *
 * @returns empty when the path selects nothing, or leads into a value that is neither an object nor
 *   an array as the path requires
 */
export function selectClaims(claims: Json, path: ClaimsPath): readonly Json[] {
  let selected: readonly Json[] = [claims];
  for (const step of path) {
    const isIn = typeof step === "string" ? isObject : isArray;
    if (!selected.every(isIn)) return [];
    selected = selected.flatMap((value) => within(value, step));
  }
  return selected;
}

function within(value: Json, step: ClaimsPath[number]): readonly Json[] {
  if (isArray(value)) {
    const element = typeof step === "number" ? value[step] : undefined;
    return step === null ? value : element === undefined ? [] : [element];
  }
  const isThere = isObject(value) && typeof step === "string" && Object.hasOwn(value, step);
  const member = isThere ? value[step] : undefined;
  return member === undefined ? [] : [member];
}

/**
 * Whether a credential discloses the requested claims: all of them, or those of one claim set
 * (§6.4.1), each with one of the requested values if the query names any. Additional disclosures
 * are accepted.
 */
export function showsClaims(claims: Json, query: CredentialQuery): boolean {
  const shows = ({ path, values }: ClaimsQuery) =>
    selectClaims(claims, path).some((value) =>
      values === undefined || values.some((wanted) => wanted === value)
    );
  return claimAlternatives(query).some((set) => set.every(shows));
}
