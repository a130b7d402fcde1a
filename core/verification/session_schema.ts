import { type Session, sessionSchema } from "../presentation/schema.ts";
import { CheckType } from "./check_type.ts";
import { VerificationDecision } from "./schema.ts";

/** What verification's sessions ask, and end with. */
export interface VerificationKind {
  readonly checkType: CheckType;
  readonly decision: VerificationDecision;
}

/** A session of verification as it is kept. */
export const VerificationSession = sessionSchema({
  checkType: CheckType,
  decision: VerificationDecision,
});
/** See {@link VerificationKind}. */
export type VerificationSession = Session<VerificationKind>;
