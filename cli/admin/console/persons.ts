import { suspendersOf } from "../../../core/access/suspension.ts";
import type { ClientId, PersonId } from "../../../core/access/schema.ts";
import { endAccess } from "../../../core/console/end_access.ts";
import { linkMinutes } from "../../../core/console/schema.ts";
import { ok, type Result } from "../../../base/result.ts";
import { openClients } from "../../../kv/access/clients.ts";
import { commitAct } from "../../../kv/store/operator_act.ts";
import { readConsoleParts } from "../../../service/config/console_parts.ts";
import { readBaseUrl, readPort } from "../../../service/config/readers.ts";
import { type CommandRefusal, type Done, failed } from "../../command/command.ts";
import type { OpenedTools } from "../command/admin_command.ts";
import type { Variables } from "../command/secrets.ts";
import { openPersonPorts } from "./person_ports.ts";

/**
 * Makes and prints a link; only this command prints one.
 *
 * @param asked without a client: a link for an operator
 */
export async function makeLink(
  { personId, clientId }: { readonly personId: PersonId; readonly clientId: ClientId | null },
  tools: OpenedTools,
): Promise<Done> {
  const base = readServers(tools.variables, clientId === null ? "console" : "desk");
  if (!base.ok) return base;
  const ports = await openPersonPorts(tools);
  if (!ports.ok) return ports;
  if (clientId !== null) {
    const record = await openClients(tools.store).find(clientId);
    if (record === null) return failed(`${clientId} has no record: client put makes one`);
    if (suspendersOf(record).length > 0) return failed(`${clientId} is suspended`);
  }
  const roles = clientId === null ? ["aval-operator", "kyb-reviewer"] as const : [];
  const made = await commitAct(
    tools.store,
    (unit) => Promise.resolve(ok(ports.value.loginLinks.make(unit, { personId, clientId, roles }))),
  );
  if (!made.ok) return made;
  const part = clientId === null ? "/console" : "/desk";
  const whose = clientId === null ? personId : `${personId} of ${clientId}`;
  tools.err(`Logs ${whose} in once, within ${linkMinutes} minutes, in ${tools.name}:\n`);
  tools.out(`${base.value}/desk/login?next=${part}#${made.value}\n`);
  return ok(null);
}

/** Reads the servers' address, and checks that they have the part that the link is for. */
function readServers(
  variables: Variables,
  part: "desk" | "console",
): Result<string, CommandRefusal> {
  const parts = readConsoleParts(variables["AVAL_CONSOLE"] ?? "");
  if (!parts.ok || !parts.value.includes(part)) {
    return failed(`AVAL_CONSOLE: does not name the ${part}; set it to the servers' value`);
  }
  const port = readPort(variables["PORT"] ?? "8000");
  if (!port.ok) return failed(`PORT: ${port.refusal.problems.join("; ")}`);
  const baseUrl = readBaseUrl(variables["AVAL_BASE_URL"] ?? `http://localhost:${port.value}`);
  return baseUrl.ok ? baseUrl : failed(`AVAL_BASE_URL: ${baseUrl.refusal.problems.join("; ")}`);
}

/** Ends the sessions and links of a person. */
export async function endPerson(
  { personId }: { readonly personId: PersonId },
  tools: OpenedTools,
): Promise<Done> {
  const ports = await openPersonPorts(tools);
  if (!ports.ok) return ports;
  const { sessions, links } = await endAccess(ports.value, { personId });
  tools.out(`sessions\t${sessions}\nlinks\t${links}\n`);
  tools.err(`${personId} is logged in nowhere now; a link logs them in again\n`);
  return ok(null);
}
