import { lastJudgement } from "../applications/open_findings.ts";
import type { KybCheck } from "../application_schema.ts";
import { isUnread } from "../schema.ts";
import { dateOf, isOlder, judgedPhrase, type Reason, type Reviewed } from "./reasons.ts";
import type { ReasonCode } from "./review_table.ts";
import { personSubject, subjectOfCheck, theCompany } from "./subjects.ts";

type Screening = Exclude<KybCheck, { kind: "registry" }>;

/**
 * Judges the stored screenings and their judgements (rules R1, R4 and R5). A confirmed match on a
 * sanctions list stays a reason to reject, whatever the person's judgement.
 */
export function judgeScreenings(reviewed: Reviewed): readonly Reason[] {
  const screenings = reviewed.checks.filter((check) => check.kind !== "registry");
  return [
    ...missing(reviewed, screenings),
    ...screenings.flatMap((screening) => judgeOne(reviewed, screening)),
    ...judgeAge(reviewed, screenings),
  ];
}

function missing(
  { application: { draftId, persons } }: Reviewed,
  screenings: readonly Screening[],
): readonly Reason[] {
  const screened = new Set<string>(
    screenings.flatMap((one) => one.kind === "person_screening" ? [one.personId] : []),
  );
  const subjects = [
    ...(screenings.some(({ kind }) => kind === "entity_screening") ? [] : [theCompany]),
    ...persons.flatMap(({ id }, at) => screened.has(id) ? [] : [personSubject(persons, at)]),
  ];
  return subjects.map((subject) => ({
    code: "SCREENING_MISSING",
    evidenceIds: [draftId],
    values: { subject },
  }));
}

function judgeOne(
  { application: { persons }, settings, now }: Reviewed,
  check: Screening,
): readonly Reason[] {
  const { candidates, screenedAt } = check.evidence;
  const last = lastJudgement(check);
  const values = {
    subject: subjectOfCheck(persons, check),
    date: dateOf(screenedAt),
    judgedOn: last === null ? "" : dateOf(last.at),
    judged: judgedPhrase(check),
  };
  // An old screening is no reason for an approval; that it is old is said of all of them at once.
  const isOld = isOlder(screenedAt, settings.screeningEvidenceDays, now);
  return codesOf(check).filter((code) => !isOld || code !== "SCREENED_CLEAR").map((code) => ({
    code,
    evidenceIds: [check.id],
    values: { ...values, entries: entriesOf(code, candidates) },
  }));
}

function codesOf(check: Screening): readonly ReasonCode[] {
  const { classification, candidates } = check.evidence;
  const judgement = lastJudgement(check)?.judgement ?? null;
  const escalated: readonly ReasonCode[] = judgement === "escalated" ? ["JUDGEMENT_ESCALATED"] : [];
  if (classification === null) return ["SCREENING_NOT_POSSIBLE", ...escalated];
  const listed = candidates.filter(({ isPep }) => !isPep);
  const isPep = candidates.length > listed.length;
  const unread = isUnread(check.evidence);
  // A class without candidates has lost what it was made of: an operator must look.
  const isLike = listed.length > 0 || (classification !== "CLEAR" && !isPep && !unread);
  if (!isLike && !isPep && !unread) return ["SCREENED_CLEAR"];
  const isConfirmed = listed.some((one) => one.classification === "CONFIRMED_MATCH");
  return [
    ...(isConfirmed ? ["SANCTIONS_CONFIRMED" as const] : []),
    ...((isLike || unread) && judgement === "confirmed_match" ? ["MATCH_CONFIRMED" as const] : []),
    ...(isLike && !isConfirmed && judgement === null ? ["MATCH_NOT_JUDGED" as const] : []),
    ...escalated,
    ...(unread && judgement === null ? ["NAME_UNREAD" as const] : []),
    ...(isPep && judgement !== "false_positive" ? ["POLITICALLY_EXPOSED" as const] : []),
    ...(!isConfirmed && judgement === "false_positive"
      ? [isLike || isPep ? "MATCH_DISMISSED" as const : "UNREAD_NAME_DISMISSED" as const]
      : []),
  ];
}

/** The listed entries that a reason is about. */
function entriesOf(code: ReasonCode, candidates: Screening["evidence"]["candidates"]): string {
  const named = candidates.filter(({ isPep, classification }) =>
    code === "POLITICALLY_EXPOSED"
      ? isPep
      : code === "SANCTIONS_CONFIRMED"
      ? !isPep && classification === "CONFIRMED_MATCH"
      : code === "MATCH_DISMISSED" || !isPep
  );
  const entries = [...new Set(named.map(({ source, listRef }) => `${source} ${listRef}`))];
  return entries.length === 0 ? "" : `: ${entries.join(", ")}`;
}

function judgeAge(
  { settings: { screeningEvidenceDays: days }, now }: Reviewed,
  screenings: readonly Screening[],
): readonly Reason[] {
  const old = screenings.filter(({ evidence }) => isOlder(evidence.screenedAt, days, now));
  const [oldest] = old.map(({ evidence }) => evidence.screenedAt).toSorted();
  if (oldest === undefined) return [];
  return [{
    code: "SCREENING_OLD",
    evidenceIds: old.map(({ id }) => id),
    values: { days: String(days), date: dateOf(oldest) },
  }];
}
