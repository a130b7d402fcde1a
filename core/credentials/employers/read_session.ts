import type { JsonObject } from "../../../base/json.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import type { ClientId, TenantCaller } from "../../access/schema.ts";
import type { Mode } from "../../nouns.ts";
import { type ReadBack, readBack } from "../../presentation/read_back.ts";
import { sessionMembers } from "../../presentation/session_members.ts";
import type {
  AcademicRevocationStatus,
  EmployerDecision,
  EmployerReadQuery,
  EmployerSession,
  EmployerSessionList,
  EmployerSessionRead,
} from "../employer_schema.ts";
import type { EmployerPorts } from "../employer_ports.ts";
import { employerEnginePorts } from "./engine_ports.ts";
import { revocationStatusNow } from "./revocation_status.ts";

/** A read of a session, and whether the read takes the claims. */
export type ReadEmployerSession = Omit<ReadBack, "delivery" | "caller"> & EmployerReadQuery & {
  readonly caller: TenantCaller;
};

type ReadPorts = Pick<
  EmployerPorts,
  | "employerSessions"
  | "observedRevocations"
  | "revocations"
  | "sessionTokens"
  | "clock"
  | "presentation"
>;

/**
 * Reads a session back for its employer: the disclosed claims once, and the current validity of the
 * credential. The validity is checked before the claims are taken, so that a failure costs no
 * client its delivery.
 *
 * @see Credentials §4, rule 12
 */
export async function readEmployerSession(
  ports: ReadPorts,
  { claimsDelivery, ...asked }: ReadEmployerSession,
): Promise<Result<EmployerSessionRead, { readonly code: "not_found" }>> {
  const now = ports.clock.now();
  const engine = employerEnginePorts(ports);
  const peeked = await readBack(engine, { ...asked, delivery: "peek" });
  if (!peeked.ok) return refuse({ code: "not_found" });
  const { session } = peeked.value;
  const { outcome } = session;
  if (outcome.status !== "completed") return ok(employerSessionRead(session, now, null));
  const revocationStatus = await revocationStatusNow(ports, outcome.decision);
  const changesNothing = asked.isHead || asked.isAgent;
  if (!changesNothing) await ports.observedRevocations.note(session.id, revocationStatus);
  const isReady = claimsDelivery === "claim" && outcome.pack === "ready";
  const read = isReady ? await readBack(engine, { ...asked, delivery: "claim" }) : peeked;
  if (!read.ok) return refuse({ code: "not_found" });
  const { delivered } = read.value;
  const disclosedClaims = delivered?.kind === "claims" ? delivered.claims : null;
  return ok(employerSessionRead(session, now, { disclosedClaims, revocationStatus }));
}

/**
 * Lists an employer's sessions, newest first. Takes no claims and contacts no issuer: each row has
 * the status that the last read found.
 *
 * @see Credentials §4, rule 9
 */
export async function listEmployerSessions(
  { employerSessions, observedRevocations, clock }: Pick<
    EmployerPorts,
    "employerSessions" | "observedRevocations" | "clock"
  >,
  { client, mode, limit, cursor }: {
    readonly client: ClientId;
    readonly mode: Mode;
    readonly limit: number;
    readonly cursor: string | null;
  },
): Promise<Result<EmployerSessionList, never>> {
  const { sessions, nextCursor } = await employerSessions.list(client, mode, { limit, cursor });
  const completed = sessions.filter(({ outcome }) => outcome.status === "completed");
  const observed = await observedRevocations.find(completed.map(({ id }) => id));
  const now = clock.now();
  return ok({
    sessions: sessions.map((session) => {
      const { id, outcome } = session;
      if (outcome.status !== "completed") return employerSessionRead(session, now, null);
      const revocationStatus = observed.get(id) ?? outcome.decision.revocationStatus;
      return employerSessionRead(session, now, { disclosedClaims: null, revocationStatus });
    }),
    nextCursor,
  });
}

/** The members of a decision that each read determines anew. */
interface ReadNow {
  readonly disclosedClaims: JsonObject | null;
  readonly revocationStatus: AcademicRevocationStatus;
}

function employerSessionRead(
  session: EmployerSession,
  now: Temporal.Instant,
  readNow: ReadNow | null,
): EmployerSessionRead {
  const { outcome } = session;
  return {
    ...sessionMembers(session, now),
    decision: outcome.status === "completed" && readNow !== null
      ? decisionRead(outcome.decision, readNow)
      : null,
  };
}

function decisionRead(
  { statusReference: _, ...decision }: EmployerDecision,
  readNow: ReadNow,
): EmployerSessionRead["decision"] {
  return { ...decision, ...readNow };
}
