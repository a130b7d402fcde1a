import type { DcqlQuery } from "../../standards/dcql/query.ts";
import type { Json } from "../../base/json.ts";
import { refuse, type Result } from "../../base/result.ts";
import type { Delivery } from "./ports.ts";

/**
 * One check: what is asked of the wallet, and what its answer means. Sessions know nothing of any
 * check but this, so that a new one is an entry of its service's registry and no machinery.
 */
export interface CheckDefinition<Proof = unknown> {
  /** Of the query and of what is computed; raised with either. */
  readonly version: number;
  readonly query: DcqlQuery;
  /** What of a good answer is kept for one delivery to the client. */
  readonly delivers: Delivery["kind"];
  /**
   * What verified claims prove on a day.
   *
   * @param claims by credential id; verified, and showing what the query asks for
   * @param today UTC
   */
  judge(
    claims: ReadonlyMap<string, Json>,
    today: Temporal.PlainDate,
    holding: Holding,
  ): Result<Proof, ClaimRefusal>;
}

/** How the credentials of one answer are held. */
export interface Holding {
  /** Whether all are bound to one key, which one holder has. */
  readonly isByOneKey: boolean;
  /** Whether a credential shows every claim that it has, so that what is not shown is not in it. */
  showsAll(credential: string): boolean;
}

/** A claim is not what it must be, such as a date that is none. It never says what it is. */
export interface ClaimRefusal {
  readonly code: "claim_unusable";
  /** Its credential's id in the query; null where it is the answer as a whole. */
  readonly credential: string | null;
  /** Its name, as the query has it; null where it is no single one. */
  readonly claim: string | null;
}

/** Refuses a claim of a credential. */
export function unusableClaim(
  credential: string,
  claim: string | null,
): Result<never, ClaimRefusal> {
  return refuse({ code: "claim_unusable", credential, claim });
}

/** The checks that one service asks for, each in one version. */
export interface CheckRegistry<CheckType extends string, Check> {
  /** Names the form in which a check is asked for now: `age-verification@2` (Verification §9). */
  versionOf(checkType: CheckType): string;
  /**
   * The check that a template version names. What was asked in one version is never judged by
   * another.
   *
   * @returns null for a version that another server has asked in, and this one does not have
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
