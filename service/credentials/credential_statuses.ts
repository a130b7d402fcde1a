import type { AcademicIssuers } from "../../core/credentials/ports.ts";
import type { CredentialStatuses } from "../../core/credentials/status_ports.ts";
import { openStatusListTokens } from "../../core/credentials/status/status_list_tokens.ts";
import type { StatusListPorts } from "../../core/credentials/status_ports.ts";
import { openCredentialStatuses } from "../../kv/credentials/credential_statuses.ts";
import type { Store } from "../../kv/store/store.ts";
import type { Config } from "../config/config.ts";
import type { OpenedRuntime } from "../process/runtime.ts";

/** The ports of status lists. */
export interface CredentialStatusAdapters extends StatusListPorts {
  readonly credentialStatuses: CredentialStatuses;
}

/** Opens the status lists of the deployment's mode, and their signers. */
export function openStatuses(
  { mode, baseUrl, policy: { ownStatusLists } }: Pick<Config, "mode" | "baseUrl" | "policy">,
  { clock, random }: Pick<OpenedRuntime, "clock" | "random">,
  { store, academicIssuers }: {
    readonly store: Store;
    readonly academicIssuers: Pick<AcademicIssuers, "signer">;
  },
): CredentialStatusAdapters {
  const credentialStatuses = openCredentialStatuses({ store, clock, random, mode });
  const issuer = `${baseUrl}/v1/credentials`;
  const dependencies = { academicIssuers, credentialStatuses, clock, issuer };
  return {
    credentialStatuses,
    statusListTokens: openStatusListTokens({ ...dependencies, rules: ownStatusLists }),
  };
}
