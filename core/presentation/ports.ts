import type { Clock } from "../../base/clock.ts";
import type { JsonObject } from "../../base/json.ts";
import type { KeyedQueue } from "../../base/keyed_queue.ts";
import type { Log } from "../../base/log.ts";
import type { Random } from "../../base/random.ts";
import type { Result } from "../../base/result.ts";
import type { Unit } from "../../base/unit.ts";
import type { ChainRefusal } from "../../standards/x509/verify_chain.ts";
import type { ClientId } from "../access/schema.ts";
import type { Events } from "../events/ports.ts";
import type { Mode } from "../nouns.ts";
import type { VerificationRules } from "../policy/verification.ts";
import type { ResponseMode, VerifierIdentity } from "./authorization_request.ts";
import type { RequestSigner } from "./request_signer.ts";
import type { Session, SessionId, SessionKind } from "./schema.ts";
import type { CredentialStatus } from "./status_reference.ts";
import type { VerifierInfo } from "./verifier_info.ts";

export type { CredentialStatus };

/** The ports that one service's sessions need. */
export interface PresentationPorts<Kind extends SessionKind = SessionKind> {
  readonly clock: Clock;
  readonly events: Events;
  readonly log: Log;
  readonly random: Random;
  /** The queue in which answers to one session wait for each other. */
  readonly answerQueue: KeyedQueue;
  /** The revocation statuses of presented credentials. */
  readonly revocations: Revocations;
  readonly sessions: PresentationSessions<Kind>;
  readonly sessionTokens: SessionTokens;
  /** The trusted issuers. */
  readonly trust: IssuerTrust;
  readonly presentation: PresentationSettings;
}

/** A deployment's settings for requests and for verifying answers. */
export interface PresentationSettings {
  /** The service's own base URL, without a final slash. */
  readonly baseUrl: string;
  readonly identity: VerifierIdentity;
  /** The form in which wallets should answer. */
  readonly responseMode: ResponseMode;
  /** Signs requests; null if the identity requires no signature. */
  readonly signer: RequestSigner | null;
  /** The verifier's information in signed requests, besides its certificate. */
  readonly verifierInfo: VerifierInfo;
  readonly rules:
    & Pick<
      VerificationRules,
      | "failedPresentationsMax"
      | "clockSkewSeconds"
      | "keyBindingSeconds"
      | "requestFetchesMax"
      | "requestUriMethod"
      | "walletLink"
    >
    & {
      /** Hours for which a session token outlives its session. */
      readonly tokenHours: number;
    };
}

/** The issuer of a credential, from its certificate. */
export interface IssuerName {
  /** Null if the certificate names none. */
  readonly organization: string | null;
  /** ISO 3166-1 alpha-2; null if the certificate names none. */
  readonly country: string | null;
}

/** A key that an anchor vouches for, with the certificate data that a credential depends on. */
export interface TrustedIssuer {
  readonly key: CryptoKey;
  /** Unix time, seconds, inclusive. */
  readonly notBefore: number;
  /** Unix time, seconds, inclusive. */
  readonly notAfter: number;
  /** SHA-256 over its certificate, hex. */
  readonly fingerprint: string;
  /** DER. */
  readonly certificate: Uint8Array;
  /** The subject of its certificate (RFC 4514). */
  readonly subject: string;
  /** The issuer's name, from the subject of its own certificate. */
  readonly name: IssuerName;
  /** ISO 3166-1 alpha-2: the countries of its certificate and its anchors. */
  readonly countries: readonly string[];
  /**
   * Whether a revocation list of its CA is after its next update, so that the certificate may be
   * revoked.
   */
  readonly isRevocationOverdue: boolean;
  /** Whether its anchors are trusted for a `vct` or document type. */
  isTrustedFor(type: string): boolean;
}

/**
 * The reason why an issuer is not trusted: a fault of its certificates that operators can correct.
 */
export interface IssuerRefusal {
  readonly code:
    | Exclude<ChainRefusal["code"], "chain_untrusted">
    /** The revocation list of the anchor contains the certificate, or the CA above it. */
    | "certificate_revoked"
    /** The certificates lead to no anchor, or to none for this type of credential. */
    | "issuer_untrusted";
}

/** Trust in issuers by their certificates: DER, the signer's own first. */
export interface IssuerTrust {
  /** The key that signs credentials. */
  credentialIssuer(
    chain: readonly Uint8Array[],
    now: Temporal.Instant,
  ): Promise<Result<TrustedIssuer, IssuerRefusal>>;
  /** The key that signs status lists. */
  statusListIssuer(
    chain: readonly Uint8Array[],
    now: Temporal.Instant,
  ): Promise<Result<TrustedIssuer, IssuerRefusal>>;
}

/** The status of a credential in its issuer's list. */
export type RevocationStatus = "valid" | "revoked" | "unknown";

