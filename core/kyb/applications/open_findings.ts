import type { KybCheck, RecordedJudgement } from "../application_schema.ts";

/** The judgement that counts: the last one. */
export function lastJudgement({ judgements }: Pick<KybCheck, "judgements">):
  | RecordedJudgement
  | null {
  return judgements.at(-1) ?? null;
}

/** Whether a check found something that a person can judge. */
export function hasFinding(check: KybCheck): boolean {
  return check.kind === "registry"
    ? check.evidence.outcome !== "verified"
    : check.evidence.classification === null || check.evidence.candidates.length > 0;
}

/**
 * Whether a check stands in the way of an approval (rule R4): a match on a list that nobody judged to
 * be somebody else, a politically exposed person whom nobody judged, or anything escalated. What a
 * register found, or did not, is no match: a person weighs it.
 */
export function isOpen(check: KybCheck): boolean {
  const judgement = lastJudgement(check)?.judgement ?? null;
  if (judgement === "escalated") return true;
  if (check.kind === "registry" || check.evidence.candidates.length === 0) return false;
  const isListed = check.evidence.candidates.some(({ isPep }) => !isPep);
  return isListed ? judgement !== "false_positive" : judgement === null;
}
