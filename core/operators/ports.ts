import type { Clock } from "../../base/clock.ts";
import type { Unit } from "../../base/unit.ts";
import type { Result } from "../../base/result.ts";
import type { ClientRecord } from "../access/client_schema.ts";
import type { ChangingClients, Clients } from "../access/ports.ts";
import type { ClientId } from "../access/schema.ts";
import type { HourCount, Throttle, TrafficOwner } from "../anomalies/ports.ts";
import type { Audit, AuditState } from "../audit/ports.ts";
import type { CredentialTemplates } from "../credentials/template_ports.ts";
import type { Replays } from "../idempotency/ports.ts";
import type { ApplicationPorts } from "../kyb/application_ports.ts";
import type { ApplicationId, KybApplication, KybCheck } from "../kyb/application_schema.ts";
import type { KybDrafts } from "../kyb/ports.ts";
import type { RecordedReviewDraft } from "../kyb/review_schema.ts";
import type { Editions } from "../publications/edition_ports.ts";

/** Ports of the console's reads and acts. Acts use the same ports as the commands. */
export interface OperatorPorts {
  readonly operators: {
    readonly kyb: OperatorKyb;
    readonly clients: OperatorClients;
    readonly tokens: OperatorTokens;
    /** Remembers forms that act once at most. */
    readonly replays: Pick<Replays, "look">;
    readonly templates: Pick<CredentialTemplates, "find" | "list">;
    readonly traffic: OperatorTraffic;
    readonly auditLog: OperatorAuditLog;
    /** Editions of the tag corpus. */
    readonly corpusEditions: Pick<Editions, "last">;
    readonly keys: OperatorKeys;
    /** Offboardings that have begun, and the beginning of one. */
    readonly offboardings: Offboardings;
    /** Makes a job of this server run soon; by itself it runs within a minute. */
    wake(job: string): void;
    /** Configured external services, by purpose. */
    readonly services: readonly ExternalService[];
  };
}

/** Stored KYB drafts and applications of the deployment's mode. */
export interface OperatorKyb extends Omit<ApplicationPorts, "drafts"> {
  readonly drafts: KybDrafts;
  /** Invented applications, which are not stored and never change; empty in live. */
  invented(): readonly PractisedApplication[];
  /** @returns null if there is none */
  latestReview(id: ApplicationId): Promise<RecordedReviewDraft | null>;
}

/** An application with its checks. */
export interface PractisedApplication {
  readonly application: KybApplication;
  readonly checks: readonly KybCheck[];
}

/** A client with its record. */
export interface RecordedClient {
  readonly clientId: ClientId;
  readonly record: ClientRecord;
}

/** The records of clients. */
export interface OperatorClients extends Clients, ChangingClients {
  /** @returns the record, or null when the client has none */
  find(clientId: ClientId): Promise<ClientRecord | null>;
  /** At most `limit` clients after the given one (null: from the first), ordered by id. */
  page(after: ClientId | null, limit: number): Promise<readonly RecordedClient[]>;
  isOwnApplication(clientId: ClientId, id: string): Promise<boolean>;
  /** The kinds of data that are stored of a client besides its record. */
  findKept(clientId: ClientId): Promise<readonly KeptOfClient[]>;
  /** Whether the client has tokens, requests, audit entries or a KYB application. Reads little. */
  hasData(clientId: ClientId): Promise<boolean>;
}

/** A kind of stored data of a client. */
export interface KeptOfClient {
  /** The kind, in words. */
  readonly what: string;
  /** How long it stays after an offboarding; null: the offboarding deletes it. */
  readonly stays: "for ever" | "for the days of the policy" | null;
}

