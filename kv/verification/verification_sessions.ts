import type { PresentationSessions } from "../../core/presentation/ports.ts";
import {
  type VerificationKind,
  VerificationSession,
} from "../../core/verification/session_schema.ts";
import { defineKey } from "../store/define_key.ts";
import {
  openPresentationSessions,
  type PresentationSessionDependencies,
} from "../presentation/presentation_sessions.ts";

/** Key of a verification session. */
export const verificationSessions = defineKey({
  name: "verification_session",
  parts: ["sessionId"],
  value: "request, state and decision of a session, encrypted",
  lifetime: "until erasure; undecided 30 d; of a login 24 h",
  personal: "a login's `sub`; else classes and hashes",
  protected: "encrypted",
});

/** The sessions of a client, in the order of time. */
export const clientSessions = defineKey({
  name: "client_session",
  parts: ["clientId", "mode", "sessionId"],
  value: "`{ expiresAt? }`: a session of the client",
  lifetime: "as the session",
  personal: "no",
  protected: null,
});

/** The dependencies of {@link openVerificationSessions}. */
export type VerificationSessionDependencies = Omit<
  PresentationSessionDependencies<VerificationKind>,
  "schema" | "keys"
>;

/** Opens the sessions of verification. */
export function openVerificationSessions(
  dependencies: VerificationSessionDependencies,
): PresentationSessions<VerificationKind> {
  return openPresentationSessions({
    ...dependencies,
    schema: VerificationSession,
    keys: { session: verificationSessions, client: clientSessions },
  });
}
