import type { AcademicIssuers } from "../../core/credentials/ports.ts";
import { openAcademicIssuers } from "../../kv/credentials/academic_issuers.ts";
import type { Store } from "../../kv/store/store.ts";
import type { Config } from "../config/config.ts";
import { sandboxInstitution } from "../../sandbox/invented/academic.ts";
import { secretsOf } from "../access/secrets.ts";

/** Opens the institutions that operators registered; a sandbox also has a published one. */
export async function openInstitutions(config: Config, store: Store): Promise<AcademicIssuers> {
  return await openAcademicIssuers({
    store,
    secrets: secretsOf(config),
    published: config.mode === "sandbox" ? await sandboxInstitution() : null,
  });
}
