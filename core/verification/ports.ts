import type { EvidenceEncryptionKey } from "../access/evidence_encryption_key.ts";
import type { VerificationRules } from "../policy/verification.ts";
import type { VerifierIdentity } from "./authorization_request.ts";
import type { RequestSigner } from "./request_signer.ts";
import type { StatusReference } from "./status_reference.ts";
import type { TrustAnchor } from "./trust_anchors.ts";
import type { ClientId } from "../access/schema.ts";
import type { Mode } from "../nouns.ts";
import type { Session } from "./session_schema.ts";
import type { SessionId, VerificationDecision } from "./schema.ts";
import type { Unit } from "../../base/unit.ts";

/** What a deployment's verification stands on. */
export interface VerificationSettings {
  /** What the service calls itself in URLs; no slash at its end. */
  readonly baseUrl: string;
  readonly identity: VerifierIdentity;
  /** Signs requests; null where the identity asks for none. */
  readonly signer: RequestSigner | null;
  /** Whose credentials are believed; nobody's, where there are none. */
  readonly anchors: readonly TrustAnchor[];
  /** Whom a sandbox's packs are encrypted to, where the client has registered nobody. */
  readonly sandboxPackKey: EvidenceEncryptionKey | null;
  readonly rules: VerificationRules & {
    /** Minutes that a session waits for its answer. */
    readonly sessionMinutes: number;
    /** Hours that a session token lives past its session's end. */
    readonly tokenHours: number;
  };
}

/** What a status list says of a credential now. */
export type RevocationStatus = "valid" | "revoked" | "unknown";

/** Whether credentials still hold (Token Status List). */
export interface Revocations {
  /**
   * @param type `vct` or document type of the credential
   * @returns `unknown` when the list cannot be had, does not verify or has no such entry
   */
  look(reference: StatusReference, type: string): Promise<RevocationStatus>;
}

/** The session that a token is of. */
export type TokenSession = Pick<Session, "id" | "tokenKeyId">;

/**
 * Tokens that each read one verification session back: derived from its id under a server key, so that
 * a replay gives the same again and nothing is stored.
 */
export interface SessionTokens {
  /** Names the server key that tokens are derived under now. */
  readonly keyId: string;
  /** @throws Error when the session names a key that is not on file */
  tokenOf(session: TokenSession): Promise<string>;
  /** Whether a token is that of the session, compared in constant time. */
  isTokenOf(token: string, session: TokenSession): Promise<boolean>;
}

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
