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
  /** A record without it is of a server whose only sessions were these. */
  service: z.literal("verification").default("verification"),
  checkType: CheckType,
  decision: VerificationDecision,
});
/** A session of verification. */
export type VerificationSession = Session<VerificationKind>;
