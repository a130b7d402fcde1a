import { ok, type Result } from "../../../base/result.ts";
import type { ApplicationPorts } from "../../../core/kyb/application_ports.ts";
import type { KybDrafts } from "../../../core/kyb/ports.ts";
import type { KybReviewDrafts } from "../../../core/kyb/review_ports.ts";
import { type ClientRecords, openClients } from "../../../kv/access/clients.ts";
import { openOperatorAudit } from "../../../kv/audit/audit_recording.ts";
import { openEventOutbox } from "../../../kv/events/event_outbox.ts";
import { openDataKeys } from "../../../kv/keys/data_keys.ts";
import { openKybApplications } from "../../../kv/kyb/kyb_applications.ts";
import { openKybDrafts } from "../../../kv/kyb/kyb_drafts.ts";
import { openKybReviewDrafts } from "../../../kv/kyb/kyb_review_drafts.ts";
import type { CommandRefusal, Done } from "../../command/command.ts";
import type { OpenedTools } from "../command/admin_command.ts";
import { readConsoleParts } from "../../../service/config/console_parts.ts";
import { readSecrets, type Variables } from "../command/secrets.ts";
import { readServersPolicy } from "../command/servers_policy.ts";

/** The ports of the commands. */
export interface OpenedKyb extends ApplicationPorts {
  readonly clients: ApplicationPorts["clients"] & ClientRecords;
  readonly drafts: KybDrafts;
  readonly reviews: Pick<KybReviewDrafts, "latest">;
}

/** Runs a command with the stored drafts and applications. */
export function withKyb<Asked>(
  run: (asked: Asked, ports: OpenedKyb, tools: OpenedTools) => Promise<Done>,
): (asked: Asked, tools: OpenedTools) => Promise<Done> {
  return async (asked, tools) => {
    const opened = await openKyb(tools);
    return opened.ok ? await run(asked, opened.value, tools) : opened;
  };
}

/** Whether operators of the servers log in by an identity provider: by the servers' own variables. */
function logInByProvider(variables: Variables): boolean {
  const parts = readConsoleParts(variables["AVAL_CONSOLE"] ?? "");
  return parts.ok && parts.value.includes("console") && variables["AVAL_AUTH_URL"] !== undefined;
}

async function openKyb(tools: OpenedTools): Promise<Result<OpenedKyb, CommandRefusal>> {
  const { store, clock, random, variables } = tools;
  const secrets = readSecrets(variables);
  if (!secrets.ok) return secrets;
  const policy = await readServersPolicy(variables);
  if (!policy.ok) return policy;
  const keys = await openDataKeys({ store, clock, random, secrets: secrets.value });
  const opening = { store, clock, atRest: keys["at-rest"] };
  const mode = variables["AVAL_MODE"] === "live" ? "live" : "sandbox";
  return ok({
    applications: openKybApplications(opening),
    audit: openOperatorAudit(tools),
    clients: openClients(store),
    clock,
    drafts: openKybDrafts(opening),
    events: openEventOutbox({ ...opening, random, mode }),
    random,
    reviews: openKybReviewDrafts(opening),
    recordDays: policy.value.lifetimes.kybRecordDays,
    mode,
    operatorsAuthenticated: mode === "live" && logInByProvider(variables),
  });
}
