import type { TemplatePorts } from "../../core/credentials/template_ports.ts";
import { openCredentialTemplates } from "../../kv/credentials/credential_templates.ts";
import type { DataKeys } from "../../kv/keys/data_keys.ts";
import type { Store } from "../../kv/store/store.ts";
import type { Config } from "../config/config.ts";

/** The ports of templates that are opened here. */
export type TemplateAdapters = Pick<TemplatePorts, "credentialTemplates" | "mode">;

/** Opens the templates of the deployment's mode. */
export function openTemplates(
  { mode }: Pick<Config, "mode">,
  { store, keys }: { readonly store: Store; readonly keys: DataKeys },
): TemplateAdapters {
  return {
    credentialTemplates: openCredentialTemplates({ store, mode, atRest: keys["at-rest"] }),
    mode,
  };
}
