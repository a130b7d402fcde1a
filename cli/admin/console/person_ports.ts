import type { PersonPorts } from "../../../core/console/ports.ts";
import { ok, type Result } from "../../../base/result.ts";
import { openPersons } from "../../../kv/console/open_persons.ts";
import { openDataKeys } from "../../../kv/keys/data_keys.ts";
import type { CommandRefusal } from "../../command/command.ts";
import type { OpenedTools } from "../command/admin_command.ts";
import { readSecrets } from "../command/secrets.ts";
import { readServersPolicy } from "../command/servers_policy.ts";

/** Opens the sessions and links of persons like the servers. */
export async function openPersonPorts(
  tools: Omit<OpenedTools, "err">,
): Promise<Result<PersonPorts, CommandRefusal>> {
  const secrets = readSecrets(tools.variables);
  if (!secrets.ok) return secrets;
  const policy = await readServersPolicy(tools.variables);
  if (!policy.ok) return policy;
  const keys = await openDataKeys({ ...tools, secrets: secrets.value });
  return ok(
    openPersons({ ...tools, atRest: keys["at-rest"], rules: policy.value.sessions }),
  );
}
