import type { Clients } from "../../../core/access/ports.ts";
import { ClientRecord, defaultClientRecord } from "../../../core/access/client_schema.ts";
import type { ClientId } from "../../../core/access/schema.ts";
import { isOffboarded } from "../../../core/access/suspension.ts";
import { clientChangedEvent } from "../../../core/audit/client_change.ts";
import { findAdmission } from "../../../core/kyb/applications/find_admission.ts";
import type { KybApplications } from "../../../core/kyb/application_ports.ts";
import type { KybApplication } from "../../../core/kyb/application_schema.ts";
import { pinKybRules, RuleTable } from "../../../core/kyb/rules.ts";
import rules from "../../../core/kyb/rules.json" with { type: "json" };
import { mayAct } from "../../../core/seal/find_signer.ts";
import type { SigningAct } from "../../../core/seal/attempt_schema.ts";
import { ok, type Result } from "../../../base/result.ts";
import { openOperatorAudit } from "../../../kv/audit/audit_recording.ts";
import { openClients } from "../../../kv/access/clients.ts";
import { openDataKeys } from "../../../kv/keys/data_keys.ts";
import { openKybApplications } from "../../../kv/kyb/kyb_applications.ts";
import { commitAct } from "../../../kv/store/operator_act.ts";
import { admittedInSandbox, withInvented } from "../../../sandbox/invented/kyb_applications.ts";
import { type CommandRefusal, type Done, failed } from "../../command/command.ts";
import { writeListing } from "../../command/listing.ts";
import type { OpenedTools } from "../command/admin_command.ts";
import {
  type FiledCredential,
  filedCredentials,
  findOtherHolder,
  type Holder,
} from "./filed_credentials.ts";
import { readSecrets } from "../command/secrets.ts";
import { explainRefusal, openTrustService, sealsWithoutPin } from "./trust_service.ts";

/**
 * Stores a credential by which the client seals or one of its persons signs, after the provider
 * confirmed that it is usable for that. Other members of the record stay.
 */
export async function putCredential(
  { clientId, credentialId, personId }: Holder & { readonly credentialId: string },
  tools: OpenedTools,
): Promise<Done> {
  const { err } = tools;
  const admissions = await openAdmissions(tools);
  if (!admissions.ok) return admissions;
  const { store } = tools;
  // Before the provider is asked: the operator does not wait for it in vain.
  const standing = await openClients(store).find(clientId);
  const holder = { clientId, personId };
  const early = await findProblem(standing, holder, admissions.value) ??
    await findOtherHolder(store, credentialId, holder);
  if (early !== null) return failed(early);
  const act: SigningAct = personId === null ? "seal" : "sign";
  const usable = await holdToProvider({ credentialId, act }, tools);
  if (!usable.ok) return usable;
  const done = await changeRecord(tools, clientId, async (record) => {
    const problem = await findProblem(record, holder, admissions.value) ??
      await findOtherHolder(store, credentialId, holder);
    if (problem !== null) return failed(problem);
    const { signingCredentials, ...rest } = record ?? defaultClientRecord;
    const others = signingCredentials.filter((own) => own.personId !== personId);
    const after = ClientRecord.safeParse(
      personId === null
        ? { ...rest, signingCredentials, sealCredential: { credentialId } }
        : { ...rest, signingCredentials: [...others, { personId, credentialId }] },
    );
    return after.success
      ? ok(after.data)
      : failed(`${clientId} has too many signing credentials: remove one first`);
  });
  if (!done.ok) return done;
  err(
    personId === null
      ? `${clientId} seals by ${credentialId} now\n`
      : `${personId} signs for ${clientId} by ${credentialId} now\n`,
  );
  return ok(null);
}

/** Returns the reason why a client or a person gets no credential; null: permitted. */
async function findProblem(
  record: ClientRecord | null,
  { clientId, personId }: Holder,
  admissions: Admissions,
): Promise<string | null> {
  if (isOffboarded(record)) {
    return `${clientId} was offboarded`;
  }
  const application = await admissions.find(clientId);
  if (application === null) {
    return record === null
      ? `${clientId} has no record and no approved application: is the name right?`
      : `${clientId} has no approved application: kyb approve comes first`;
  }
  return personId === null || mayAct(application, personId)
    ? null
    : `${personId} is no UBO, director or senior managing official of ${application.id}`;
}

