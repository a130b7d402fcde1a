import { claimAlternatives } from "../../standards/dcql/claim_alternatives.ts";
import type { ClaimsQuery, CredentialQuery } from "../../standards/dcql/query.ts";
import type { Json } from "../../base/json.ts";
import { ok, type Result } from "../../base/result.ts";
import { notAnswerable, type WalletRefusal } from "./refusal.ts";

/** Narrows a query to the disclosed claims: the first of its alternatives that a credential has. */
export function narrowQuery(
  credential: CredentialQuery,
  certified: Readonly<Record<string, Json>>,
): Result<CredentialQuery, WalletRefusal> {
  const alternatives = claimAlternatives(credential);
  const lacks = (claim: ClaimsQuery) => !Object.hasOwn(certified, nameOf(credential, claim));
  const claims = alternatives.find((each) => !each.some(lacks));
  if (claims !== undefined) return ok({ ...credential, claims });
  const missing = alternatives.at(-1)?.find(lacks);
  const name = missing === undefined ? "" : nameOf(credential, missing);
  return notAnswerable(`Claim ${name} is unknown: give it by --claim ${name}=JSON`);
}

/** Finds a given claim that none of these credentials contains. */
export function unaskedOf(
  claims: Readonly<Record<string, Json>>,
  chosen: readonly CredentialQuery[],
): string | undefined {
  const asked = new Set(chosen.flatMap(namesIn));
  return Object.keys(claims).find((name) => !asked.has(name));
}

function namesIn(credential: CredentialQuery): readonly string[] {
  return (credential.claims ?? []).map((claim) => nameOf(credential, claim));
}

function nameOf({ format }: CredentialQuery, { path }: ClaimsQuery): string {
  return String(format === "dc+sd-jwt" ? path[0] : path.at(-1));
}
