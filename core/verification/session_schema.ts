import { z } from "zod";
import { type Session, sessionSchema } from "../presentation/schema.ts";
import { CheckType } from "./check_type.ts";
import { VerificationDecision } from "./schema.ts";

/** The types of verification's sessions. */
export interface VerificationKind {
  readonly service: "verification";
  readonly checkType: CheckType;
  readonly decision: VerificationDecision;
}

/** The stored form of a session. */
export const VerificationSession = sessionSchema({
  /** The default applies to records of servers that had only these sessions. */
  service: z.literal("verification").default("verification"),
  checkType: CheckType,
  decision: VerificationDecision,
});
/** A session of verification. */
export type VerificationSession = Session<VerificationKind>;
