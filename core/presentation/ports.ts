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
  /** Answers to one session wait for each other here. */
  readonly answerQueue: KeyedQueue;
  /** Whether credentials that wallets show still hold. */
  readonly revocations: Revocations;
  readonly sessions: PresentationSessions<Kind>;
  readonly sessionTokens: SessionTokens;
  /** Whose credentials are believed. */
  readonly trust: IssuerTrust;
  readonly presentation: PresentationSettings;
}

/** A deployment's settings for requests and for verifying answers. */
export interface PresentationSettings {
  /** What the service calls itself in URLs; no slash at its end. */
  readonly baseUrl: string;
  readonly identity: VerifierIdentity;
  /** How wallets are asked to send their answers. */
  readonly responseMode: ResponseMode;
  /** Signs requests; null where the identity asks for none. */
  readonly signer: RequestSigner | null;
  /** What signed requests hold of it beside its certificate. */
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
      /** Hours that a session token lives past its session's end. */
      readonly tokenHours: number;
    };
}

/** Who has issued a credential, as its certificate says. */
export interface IssuerName {
  /** Null where the certificate names none. */
  readonly organization: string | null;
  /** ISO 3166-1 alpha-2; null where the certificate names none. */
  readonly country: string | null;
}

/** A key that an anchor vouches for, and what of its certificate a credential depends on. */
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
  /** Who it is, by the subject of its own certificate. */
  readonly name: IssuerName;
  /** ISO 3166-1 alpha-2: those that its certificate and its anchors are of. */
  readonly countries: readonly string[];
  /** Whether a revocation list of its CA is past its next update, so that it may be revoked. */
  readonly isRevocationOverdue: boolean;
  /** Whether its anchors are believed about a `vct` or document type. */
  isTrustedFor(type: string): boolean;
}

/** Why an issuer is not believed: what is wrong with its certificates, which operators can mend. */
export interface IssuerRefusal {
  readonly code:
    | Exclude<ChainRefusal["code"], "chain_untrusted">
    /** The revocation list of the anchor has it, or the CA above it. */
    | "certificate_revoked"
    /** They lead to no anchor, or to none for this type of credential. */
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

/** The status of a credential by its issuer's list. */
export type RevocationStatus = "valid" | "revoked" | "unknown";

/** The status of credentials by the lists of their issuers: status lists and identifier lists. */
export interface Revocations {
  /**
   * Reads the status of a credential.
   *
   * @param type `vct` or document type of the credential
   * @param lookUp by default a list that is kept will do
   * @returns `unknown` when the list cannot be had, does not verify or has no such entry
   */
  find(
    reference: CredentialStatus,
    type: string,
    lookUp?: RevocationLookUp,
  ): Promise<RevocationStatus>;
}

/** How recent the answer must be. */
export interface RevocationLookUp {
  /** Whether the list is asked for now, whatever is kept of it. */
  readonly fresh: boolean;
}

/** The statuses of credentials that were issued here, read from the store. */
export interface IssuedStatuses {
  /** @returns `unknown` for a list that is not there, or an entry that it does not have */
  find(entry: { readonly listId: string; readonly idx: number }): Promise<RevocationStatus>;
}

/** A session that has a token. */
export interface TokenSession extends Pick<Session, "id"> {
  readonly tokenKeyId: string;
}

/**
 * Tokens that each read one session back: derived from its id under a server key, so that a replay
 * gives the same again and nothing is stored.
 */
export interface SessionTokens {
  /** Names the server key that tokens are derived under now. */
  readonly keyId: string;
  /** @throws Error when the session names a key that is not on file */
  tokenOf(session: TokenSession): Promise<string>;
  /** Whether a token is that of the session, compared in constant time; false for one that has none. */
  isTokenOf(token: string, session: Pick<Session, "id" | "tokenKeyId">): Promise<boolean>;
}

/** What waits at a completed session for its one delivery to the client. */
export type Delivery =
  | { readonly kind: "none" }
  /** Compact JWE to the client's own key. */
  | { readonly kind: "pack"; readonly ciphertext: string }
  /** What the wallet disclosed; kept under a key of the service. */
  | { readonly kind: "claims"; readonly claims: JsonObject };

/** What is delivered, where anything is. */
export type Delivered = Exclude<Delivery, { readonly kind: "none" }>;

/** How a session ends. */
export interface Conclusion<Decision> {
  readonly decision: Decision;
  readonly delivery: Delivery;
  /** The person it logs in; null where it is no login. */
  readonly subject: string | null;
}

/** What an end by an answer keeps, beside what was decided. */
export interface Ended {
  /** Of the code that its browser shows, hex SHA-256; null where no browser is sent back. */
  readonly responseCodeHash: string | null;
}

/** A session as it was read, and its changes. Each change is lost when another came first. */
export interface FoundSession<Kind extends SessionKind = SessionKind> {
  readonly session: Session<Kind>;
  /**
   * Reads the private part (`d`) of the key that its answer is encrypted to.
   *
   * @returns null where it is not encrypted, and of a session that has ended or expired since
   */
  findAnswerKey(): Promise<string | null>;
  /** Ends it with a decision, and keeps what is to be delivered. */
  complete(unit: Unit, conclusion: Conclusion<Kind["decision"]>, how: Ended): void;
  /** Ends it without one. */
  fail(unit: Unit, error: string, how: Ended): void;
  /**
   * Counts a presentation that did not verify, in a commit of its own; the last that is allowed
   * ends the session. Of any number at once each is counted, until the session has ended or expired.
   *
   * @param ended adds to the commit that ends it
   */
  noteFailure(error: string, failuresMax: number, ended: (unit: Unit) => void): Promise<void>;
  /**
   * Counts that its signed request was fetched, in a commit of its own.
   *
   * @returns false when the session was changed since it was read
   */
  noteFetch(): Promise<boolean>;
  /**
   * Takes what waits, in a commit of its own: of any number of readers, ever, one gets it. While a
   * commit that was cut off may have taken it, this asks again for some seconds; only a crash after
   * the commit and before the answer, or a store that is out of order for longer, loses it.
   */
  claimDelivery(): Promise<Delivered | null>;
}

/** A page of sessions, newest first. */
export interface SessionPage<Kind extends SessionKind = SessionKind> {
  readonly sessions: readonly Session<Kind>[];
  /** Where the next page begins; null at the end. */
  readonly nextCursor: string | null;
}

/** The sessions of one service (Verification §3). */
export interface PresentationSessions<Kind extends SessionKind = SessionKind> {
  /**
   * Adds a session that has begun.
   *
   * @param answerKey private part (`d`) of the key that its answer is encrypted to, which is kept
   * until the session ends; null where it is not encrypted
   */
  add(unit: Unit, session: Session<Kind>, answerKey: string | null): void;
  /** @returns the session, of any client and mode; null when there is none */
  find(id: SessionId): Promise<FoundSession<Kind> | null>;
  /** Sessions of a client and mode, newest first. @param cursor of the page before; null for the first */
  list(
    owner: ClientId,
    mode: Mode,
    page: { readonly limit: number; readonly cursor: string | null },
  ): Promise<SessionPage<Kind>>;
  /** Every session of a client and mode, newest first, read while it is used. */
  all(owner: ClientId, mode: Mode): AsyncIterable<Session<Kind>>;
  /** Deletes every session of a client, whatever its status and mode, and what waits there. @returns how many */
  erase(owner: ClientId): Promise<number>;
}
