import { ok, refuse, type Result } from "../../../base/result.ts";
import type { AcademicIssuerId, Signatory, SignatoryId } from "../issuer_schema.ts";
import type { StepUpChallenge, StepUpPorts, StepUpVerdict } from "../step_up_ports.ts";

/** An act on a batch, for which a person has just authenticated. */
export interface VerifyStepUp {
  /** Value of `x-credentials-step-up-assertion`; null when the header is missing. */
  readonly assertion: string | null;
  /** The institution of the batch. */
  readonly academicIssuerId: AcademicIssuerId;
  /** The signatory who acts. */
  readonly signatoryId: SignatoryId;
}

/** The authenticated signatory and the assertion, which the act's own commit uses up. */
export interface VerifiedStepUp {
  readonly signatory: Signatory;
  /** For `stepUp.use(unit, assertion)`. */
  readonly assertion: Extract<StepUpVerdict, { kind: "verified" }>;
}

/** 401 with the challenge of RFC 9470 §3. */
interface Insufficient {
  readonly code: "unauthorized";
  readonly challenge: StepUpChallenge & { readonly error: "insufficient_user_authentication" };
}

/** The reason why an assertion is insufficient. */
export type AssertionRefusal =
  | Insufficient
  | { readonly code: "upstream_unavailable"; readonly retryAfterSeconds: number };

/**
 * The reason why the act is refused; `not_found` for a signatory who is unknown or belongs to
 * another institution.
 */
export type StepUpRefusal = AssertionRefusal | { readonly code: "not_found" };

/**
 * Verifies an assertion without its signatory and previous use, for a repeated approval before its
 * replay is looked up. Log record: `step_up_refused` with the reason, which names no person.
 */
export async function requireAssertion(
  ports: Pick<StepUpPorts, "log" | "stepUp">,
  assertion: string | null,
): Promise<Result<VerifiedStepUp["assertion"], AssertionRefusal>> {
  const verdict = await ports.stepUp.verify(assertion);
  switch (verdict.kind) {
    case "verified":
      return ok(verdict);
    case "insufficient":
      return insufficient(ports, verdict.reason);
    case "unavailable":
      return refuse({
        code: "upstream_unavailable",
        retryAfterSeconds: verdict.retryAfterSeconds ?? 1,
      });
    default:
      return verdict satisfies never;
  }
}

/**
 * Verifies that a signatory of the institution has just authenticated with a second factor, by an
 * unused assertion. Does not use up the assertion; the act's own commit does.
 *
 * @see Credentials §4, rule 8
 */
export async function verifyStepUp(
  ports: StepUpPorts,
  { assertion, academicIssuerId, signatoryId }: VerifyStepUp,
): Promise<Result<VerifiedStepUp, StepUpRefusal>> {
  const verified = await requireAssertion(ports, assertion);
  if (!verified.ok) return verified;
  const { subject, jti } = verified.value;
  const signatory = await ports.signatories.find(signatoryId);
  if (signatory === null || signatory.academicIssuerId !== academicIssuerId) {
    return refuse({ code: "not_found" });
  }
  if (signatory.idpSubject !== subject) return insufficient(ports, "another_person");
  if (await ports.stepUp.isUsed(jti)) return insufficient(ports, "used");
  return ok({ signatory, assertion: verified.value });
}

function insufficient(
  { log, stepUp }: Pick<StepUpPorts, "log" | "stepUp">,
  reason: string,
): Result<never, Insufficient> {
  log.info("step_up_refused", { reason });
  const challenge = { error: "insufficient_user_authentication", ...stepUp.challenge } as const;
  return refuse({ code: "unauthorized", challenge });
}
