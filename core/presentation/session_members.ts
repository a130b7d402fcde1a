import { z } from "zod";
import { Timestamp } from "../nouns.ts";
import { type Session, SessionId, SessionStatus, statusOf, TemplateVersion } from "./schema.ts";

/** The members of a session in answers of every service, without its decision. */
const SessionMembers = z.object({
  sessionId: SessionId,
  templateVersion: TemplateVersion,
  status: SessionStatus,
  createdAt: Timestamp,
  expiresAt: Timestamp,
  error: z.string().nullable().meta({
    description: "Why it failed: the wallet's own error code, or the rule that its answer broke",
  }),
});

/** A session in an answer, with one service's check types and its decision. */
export function sessionReadSchema<CheckType extends z.ZodType, Decision extends z.ZodType>(
  checkType: CheckType,
  decision: Decision,
) {
  const { sessionId, ...members } = SessionMembers.shape;
  return z.object({ sessionId, checkType, ...members, decision: decision.nullable() }).readonly();
}

/** Sessions in an answer, newest first. */
export function sessionListSchema<Read extends z.ZodType>(read: Read) {
  return z.object({
    sessions: z.array(read).readonly(),
    nextCursor: z.string().nullable().meta({ description: "Null at the end" }),
  }).readonly();
}

/** The current members of a session, in the order of answers. */
export function sessionMembers<CheckType extends string>(
  session: Omit<Session, "checkType"> & { readonly checkType: CheckType },
  now: Temporal.Instant,
): z.infer<typeof SessionMembers> & { readonly checkType: CheckType } {
  const { id, checkType, templateVersion, createdAt, pendingUntil, outcome } = session;
  return {
    sessionId: id,
    checkType,
    templateVersion,
    status: statusOf(session, now),
    createdAt,
    expiresAt: pendingUntil,
    error: outcome.status === "failed" ? outcome.error : null,
  };
}
