import { type ClientRecord, defaultClientRecord } from "../../../core/access/client_schema.ts";
import type { ClientId } from "../../../core/access/schema.ts";
import { suspendersOf } from "../../../core/access/suspension.ts";
import { clientChangedEvent } from "../../../core/audit/client_change.ts";
import { ok } from "../../../base/result.ts";
import { type FiledClient, openClients } from "../../../kv/access/clients.ts";
import { findKeptOfClient } from "../../../kv/client_data/kept_of_client.ts";
import { commitAct } from "../../../kv/store/operator_act.ts";
import { type Done, failed } from "../../command/command.ts";
import { writeListing } from "../../command/listing.ts";
import { openOperatorAudit } from "../../../kv/audit/audit_recording.ts";
import type { OpenedTools } from "../command/admin_command.ts";

/**
 * Deletes the record of a client without other stored data, such as one that was put by mistake. A
 * client that has acted keeps its record, since without one it would have the defaults: active and
 * from any address.
 */
export async function deleteClient(
  { clientId }: { readonly clientId: ClientId },
  { err, ...tools }: OpenedTools,
): Promise<Done> {
  const { store } = tools;
  const clients = openClients(store);
  const audit = openOperatorAudit(tools);
  const deleted = await commitAct(store, async (unit) => {
    const standing = await clients.stand(clientId);
    const before = standing.record;
    if (before === null) return failed(`Client ${clientId} has no record`);
    const kept = (await findKeptOfClient(tools, clientId)).map(({ what }) => what);
    if (before.kybApplicationId !== null) kept.push("a KYB application");
    if (kept.length > 0) {
      return failed(
        `Client ${clientId} keeps its record, because it still has: ${kept.join(", ")}. ` +
          "Suspend it by client put, or end the relation by client offboard",
      );
    }
    standing.remove(unit);
    const event = clientChangedEvent({ clientId, before, after: null });
    if (event !== null) audit.record(unit, event);
    return ok(null);
  });
  if (!deleted.ok) return deleted;
  err(`Client ${clientId} has no record any more: its tokens would have the defaults\n`);
  return ok(null);
}

/** Prints one record in the form that `client put` accepts. */
export async function getClient(
  { clientId }: { readonly clientId: ClientId },
  { store, out, err }: Pick<OpenedTools, "store" | "out" | "err">,
): Promise<Done> {
  const record = await openClients(store).find(clientId);
  if (record === null) err(`Client ${clientId} has no record: these are the defaults\n`);
  out(`${JSON.stringify(shown(record ?? defaultClientRecord), null, 2)}\n`);
  return ok(null);
}

/** Lists the records. */
export async function listClients(
  { json }: { readonly json: boolean },
  { store, ...terminal }: OpenedTools,
): Promise<Done> {
  await writeListing<FiledClient>({
    rows: openClients(store).list(),
    columns: {
      CLIENT: ({ clientId }) => clientId,
      STATUS: ({ record }) => record.status,
      BY: ({ record }) => suspendersOf(record).join(" ") || "-",
      SOURCES: ({ record }) => record.ipAllowlist.join(" ") || "anywhere",
      DOMAIN: ({ record }) => record.allowedDomain ?? "-",
      LIMITS: ({ record }) => Object.keys(record.rateLimits).join(" ") || "defaults",
    },
    toJson: ({ clientId, record }) => ({ clientId, ...shown(record) }),
    json,
    piped: "json",
  }, terminal);
  return ok(null);
}

/** The printed record, which always states why the client is suspended. */
function shown(record: ClientRecord): ClientRecord {
  return { ...record, suspendedBy: suspendersOf(record) };
}
