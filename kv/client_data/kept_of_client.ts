import { z } from "zod";
import type { ClientId } from "../../core/access/schema.ts";
import type { Clock } from "../../base/clock.ts";
import { Service } from "../../core/nouns.ts";
import { listClientTokens, nameMissingTokens } from "../access/client_tokens.ts";
import type { KeptOfClient } from "../../core/operators/ports.ts";
import { recordingsOf } from "../audit/audit_reading.ts";
import { decisionDays } from "../audit/decision_counts.ts";
import { trafficClients } from "../anomalies/anomaly_records.ts";
import { clientEmployerSessions } from "../credentials/employer_sessions.ts";
import { kybClientApplications } from "../kyb/kyb_applications.ts";
import { findSecrets } from "../login/login_client_secrets.ts";
import { clientLogins } from "../login/login_index.ts";
import { clientSessions } from "../verification/verification_sessions.ts";
import { trafficDays } from "../anomalies/traffic_counts.ts";
import type { Key } from "../store/key.ts";
import type { Store } from "../store/store.ts";

/**
 * Finds the stored records of a client besides its client record. Every screening decision, export
 * and erasure has an audit entry of its client, and audit entries are never deleted. An operator's
 * change of the client record does not count.
 *
 * @returns the kinds of records, with what an offboarding does to each; empty if there are none
 */
export async function findKeptOfClient(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  clientId: ClientId,
): Promise<readonly KeptOfClient[]> {
  const kept: KeptOfClient[] = [];
  const deleted = (what: string) => kept.push({ what, stays: null });
  if (await hasActed(store, clientId)) {
    kept.push({ what: "audit entries", stays: "for ever" });
    // Decisions are not listed by client, and their counts end before them.
    const counted = store.counts({ prefix: decisionDays.key("screening", clientId) }, { limit: 1 });
    const isCounted = await hasAny(counted);
    deleted(`decisions with their reviews${isCounted ? "" : ", if there are any"}`);
  }
  const has = (prefix: Key) => hasAny(store.list(z.unknown(), { prefix }, { limit: 1 }));
  if (await has(clientSessions.key(clientId))) deleted("verification sessions");
  if (await has(clientEmployerSessions.key(clientId))) deleted("employer sessions");
  if (await has(kybClientApplications.key(clientId))) {
    kept.push({ what: "a KYB application", stays: "for the days of the policy" });
  }
  if (await has(clientLogins.key(clientId))) deleted("logins");
  if (await hasTraffic(store, clientId)) deleted("usage");
  await nameMissingTokens(store);
  if (await hasAny(listClientTokens({ store, clock }, clientId))) deleted("tokens");
  if (await findSecrets(store, clientId) !== null) deleted("secrets of a login client");
  return kept;
}

/**
 * Whether a client has tokens, requests, audit entries or a KYB application: what any client of
 * which something is stored has. Reads nothing of other clients.
 */
export async function hasDataOfClient(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  clientId: ClientId,
): Promise<boolean> {
  const applications = { prefix: kybClientApplications.key(clientId) };
  return await hasActed(store, clientId) || await hasTraffic(store, clientId) ||
    await hasAny(listClientTokens({ store, clock }, clientId)) ||
    await hasAny(store.list(z.unknown(), applications, { limit: 1 }));
}

async function hasActed(store: Store, clientId: ClientId): Promise<boolean> {
  for await (const recording of recordingsOf(store, clientId)) {
    const { event } = recording.kind === "linked" ? recording.linked.entry : recording.outgoing;
    if (event.kind !== "CLIENT_CHANGED") return true;
  }
  return false;
}

async function hasTraffic(store: Store, clientId: ClientId): Promise<boolean> {
  for (const service of Service.options) {
    const counted = store.counts({ prefix: trafficDays.key(service, clientId) }, { limit: 1 });
    if (await hasAny(counted)) return true;
    if (await store.get(z.unknown(), trafficClients.key(service, clientId)) !== null) return true;
  }
  return false;
}

async function hasAny(values: AsyncIterable<unknown>): Promise<boolean> {
  for await (const _ of values) return true;
  return false;
}
