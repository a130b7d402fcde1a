import type { PersonPorts } from "../../../core/console/ports.ts";
import type { Policy } from "../../../core/policy/policy.ts";
import { ok, type Result } from "../../../base/result.ts";
import { openLoginLinks } from "../../../kv/console/login_links.ts";
import { openPersonSessions } from "../../../kv/console/person_sessions.ts";
import { type DataKeys, openDataKeys } from "../../../kv/keys/data_keys.ts";
import type { CommandRefusal } from "../../command/command.ts";
import type { OpenedTools } from "../command/admin_command.ts";
import { readSecrets } from "../command/secrets.ts";
import { readServersPolicy } from "../command/servers_policy.ts";

/** Opens the sessions and links of persons as the servers have them. */
export async function openPersonPorts(
  tools: Omit<OpenedTools, "err">,
): Promise<Result<PersonPorts, CommandRefusal>> {
  const secrets = readSecrets(tools.variables);
  if (!secrets.ok) return secrets;
  const policy = await readServersPolicy(tools.variables);
  if (!policy.ok) return policy;
  const keys = await openDataKeys({ ...tools, secrets: secrets.value });
  return ok(openPersons({ ...tools, keys, policy: policy.value }));
}

/** Opens them under keys and a policy that were read. */
export function openPersons(
  { keys, policy, ...opening }: Pick<OpenedTools, "store" | "clock" | "random"> & {
    readonly keys: Pick<DataKeys, "at-rest">;
    readonly policy: Pick<Policy, "sessions">;
  },
): PersonPorts {
  const atRest = keys["at-rest"];
  return {
    personSessions: openPersonSessions({ ...opening, atRest, rules: policy.sessions }),
    loginLinks: openLoginLinks({ ...opening, atRest }),
  };
}
