import type { ClaimsQuery, CredentialQuery } from "./query.ts";

/**
 * Returns alternative lists of claims that satisfy a query, the verifier's preferred one first: one
 * for each claim set, or one with all claims if there are no sets (OpenID4VP 1.0 §6.4.1). A set
 * that names an unknown claim is left out, since nothing can satisfy it.
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
