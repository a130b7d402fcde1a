import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { ok } from "../../base/result.ts";
import { defaultClientRecord } from "../../core/access/client_schema.ts";
import type { ClientId } from "../../core/access/schema.ts";
import { suspendedBy } from "../../core/access/suspension.ts";
import type { Audit } from "../../core/audit/ports.ts";
import { clientChangedEvent } from "../../core/audit/client_change.ts";
import { Service } from "../../core/nouns.ts";
import type { Policy } from "../../core/policy/policy.ts";
import { openOperatorAudit } from "../../kv/audit/audit_recording.ts";
import { recordingsOf } from "../../kv/audit/audit_reading.ts";
import { openClientLogins } from "../../kv/client_logins.ts";
import { removeObserved, removeRemains } from "../../kv/client_remains.ts";
import { openClients } from "../../kv/clients.ts";
import { openDisclosedClaims } from "../../kv/disclosed_claims.ts";
import { openEmployerSessions } from "../../kv/employer_sessions.ts";
import { openEvidencePacks } from "../../kv/evidence_packs.ts";
import { findKeptOfClient } from "../../kv/kept_of_client.ts";
import { type DataKeys, openDataKeys } from "../../kv/keys/data_keys.ts";
import { openKybApplications } from "../../kv/kyb_applications.ts";
import { findSecrets } from "../../kv/login_client_secrets.ts";
import { openReplays } from "../../kv/replays.ts";
import { commitAct } from "../../kv/store/operator_act.ts";
import type { RetryDependencies } from "../../kv/store/retry.ts";
import type { Store } from "../../kv/store/store.ts";
import { addTo } from "../../kv/store/unit.ts";
import { openVerificationSessions } from "../../kv/verification_sessions.ts";
import { openWalletRiskAnswers } from "../../kv/wallet_risk_answers.ts";
import { type Done, failed } from "../command.ts";
import type { Terminal } from "../terminal.ts";
import { readSecrets, type Variables } from "./secrets.ts";
import { readServersPolicy } from "./servers_policy.ts";

/** The dependencies of `client offboard`. */
export interface OffboardTools extends Terminal, RetryDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** `AVAL_POLICY`, and the secrets that the store's keys are wrapped by. */
  readonly variables: Variables;
}

interface Opened extends OffboardTools {
  readonly keys: DataKeys;
  readonly policy: Policy;
  readonly audit: Pick<Audit, "record">;
}

/** What a run has deleted, and the KYB applications that it keeps. */
interface Counts {
  readonly decisions: number;
  readonly reviews: number;
  readonly sessions: number;
  readonly employerSessions: number;
  readonly logins: number;
  readonly idempotencyRecords: number;
  readonly tokens: number;
  readonly counters: number;
}

/**
 * Ends the relation with a client: refuses every request of it from now on, deletes what was kept
 * until then, and keeps its KYB records for the years of the policy and its entries of the audit
 * chain for ever. What a crash has left the same command deletes when it is repeated.
 */
export async function offboardClient(
  { clientId }: { readonly clientId: ClientId },
  tools: OffboardTools,
): Promise<Done> {
  const { store, variables, out, err } = tools;
  const secrets = readSecrets(variables);
  if (!secrets.ok) return secrets;
  const policy = await readServersPolicy(variables);
  if (!policy.ok) return policy;
  const record = await openClients(store).find(clientId);
  if (record === null && (await findKeptOfClient(tools, clientId)).length === 0) {
    return failed(`Nothing is kept of ${clientId}: is the name right?`);
  }
  const keys = await openDataKeys({ ...tools, secrets: secrets.value });
  const audit = openOperatorAudit(tools);
  const opened = { ...tools, keys, policy: policy.value, audit };
  await endAccess(opened, clientId);
  const counts = await deleteKept(opened, clientId);
  const kybApplications = await endKyb(opened, clientId);
  const deleted = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (deleted + kybApplications === 0 && await wasOffboarded(store, clientId)) {
    err(`Client ${clientId} was offboarded already; nothing was left\n`);
    return ok(null);
  }
  const { decisions, sessions, employerSessions } = counts;
  await commitAct(store, (unit) => {
    audit.record(unit, {
      kind: "CLIENT_OFFBOARDED",
      clientId,
      decisions,
      sessions: sessions + employerSessions,
      kybApplications,
    });
    return Promise.resolve(ok(null));
  });
  for (const [what, count] of Object.entries(counts)) out(`${what}\t${count}\n`);
  out(`kybApplicationsKept\t${kybApplications}\n`);
  err(`Client ${clientId} is offboarded; its entries of the audit chain stay\n`);
  return ok(null);
}

/** Puts a record that refuses every request in the place of the client's; its login ends with it. */
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

async function deleteKept(opened: Opened, clientId: ClientId): Promise<Counts> {
  const { store, keys, policy: { lifetimes, idempotency } } = opened;
  const atRest = keys["at-rest"];
  const opening = {
    ...opened,
    atRest,
    // Of new sessions alone, and none is made here.
    undecidedHours: {
      api: 24 * lifetimes.undecidedSessionDays,
      login: lifetimes.undecidedLoginHours,
    },
  };
  const sessions = await openVerificationSessions({
    ...opening,
    deliveries: openEvidencePacks({ ...opened, packDays: lifetimes.evidencePackDays }),
  }).erase(clientId);
  await removeObserved(store, clientId);
  const employerSessions = await openEmployerSessions({
    ...opening,
    deliveries: openDisclosedClaims({
      ...opened,
      atRest,
      claimsDays: lifetimes.disclosedClaimsDays,
    }),
  }).erase(clientId);
  // After the sessions: a page that waits reads that it is over.
  const logins = await openClientLogins({ store, atRest }).erase(clientId);
  const replays = openReplays({
    ...opened,
    idempotency: keys.idempotency,
    lifetimes: idempotency,
  });
  await openWalletRiskAnswers({ ...opened, atRest, ...idempotency }).erase(clientId);
  let idempotencyRecords = 0;
  for (const service of Service.options) {
    idempotencyRecords += await replays.erase({ service, owner: clientId });
  }
  const { decisions, reviews, counters, tokens } = await removeRemains({ store, atRest }, clientId);
  return {
    decisions,
    reviews,
    sessions,
    employerSessions,
    logins,
    idempotencyRecords,
    tokens,
    counters,
  };
}

/** Says of every KYB application until when it is kept. @returns of how many now */
async function endKyb({ policy, keys, ...tools }: Opened, clientId: ClientId): Promise<number> {
  const { store, clock } = tools;
  const applications = openKybApplications({ store, clock, atRest: keys["at-rest"] });
  const until = clock.now().add({ hours: 24 * policy.lifetimes.kybRecordDays });
  const keptUntil = until.toString({ smallestUnit: "millisecond" });
  let ended = 0;
  for (const { id } of await applications.ofClient(clientId)) {
    const isEnded = await commitAct(store, async (unit) => {
      const found = await applications.find(id);
      if (found === null || found.application.keptUntil !== null) return ok(false);
      found.put(unit, { ...found.application, keptUntil });
      return ok(true);
    });
    if (isEnded.ok && isEnded.value) ended += 1;
  }
  return ended;
}

async function wasOffboarded(store: Store, clientId: ClientId): Promise<boolean> {
  for await (const recording of recordingsOf(store, clientId)) {
    const { event } = recording.kind === "linked" ? recording.linked.entry : recording.outgoing;
    if (event.kind === "CLIENT_OFFBOARDED") return true;
  }
  return false;
}