/** A token issued by the service, without its secret. */
export interface OperatorToken {
  /** The beginning of the token's hash. */
  readonly id: string;
  readonly clientId: ClientId;
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** The meaning of a new token. */
export interface MintedToken {
  readonly clientId: ClientId;
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  /** Lifetime in seconds. */
  readonly seconds: number;
}

/** The tokens issued by the service. */
export interface OperatorTokens {
  /** Whether these tokens are accepted: with an identity provider none is. */
  readonly areTaken: boolean;
  /** The scope of a token that may read and change nothing. No other scope has a meaning here. */
  readonly agentScope: string;
  /** A client's unexpired tokens, at most `limit`. */
  ofClient(clientId: ClientId, limit: number): Promise<readonly OperatorToken[]>;
  /** @returns the token in clear, which cannot be read again */
  mint(
    unit: Unit,
    asked: MintedToken,
  ): { readonly id: string; readonly token: string; readonly expiresAt: string };
  /** Deletes a token of a client by the beginning of its hash. */
  revoke(
    unit: Unit,
    asked: { readonly clientId: ClientId; readonly id: string },
  ): Promise<Result<undefined, { readonly code: "unknown_token" | "ambiguous_token" }>>;
}

/** Counts of clients' requests. */
export interface OperatorTraffic {
  /** Recorded throttles, also past ones, at most `limit`. */
  throttles(limit: number): Promise<readonly (TrafficOwner & Throttle)[]>;
  /** The last throttle of a client; null if none is on record. */
  lastThrottle(owner: TrafficOwner): Promise<Throttle | null>;
  /** @returns the counts since an hour, unordered */
  hours(owner: TrafficOwner, fromHour: number): Promise<readonly HourCount[]>;
}

/** The state of the audit log that can be read without verifying it. */
export interface OperatorAuditLog {
  readonly record: Pick<Audit, "record">["record"];
  /** @param limit maximum number of checkpoints */
  state(limit: number): Promise<AuditLogState>;
  readonly verifications: AuditVerifications;
}

/** Verifications of the whole log, run by a job, one at a time. */
export interface AuditVerifications {
  /** The last requested verification; null if there is none. */
  last(): Promise<AuditVerification | null>;
  /** Requests a verification in a unit. @returns false if one is still running */
  ask(
    unit: Unit,
    asked: Pick<AuditVerification, "askedAt" | "askedBy">,
  ): Promise<boolean>;
}

/** A verification of the whole log. */
export interface AuditVerification {
  readonly askedAt: string;
  /** The person who requested it. */
  readonly askedBy: string;
  /** Entries of the log when it was requested. */
  readonly entries: number;
  /** Entries verified so far. */
  readonly reached: number;
  /** Null while it runs or waits. */
  readonly ended: {
    readonly at: string;
    readonly verdict: "holds" | "broken" | "failed";
    /** What is not proved, what is wrong, or why there is no verdict. */
    readonly words: readonly string[];
  } | null;
}

/** The extent of the audit log. */
export interface AuditLogState extends AuditState {
  /** Hex hash of the last entry; null if there is none. */
  readonly head: string | null;
  /** Checkpoints, the newest first. */
  readonly checkpoints: readonly { readonly entries: number; readonly at: string }[];
  /** Where heads are kept outside the store; null: nowhere. */
  readonly witness: "folder" | "https" | null;
}

/**
 * The keys of the store. Each act is that of the command of the same name: it commits by itself
 * with its audit entry, and its refusals are messages for operators.
 */
export interface OperatorKeys {
  /** Every key, data keys first; no key material. */
  list(): Promise<readonly OperatorKey[]>;
  /** Makes a new data key for a purpose. @param seen id of the newest key that the operator saw */
  rotate(purpose: string, seen: string, operator: string): Promise<KeyActed>;
  /**
   * Makes a new signing key of the login. @param seen id of the newest key that the operator saw
   */
  makeSigningKey(seen: string, operator: string): Promise<KeyActed>;
  activateSigningKey(id: string, operator: string): Promise<KeyActed>;
  revokeSigningKey(id: string, operator: string): Promise<KeyActed>;
}

/** The outcome of an act on a key. */
export type KeyActed = Result<unknown, { readonly message: string }>;

/** What an operator may do with a key. */
export type KeyAct = "rotate" | "activate" | "revoke";

/** A key of any kind. */
export interface OperatorKey {
  readonly acts: readonly KeyAct[];
  /**
   * Until when others may need a key that no longer signs; null if it is no such key, or the time
   * has passed.
   */
  readonly neededUntil: string | null;
  readonly purpose: string;
  readonly id: string;
  readonly state: string;
  readonly createdAt: string;
  /** When the key stopped to encrypt, or stops to sign; null if it is in use. */
  readonly retiredAt: string | null;
}

/** An external service. */
export interface ExternalService {
  readonly purpose: string;
  /** Its host; null if none is configured. */
  readonly host: string | null;
}

/** Offboardings. */
export interface Offboardings extends Pick<OffboardingPorts, "clients" | "removeLoginSecrets"> {
  /** Begins the deletion of all data of a client. */
  begin(unit: Unit, begun: { readonly clientId: ClientId } & BegunOffboarding): void;
  /** @returns null if none is in progress */
  find(clientId: ClientId): Promise<BegunOffboarding | null>;
}

/** An offboarding that has begun and not ended. */
export interface BegunOffboarding {
  readonly begunAt: string;
  /** The person who began it. */
  readonly operator: string;
}

/** Ports of offboarding. */
export interface OffboardingPorts {
  readonly clients: ChangingClients;
  readonly audit: Pick<Audit, "record">;
  readonly clock: Clock;
  readonly applications: Pick<ApplicationPorts["applications"], "find" | "ofClient">;
  /** Days for which a KYB record is kept after the end of the relation. */
  readonly recordDays: number;
  /**
   * Deletes the secrets of the client's login registration with the unit. @returns whether it has
   * any
   */
  removeLoginSecrets(unit: Unit, clientId: ClientId): Promise<boolean>;
  /** Ends the sessions and links of the client's reviewers. */
  endSessions(clientId: ClientId): Promise<void>;
  /** Deletes the stored data of a client. A repeated call continues where the last one stopped. */
  deleteKept(clientId: ClientId): Promise<DeletedOfClient>;
  /**
   * Also deletes the record, the login and the KYB records: for clients of sandbox browsers only.
   */
  removeRecords(clientId: ClientId): Promise<void>;
  /** Runs an act as one unit; runs it again if others change what it reads. */
  act<Value>(run: (unit: Unit) => Promise<Value>): Promise<Value>;
}

/** Some of the clients whose deletion waits. */
export type WaitingEnds = () => Promise<readonly WaitingEnd[]>;

/** A client whose deletion waits. One server at a time works on it, within a limited time. */
export interface WaitingEnd {
  readonly clientId: ClientId;
  /**
   * Claims the deletion.
   *
   * @returns a function that marks it as finished in a unit and returns whether no other server
   * has; null if another server works on it
   */
  take(): Promise<((unit: Unit) => Promise<boolean>) | null>;
}

/** Number of deleted records of each kind. */
export interface DeletedOfClient {
  readonly decisions: number;
  readonly reviews: number;
  readonly sessions: number;
  readonly employerSessions: number;
  readonly logins: number;
  readonly idempotencyRecords: number;
  readonly walletRiskAnswers: number;
  readonly tokens: number;
  readonly counters: number;
}
