import { ok, refuse, type Result } from "../../base/result.ts";
import type {
  TrustList,
  TrustListRefusalCode,
  TrustListResult,
} from "../../standards/trust_list/trust_list.ts";
import { parseCertificate } from "../../standards/x509/certificate.ts";
import { answersType } from "./credential_type.ts";
import type { AnchorRefusal, TrustAnchor } from "./trust_anchors.ts";

/** Anchors of a signed list, with the times of the list. */
export interface ListedAnchors extends Pick<TrustList, "issuedAt" | "nextUpdate"> {
  readonly anchors: readonly TrustAnchor[];
}

/**
 * Reads the anchors of a signed list. If the list names no types, its anchors are trusted for the
 * type of its folder; else for the named types, within the type of its folder. Certificates that
 * are not of a CA, or use an unknown algorithm, are skipped.
 *
 * @param type name of the list's folder; undefined: no folder
 */
export function listedAnchors(
  read: TrustListResult,
  type: string | undefined,
): Result<ListedAnchors, AnchorRefusal> {
  if (!read.ok) return unusable(messages[read.refusal.code]);
  const { authorities, issuedAt, nextUpdate } = read.value;
  const anchors: TrustAnchor[] = [];
  for (const { certificate: der, types: named } of authorities) {
    if (named === null && type === undefined) {
      return unusable("names no types of credentials; expected it in the folder of one");
    }
    const types = named === null
      ? type === undefined ? [] : [type]
      : type === undefined
      ? named
      : named.filter((own) => answersType(type, own));
    const certificate = types.length === 0 ? null : parseCertificate(der);
    if (certificate?.isCa === true) anchors.push({ ...certificate, types });
  }
  return anchors.length === 0
    ? unusable("contains no certificate of a CA for credentials")
    : ok({ anchors, issuedAt, nextUpdate });
}

const messages: Readonly<Record<TrustListRefusalCode, string>> = {
  trust_list_malformed: "is not a list of trusted entities that this version reads",
  trust_list_signature_invalid:
    "is not signed by a key that AVAL_TRUST_LIST_KEYS names, or was changed",
  trust_list_out_of_date: "is of the future, or past its next update",
};

function unusable(message: string): Result<never, AnchorRefusal> {
  return refuse({ code: "invalid_anchors", message });
}
