import { ok, refuse, type Result } from "../../../base/result.ts";
import type { Unit } from "../../../base/unit.ts";
import type { ActingOperator } from "./acting_operator.ts";
import { hasFinding } from "./open_findings.ts";
import type { ApplicationPorts } from "../application_ports.ts";
import type { ApplicationId, CheckId, Judgement, KybCheck } from "../application_schema.ts";

/** Maximum judgements of one check. */
const judgementsMax = 10;

/** Input of {@link judgeCheck}. */
export interface JudgeCheck extends ActingOperator {
  readonly unit: Unit;
  readonly id: ApplicationId;
  readonly checkId: CheckId;
  readonly judgement: Judgement;
  readonly rationale: string;
}

/** The reason why a finding is not judged. */
export interface JudgeRefusal {
  readonly code:
    | "no_such_application"
    | "no_such_check"
    | "nothing_found"
    | "already_decided"
    | "judged_too_often";
}

/**
 * Records a person's judgement of one screening or registry finding, with its rationale. The
 * finding never changes; judging again adds a judgement, and the last one counts.
 */
export async function judgeCheck(
  { applications, audit, clock, mode }: Pick<
    ApplicationPorts,
    "applications" | "audit" | "clock" | "mode"
  >,
  { unit, id, checkId, judgement, rationale, operator, identity }: JudgeCheck,
): Promise<Result<KybCheck, JudgeRefusal>> {
  const found = await applications.find(id);
  if (found === null || found.application.mode !== mode) {
    return refuse({ code: "no_such_application" });
  }
  const check = found.checks.find((one) => one.id === checkId);
  if (check === undefined) return refuse({ code: "no_such_check" });
  const { application } = found;
  if (application.status !== "NEEDS_REVIEW" || application.keptUntil !== null) {
    return refuse({ code: "already_decided" });
  }
  if (!hasFinding(check)) return refuse({ code: "nothing_found" });
  if (check.judgements.length >= judgementsMax) return refuse({ code: "judged_too_often" });
  const at = clock.now().toString({ smallestUnit: "millisecond" });
  const known = identity === undefined ? {} : { identity };
  const judgements = [...check.judgements, { judgement, rationale, by: operator, ...known, at }];
  const next: KybCheck = { ...check, judgements };
  found.putCheck(unit, next);
  // With it, so that a decision that is made meanwhile has not read the old judgement.
  found.put(unit, application);
  audit.record(unit, {
    kind: "KYB_CHECK_JUDGED",
    applicationId: id,
    draftId: application.draftId,
    checkId,
    judgement,
    operator,
    ...known,
  });
  return ok(next);
}
