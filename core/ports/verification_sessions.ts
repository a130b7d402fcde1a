import type { ClientId, Mode } from "../access/caller.ts";
import type { Session } from "../verification/session_schema.ts";
import type { SessionId, VerificationDecision } from "../verification/schema.ts";
import type { Unit } from "./unit.ts";

/** A session as it was read, and the ways on from there. Each is lost when somebody changed it since. */
export interface FoundSession {
  readonly session: Session;
  /** Ends it with a decision, and keeps the pack for its one delivery where there is one. */
  complete(unit: Unit, decision: VerificationDecision, pack: string | null): void;
  /** Ends it without one. */
  fail(unit: Unit, error: string): void;
  /**
   * Counts a presentation that did not verify, in a commit of its own; the last that is allowed
   * ends the session. Of any number at once each is counted, until the session has ended or expired.
   */
  noteFailure(error: string, failuresMax: number): Promise<void>;
  /**
   * Counts that its signed request was fetched, in a commit of its own.
   *
   * @returns false when somebody changed the session since it was read
   */
  noteFetch(): Promise<boolean>;
  /**
   * Takes the pack, in a commit of its own: of any number of readers, ever, one gets it. While a
   * commit that was cut off may have taken it, this looks again for some seconds; only a crash after
   * the commit and before the answer, or a store that is out of order for longer, loses the pack.
   */
  claimPack(): Promise<string | null>;
}

/** A page of sessions, newest first. */
export interface SessionPage {
  readonly sessions: readonly Session[];
  /** Where the next page begins; null at the end. */
  readonly nextCursor: string | null;
}

/** Verification sessions (Verification §3). */
export interface VerificationSessions {
  /** Adds a session that has begun. */
  add(unit: Unit, session: Session): void;
  /** @returns the session, whoever's and of whatever mode it is; null when there is none */
  find(id: SessionId): Promise<FoundSession | null>;
  /** Sessions of a client and mode, newest first. @param cursor of the page before; null for the first */
  list(
    owner: ClientId,
    mode: Mode,
    page: { readonly limit: number; readonly cursor: string | null },
  ): Promise<SessionPage>;
  /** Every session of a client and mode, newest first, read while it is used. */
  all(owner: ClientId, mode: Mode): AsyncIterable<Session>;
  /** Deletes every session of a client, whatever its status and mode, and packs. @returns how many */
  erase(owner: ClientId): Promise<number>;
}
