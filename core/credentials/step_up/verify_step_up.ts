import { ok, refuse, type Result } from "../../../base/result.ts";
import type { AcademicIssuerId, Signatory, SignatoryId } from "../issuer_schema.ts";
import type { StepUpChallenge, StepUpPorts, StepUpVerdict } from "../ports.ts";

/** An approval that a person has just authenticated for. */
export interface VerifyStepUp {
  /** Value of `x-credentials-step-up-assertion`; null where it is missing. */
  readonly assertion: string | null;
  /** The institution whose batch is approved. */
  readonly academicIssuerId: AcademicIssuerId;
  readonly approvedBySignatoryId: SignatoryId;
}

/** Who has authenticated, and by what: the approval's own commit uses it up. */
export interface VerifiedStepUp {
  readonly signatory: Signatory;
  /** For `stepUp.use(unit, assertion)`. */
  readonly assertion: Extract<StepUpVerdict, { kind: "verified" }>;
}

/** Why nothing may be approved. */
export type StepUpRefusal =
  /** The signatory is unknown, or another institution's. */
  | { readonly code: "not_found" }
  /** 401 `insufficient_user_authentication` (RFC 9470 §3). */
  | { readonly code: "unauthorized"; readonly challenge: StepUpChallenge }
  | { readonly code: "upstream_unavailable"; readonly retryAfterSeconds: number };

/**
 * Verifies that a signatory of the institution has just authenticated with a second factor, by an
 * assertion that nobody has used. It uses nothing up: the approval's own commit does.
 *
 * Log record: `step_up_refused` with the reason, which names nobody.
 *
 * @see Credentials §4, rule 8
 */
export async function verifyStepUp(
  { log, signatories, stepUp }: StepUpPorts,
  { assertion, academicIssuerId, approvedBySignatoryId }: VerifyStepUp,
): Promise<Result<VerifiedStepUp, StepUpRefusal>> {
  const insufficient = (reason: string) => {
    log.info("step_up_refused", { reason });
    return refuse({ code: "unauthorized", challenge: stepUp.challenge } as const);
  };
  const verdict = await stepUp.verify(assertion);
  switch (verdict.kind) {
    case "insufficient":
      return insufficient(verdict.reason);
    case "unavailable":
      return refuse({
        code: "upstream_unavailable",
        retryAfterSeconds: verdict.retryAfterSeconds ?? 1,
      });
    case "verified":
      break;
    default:
      return verdict satisfies never;
  }
  const signatory = await signatories.find(approvedBySignatoryId);
  if (signatory === null || signatory.academicIssuerId !== academicIssuerId) {
    return refuse({ code: "not_found" });
  }
  if (signatory.idpSubject !== verdict.subject) return insufficient("another_person");
  if (await stepUp.isUsed(verdict.jti)) return insufficient("used");
  return ok({ signatory, assertion: verdict });
}
