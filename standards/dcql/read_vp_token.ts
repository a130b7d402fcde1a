import { isArray, isObject, type Json } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { CredentialQuery, CredentialSetQuery, DcqlQuery } from "./query.ts";

/** A credential that was asked for, and what the wallet answers. */
export interface Answered {
  readonly query: CredentialQuery;
  /** A presentation in the credential's format. */
  readonly presentation: string;
}

/** Why an answer is refused as a whole. */
export interface VpTokenRefusal {
  readonly code:
    /** Not an object of presentations by id. */
    | "vp_token_malformed"
    /** It answers a query that was not asked. */
    | "credential_unasked"
    /** None, or more than one presentation of one credential. */
    | "presentation_count_unaccepted"
    /** The credentials together are not what was asked for: too few, or more than one choice. */
    | "credential_set_unsatisfied";
}

/**
 * Reads `vp_token` (OpenID4VP 1.0 §8.1): an object of arrays of presentations by the ids of the
 * query, each array of one; a bare presentation in the array's place is taken as well.
 *
 * @returns exactly one of the combinations that the query allows, in the query's order
 */
export function readVpToken(
  token: Json | undefined,
  query: DcqlQuery,
): Result<readonly Answered[], VpTokenRefusal> {
  if (!isObject(token)) return refuse({ code: "vp_token_malformed" });
  const asked = new Map(query.credentials.map((credential) => [credential.id, credential]));
  const answered: Answered[] = [];
  for (const [id, value] of Object.entries(token)) {
    const credential = asked.get(id);
    if (credential === undefined) return refuse({ code: "credential_unasked" });
    const presentations = isArray(value) ? value : [value];
    const [presentation] = presentations;
    if (presentations.length !== 1) return refuse({ code: "presentation_count_unaccepted" });
    if (typeof presentation !== "string") return refuse({ code: "vp_token_malformed" });
    answered.push({ query: credential, presentation });
  }
  const ids = new Set(answered.map(({ query: { id } }) => id));
  if (!isAllowed(ids, query)) return refuse({ code: "credential_set_unsatisfied" });
  const order = [...asked.keys()];
  return ok(answered.toSorted((a, b) => order.indexOf(a.query.id) - order.indexOf(b.query.id)));
}

/** Whether ids are one option of every set, of optional ones or none; without sets, all that is asked. */
function isAllowed(ids: ReadonlySet<string>, { credentials, credential_sets }: DcqlQuery): boolean {
  const sets = credential_sets ??
    [{ options: [credentials.map(({ id }) => id)], required: true }];
  return covers(ids, new Set(), sets);
}

/** @param chosen ids of the options that were chosen of the sets before */
function covers(
  ids: ReadonlySet<string>,
  chosen: ReadonlySet<string>,
  [set, ...others]: readonly CredentialSetQuery[],
): boolean {
  if (set === undefined) return chosen.size === ids.size;
  const options = set.required ? set.options : [...set.options, []];
  return options.some((option) =>
    option.every((id) => ids.has(id)) && covers(ids, new Set([...chosen, ...option]), others)
  );
}
