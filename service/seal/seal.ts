import { anySignal } from "../../base/any_signal.ts";
import type { ClientId } from "../../core/access/schema.ts";
import { findAdmission } from "../../core/kyb/applications/find_admission.ts";
import type { Mode } from "../../core/nouns.ts";
import type { SealPorts, SigningService } from "../../core/seal/ports.ts";
import { openTrustServiceProvider } from "../../gateways/csc/trust_service_provider.ts";
import { findWorkerProblem, openDocumentSigner } from "../../gateways/pades/document_signer.ts";
import { openTimestampAuthority } from "../../gateways/timestamps/timestamp_authority.ts";
import { openSigningAttempts } from "../../kv/seal/signing_attempts.ts";
import type { Store } from "../../kv/store/store.ts";
import type { DataKeys } from "../../kv/keys/data_keys.ts";
import type { Access } from "../access/access.ts";
import type { AuditAdapters } from "../access/audit.ts";
import type { Config } from "../config/config.ts";
import type { KybModes } from "../kyb/kyb.ts";
import { workerProblems } from "../config/trust_service.ts";
import { nextTurn } from "../process/next_turn.ts";
import type { OpenedRuntime } from "../process/runtime.ts";
import { admittedInSandbox } from "../../sandbox/invented/kyb_applications.ts";

/**
 * Opens the configured trust service with its dependencies. Only Workers load the code that reads
 * PDFs; the start tests one Worker, unless no trust service is configured.
 *
 * @param closing ends every act and its Worker when the service closes
 * @returns null: no trust service is configured
 * @throws Error with the remedy, when no Worker can be started
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
    deadline: () => anySignal([deadline(rules.actSeconds * 1_000), closing]),
  };
}

/** Dependencies of sealing and signing. */
export interface OpenSigning {
  readonly adapters: Pick<Access, "clients"> & Pick<AuditAdapters, "units"> & {
    readonly keys: DataKeys;
    readonly kyb: KybModes;
  };
  readonly store: Store;
  /** Null: no trust service provider is configured. */
  readonly service: SigningService | null;
}

/**
 * Opens the ports of sealing and signing in each mode, which differ in the registered clients and
 * persons.
 */
export function openSigning(
  { adapters: { clients, keys, kyb, units }, store, service }: OpenSigning,
): Readonly<Record<Mode, SealPorts["signing"]>> {
  const attempts = openSigningAttempts({ store, atRest: keys["at-rest"] });
  const admittedBy = (admitting: Parameters<typeof findAdmission>[0]) => ({
    service,
    admissions: { find: (clientId: ClientId) => findAdmission(admitting, clientId) },
    attempts,
    units,
    nextTurn,
  });
  return {
    sandbox: admittedBy({
      clients: admittedInSandbox(clients),
      applications: kyb.sandbox.applications,
    }),
    live: admittedBy({ clients, applications: kyb.live.applications }),
  };
}
