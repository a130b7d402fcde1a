import type { KybCheck, RecordedJudgement } from "../application_schema.ts";

/** Returns the judgement that counts: the last one. */
export function lastJudgement({ judgements }: Pick<KybCheck, "judgements">):
  | RecordedJudgement
  | null {
  return judgements.at(-1) ?? null;
}

/**
 * Whether a check has a finding that a person can judge, including a name that could not be
 * screened.
 */
export function hasFinding(check: KybCheck): boolean {
  return check.kind === "registry"
    ? check.evidence.outcome !== "verified"
    : check.evidence.classification !== "CLEAR" || check.evidence.candidates.length > 0;
}

/**
 * Whether a check prevents an approval (rule R4): a match on a list, or a name that could not be
 * screened, without a judgement as false positive; a politically exposed person without a
 * judgement; or anything escalated. A register's finding is not a match: a person weighs it.
 */
export function isOpen(check: KybCheck): boolean {
  const judgement = lastJudgement(check)?.judgement ?? null;
  if (judgement === "escalated") return true;
  if (check.kind === "registry" || !hasFinding(check)) return false;
  const { candidates } = check.evidence;
  const isExposedAlone = candidates.length > 0 && candidates.every(({ isPep }) => isPep);
  return isExposedAlone ? judgement === null : judgement !== "false_positive";
}
