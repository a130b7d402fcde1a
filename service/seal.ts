import type { Clients } from "../core/access/ports.ts";
import { findAdmission } from "../core/kyb/applications/find_admission.ts";
import type { KybApplications } from "../core/kyb/application_ports.ts";
import type { SealPorts, SigningService } from "../core/seal/ports.ts";
import { openTrustServiceProvider } from "../gateways/csc/trust_service_provider.ts";
import { findWorkerProblem, openDocumentSigner } from "../gateways/pades/document_signer.ts";
import { openTimestampAuthority } from "../gateways/timestamps/timestamp_authority.ts";
import type { KeyRing } from "../kv/keys/key_ring.ts";
import { openSigningAttempts } from "../kv/signing_attempts.ts";
import type { Store } from "../kv/store/store.ts";
import type { Units } from "../base/unit.ts";
import type { Config } from "./config/config.ts";
import { workerProblems } from "./config/trust_service.ts";
import type { OpenedRuntime } from "./runtime.ts";

/**
 * Opens the configured trust service with what is needed beside it. What reads PDFs is loaded by
 * Workers, of which the start tries one; nothing of it without a trust service.
 *
 * @param closing ends every act when the service closes, and its Worker
 * @returns null: no trust service is configured
 * @throws Error that says what to do, where no Worker can be started
 */
export async function openSigningService(
  { trustService, policy: { seal: rules } }: Pick<Config, "trustService" | "policy">,
  { clock, log, random, telemetry }: Pick<OpenedRuntime, "clock" | "log" | "random" | "telemetry">,
  closing: AbortSignal,
): Promise<SigningService | null> {
  if (trustService === null) return null;
  const reading = { rules, random, closing };
  const problem = await findWorkerProblem(reading);
  if (problem !== null) throw new Error(`AVAL_CSC_URL: ${workerProblems[problem]}`);
  const { timestampUrl, ...service } = trustService;
  const deadline = (milliseconds: number) => AbortSignal.timeout(milliseconds);
  const calling = { rules, clock, log, telemetry, deadline };
  return {
    provider: openTrustServiceProvider({ service, ...calling }),
    documents: openDocumentSigner(reading),
    timestamps: timestampUrl === null
      ? null
      : openTimestampAuthority({ url: timestampUrl, ...calling }),
    deadline: () => AbortSignal.any([deadline(rules.actSeconds * 1_000), closing]),
  };
}

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
