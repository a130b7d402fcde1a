import { z } from "zod";
import {
  AcademicRevocationStatus,
  type EmployerKind,
  EmployerSession,
} from "../../core/credentials/employer_schema.ts";
import type { ObservedRevocations } from "../../core/credentials/employer_ports.ts";
import type { PresentationSessions } from "../../core/presentation/ports.ts";
import type { SessionId } from "../../core/presentation/schema.ts";
import {
  openPresentationSessions,
  type PresentationSessionDependencies,
} from "../presentation/presentation_sessions.ts";
import { keysReadMax } from "../store/budget.ts";
import { defineKey } from "../store/define_key.ts";
import { put, type Store } from "../store/store.ts";

/** Key of an employer's session. */
export const employerSessions = defineKey({
  name: "employer_session",
  parts: ["sessionId"],
  value: "request, state and decision of a session, encrypted",
  lifetime: "until offboarding; undecided 30 d",
  personal: "pseudonymous: the credential's status entry",
  protected: "encrypted",
});

/** The sessions of an employer, in the order of time. */
export const clientEmployerSessions = defineKey({
  name: "client_employer_session",
  parts: ["clientId", "mode", "sessionId"],
  value: "`{ expiresAt? }`: a session of the employer",
  lifetime: "as the session",
  personal: "no",
  protected: null,
});

/** The revocation status that the last read of a session found. */
export const observedRevocations = defineKey({
  name: "observed_revocation",
  parts: ["sessionId"],
  value: "`{ status }`",
  lifetime: "until the client is offboarded",
  personal: "no",
  protected: null,
});

/** The dependencies of {@link openEmployerSessions}. */
export type EmployerSessionDependencies = Omit<
  PresentationSessionDependencies<EmployerKind>,
  "schema" | "keys"
>;

/** Opens the sessions of employers. */
export function openEmployerSessions(
  dependencies: EmployerSessionDependencies,
): PresentationSessions<EmployerKind> {
  return openPresentationSessions({
    ...dependencies,
    schema: EmployerSession,
    keys: { session: employerSessions, client: clientEmployerSessions },
  });
}

const Observed = z.strictObject({ status: AcademicRevocationStatus });

/**
 * Opens the observed statuses, under a key of their own, so that no read contends with a delivery.
 */
export function openObservedRevocations(store: Store): ObservedRevocations {
  const keyOf = (id: SessionId) => observedRevocations.key(id);
  return {
    note: async (id, status) => {
      const known = await store.get(Observed, keyOf(id));
      if (known?.value.status === status) return;
      await store.commit([put(Observed, keyOf(id), { status })]);
    },
    find: async (ids) => {
      const found = new Map<SessionId, AcademicRevocationStatus>();
      for (let at = 0; at < ids.length; at += keysReadMax) {
        const some = ids.slice(at, at + keysReadMax);
        const entries = await store.getMany(Observed, some.map(keyOf));
        for (const [n, entry] of entries.entries()) {
          const id = some[n];
          if (id !== undefined && entry !== null) found.set(id, entry.value.status);
        }
      }
      return found;
    },
  };
}
