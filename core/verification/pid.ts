import { countriesMax } from "../country/country.ts";
import type { CredentialQuery } from "../dcql/query.ts";
import { isArray, isObject, type Json } from "../json.ts";
import { parseFullDate } from "./age.ts";
import type { Subject } from "./check_definition.ts";

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

/** Characters of a given or family name: both together are a name that is screened as others are. */
const nameCharactersMax = 250;

/**
 * Who a PID says that somebody is.
 *
 * @param today UTC
 * @returns null when a claim is not what the rulebook says, or nobody is it
 */
export function readSubject(
  claims: Json | undefined,
  today: Temporal.PlainDate,
): Subject | null {
  if (!isObject(claims)) return null;
  const { given_name, family_name, birthdate, nationalities } = claims;
  if (!isName(given_name) || !isName(family_name) || typeof birthdate !== "string") return null;
  const born = parseFullDate(birthdate);
  if (born === null || Temporal.PlainDate.compare(born, today) > 0) return null;
  if (!isArray(nationalities) || !nationalities.every(isCountry)) return null;
  // As many as screening reads in one text, and more than anybody has.
  const distinct = [...new Set(nationalities)];
  if (distinct.length === 0 || distinct.length > countriesMax) return null;
  return { name: `${given_name} ${family_name}`, birthdate, nationalities: distinct };
}

function isName(claim: Json | undefined): claim is string {
  return typeof claim === "string" && claim.trim() !== "" && claim.length <= nameCharactersMax;
}

function isCountry(claim: Json): claim is string {
  return typeof claim === "string" && /^[A-Z]{2}$/.test(claim);
}
