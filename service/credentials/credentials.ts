import type { Units } from "../../base/unit.ts";
import type { DemoPorts } from "../../core/credentials/demo_ports.ts";
import type { IssuancePorts } from "../../core/credentials/issuance_ports.ts";
import type { DataKeys } from "../../kv/keys/data_keys.ts";
import type { Store } from "../../kv/store/store.ts";
import { openInstitutions } from "./academic_issuers.ts";
import type { Config } from "../config/config.ts";
import { type BatchAdapters, openBatches } from "./credential_batches.ts";
import { type CredentialIssuanceAdapters, openCredentialIssuance } from "./credential_issuance.ts";
import { type CredentialStatusAdapters, openStatuses } from "./credential_statuses.ts";
import { openTemplates, type TemplateAdapters } from "./credential_templates.ts";
import { openAcademicAnchors } from "./credentials_trust.ts";
import { openDemoCredentials } from "./demo_credentials.ts";
import type { OwnCredentials } from "./own_credentials.ts";
import type { OpenedRuntime } from "../process/runtime.ts";
import { sandboxInstitution } from "../../sandbox/invented/academic.ts";
import { openStepUpAdapters, type StepUpAdapters } from "./step_up.ts";

/** The ports of academic credentials. */
export type CredentialsAdapters =
  & Pick<IssuancePorts, "academicIssuers">
  & BatchAdapters
  & CredentialIssuanceAdapters
  & CredentialStatusAdapters
  & DemoPorts
  & StepUpAdapters
  & TemplateAdapters
  & {
    /** The facts about credentials issued here that verification needs. */
    readonly own: OwnCredentials;
  };

/**
 * Opens the ports of academic credentials. Both modes share them: credentials always have the
 * deployment's mode.
 *
 * @throws Error that names the variable when no given secret unwraps the keys of issuers
 */
export async function openCredentials(
  config: Config,
  runtime: OpenedRuntime,
  { store, keys, units }: {
    readonly store: Store;
    readonly keys: DataKeys;
    readonly units: Units;
  },
): Promise<CredentialsAdapters> {
  const academicIssuers = await openInstitutions(config, store);
  const templates = openTemplates(config, { store, keys });
  const batches = openBatches(config, runtime, { store, keys });
  const issuance = openCredentialIssuance(config, runtime, {
    store,
    academicIssuers,
    ...templates,
  });
  const statuses = openStatuses(config, runtime, { store, academicIssuers });
  return {
    academicIssuers,
    ...templates,
    ...batches,
    ...issuance,
    demoCredentials: config.mode === "live" ? null : openDemoCredentials({
      ...templates,
      ...batches,
      institution: (await sandboxInstitution()).issuer,
      issuer: issuance.credentialIssuance.issuer,
      offerDays: config.policy.lifetimes.preAuthorizedCodeDays,
      units,
    }),
    ...statuses,
    ...await openStepUpAdapters(config, runtime, store),
    own: {
      anchors: await openAcademicAnchors(config, { store, ...runtime }),
      statusLists: statuses.credentialStatuses,
    },
  };
}
