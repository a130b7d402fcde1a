import { lastJudgement } from "../applications/open_findings.ts";
import type { KybApplication, KybCheck } from "../application_schema.ts";
import type { ReasonCode } from "./review_table.ts";
import type { ReviewSettings } from "../review_schema.ts";

/** A reason of a recommendation, with what its sentence needs. */
export interface Reason {
  readonly code: ReasonCode;
  /** What it rests on; at least one. */
  readonly evidenceIds: readonly string[];
  /** By the names in the sentence's braces. */
  readonly values: Readonly<Record<string, string>>;
}

/** What is judged, when, and by which settings. */
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

/** Whether a timestamp lies back more than so many days. */
export function isOlder(timestamp: string, days: number, now: Temporal.Instant): boolean {
  const end = Temporal.Instant.from(timestamp).add({ hours: 24 * days });
  return Temporal.Instant.compare(end, now) < 0;
}

/** The part of a sentence about the judgement of a check: empty where it was not judged. */
export function judgedPhrase(check: KybCheck): string {
  const last = lastJudgement(check);
  return last === null ? "" : `; a person judged this ${last.judgement} on ${dateOf(last.at)}`;
}
