import type { z } from "zod";
import type { CredentialQuery } from "../../standards/dcql/query.ts";
import type { Json } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { ClaimRefusal, Subject } from "../presentation/check_definition.ts";
import type { PidIdentity } from "./claims.ts";

/** `vct` of the EU's person identification data (PID rulebook). */
export const pidType = "urn:eudi:pid:1";

/**
 * Asks for claims of a PID.
 *
 * @param id of the credential in its query
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
 * Whether a credential of this type answers a query for that one: the type itself, or a member
 * state's own of the same version (`urn:eudi:pid:de:1`), by which wallets may answer.
 */
export function answersType(asked: string, vct: string): boolean {
  if (vct === asked) return true;
  return asked === pidType && /^urn:eudi:pid:[a-z]{2}:1$/.test(vct);
}

/**
 * What a PID says of somebody.
 *
 * @param told what was asked for
 * @param today UTC
 * @returns a refusal when a claim is not what the rulebook says, or nobody is born yet
 */
export function parsePid<Told extends { readonly birthdate: Temporal.PlainDate }>(
  told: z.ZodType<Told>,
  claims: Json | undefined,
  today: Temporal.PlainDate,
): Result<Told, ClaimRefusal> {
  const read = told.safeParse(claims).data;
  return read === undefined || Temporal.PlainDate.compare(read.birthdate, today) > 0
    ? refuse({ code: "claim_unusable" })
    : ok(read);
}

/** Whom to screen. */
export function subjectOf(
  { given_name, family_name, birthdate, nationalities }: z.infer<typeof PidIdentity>,
): Subject {
  return {
    name: `${given_name} ${family_name}`,
    birthdate: birthdate.toString(),
    nationalities: [...new Set(nationalities)],
  };
}
