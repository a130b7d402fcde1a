import type { Clock } from "../../base/clock.ts";
import { ok, type Result } from "../../base/result.ts";
import type {
  CredentialStatus,
  IssuerTrust,
  RevocationStatus,
  TrustedIssuer,
} from "../../core/presentation/ports.ts";
import { certificatesOf } from "../../standards/jose/jws.ts";
import { type Status, statusAt } from "../../standards/status_list/status_list.ts";
import { verifyIdentifierList } from "../../standards/status_list/verify_identifier_list.ts";
import {
  type StatusListRefusal,
  verifyStatusList,
} from "../../standards/status_list/verify_status_list.ts";
import { verifyStatusListCwt } from "../../standards/status_list/verify_status_list_cwt.ts";
import type { ListToken } from "./status_list_request.ts";

/** A verified list of either kind. */
export interface HeldList {
  /** The currently trusted issuer; null if no anchor vouches for it any more. */
  findIssuer(): Promise<TrustedIssuer | null>;
  /** The status of a credential; `unknown` if the list has no such entry. */
  statusOf(reference: CredentialStatus): RevocationStatus;
}

/** The dependencies of {@link verifyList}. */
export interface ListVerification {
  /** The issuers whose lists are trusted: those whose credentials are. */
  readonly trust: Pick<IssuerTrust, "statusListIssuer">;
  /** Seconds by which an issuer's clock may differ. */
  readonly skewSeconds: number;
  readonly clock: Clock;
}

/** Verifies a list; `seconds` is its stated lifetime. */
export async function verifyList(
  { trust, skewSeconds, clock }: ListVerification,
  uri: string,
  token: ListToken,
): Promise<Result<HeldList & { readonly seconds: number }, StatusListRefusal>> {
  const now = clock.now();
  const seconds = now.epochMilliseconds / 1000;
  let signers: readonly Uint8Array[] = [];
  const findIssuer = async () => {
    const issuer = await trust.statusListIssuer(signers, clock.now());
    return issuer.ok ? issuer.value : null;
  };
  const issuerKey = async (certificates: readonly Uint8Array[]) => {
    signers = certificates;
    return await findIssuer();
  };
  const demands = { uri, now: seconds, skewSeconds, issuerKey };
  const lasts = (keepUntil: number | null) => (keepUntil ?? Infinity) - seconds;
  if (token.form === "identifiers") {
    const read = await verifyIdentifierList(token.bytes, demands);
    if (!read.ok) return read;
    const { list, keepUntil } = read.value;
    const statusOf = (reference: CredentialStatus) =>
      !("id" in reference) ? "unknown" : list.has(reference.id) ? "revoked" : "valid";
    return ok({ findIssuer, statusOf, seconds: lasts(keepUntil) });
  }
  const read = token.form === "jwt"
    ? await verifyStatusList(token.text, {
      ...demands,
      issuerKey: (header) => issuerKey(certificatesOf(header)),
    })
    : await verifyStatusListCwt(token.bytes, demands);
  if (!read.ok) return read;
  const { list, keepUntil } = read.value;
  const statusOf = (reference: CredentialStatus) => {
    const status = "idx" in reference ? statusAt(list, reference.idx) : null;
    return status === null ? "unknown" : meanings[status];
  };
  return ok({ findIssuer, statusOf, seconds: lasts(keepUntil) });
}

const meanings: Readonly<Record<Status, RevocationStatus>> = {
  valid: "valid",
  invalid: "revoked",
  suspended: "revoked",
  other: "revoked",
};
