import type { KybCheck, RecordedJudgement } from "../application_schema.ts";

/** The judgement that counts: the last one. */
export function lastJudgement({ judgements }: Pick<KybCheck, "judgements">):
  | RecordedJudgement
  | null {
  return judgements.at(-1) ?? null;
}

/** Whether a check found something that a person can judge; that a name could not be screened is. */
export function hasFinding(check: KybCheck): boolean {
  return check.kind === "registry"
    ? check.evidence.outcome !== "verified"
    : check.evidence.classification !== "CLEAR" || check.evidence.candidates.length > 0;
}

/**
 * Whether a check stands in the way of an approval (rule R4): a match on a list, or a name that could
 * not be screened, and was not judged to be nothing; a politically exposed person who was not judged;
 * or anything escalated. What a register found, or did not, is no match: a person weighs it.
 */
export function isOpen(check: KybCheck): boolean {
  const judgement = lastJudgement(check)?.judgement ?? null;
  if (judgement === "escalated") return true;
  if (check.kind === "registry" || !hasFinding(check)) return false;
  const { candidates } = check.evidence;
  const isExposedAlone = candidates.length > 0 && candidates.every(({ isPep }) => isPep);
  return isExposedAlone ? judgement === null : judgement !== "false_positive";
}
