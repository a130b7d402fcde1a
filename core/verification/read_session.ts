import type { ClientId, SessionTokenCaller, TenantCaller } from "../access/schema.ts";
import type { Mode } from "../nouns.ts";
import type { Ports } from "../ports.ts";
import type { FoundSession } from "./ports.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { findSession } from "./find_session.ts";
import type { ReadQuery, SessionId, SessionList, SessionRead } from "./schema.ts";
import { endOf, type Session, statusOf } from "./session_schema.ts";
import { redactForHolder } from "./redact_for_holder.ts";

/** Who reads a session back: its client, or whoever holds its token; and how. */
export interface ReadSession {
  readonly id: SessionId;
  readonly mode: Mode;
  readonly caller: TenantCaller | SessionTokenCaller;
  readonly evidencePackDelivery: ReadQuery["evidencePackDelivery"];
  /** Whether the caller's key has the agent read-only scope: taking a pack is no reading. */
  readonly isAgent: boolean;
  /** Whether only the headers of the answer will arrive: a pack would reach nobody. */
  readonly isHead: boolean;
}

/** A session that is not there, or another client's or mode's; a token that is not its own, or too old. */
export type ReadRefusal = { readonly code: "not_found" | "unauthorized" };

/**
 * Reads a session back. Its client takes the evidence pack with the first read that claims it, and
 * nobody ever again; a session token never does.
 *
 * @see Verification §4, rules 4 and 5
 */
export async function readSession(
  ports: Pick<Ports, "sessions" | "sessionTokens" | "clock" | "verification">,
  { id, mode, caller, ...how }: ReadSession,
): Promise<Result<SessionRead, ReadRefusal>> {
  const now = ports.clock.now();
  const found = await findSession(ports, { id, mode });
  if (caller.kind === "session_token") {
    const session = found?.session ?? null;
    const { tokenHours } = ports.verification.rules;
    const lives = session !== null &&
      Temporal.Instant.compare(now, endOf(session).add({ hours: tokenHours })) < 0;
    // The same answer whether or not there is such a session.
    return lives && await ports.sessionTokens.isTokenOf(caller.token, session)
      ? ok(readByHolder(session, now, ports.verification.rules))
      : refuse({ code: "unauthorized" });
  }
  if (found === null || !owns(caller, found.session)) return refuse({ code: "not_found" });
  const pack = takesPack(how) ? await packOf(found) : null;
  return ok(sessionRead(found.session, now, pack));
}

/** A token is meant for the page that the wallet's holder looks at. */
function readByHolder(
  session: Session,
  now: Temporal.Instant,
  rules: Parameters<typeof redactForHolder>[1],
): SessionRead {
  const { decision, ...rest } = sessionRead(session, now);
  return { ...rest, decision: decision === null ? null : redactForHolder(decision, rules) };
}

function takesPack(
  { evidencePackDelivery, isAgent, isHead }: Omit<ReadSession, "id" | "mode" | "caller">,
): boolean {
  return evidencePackDelivery === "claim" && !isAgent && !isHead;
}

/** In sandbox whoever names no client acts as the owner of the id (decisions.md part 1). */
function owns(caller: TenantCaller, { clientId }: Session): boolean {
  return caller.clientId === clientId || (caller.kind === "sandbox" && !caller.named);
}

async function packOf({ session: { outcome }, claimPack }: FoundSession): Promise<string | null> {
  return outcome.status === "completed" && outcome.pack === "ready" ? await claimPack() : null;
}

/** Lists a client's sessions, newest first; packs are never among them. @see Verification §4, rule 1 */
export async function listSessions(
  { sessions, clock }: Pick<Ports, "sessions" | "clock">,
  { client, mode, limit, cursor }: {
    readonly client: ClientId;
    readonly mode: Mode;
    readonly limit: number;
    readonly cursor: string | null;
  },
): Promise<Result<SessionList, never>> {
  const page = await sessions.list(client, mode, { limit, cursor });
  const now = clock.now();
  return ok({
    sessions: page.sessions.map((session) => sessionRead(session, now)),
    nextCursor: page.nextCursor,
  });
}

/** What a session shows: nothing personal but the pack, encrypted, where it is handed over. */
export function sessionRead(
  session: Session,
  now: Temporal.Instant,
  evidencePackCiphertext: string | null = null,
): SessionRead {
  const { id, checkType, templateVersion, createdAt, pendingUntil, outcome } = session;
  return {
    sessionId: id,
    checkType,
    templateVersion,
    status: statusOf(session, now),
    createdAt,
    expiresAt: pendingUntil,
    error: outcome.status === "failed" ? outcome.error : null,
    decision: outcome.status === "completed"
      ? { ...outcome.decision, evidencePackCiphertext }
      : null,
  };
}
