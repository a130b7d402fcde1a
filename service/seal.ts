import type { Clients } from "../core/access/ports.ts";
import { findAdmission } from "../core/kyb/applications/find_admission.ts";
import type { KybApplications } from "../core/kyb/application_ports.ts";
import type { SealPorts, SigningService } from "../core/seal/ports.ts";
import type { KeyRing } from "../kv/keys/key_ring.ts";
import { openSigningAttempts } from "../kv/signing_attempts.ts";
import type { Store } from "../kv/store/store.ts";
import type { Units } from "../base/unit.ts";

/** What sealing and signing are opened over. */
export interface OpenSigning {
  readonly store: Store;
  readonly atRest: KeyRing;
  readonly units: Units;
  readonly clients: Clients;
  readonly applications: Pick<KybApplications, "ofClient">;
  /** Null: no trust service provider is configured. */
  readonly service: SigningService | null;
}

/** Opens what sealing and signing reach in one mode. */
export function openSigning(
  { store, atRest, units, clients, applications, service }: OpenSigning,
): SealPorts["signing"] {
  return {
    service,
    admissions: { find: (clientId) => findAdmission({ clients, applications }, clientId) },
    attempts: openSigningAttempts({ store, atRest }),
    units,
  };
}
