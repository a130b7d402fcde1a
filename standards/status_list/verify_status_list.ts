import { type Algorithm, type JwsHeader, openJws, verifyJws } from "../jose/jws.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { readStatusList, type StatusList } from "./status_list.ts";

/** A trusted issuer's key; the finder may add members about the issuer for the result. */
export interface StatusListIssuer {
  readonly key: CryptoKey;
}

/** The demands on a Status List Token. */
export interface StatusListDemands<Issuer extends StatusListIssuer = StatusListIssuer> {
  /** Where it was fetched, as the credential names it. */
  readonly uri: string;
  /** Unix time, seconds. */
  readonly now: number;
  /** Seconds by which the issuer's clock may differ. */
  readonly skewSeconds: number;
  /** The issuer that a protected header names, where it leads to a trust anchor; null where it does not. */
  readonly issuerKey: (
    header: JwsHeader,
    algorithm: Algorithm,
  ) => Promise<Issuer | null>;
}

/** A list that holds: the statuses, or what another kind of list has. */
export interface VerifiedStatusList<
  Issuer extends StatusListIssuer = StatusListIssuer,
  List = StatusList,
> {
  readonly issuer: Issuer;
  readonly list: List;
  /** Unix time, seconds, until which it may be kept: the earlier of `exp` and `ttl`; null for no end. */
  readonly keepUntil: number | null;
}

/** Why a Status List Token is refused. */
export interface StatusListRefusal {
  readonly code:
    /** No signed list of statuses, or larger than one may be. */
    | "status_list_malformed"
    /** `typ` is not that of the list's kind and form, or a header is critical. */
    | "status_list_type_unsupported"
    | "status_list_algorithm_unsupported"
    | "status_list_issuer_untrusted"
    | "status_list_signature_invalid"
    /** `sub` names another list than was asked for. */
    | "status_list_subject_differs"
    | "status_list_expired"
    | "status_list_not_yet_valid";
}

const faults = {
  malformed: "status_list_malformed",
  type_unsupported: "status_list_type_unsupported",
  algorithm_unsupported: "status_list_algorithm_unsupported",
  signature_invalid: "status_list_signature_invalid",
} as const;

/** Verifies a Status List Token in JWT form (Token Status List §5.1 and §8.3). */
export async function verifyStatusList<Issuer extends StatusListIssuer>(
  text: string,
  { uri, now, skewSeconds, issuerKey }: StatusListDemands<Issuer>,
): Promise<Result<VerifiedStatusList<Issuer>, StatusListRefusal>> {
  const opened = openJws(text, "statuslist+jwt");
  if (!opened.ok) return refuse({ code: faults[opened.refusal.code] });
  const issuer = await issuerKey(opened.value.header, opened.value.algorithm);
  if (issuer === null) return refuse({ code: "status_list_issuer_untrusted" });
  const verified = await verifyJws(opened.value, issuer.key);
  if (!verified.ok) return refuse({ code: faults[verified.refusal.code] });
  const { sub, status_list, iat, exp, ttl } = verified.value;
  const list = () => readStatusList(status_list);
  return judgeStatusList({ sub, iat, exp, ttl, list }, issuer, { uri, now, skewSeconds });
}

/** The claims of a signed list, as either form has them. */
export interface StatusListClaims<List = StatusList> {
  readonly sub: unknown;
  readonly iat: unknown;
  readonly exp: unknown;
  readonly ttl: unknown;
  /** Inflates it, once all else holds. @returns null where there is none, or none that is read */
  readonly list: () => List | null;
}

/** Judges the claims of a list whose signature holds (Token Status List §8.3). */
export function judgeStatusList<Issuer extends StatusListIssuer, List>(
  { sub, list: inflate, ...times }: StatusListClaims<List>,
  issuer: Issuer,
  { uri, now, skewSeconds }: Pick<StatusListDemands, "uri" | "now" | "skewSeconds">,
): Result<VerifiedStatusList<Issuer, List>, StatusListRefusal> {
  if (sub !== uri) return refuse({ code: "status_list_subject_differs" });
  const life = lifeOf(times);
  if (life === null) return refuse({ code: "status_list_malformed" });
  if (now >= life.expiresAt + skewSeconds) return refuse({ code: "status_list_expired" });
  if (now < life.issuedAt - skewSeconds) return refuse({ code: "status_list_not_yet_valid" });
  const list = inflate();
  if (list === null) return refuse({ code: "status_list_malformed" });
  const keepUntil = Math.min(life.expiresAt, now + life.ttl);
  return ok({ issuer, list, keepUntil: Number.isFinite(keepUntil) ? keepUntil : null });
}

/** `iat`, which must be there, `exp` and `ttl`; seconds. */
function lifeOf({ iat, exp, ttl }: Pick<StatusListClaims, "iat" | "exp" | "ttl">) {
  const isTime = (time: unknown) => time === undefined || time === null || Number.isFinite(time);
  if (typeof iat !== "number" || !isTime(iat) || !isTime(exp) || !isTime(ttl)) return null;
  if (typeof ttl === "number" && ttl <= 0) return null;
  return { issuedAt: iat, expiresAt: Number(exp ?? Infinity), ttl: Number(ttl ?? Infinity) };
}
