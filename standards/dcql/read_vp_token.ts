import { isArray, isObject, type Json } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { CredentialQuery, CredentialSetQuery, DcqlQuery } from "./query.ts";

/** A requested credential with the wallet's answer to it. */
export interface Answered {
  readonly query: CredentialQuery;
  /** A presentation in the credential's format. */
  readonly presentation: string;
}

/** The reason why an answer is refused as a whole. */
export interface VpTokenRefusal {
  readonly code:
    /** Not an object of presentations by id. */
    | "vp_token_malformed"
    /** The answer names a query that was not sent. */
    | "credential_unasked"
    /** The answer holds no presentation, or more than one, of one credential. */
    | "presentation_count_unaccepted"
    /** The credentials together do not satisfy the query: too few, or more than one choice. */
    | "credential_set_unsatisfied";
}

/**
 * Reads `vp_token` (OpenID4VP 1.0 §8.1): an object of arrays of presentations by the ids of the
 * query, each array of one; a bare presentation in place of the array is accepted too.
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

/**
 * Whether the ids satisfy the sets: one option of every set, and one or none of each optional set.
 * Without sets, every credential of the query must be present.
 */
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
