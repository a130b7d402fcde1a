import { ok, type Result } from "../../../base/result.ts";
import type { ClientId } from "../../../core/access/schema.ts";
import { isOffboarded } from "../../../core/access/suspension.ts";
import { deleteOfClient, recordEnd, refuseClient } from "../../../core/operators/offboarding.ts";
import type { OffboardingPorts } from "../../../core/operators/ports.ts";
import { openClients } from "../../../kv/access/clients.ts";
import { openOperatorAudit } from "../../../kv/audit/audit_recording.ts";
import { recordingsOf } from "../../../kv/audit/audit_reading.ts";
import { findKeptOfClient } from "../../../kv/client_data/kept_of_client.ts";
import { openOffboarding } from "../../../kv/client_data/offboarding.ts";
import { openDataKeys } from "../../../kv/keys/data_keys.ts";
import type { Store } from "../../../kv/store/store.ts";
import { type CommandRefusal, type Done, failed } from "../../command/command.ts";
import { readSecrets } from "../command/secrets.ts";
import { readServersPolicy } from "../command/servers_policy.ts";
import type { OpenedTools } from "../command/admin_command.ts";
import { compactAfterwards } from "../store/store_compact.ts";

/**
 * Ends the relation with a client: refuses every request of it from now on, deletes its data, keeps
 * its KYB records for the years of the policy, and its entries of the audit chain for ever. After a
 * crash the same command deletes the rest.
 */
export async function offboardClient(
  { clientId, dryRun }: { readonly clientId: ClientId; readonly dryRun: boolean },
  tools: OpenedTools,
): Promise<Done> {
  const { store, out, err } = tools;
  if (dryRun) return await printKept(clientId, tools);
  const opened = await open(tools, clientId);
  if (!opened.ok) return opened;
  const ports = opened.value;
  await ports.act((unit) => refuseClient(ports, { unit, clientId }));
  err(`Client ${clientId} is refused from now on; what is kept of it is being deleted\n`);
  const ended = await deleteOfClient(ports, clientId);
  const { deleted, kyb } = ended;
  const count = Object.values(deleted).reduce((sum, some) => sum + some, kyb.ended);
  compactAfterwards(tools);
  if (count === 0 && await wasOffboarded(store, clientId)) {
    err(`Client ${clientId} was offboarded already; nothing was left\n`);
    return ok(null);
  }
  await ports.act((unit) => Promise.resolve(recordEnd(ports, { unit, clientId, ended })));
  for (const [what, some] of Object.entries(deleted)) out(`${what}\t${some}\n`);
  out(`kybApplicationsKept\t${kyb.kept}\n`);
  err(`Client ${clientId} is offboarded; its entries of the audit chain stay\n`);
  return ok(null);
}

/** Prints what is kept of a client. */
async function printKept(clientId: ClientId, tools: OpenedTools): Promise<Done> {
  const record = await openClients(tools.store).find(clientId);
  const kept = await findKeptOfClient(tools, clientId);
  if (record === null && kept.length === 0) return nothingKept(clientId);
  const sorted = kept.toSorted((one, other) =>
    Number(one.stays !== null) - Number(other.stays !== null)
  );
  for (const { what, stays } of sorted) {
    tools.out(stays === null ? `deleted\t${what}\n` : `stays\t${what}\t${stays}\n`);
  }
  tools.err(
    isOffboarded(record)
      ? `Client ${clientId} was offboarded; this is left\n`
      : `Nothing was changed. client offboard ${clientId} refuses every request, deletes what is ` +
        "marked so, and all else of the client but what stays\n",
  );
  return ok(null);
}

function nothingKept(clientId: ClientId): Result<never, CommandRefusal> {
  return failed(`Nothing is kept of ${clientId}: is the name right?`);
}

async function open(
  tools: OpenedTools,
  clientId: ClientId,
): Promise<Result<OffboardingPorts, CommandRefusal>> {
  const { store, variables } = tools;
  const secrets = readSecrets(variables);
  if (!secrets.ok) return secrets;
  const policy = await readServersPolicy(variables);
  if (!policy.ok) return policy;
  const record = await openClients(store).find(clientId);
  if (record === null && (await findKeptOfClient(tools, clientId)).length === 0) {
    return nothingKept(clientId);
  }
  const keys = await openDataKeys({ ...tools, secrets: secrets.value });
  const audit = openOperatorAudit(tools);
  return ok(openOffboarding({ ...tools, keys, policy: policy.value, audit }));
}

async function wasOffboarded(store: Store, clientId: ClientId): Promise<boolean> {
  for await (const recording of recordingsOf(store, clientId)) {
    const { event } = recording.kind === "linked" ? recording.linked.entry : recording.outgoing;
    if (event.kind === "CLIENT_OFFBOARDED") return true;
  }
  return false;
}
