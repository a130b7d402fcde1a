import { z } from "zod";
import type { ClientId } from "../../core/access/schema.ts";
import type { Clock } from "../../base/clock.ts";
import { Service } from "../../core/nouns.ts";
import { listClientTokens, nameMissingTokens } from "../access/client_tokens.ts";
import { recordingsOf } from "../audit/audit_reading.ts";
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
 * @returns the kinds of records, for the operator; empty if there are none
 */
export async function findKeptOfClient(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  clientId: ClientId,
): Promise<string[]> {
  const kept: string[] = [];
  if (await hasActed(store, clientId)) kept.push("audit entries, with their decisions");
  const has = (prefix: Key) => hasAny(store.list(z.unknown(), { prefix }, { limit: 1 }));
  if (await has(clientSessions.key(clientId))) kept.push("verification sessions");
  if (await has(clientEmployerSessions.key(clientId))) kept.push("employer sessions");
  if (await has(kybClientApplications.key(clientId))) kept.push("a KYB application");
  if (await has(clientLogins.key(clientId))) kept.push("logins");
  if (await hasTraffic(store, clientId)) kept.push("usage");
  await nameMissingTokens(store);
  if (await hasAny(listClientTokens({ store, clock }, clientId))) kept.push("tokens");
  if (await findSecrets(store, clientId) !== null) kept.push("secrets of a login client");
  return kept;
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
