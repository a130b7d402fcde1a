import type { ClaimsQuery, CredentialQuery } from "./query.ts";

/**
 * The claims that answer a query, as alternatives of which the verifier prefers the first: those of each
 * claim set, or all where there are no sets (OpenID4VP 1.0 §6.4.1). A set that names an unknown claim
 * is left out: nothing answers it.
 */
export function claimAlternatives(
  { claims = [], claim_sets }: Pick<CredentialQuery, "claims" | "claim_sets">,
): readonly (readonly ClaimsQuery[])[] {
  if (claim_sets === undefined) return [claims];
  const byId = new Map(claims.map((claim) => [claim.id, claim]));
  return claim_sets
    .map((set) => set.flatMap((id) => byId.get(id) ?? []))
    .filter((set, index) => set.length === claim_sets[index]?.length);
}
