import type { Unit } from "../../base/unit.ts";
import { defaultClientRecord } from "../access/client_schema.ts";
import type { ClientId } from "../access/schema.ts";
import { suspendedBy } from "../access/suspension.ts";
import { clientChangedEvent } from "../audit/client_change.ts";
import type { DeletedOfClient, OffboardingPorts } from "./ports.ts";

/** The result of an offboarding. */
export interface EndedRelation {
  readonly deleted: DeletedOfClient;
  readonly kyb: EndedKyb;
}

/** The effect on KYB applications. */
export interface EndedKyb {
  /** Applications that this run has given an end of retention. */
  readonly ended: number;
  /** All applications, kept for the years that the policy sets. */
  readonly kept: number;
}

/**
 * Replaces the client's record by one that refuses every request, and ends its login. Writes
 * nothing if the client is refused already.
 */
export async function refuseClient(
  { clients, audit, removeLoginSecrets }: Pick<
    OffboardingPorts,
    "clients" | "audit" | "removeLoginSecrets"
  >,
  { unit, clientId, operator }: {
    readonly unit: Unit;
    readonly clientId: ClientId;
    /** The person who acts; absent for a command. */
    readonly operator?: string;
  },
): Promise<void> {
  const standing = await clients.stand(clientId);
  const before = standing.record;
  const after = suspendedBy(defaultClientRecord, ["OFFBOARDING"]);
  const event = clientChangedEvent({ clientId, before, after });
  const hadSecrets = await removeLoginSecrets(unit, clientId);
  if (event === null && !hadSecrets) return;
  const by = operator === undefined ? {} : { operator };
  standing.put(unit, after);
  if (event !== null) audit.record(unit, { ...event, ...by });
  if (before?.loginClient != null || hadSecrets) {
    audit.record(unit, { kind: "LOGIN_CLIENT_CHANGED", clientId, change: "removed", ...by });
  }
}

/**
 * Deletes the data of a refused client, and sets the end of retention of its KYB records. After a
 * crash it can be run again and deletes the rest.
 */
export async function deleteOfClient(
  ports: OffboardingPorts,
  clientId: ClientId,
): Promise<EndedRelation> {
  await ports.endSessions(clientId);
  const deleted = await ports.deleteKept(clientId);
  return { deleted, kyb: await endKyb(ports, clientId) };
}

/** Sets until when each KYB application is kept. */
async function endKyb(
  { applications, clock, recordDays, act }: OffboardingPorts,
  clientId: ClientId,
): Promise<EndedKyb> {
  const until = clock.now().add({ hours: 24 * recordDays });
  const keptUntil = until.toString({ smallestUnit: "millisecond" });
  const kept = await applications.ofClient(clientId);
  let ended = 0;
  for (const { id } of kept) {
    const isEnded = await act(async (unit) => {
      const found = await applications.find(id);
      if (found === null || found.application.keptUntil !== null) return false;
      found.put(unit, { ...found.application, keptUntil });
      return true;
    });
    if (isEnded) ended += 1;
  }
  return { ended, kept: kept.length };
}

/** Records the end of a relation. */
export function recordEnd(
  { audit }: Pick<OffboardingPorts, "audit">,
  { unit, clientId, ended: { deleted, kyb } }: {
    readonly unit: Unit;
    readonly clientId: ClientId;
    readonly ended: EndedRelation;
  },
): void {
  const { decisions, sessions, employerSessions } = deleted;
  audit.record(unit, {
    kind: "CLIENT_OFFBOARDED",
    ...{ clientId, decisions, sessions: sessions + employerSessions },
    kybApplications: kyb.kept,
  });
}
