import type { Result } from "../../base/result.ts";

/** A signed list of the authorities that may issue credentials, in any form. */
export interface TrustList {
  readonly authorities: readonly ListedAuthority[];
  /** Unix time, seconds. */
  readonly issuedAt: number;
  /** Unix time, seconds, after which the list is no longer trusted; null if it names none. */
  readonly nextUpdate: number | null;
}

/** One certificate of a list. */
export interface ListedAuthority {
  readonly certificate: Uint8Array;
  /**
   * The document types that the list permits the certificate to sign; null if the list's form names
   * none.
   */
  readonly types: readonly string[] | null;
}

/** The reason why a list is not trusted. */
export type TrustListRefusalCode =
  /** The bytes are not such a list, or the list has nothing that is read. */
  | "trust_list_malformed"
  /** None of the given keys signed the list, or the list was changed. */
  | "trust_list_signature_invalid"
  /** The next update is overdue, or the list was issued in the future. */
  | "trust_list_out_of_date";

/** The keys whose lists are trusted, and the time. */
export interface TrustListDemands {
  /** Keys of the operators of lists, each of P-256, P-384 or P-521. */
  readonly keys: readonly CryptoKey[];
  /** Unix time, seconds. */
  readonly now: number;
}

/** The outcome of reading a list. */
export type TrustListResult = Result<TrustList, { readonly code: TrustListRefusalCode }>;

/** Maximum seconds by which the clock of a list's operator may be ahead. */
const aheadSecondsMax = 600;

/** Whether a list is neither issued in the future nor overdue. */
export function isInTime(
  { issuedAt, nextUpdate }: Pick<TrustList, "issuedAt" | "nextUpdate">,
  now: number,
): boolean {
  return issuedAt <= now + aheadSecondsMax && (nextUpdate === null || now < nextUpdate);
}

/** Converts a date and time (RFC 3339) to Unix time, seconds. @returns null for another text */
export function secondsOf(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text)) return null;
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) ? null : milliseconds / 1000;
}
