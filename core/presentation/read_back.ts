import { ok, refuse, type Result } from "../../base/result.ts";
import type { Mode } from "../nouns.ts";
import type { SessionTokenCaller, TenantCaller } from "../access/schema.ts";
import { findSession } from "./find_session.ts";
import type { Delivered, FoundSession, PresentationPorts } from "./ports.ts";
import { showsResponseCode } from "./return_url.ts";
import { endOf, type Session, type SessionId, type SessionKind } from "./schema.ts";

/** A read of a session by its client, or by the holder of its token. */
export interface ReadBack {
  readonly id: SessionId;
  readonly mode: Mode;
  readonly caller: TenantCaller | SessionTokenCaller;
  /** `claim` takes what waits where it is ready; `peek` leaves it for a later read. */
  readonly delivery: "claim" | "peek";
  /** What a browser has come back with; absent: nothing. */
  readonly responseCode?: string | undefined;
  /** Whether the caller's key has the agent read-only scope: a delivery is no reading. */
  readonly isAgent: boolean;
  /** Whether only the headers of the answer will arrive: a delivery would be lost. */
  readonly isHead: boolean;
}

/** A session as its reader may see it. */
export interface SessionReadBack<Kind extends SessionKind> {
  readonly session: Session<Kind>;
  /** `holder`: of the session's token, which is meant for the page that the wallet's holder sees. */
  readonly reader: "client" | "holder";
  /** Delivered by this read; null where none is. */
  readonly delivered: Delivered | null;
}

/**
 * A session that is not there, or another client's or mode's; a token that is not its own, or too old;
 * an end that only the browser reads which comes back from the wallet.
 */
export type ReadRefusal = {
  readonly code: "not_found" | "unauthorized" | "response_code_required";
};

/**
 * Reads a session back. Its client takes what waits with the first read that claims it, and no read ever
 * again; a session token never does.
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

/** Whether a browser that shows this may read how the session stands (OpenID4VP 1.0 §13.3). */
function isReadableBy({ outcome }: Session, responseCode: string | undefined): boolean {
  if (outcome.status === "pending" || outcome.responseCodeHash === undefined) return true;
  return showsResponseCode(responseCode, outcome.responseCodeHash);
}

function takes(
  { delivery, isAgent, isHead }: Pick<ReadBack, "delivery" | "isAgent" | "isHead">,
): boolean {
  return delivery === "claim" && !isAgent && !isHead;
}

/** In sandbox a caller that names no client acts as the owner of the id (decisions.md part 1). */
function owns(caller: TenantCaller, { clientId }: Pick<Session, "clientId">): boolean {
  return caller.clientId === clientId || (caller.kind === "sandbox" && !caller.named);
}

async function deliveryOf(
  { session: { outcome }, claimDelivery }: FoundSession,
): Promise<Delivered | null> {
  return outcome.status === "completed" && outcome.pack === "ready" ? await claimDelivery() : null;
}
