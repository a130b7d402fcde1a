import { isArray, isObject, type Json } from "../../base/json.ts";
import type { CredentialQuery, DcqlQuery } from "../../standards/dcql/query.ts";
import { pidDocument, pidType } from "../presentation/credential_type.ts";
import type { ShownClaims } from "./read_claims.ts";

/** Claims of a PID, each with the path of its values as an SD-JWT VC and with its element as an mdoc. */
const pidClaims = {
  given_name: { path: ["given_name"], element: "given_name" },
  family_name: { path: ["family_name"], element: "family_name" },
  birthdate: { path: ["birthdate"], element: "birth_date" },
  // Each by itself: a wallet that was asked for the array may show it without any of its elements,
  // where the issuer lets its holder disclose them one by one (OpenID4VP 1.0 §7.1; RFC 9901 §4.2.4.2).
  nationalities: { path: ["nationalities", null], element: "nationality" },
  document_number: { path: ["document_number"], element: "document_number" },
} as const;

/** A claim of a PID, by its name in an SD-JWT VC. */
export type PidClaim = keyof typeof pidClaims;

/** Makes the query for one of these credentials, whichever the wallet has. */
export function oneOf(...credentials: readonly CredentialQuery[]): DcqlQuery {
  const options = credentials.map(({ id }) => [id]);
  return { credentials, credential_sets: [{ options, required: true }] };
}

/**
 * Makes the query for claims of a PID, as an SD-JWT VC or as a mobile document. A PID without
 * nationalities is accepted.
 *
 * @param id id of the SD-JWT VC in the query
 */
export function eitherPid(id: string, ...names: readonly PidClaim[]): DcqlQuery {
  const mayLack = names.includes("nationalities")
    ? { claim_sets: [names, names.filter((name) => name !== "nationalities")] }
    : {};
  return oneOf({
    id,
    format: "dc+sd-jwt",
    meta: { vct_values: [pidType] },
    claims: names.map((name) => ({ id: name, path: pidClaims[name].path })),
    ...mayLack,
  }, {
    id: documentId(id),
    format: "mso_mdoc",
    meta: { doctype_value: pidDocument },
    claims: names.map((name) => ({ id: name, path: [pidDocument, pidClaims[name].element] })),
    ...mayLack,
  });
}

/**
 * Reads the claims of the PID that answers {@link eitherPid}, by their names in an SD-JWT VC; in a
 * mobile document a nationality may be one text or several.
 *
 * @param id id of the SD-JWT VC in the query
 */
export function shownPid(claims: ReadonlyMap<string, Json>, id: string): ShownClaims {
  const document = claims.get(documentId(id));
  const elements = isObject(document) ? document[pidDocument] : undefined;
  if (!isObject(elements)) return { credential: id, claims: claims.get(id) };
  const shown = Object.entries(pidClaims).flatMap(([name, { element }]) => {
    const value = Object.hasOwn(elements, element) ? elements[element] : undefined;
    if (value === undefined) return [];
    return [[name, element === "nationality" && !isArray(value) ? [value] : value]] as const;
  });
  const names = Object.entries(pidClaims).map(([name, { element }]) => [name, element]);
  return {
    credential: documentId(id),
    claims: Object.fromEntries(shown),
    names: Object.fromEntries(names),
  };
}

function documentId(id: string): string {
  return `${id}_mdoc`;
}
