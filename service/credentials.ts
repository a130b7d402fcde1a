import type { IssuancePorts } from "../core/credentials/ports.ts";
import type { Store } from "../kv/store/store.ts";
import type { Config } from "./config/config.ts";
import { type CredentialIssuanceAdapters, openCredentialIssuance } from "./credential_issuance.ts";
import { type AbsentCredentials, absentCredentials } from "./credentials_absent.ts";
import type { OpenedRuntime } from "./runtime.ts";

/** The ports of academic credentials. */
export interface CredentialsAdapters
  extends AbsentCredentials, CredentialIssuanceAdapters, Pick<IssuancePorts, "mode"> {}

/** Opens the academic credentials, which run in the deployment's mode. */
export function openCredentials(
  config: Config,
  runtime: OpenedRuntime,
  { store }: { readonly store: Store },
): CredentialsAdapters {
  return {
    ...absentCredentials,
    ...openCredentialIssuance(config, runtime, { store, ...absentCredentials }),
    mode: config.mode,
  };
}
