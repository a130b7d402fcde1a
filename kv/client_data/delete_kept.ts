import { pledgeSeconds } from "../../core/policy/abandoned_seconds.ts";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type { ClientId } from "../../core/access/schema.ts";
import { Service } from "../../core/nouns.ts";
import type { DeletedOfClient } from "../../core/operators/ports.ts";
import type { Policy } from "../../core/policy/policy.ts";
import { openClientLogins } from "../login/client_logins.ts";
import { removeObserved, removeRemains } from "./client_remains.ts";
import { openDisclosedClaims } from "../credentials/disclosed_claims.ts";
import { openEmployerSessions } from "../credentials/employer_sessions.ts";
import { openEvidencePacks } from "../verification/evidence_packs.ts";
import type { DataKeys } from "../keys/data_keys.ts";
import { openReplays } from "../idempotency/replays.ts";
import type { RetryDependencies } from "../store/retry.ts";
import type { Store } from "../store/store.ts";
import { openVerificationSessions } from "../verification/verification_sessions.ts";

/** The dependencies of {@link deleteKept}. */
export interface DeletionDependencies extends RetryDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly keys: DataKeys;
  readonly policy: Policy;
}

/**
 * Deletes the data of a client until its relation ends. A wallet may answer a session or a login
 * meanwhile, so each of these is read and deleted by a commit of its own that fails if it was
 * changed. All other data are deleted unread, as many as fit in a commit.
 */
export async function deleteKept(
  dependencies: DeletionDependencies,
  clientId: ClientId,
): Promise<DeletedOfClient> {
  const { store, keys } = dependencies;
  const { sessions, employerSessions } = await deleteSessions(dependencies, clientId);
  // After the sessions: a page that waits reads that it is over.
  const logins = await openClientLogins({ store, atRest: keys["at-rest"] }).erase(clientId);
  const idempotencyRecords = await deleteReplays(dependencies, clientId);
  // After the records of requests, which name the scores that they replay.
  const { decisions, reviews, ...others } = await removeRemains(store, clientId);
  return {
    decisions,
    reviews,
    sessions,
    employerSessions,
    logins,
    idempotencyRecords,
    ...others,
  };
}

async function deleteSessions(
  dependencies: DeletionDependencies,
  clientId: ClientId,
): Promise<Pick<DeletedOfClient, "sessions" | "employerSessions">> {
  const { store, keys: { "at-rest": atRest }, policy: { lifetimes } } = dependencies;
  const opening = {
    ...dependencies,
    atRest,
    // Of new sessions alone, and none is made here.
    undecidedHours: {
      api: 24 * lifetimes.undecidedSessionDays,
      login: lifetimes.undecidedLoginHours,
    },
  };
  const sessions = await openVerificationSessions({
    ...opening,
    deliveries: openEvidencePacks({ ...dependencies, packDays: lifetimes.evidencePackDays }),
  }).erase(clientId);
  await removeObserved(store, clientId);
  const employerSessions = await openEmployerSessions({
    ...opening,
    deliveries: openDisclosedClaims({
      ...dependencies,
      atRest,
      claimsDays: lifetimes.disclosedClaimsDays,
    }),
  }).erase(clientId);
  return { sessions, employerSessions };
}

async function deleteReplays(
  { policy, ...dependencies }: DeletionDependencies,
  clientId: ClientId,
): Promise<number> {
  const replays = openReplays({
    ...dependencies,
    lifetimes: { ...policy.idempotency, pledgeSeconds: pledgeSeconds(policy) },
  });
  let records = 0;
  for (const service of Service.options) {
    records += await replays.erase({ service, owner: clientId });
  }
  return records;
}
