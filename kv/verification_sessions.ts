import type { PresentationSessions } from "../core/presentation/ports.ts";
import { type VerificationKind, VerificationSession } from "../core/verification/session_schema.ts";
import {
  openPresentationSessions,
  type PresentationSessionDependencies,
} from "./presentation_sessions.ts";

/** The dependencies of {@link openVerificationSessions}. */
export type VerificationSessionDependencies = Omit<
  PresentationSessionDependencies<VerificationKind>,
  "schema" | "kinds"
>;

/**
 * Verification's sessions.
 *
 * | Key                                     | Value                     | Lifetime                        |
 * | --------------------------------------- | ------------------------- | ------------------------------- |
 * | `["verification_session", sessionId]`   | `VerificationSession`, encrypted | until erasure or offboarding; without a decision `undecidedSessionDays` past its end |
 * | `["client_session", clientId, mode, sessionId]` | `{}`              | as its session                  |
 */
export function openVerificationSessions(
  dependencies: VerificationSessionDependencies,
): PresentationSessions<VerificationKind> {
  return openPresentationSessions({
    ...dependencies,
    schema: VerificationSession,
    kinds: { session: "verification_session", client: "client_session" },
  });
}
