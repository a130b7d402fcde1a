import type { z } from "zod";
import type { CredentialQuery } from "../../standards/dcql/query.ts";
import type { Result } from "../../base/result.ts";
import { type ClaimRefusal, unusableClaim } from "../presentation/check_definition.ts";
import { pidType } from "../presentation/credential_type.ts";
import type { Subject } from "./check_definition.ts";
import type { PidIdentity } from "./claims.ts";
import { readClaims, type ShownClaims } from "./read_claims.ts";

/**
 * Makes the query for claims of a PID.
 *
 * @param id id of the credential in its query
 */
export function pidQuery(id: string, ...claims: readonly string[]): CredentialQuery {
  return {
    id,
    format: "dc+sd-jwt",
    meta: { vct_values: [pidType] },
    claims: claims.map((name) => ({ path: [name] })),
  };
}

/**
 * Parses a PID's claims.
 *
 * @param schema schema of the requested claims
 * @param today UTC
 * @returns a refusal when a claim violates the rulebook, or the birthdate is in the future
 */
export function parsePid<Claims extends { readonly birthdate: Temporal.PlainDate }>(
  schema: z.ZodType<Claims>,
  shown: ShownClaims,
  today: Temporal.PlainDate,
): Result<Claims, ClaimRefusal> {
  const read = readClaims(schema, shown);
  if (!read.ok || Temporal.PlainDate.compare(read.value.birthdate, today) <= 0) return read;
  const { birthdate = "birthdate" } = shown.names ?? {};
  return unusableClaim(shown.credential, birthdate);
}

/** The person to screen, from the claims of a PID. */
export function subjectOf(
  { given_name, family_name, birthdate, nationalities }: z.infer<typeof PidIdentity>,
): Subject {
  return {
    name: `${given_name} ${family_name}`,
    birthdate: birthdate.toString(),
    nationalities: [...new Set(nationalities)],
  };
}
