import { ok, refuse, type Result } from "../../base/result.ts";
import type { Mode } from "../nouns.ts";
import type { SessionTokenCaller, TenantCaller } from "../access/schema.ts";
import { findSession } from "./find_session.ts";
import type { Delivered, FoundSession, PresentationPorts } from "./ports.ts";
import { showsResponseCode } from "./return_url.ts";
import { endOf, type Session, type SessionId, type SessionKind } from "./schema.ts";

/** A read of a session by its client, or by the bearer of its token. */
export interface ReadBack {
  readonly id: SessionId;
  readonly mode: Mode;
  readonly caller: TenantCaller | SessionTokenCaller;
  /** `claim` takes the delivery if it is ready; `peek` leaves it for a later read. */
  readonly delivery: "claim" | "peek";
  /** The code with which a browser returned; absent: none. */
  readonly responseCode?: string | undefined;
  /** Whether the caller's key has the agent read-only scope, which permits no delivery. */
  readonly isAgent: boolean;
  /** Whether the answer consists of headers only, in which a delivery would be lost. */
  readonly isHead: boolean;
}

/** A session in the form for its reader. */
export interface SessionReadBack<Kind extends SessionKind> {
  readonly session: Session<Kind>;
  /**
   * `holder`: the reader presents the session's token, which is meant for the page that the
   * wallet's holder sees.
   */
  readonly reader: "client" | "holder";
  /** The data delivered by this read; null without a delivery. */
  readonly delivered: Delivered | null;
}

/**
 * The session is unknown or belongs to another client or mode; the token is wrong or too old; or
 * only the browser that returns from the wallet may read the end.
 */
export type ReadRefusal = {
  readonly code: "not_found" | "unauthorized" | "response_code_required";
};

/**
 * Reads a session back. The client's first read with `claim` takes the delivery, which no later
 * read gets again; a session token never gets it.
 *
 * @see Verification §4, rules 4 and 5
 */
export async function readBack<Kind extends SessionKind>(
  ports: Pick<PresentationPorts<Kind>, "sessions" | "sessionTokens" | "clock" | "presentation">,
  { id, mode, caller, responseCode, ...how }: ReadBack,
): Promise<Result<SessionReadBack<Kind>, ReadRefusal>> {
  const now = ports.clock.now();
  const found = await findSession(ports, { id, mode });
  if (caller.kind === "session_token") {
    const session = found?.session ?? null;
    const { tokenHours } = ports.presentation.rules;
    const lives = session !== null &&
      Temporal.Instant.compare(now, endOf(session).add({ hours: tokenHours })) < 0;
    // The same answer whether or not there is such a session.
    if (!lives || !await ports.sessionTokens.isTokenOf(caller.token, session)) {
      return refuse({ code: "unauthorized" });
    }
    return isReadableBy(session, responseCode)
      ? ok({ session, reader: "holder", delivered: null })
      : refuse({ code: "response_code_required" });
  }
  if (found === null || !owns(caller, found.session)) return refuse({ code: "not_found" });
  // A client reads all of its own; a code that it passes on from a browser must be right all the same.
  if (responseCode !== undefined && !isReadableBy(found.session, responseCode)) {
    return refuse({ code: "response_code_required" });
  }
  const delivered = takes(how) ? await deliveryOf(found) : null;
  return ok({ session: found.session, reader: "client", delivered });
}

/**
 * Whether a browser with this response code may read the state of the session (OpenID4VP 1.0
 * §13.3).
 */
function isReadableBy({ outcome }: Session, responseCode: string | undefined): boolean {
  if (outcome.status === "pending" || outcome.responseCodeHash === undefined) return true;
  return showsResponseCode(responseCode, outcome.responseCodeHash);
}

function takes(
  { delivery, isAgent, isHead }: Pick<ReadBack, "delivery" | "isAgent" | "isHead">,
): boolean {
  return delivery === "claim" && !isAgent && !isHead;
}

/**
 * Whether the caller owns a session. In a sandbox a caller that names no client acts as the owner
 * of the id (decisions.md part 1).
 */
function owns(caller: TenantCaller, { clientId }: Pick<Session, "clientId">): boolean {
  return caller.clientId === clientId || (caller.kind === "sandbox" && !caller.named);
}

async function deliveryOf(
  { session: { outcome }, claimDelivery }: FoundSession,
): Promise<Delivered | null> {
  return outcome.status === "completed" && outcome.pack === "ready" ? await claimDelivery() : null;
}