async function holdToProvider(
  asked: { readonly credentialId: string; readonly act: SigningAct },
  tools: OpenedTools,
): Promise<Result<null, CommandRefusal>> {
  const opened = await openTrustService(tools);
  if (!opened.ok) return opened;
  const { provider, signal } = opened.value;
  const found = await provider.findCredential(asked, signal);
  if (!found.ok) {
    const { credentialId, act } = asked;
    return failed(`${credentialId} is not put to ${act}: ${explainRefusal(found.refusal)}`);
  }
  if (asked.act === "seal" && found.value.authenticationObjectIds.length > 0) {
    return failed(`${asked.credentialId} is not put to seal: ${sealsWithoutPin}`);
  }
  return ok(null);
}

/** Removes a credential from the record; the provider keeps it. */
export async function removeCredential(
  { clientId, personId }: Holder,
  tools: OpenedTools,
): Promise<Done> {
  const who = personId === null ? clientId : `${personId} of ${clientId}`;
  const done = await changeRecord(tools, clientId, (record) => {
    const has = personId === null
      ? record?.sealCredential != null
      : record?.signingCredentials.some((own) => own.personId === personId) === true;
    if (record === null || !has) return failed(`${who} has no credential on file`);
    const signingCredentials = record.signingCredentials.filter((own) => own.personId !== personId);
    return ok(
      personId === null ? { ...record, sealCredential: null } : { ...record, signingCredentials },
    );
  });
  if (!done.ok) return done;
  tools.err(`${who} no longer has a credential on file; the provider still has it\n`);
  return ok(null);
}

/** Changes a client's record by compare-and-set, audited; writes nothing without a change. */
async function changeRecord(
  tools: OpenedTools,
  clientId: ClientId,
  change: (
    record: ClientRecord | null,
  ) => Promise<Result<ClientRecord, CommandRefusal>> | Result<ClientRecord, CommandRefusal>,
): Promise<Done> {
  const clients = openClients(tools.store);
  const audit = openOperatorAudit(tools);
  return await commitAct(tools.store, async (unit) => {
    const standing = await clients.stand(clientId);
    const before = standing.record;
    const after = await change(before);
    if (!after.ok) return after;
    const event = clientChangedEvent({ clientId, before, after: after.value });
    if (event === null) return ok(null);
    standing.put(unit, after.value);
    audit.record(unit, event);
    return ok(null);
  });
}

/** Lists the credentials on file. */
export async function listCredentials(
  { json }: { readonly json: boolean },
  { store, ...terminal }: OpenedTools,
): Promise<Done> {
  await writeListing<FiledCredential>({
    rows: filedCredentials(store),
    columns: {
      CLIENT: ({ clientId }) => clientId,
      ACT: ({ act }) => act,
      PERSON: ({ personId }) => personId ?? "-",
      CREDENTIAL: ({ credentialId }) => credentialId,
    },
    toJson: (row) => row,
    json,
    piped: "json",
  }, terminal);
  return ok(null);
}

/** Finds the application that admitted a client, like the servers. */
interface Admissions {
  find(clientId: ClientId): Promise<KybApplication | null>;
}

async function openAdmissions(
  { store, clock, random, variables }: OpenedTools,
): Promise<Result<Admissions, CommandRefusal>> {
  const secrets = readSecrets(variables);
  if (!secrets.ok) return secrets;
  const keys = await openDataKeys({ store, clock, random, secrets: secrets.value });
  const stored = openKybApplications({ store, clock, atRest: keys["at-rest"] });
  const isLive = variables["AVAL_MODE"] === "live";
  const { ruleSetHash } = await pinKybRules(RuleTable.parse(rules));
  const applications: Pick<KybApplications, "ofClient"> = isLive
    ? stored
    : withInvented(stored, { clock, ruleSetHash });
  const own = openClients(store);
  const clients: Clients = isLive ? own : admittedInSandbox(own);
  return ok({ find: (clientId) => findAdmission({ clients, applications }, clientId) });
}
