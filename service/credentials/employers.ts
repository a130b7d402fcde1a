import type { EmployerPorts } from "../../core/credentials/employer_ports.ts";
import { openDisclosedClaims } from "../../kv/credentials/disclosed_claims.ts";
import {
  openEmployerSessions,
  openObservedRevocations,
} from "../../kv/credentials/employer_sessions.ts";
import type { DataKeys } from "../../kv/keys/data_keys.ts";
import type { Store } from "../../kv/store/store.ts";
import type { Config } from "../config/config.ts";
import type { OpenedRuntime } from "../process/runtime.ts";

/** The employers' own ports; those of the presentation engine are shared with verification. */
export type EmployerAdapters = Pick<
  EmployerPorts,
  "employers" | "employerSessions" | "observedRevocations"
>;

/** Opens the sessions of employers. Both modes share them: each session states its own. */
export function openEmployers(
  { policy: { lifetimes } }: Config,
  runtime: OpenedRuntime,
  { store, keys }: { readonly store: Store; readonly keys: DataKeys },
): EmployerAdapters {
  const atRest = keys["at-rest"];
  const opening = { ...runtime, store, atRest };
  return {
    employers: { sessionMinutes: lifetimes.verificationSessionMinutes },
    employerSessions: openEmployerSessions({
      ...opening,
      deliveries: openDisclosedClaims({ ...opening, claimsDays: lifetimes.disclosedClaimsDays }),
      undecidedHours: {
        api: 24 * lifetimes.undecidedSessionDays,
        login: lifetimes.undecidedLoginHours,
      },
    }),
    observedRevocations: openObservedRevocations(store),
  };
}
