import { ok, type Result } from "../../../base/result.ts";
import { defaultClientRecord } from "../../../core/access/client_schema.ts";
import type { ClientId } from "../../../core/access/schema.ts";
import { suspendedBy } from "../../../core/access/suspension.ts";
import type { Audit } from "../../../core/audit/ports.ts";
import { endAccess as endSessions } from "../../../core/console/end_access.ts";
import { clientChangedEvent } from "../../../core/audit/client_change.ts";
import { openOperatorAudit } from "../../../kv/audit/audit_recording.ts";
import { recordingsOf } from "../../../kv/audit/audit_reading.ts";
import { openClients } from "../../../kv/access/clients.ts";
import { findKeptOfClient } from "../../../kv/client_data/kept_of_client.ts";
import { openDataKeys } from "../../../kv/keys/data_keys.ts";
import { openKybApplications } from "../../../kv/kyb/kyb_applications.ts";
import { findSecrets } from "../../../kv/login/login_client_secrets.ts";
import { openPersons } from "../../../kv/console/open_persons.ts";
import { commitAct } from "../../../kv/store/operator_act.ts";
import type { Store } from "../../../kv/store/store.ts";
import { addTo } from "../../../kv/store/unit.ts";
import { type CommandRefusal, type Done, failed } from "../../command/command.ts";
import type { OpenedTools } from "../command/admin_command.ts";
import {
  type DeletedOfClient,
  deleteKept,
  type DeletionDependencies,
} from "./offboard_deletion.ts";
import { compactAfterwards } from "../store/store_compact.ts";
import { readSecrets } from "../command/secrets.ts";
import { readServersPolicy } from "../command/servers_policy.ts";

interface Opened extends DeletionDependencies {
  readonly audit: Pick<Audit, "record">;
}

/** The result of a run. */
interface Ended {
  readonly deleted: DeletedOfClient;
  readonly kyb: EndedKyb;
}

/** The new state of the KYB applications. */
interface EndedKyb {
  /** Applications for which this run set the end of storage. */
  readonly ended: number;
  /** All applications that are kept for the policy's years. */
  readonly kept: number;
}

/**
 * Ends the relation with a client: refuses all of its later requests, deletes its stored data, and
 * keeps its KYB records for the policy's years and its entries of the audit chain forever. After a
 * crash a repeated command deletes the rest.
 */
export async function offboardClient(
  { clientId }: { readonly clientId: ClientId },
  tools: OpenedTools,
): Promise<Done> {
  const { store, out, err } = tools;
  const opened = await open(tools, clientId);
  if (!opened.ok) return opened;
  await endAccess(opened.value, clientId);
  const { keys, policy } = opened.value;
  const persons = { ...opened.value, atRest: keys["at-rest"], rules: policy.sessions };
  await endSessions(openPersons(persons), { clientId });
  err(`Client ${clientId} is refused from now on; its stored data are being deleted\n`);
  const deleted = await deleteKept(opened.value, clientId);
  const kyb = await endKyb(opened.value, clientId);
  const count = Object.values(deleted).reduce((sum, some) => sum + some, kyb.ended);
  compactAfterwards(tools);
  if (count === 0 && await wasOffboarded(store, clientId)) {
    err(`Client ${clientId} was already offboarded; no data were left\n`);
    return ok(null);
  }
  await recordEnd(opened.value, clientId, { deleted, kyb });
  for (const [what, some] of Object.entries(deleted)) out(`${what}\t${some}\n`);
  out(`kybApplicationsKept\t${kyb.kept}\n`);
  err(`Client ${clientId} is offboarded; its entries of the audit chain stay\n`);
  return ok(null);
}

async function open(
  tools: OpenedTools,
  clientId: ClientId,
): Promise<Result<Opened, CommandRefusal>> {
  const { store, variables } = tools;
  const secrets = readSecrets(variables);
  if (!secrets.ok) return secrets;
  const policy = await readServersPolicy(variables);
  if (!policy.ok) return policy;
  const record = await openClients(store).find(clientId);
  if (record === null && (await findKeptOfClient(tools, clientId)).length === 0) {
    return failed(`Nothing is kept of ${clientId}: is the name right?`);
  }
  const keys = await openDataKeys({ ...tools, secrets: secrets.value });
  return ok({ ...tools, keys, policy: policy.value, audit: openOperatorAudit(tools) });
}

/** Replaces the client's record by one that refuses every request; its login ends with it. */
async function endAccess({ store, audit }: Opened, clientId: ClientId): Promise<void> {
  const clients = openClients(store);
  await commitAct(store, async (unit) => {
    const standing = await clients.stand(clientId);
    const before = standing.record;
    const after = suspendedBy(defaultClientRecord, ["OFFBOARDING"]);
    const event = clientChangedEvent({ clientId, before, after });
    const secrets = await findSecrets(store, clientId);
    if (event === null && secrets === null) return ok(null);
    standing.put(unit, after);
    if (event !== null) audit.record(unit, event);
    if (secrets !== null) addTo(unit, [secrets.check, secrets.delete]);
    if (before?.loginClient != null || secrets !== null) {
      audit.record(unit, { kind: "LOGIN_CLIENT_CHANGED", clientId, change: "removed" });
    }
    return ok(null);
  });
}

/** Sets the end of storage of every KYB application. */
async function endKyb(
  { policy, keys, store, clock }: Opened,
  clientId: ClientId,
): Promise<EndedKyb> {
  const applications = openKybApplications({ store, clock, atRest: keys["at-rest"] });
  const until = clock.now().add({ hours: 24 * policy.lifetimes.kybRecordDays });
  const keptUntil = until.toString({ smallestUnit: "millisecond" });
  const kept = await applications.ofClient(clientId);
  let ended = 0;
  for (const { id } of kept) {
    const isEnded = await commitAct(store, async (unit) => {
      const found = await applications.find(id);
      if (found === null || found.application.keptUntil !== null) return ok(false);
      found.put(unit, { ...found.application, keptUntil });
      return ok(true);
    });
    if (isEnded.ok && isEnded.value) ended += 1;
  }
  return { ended, kept: kept.length };
}

async function recordEnd(
  { store, audit }: Opened,
  clientId: ClientId,
  { deleted: { decisions, sessions, employerSessions }, kyb }: Ended,
): Promise<void> {
  await commitAct(store, (unit) => {
    audit.record(unit, {
      kind: "CLIENT_OFFBOARDED",
      clientId,
      decisions,
      sessions: sessions + employerSessions,
      kybApplications: kyb.kept,
    });
    return Promise.resolve(ok(null));
  });
}

async function wasOffboarded(store: Store, clientId: ClientId): Promise<boolean> {
  for await (const recording of recordingsOf(store, clientId)) {
    const { event } = recording.kind === "linked" ? recording.linked.entry : recording.outgoing;
    if (event.kind === "CLIENT_OFFBOARDED") return true;
  }
  return false;
}
