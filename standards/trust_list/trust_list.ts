import type { Result } from "../../base/result.ts";

/** A signed list of the authorities that may issue credentials, whatever its form. */
export interface TrustList {
  readonly authorities: readonly ListedAuthority[];
  /** Unix time, seconds. */
  readonly issuedAt: number;
  /** Unix time, seconds, from which it is believed no more; null where it names none. */
  readonly nextUpdate: number | null;
}

/** One certificate of a list. */
export interface ListedAuthority {
  readonly certificate: Uint8Array;
  /** The document types that the list names for it; null where its form names none. */
  readonly types: readonly string[] | null;
}

/** Reasons for which a list is not believed. */
export type TrustListRefusalCode =
  /** No such list, or nothing in it that is read. */
  | "trust_list_malformed"
  /** None of the given keys has signed it, or it was changed. */
  | "trust_list_signature_invalid"
  /** Its next update is due, or it was issued in what is the future here. */
  | "trust_list_out_of_date";

/** Whose lists are believed, and when. */
export interface TrustListDemands {
  /** Keys of the operators of lists, each of P-256, P-384 or P-521. */
  readonly keys: readonly CryptoKey[];
  /** Unix time, seconds. */
  readonly now: number;
}

/** The outcome of reading a list. */
export type TrustListResult = Result<TrustList, { readonly code: TrustListRefusalCode }>;

/** Seconds by which the clock of a list's operator may be ahead. */
const aheadSecondsMax = 600;

/** Whether a list is neither to come nor overdue. */
export function isInTime(
  { issuedAt, nextUpdate }: Pick<TrustList, "issuedAt" | "nextUpdate">,
  now: number,
): boolean {
  return issuedAt <= now + aheadSecondsMax && (nextUpdate === null || now < nextUpdate);
}

/** A date and time (RFC 3339) as Unix time, seconds. @returns null when it is none */
export function secondsOf(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text)) return null;
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) ? null : milliseconds / 1000;
}
