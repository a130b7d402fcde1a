import { lastJudgement } from "../applications/open_findings.ts";
import type { KybApplication, KybCheck } from "../application_schema.ts";
import type { RegistryCheck } from "../registry_schema.ts";
import type { ReviewEvidence } from "../review_schema.ts";

/** Returns all stored evidence: the declaration, then the checks in their order. */
export function evidenceOf(
  application: KybApplication,
  checks: readonly KybCheck[],
): readonly ReviewEvidence[] {
  const { draftId, recommendation, draftedAt, flags } = application;
  const declaration: ReviewEvidence = {
    ...nothing,
    evidenceId: draftId,
    kind: "declaration",
    outcome: recommendation,
    checkedAt: draftedAt,
    flags,
  };
  return [declaration, ...checks.map(evidenceOfCheck)];
}

const nothing = {
  personId: null,
  provider: null,
  evidenceHash: null,
  flags: [],
  candidates: [],
  judgement: null,
  frozenDecisionArtifact: null,
} as const;

function evidenceOfCheck(check: KybCheck): ReviewEvidence {
  const { id: evidenceId, kind } = check;
  const last = lastJudgement(check);
  const judgement = last === null ? null : { judgement: last.judgement, at: last.at };
  if (check.kind === "registry") {
    const { evidence } = check;
    return {
      ...nothing,
      evidenceId,
      kind,
      outcome: evidence.outcome,
      provider: "provider" in evidence ? evidence.provider : null,
      checkedAt: evidence.checkedAt,
      evidenceHash: "evidenceHash" in evidence ? evidence.evidenceHash : null,
      ...datesOf(evidence),
      judgement,
    };
  }
  const { classification, screenedAt, candidates, nameCoverage, frozenDecisionArtifact } =
    check.evidence;
  return {
    ...nothing,
    evidenceId,
    kind,
    personId: check.kind === "person_screening" ? check.personId : null,
    outcome: classification,
    checkedAt: screenedAt,
    candidates,
    ...(nameCoverage === undefined ? {} : { nameCoverage }),
    judgement,
    frozenDecisionArtifact,
  };
}

/** The dates of a register's statement, as far as known. */
function datesOf(evidence: RegistryCheck): Pick<ReviewEvidence, "recordUpdatedAt" | "snapshotAt"> {
  if (!("evidenceHash" in evidence)) return {};
  const { recordUpdatedAt, snapshotAt } = evidence;
  return {
    ...(recordUpdatedAt !== undefined && { recordUpdatedAt }),
    ...(snapshotAt !== undefined && { snapshotAt }),
  };
}
