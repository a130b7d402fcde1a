import { type Session, type SessionStatus, statusOf } from "./schema.ts";

/** The members that every service's sessions are read with, its decision apart. */
export interface SessionMembers<CheckType extends string> {
  readonly sessionId: Session["id"];
  readonly checkType: CheckType;
  readonly templateVersion: string;
  readonly status: SessionStatus;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** Null for a session that has not failed. */
  readonly error: string | null;
}

/** The members of a session at this moment, in the order in which they are read. */
export function sessionMembers<CheckType extends string>(
  session: Omit<Session, "checkType"> & { readonly checkType: CheckType },
  now: Temporal.Instant,
): SessionMembers<CheckType> {
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
