import type { CredentialsPorts } from "../core/credentials/ports.ts";
import type { DataKeys } from "../kv/keys/data_keys.ts";
import type { Store } from "../kv/store/store.ts";
import type { Config } from "./config/config.ts";
import { openTemplates, type TemplateAdapters } from "./credential_templates.ts";

/** The ports of academic credentials. */
export type CredentialsAdapters = TemplateAdapters & Pick<CredentialsPorts, "academicIssuers">;

/**
 * Opens what academic credentials need. Both modes share it: credentials run in the deployment's mode,
 * whatever a request says.
 */
export function openCredentials(
  config: Config,
  { store, keys }: { readonly store: Store; readonly keys: DataKeys },
): CredentialsAdapters {
  return {
    // The institutions' own adapter takes this place.
    academicIssuers: {
      find: () => Promise.resolve(null),
      signer: () => Promise.resolve(null),
    },
    ...openTemplates(config, { store, keys }),
  };
}
