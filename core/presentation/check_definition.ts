import type { DcqlQuery } from "../../standards/dcql/query.ts";
import type { Json } from "../../base/json.ts";
import { refuse, type Result } from "../../base/result.ts";
import type { Delivery } from "./ports.ts";

/**
 * One check: its query for the wallet, and the meaning of the answer. Sessions depend on nothing
 * else of a check, so that a new one is only an entry in its service's registry.
 */
export interface CheckDefinition<Proof = unknown> {
  /** Version of the query and of the computation; raised when either changes. */
  readonly version: number;
  readonly query: DcqlQuery;
  /** The part of a verified answer that is stored for one delivery to the client. */
  readonly delivers: Delivery["kind"];
  /**
   * Computes the proof from verified claims on a day.
   *
   * @param claims verified claims by credential id, which satisfy the query
   * @param today UTC
   */
  judge(
    claims: ReadonlyMap<string, Json>,
    today: Temporal.PlainDate,
    holding: Holding,
  ): Result<Proof, ClaimRefusal>;
}

/** How the credentials of one answer are bound. */
export interface Holding {
  /** Whether all credentials are bound to one key, and thus to one holder. */
  readonly isByOneKey: boolean;
  /** Whether a credential discloses all of its claims, so that a missing claim does not exist. */
  showsAll(credential: string): boolean;
}

/** A claim has an invalid value, such as a date that does not exist. Never contains the value. */
export interface ClaimRefusal {
  readonly code: "claim_unusable";
  /** The id of its credential in the query; null for the answer as a whole. */
  readonly credential: string | null;
  /** The name of the claim in the query; null if it is not a single claim. */
  readonly claim: string | null;
}

/** Refuses a claim of a credential. */
export function unusableClaim(
  credential: string,
  claim: string | null,
): Result<never, ClaimRefusal> {
  return refuse({ code: "claim_unusable", credential, claim });
}

/** The checks of one service, each in one version. */
export interface CheckRegistry<CheckType extends string, Check> {
  /** The current version of a check: `age-verification@2` (Verification §9). */
  versionOf(checkType: CheckType): string;
  /**
   * The check that a template version names. A session of one version is never judged by another.
   *
   * @returns null for a version that only another server has
   */
  find(templateVersion: string): Check | null;
}

/** Makes a registry of a service's checks by their types. */
export function checkRegistry<CheckType extends string, Check extends CheckDefinition>(
  checks: Readonly<Record<CheckType, Check>>,
): CheckRegistry<CheckType, Check> {
  const versionOf = (checkType: CheckType) => `${checkType}@${checks[checkType].version}`;
  const templates: ReadonlyMap<string, Check> = new Map(
    (Object.keys(checks) as CheckType[]).map((type) => [versionOf(type), checks[type]]),
  );
  return { versionOf, find: (version) => templates.get(version) ?? null };
}
