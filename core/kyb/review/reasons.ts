import { lastJudgement } from "../applications/open_findings.ts";
import type { KybApplication, KybCheck } from "../application_schema.ts";
import type { ReasonCode } from "./review_table.ts";
import type { ReviewSettings } from "../review_schema.ts";

/** A reason of a recommendation, with the values for its sentence. */
export interface Reason {
  readonly code: ReasonCode;
  /** The evidence of the reason; at least one id. */
  readonly evidenceIds: readonly string[];
  /** Values by the names in the sentence's braces. */
  readonly values: Readonly<Record<string, string>>;
}

/** The application to judge, the time and the settings. */
export interface Reviewed {
  readonly application: KybApplication;
  readonly checks: readonly KybCheck[];
  readonly settings: ReviewSettings;
  readonly now: Temporal.Instant;
}

/** The UTC date of a timestamp. */
export function dateOf(timestamp: string): string {
  return timestamp.slice(0, 10);
}

/** Whether a timestamp is older than a number of days. */
export function isOlder(timestamp: string, days: number, now: Temporal.Instant): boolean {
  const end = Temporal.Instant.from(timestamp).add({ hours: 24 * days });
  return Temporal.Instant.compare(end, now) < 0;
}

/** The part of a sentence about the judgement of a check; empty without a judgement. */
export function judgedPhrase(check: KybCheck): string {
  const last = lastJudgement(check);
  return last === null ? "" : `; a person judged this ${last.judgement} on ${dateOf(last.at)}`;
}
