import { isArray, isObject, type Json } from "../../base/json.ts";
import { claimAlternatives } from "../../standards/dcql/claim_alternatives.ts";
import type { ClaimsPath, ClaimsQuery, CredentialQuery } from "../../standards/dcql/query.ts";
import type { HeldDisclosure, ReadCredential } from "./held_credential.ts";

type SdJwtQuery = Extract<CredentialQuery, { format: "dc+sd-jwt" }>;
type Digests = ReadCredential["byDigest"];

/**
 * Chooses the disclosures by which a credential answers a query (OpenID4VP 1.0 §6.4.1): each claim,
 * or those of the first claim set that the credential has; without claims, none.
 *
 * @returns texts of disclosures, as issued; null if the credential does not answer the query
 */
export function chooseDisclosures(
  { payload, byDigest, claims: { vct } }: Pick<ReadCredential, "payload" | "byDigest" | "claims">,
  { meta, ...asked }: SdJwtQuery,
): readonly string[] | null {
  if (typeof vct !== "string" || !meta.vct_values.includes(vct)) return null;
  for (const set of claimAlternatives(asked)) {
    const texts = disclosuresOf(payload, set, byDigest);
    if (texts !== null) return texts;
  }
  return null;
}

function disclosuresOf(
  payload: Json,
  set: readonly ClaimsQuery[],
  byDigest: Digests,
): readonly string[] | null {
  const texts = new Set<string>();
  for (const claim of set) {
    const places = placesAt({ value: payload, shown: [] }, claim.path, byDigest);
    const { values } = claim;
    const fitting = values === undefined
      ? places
      : places.filter(({ value }) => values.some((wanted) => wanted === value));
    if (fitting.length === 0) return null;
    for (const { shown } of fitting) for (const text of shown) texts.add(text);
  }
  return [...texts];
}

/** A value in a credential, with the disclosures that lead to it. */
interface Place {
  readonly value: Json;
  readonly shown: readonly string[];
}

function placesAt(from: Place, path: ClaimsPath, byDigest: Digests): readonly Place[] {
  let places: readonly Place[] = [from];
  for (const step of path) places = places.flatMap((place) => stepInto(place, step, byDigest));
  return places;
}

function stepInto(
  { value, shown }: Place,
  step: ClaimsPath[number],
  byDigest: Digests,
): readonly Place[] {
  if (typeof step === "string") {
    if (!isObject(value)) return [];
    if (Object.hasOwn(value, step) && step !== "_sd") return [{ value: value[step]!, shown }];
    const { _sd: digests = [] } = value;
    const found = (isArray(digests) ? digests : []).map((digest) => disclosureOf(digest, byDigest))
      .find((disclosure) => disclosure?.name === step);
    return found == null ? [] : [{ value: found.value, shown: [...shown, found.text] }];
  }
  if (!isArray(value)) return [];
  const elements = value.flatMap((element) => elementOf(element, shown, byDigest));
  if (step === null) return elements;
  const at = elements[step];
  // Those before it are shown too, or it would stand at another place for the verifier.
  const before = elements.slice(0, step).flatMap((element) => element.shown);
  return at === undefined ? [] : [{ value: at.value, shown: [...before, ...at.shown] }];
}

/** An element of an array; empty for a decoy. */
function elementOf(element: Json, shown: readonly string[], byDigest: Digests): readonly Place[] {
  if (!isObject(element) || !Object.hasOwn(element, "...")) return [{ value: element, shown }];
  const found = disclosureOf(element["..."]!, byDigest);
  return found === null ? [] : [{ value: found.value, shown: [...shown, found.text] }];
}

function disclosureOf(digest: Json, byDigest: Digests): HeldDisclosure | null {
  return typeof digest === "string" ? byDigest.get(digest) ?? null : null;
}
