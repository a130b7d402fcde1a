import type { Unit } from "../../base/unit.ts";
import { defaultClientRecord } from "../access/client_schema.ts";
import type { ClientId } from "../access/schema.ts";
import { suspendedBy } from "../access/suspension.ts";
import { clientChangedEvent } from "../audit/client_change.ts";
import type { DeletedOfClient, OffboardingPorts } from "./ports.ts";

/** What a run has done. */
export interface EndedRelation {
  readonly deleted: DeletedOfClient;
  readonly kyb: EndedKyb;
}

/** What has become of the KYB applications. */
export interface EndedKyb {
  /** Those that this run has given an end. */
  readonly ended: number;
  /** All that are kept for the years of the policy. */
  readonly kept: number;
}

/**
 * Puts a record that refuses every request in the place of the client's; its login ends with it. Where
 * it stands already nothing is written.
 */
export async function refuseClient(
  { clients, audit, removeLoginSecrets }: Pick<
    OffboardingPorts,
    "clients" | "audit" | "removeLoginSecrets"
  >,
  { unit, clientId, operator }: {
    readonly unit: Unit;
    readonly clientId: ClientId;
    /** The person who acts; a command has none. */
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
 * Deletes what was kept of a client that is refused, and gives its KYB records their end. What a crash
 * has left is deleted when it is done again.
 */
export async function deleteOfClient(
  ports: OffboardingPorts,
  clientId: ClientId,
): Promise<EndedRelation> {
  await ports.endSessions(clientId);
  const deleted = await ports.deleteKept(clientId);
  return { deleted, kyb: await endKyb(ports, clientId) };
}

/** States until when each KYB application is kept. */
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

/** Records that a relation has ended. */
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
