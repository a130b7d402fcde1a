import { type Algorithm, type JwsHeader, openJws, verifyJws } from "../jose/jws.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { readStatusList, type StatusList } from "./status_list.ts";

/** A trusted issuer's key; the finder may add members about the issuer for the result. */
export interface StatusListIssuer {
  readonly key: CryptoKey;
}

/** The demands on a Status List Token. */
export interface StatusListDemands<Issuer extends StatusListIssuer = StatusListIssuer> {
  /** The URI that the list was fetched from, as in the credential. */
  readonly uri: string;
  /** Unix time, seconds. */
  readonly now: number;
  /** Seconds by which the issuer's clock may differ. */
  readonly skewSeconds: number;
  /**
   * Finds the issuer in a protected header if its certificates lead to a trust anchor; null if they
   * do not.
   */
  readonly issuerKey: (
    header: JwsHeader,
    algorithm: Algorithm,
  ) => Promise<Issuer | null>;
}

/** A verified list: the statuses, or the content of another kind of list. */
export interface VerifiedStatusList<
  Issuer extends StatusListIssuer = StatusListIssuer,
  List = StatusList,
> {
  readonly issuer: Issuer;
  readonly list: List;
  /**
   * Unix time, seconds, until which the list may be cached: the earlier of `exp` and `ttl`; null:
   * without end.
   */
  readonly keepUntil: number | null;
}

/** Why a Status List Token is refused. */
export interface StatusListRefusal {
  readonly code:
    /** Not a signed list of statuses, or too large. */
    | "status_list_malformed"
    /** `typ` does not match the kind and form of the list, or a header is critical. */
    | "status_list_type_unsupported"
    | "status_list_algorithm_unsupported"
    | "status_list_issuer_untrusted"
    | "status_list_signature_invalid"
    /** `sub` names another list than the requested one. */
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

/** The claims of a signed list, in either form. */
export interface StatusListClaims<List = StatusList> {
  readonly sub: unknown;
  readonly iat: unknown;
  readonly exp: unknown;
  readonly ttl: unknown;
  /**
   * Inflates the list, once all other checks passed.
   *
   * @returns null when there is no readable list
   */
  readonly list: () => List | null;
}

/** Checks the claims of a list with a verified signature (Token Status List §8.3). */
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

/** Reads `iat`, which is required, `exp` and `ttl`; seconds. */
function lifeOf({ iat, exp, ttl }: Pick<StatusListClaims, "iat" | "exp" | "ttl">) {
  const isTime = (time: unknown) => time === undefined || time === null || Number.isFinite(time);
  if (typeof iat !== "number" || !isTime(iat) || !isTime(exp) || !isTime(ttl)) return null;
  if (typeof ttl === "number" && ttl <= 0) return null;
  return { issuedAt: iat, expiresAt: Number(exp ?? Infinity), ttl: Number(ttl ?? Infinity) };
}