/** Reads the status of credentials from their issuers' status lists and identifier lists. */
export interface Revocations {
  /**
   * Reads the status of a credential.
   *
   * @param type `vct` or document type of the credential
   * @param lookUp by default a cached list is used
   * @returns `unknown` when the list is unavailable, invalid or has no such entry
   */
  find(
    reference: CredentialStatus,
    type: string,
    lookUp?: RevocationLookUp,
  ): Promise<RevocationStatus>;
}

/** The required recency of the answer. */
export interface RevocationLookUp {
  /** Whether to fetch the list even if it is cached. */
  readonly fresh: boolean;
}

/** The statuses of credentials issued here, read from the store. */
export interface IssuedStatuses {
  /** @returns `unknown` for an unknown list or entry */
  find(entry: { readonly listId: string; readonly idx: number }): Promise<RevocationStatus>;
}

/** A session with a token. */
export interface TokenSession extends Pick<Session, "id"> {
  readonly tokenKeyId: string;
}

/**
 * Tokens that each read one session: derived from its id under a server key, so that a replay
 * returns the same token and nothing is stored.
 */
export interface SessionTokens {
  /** Names the server key that tokens are derived under now. */
  readonly keyId: string;
  /** @throws Error when the session names an unknown key */
  tokenOf(session: TokenSession): Promise<string>;
  /**
   * Whether a token belongs to the session, compared in constant time; false for a session without
   * one.
   */
  isTokenOf(token: string, session: Pick<Session, "id" | "tokenKeyId">): Promise<boolean>;
}

/** The data at a completed session that wait for their one delivery to the client. */
export type Delivery =
  | { readonly kind: "none" }
  /** Compact JWE to the client's own key. */
  | { readonly kind: "pack"; readonly ciphertext: string }
  /** The disclosed claims, stored under a key of the service. */
  | { readonly kind: "claims"; readonly claims: JsonObject };

/** The delivered data, if there are any. */
export type Delivered = Exclude<Delivery, { readonly kind: "none" }>;

/** The end of a session. */
export interface Conclusion<Decision> {
  readonly decision: Decision;
  readonly delivery: Delivery;
  /** The person that the session logs in; null for other sessions. */
  readonly subject: string | null;
}

/** Data stored at the end by an answer, besides the decision. */
export interface Ended {
  /** Hex SHA-256 of the code that its browser presents; null if no browser returns. */
  readonly responseCodeHash: string | null;
}

/** A session as it was read, with its changes. Each change fails if another was committed first. */
export interface FoundSession<Kind extends SessionKind = SessionKind> {
  readonly session: Session<Kind>;
  /**
   * Reads the private part (`d`) of the key to which its answer is encrypted.
   *
   * @returns null for a plain answer, and for a session that has ended or expired
   */
  findAnswerKey(): Promise<string | null>;
  /** Ends the session with a decision, and stores the data to deliver. */
  complete(unit: Unit, conclusion: Conclusion<Kind["decision"]>, how: Ended): void;
  /** Ends the session without a decision. */
  fail(unit: Unit, error: string, how: Ended): void;
  /**
   * Counts a presentation that failed verification, in a commit of its own; the last permitted one
   * ends the session. Concurrent failures are all counted, until the session has ended or expired.
   *
   * @param ended adds writes to the commit that ends the session
   */
  noteFailure(error: string, failuresMax: number, ended: (unit: Unit) => void): Promise<void>;
  /**
   * Counts a fetch of its signed request, in a commit of its own.
   *
   * @returns false when the session changed since it was read
   */
  noteFetch(): Promise<boolean>;
  /**
   * Takes the waiting data, in a commit of its own: exactly one reader ever gets them. If a commit
   * with an unknown outcome may have taken them, this retries for some seconds; they are lost only
   * by a crash after the commit and before the answer, or by a longer outage of the store.
   */
  claimDelivery(): Promise<Delivered | null>;
}

/** A page of sessions, newest first. */
export interface SessionPage<Kind extends SessionKind = SessionKind> {
  readonly sessions: readonly Session<Kind>[];
  /** The start of the next page; null at the end. */
  readonly nextCursor: string | null;
}

/** The sessions of one service (Verification §3). */
export interface PresentationSessions<Kind extends SessionKind = SessionKind> {
  /**
   * Adds a new session.
   *
   * @param answerKey private part (`d`) of the key that its answer is encrypted to, stored until
   *   the session ends; null for a plain answer
   */
  add(unit: Unit, session: Session<Kind>, answerKey: string | null): void;
  /** @returns the session, of any client and mode; null for an unknown id */
  find(id: SessionId): Promise<FoundSession<Kind> | null>;
  /**
   * Lists the sessions of a client and mode, newest first.
   *
   * @param cursor cursor of the previous page; null for the first
   */
  list(
    owner: ClientId,
    mode: Mode,
    page: { readonly limit: number; readonly cursor: string | null },
  ): Promise<SessionPage<Kind>>;
  /** Every session of a client and mode, newest first, read while it is iterated. */
  all(owner: ClientId, mode: Mode): AsyncIterable<Session<Kind>>;
  /**
   * Deletes every session of a client, in any status and mode, with its waiting data.
   *
   * @returns the number of deleted sessions
   */
  erase(owner: ClientId): Promise<number>;
}
