import { ok, type Result } from "../../base/result.ts";
import type { ClientId } from "../access/schema.ts";
import type { Mode } from "../nouns.ts";
import { type ReadBack, readBack, type ReadRefusal } from "../presentation/read_back.ts";
import { sessionMembers } from "../presentation/session_members.ts";
import { enginePorts } from "./engine_ports.ts";
import type { VerificationPorts } from "./ports.ts";
import { redactForHolder } from "./redact_for_holder.ts";
import type { ReadQuery, SessionList, SessionRead } from "./schema.ts";
import type { VerificationSession } from "./session_schema.ts";

/** A read of a session, and whether it takes the evidence pack. */
export type ReadSession = Omit<ReadBack, "delivery" | "responseCode"> & ReadQuery;

/**
 * Reads a session back: for its client, once with the evidence pack. The bearer of its token reads
 * only the parts of the decision for the wallet's holder.
 *
 * @see Verification §4, rules 4 and 5
 */
export async function readSession(
  ports: Pick<
    VerificationPorts,
    "verificationSessions" | "sessionTokens" | "clock" | "presentation" | "verification"
  >,
  { evidencePackDelivery: delivery, response_code: responseCode, ...asked }: ReadSession,
): Promise<Result<SessionRead, ReadRefusal>> {
  const now = ports.clock.now();
  const read = await readBack(enginePorts(ports), { ...asked, delivery, responseCode });
  if (!read.ok) return read;
  const { session, reader, delivered } = read.value;
  const pack = delivered?.kind === "pack" ? delivered.ciphertext : null;
  const { decision, ...rest } = sessionRead(session, now, pack);
  return ok({
    ...rest,
    decision: decision === null || reader === "client"
      ? decision
      : redactForHolder(decision, ports.verification.rules),
  });
}

/** Lists a client's sessions, newest first, without packs. @see Verification §4, rule 1 */
export async function listSessions(
  { verificationSessions, clock }: Pick<VerificationPorts, "verificationSessions" | "clock">,
  { client, mode, limit, cursor }: {
    readonly client: ClientId;
    readonly mode: Mode;
    readonly limit: number;
    readonly cursor: string | null;
  },
): Promise<Result<SessionList, never>> {
  const page = await verificationSessions.list(client, mode, { limit, cursor });
  const now = clock.now();
  return ok({
    sessions: page.sessions.map((session) => sessionRead(session, now)),
    nextCursor: page.nextCursor,
  });
}

/**
 * A session in an answer: without personal data, except the encrypted pack when it is delivered.
 */
export function sessionRead(
  session: VerificationSession,
  now: Temporal.Instant,
  evidencePackCiphertext: string | null = null,
): SessionRead {
  const { outcome } = session;
  return {
    ...sessionMembers(session, now),
    decision: outcome.status === "completed"
      ? { ...outcome.decision, evidencePackCiphertext }
      : null,
  };
}
