import type { Clock } from "../../base/clock.ts";
import type { Unit } from "../../base/unit.ts";
import type { Result } from "../../base/result.ts";
import type { ClientRecord } from "../access/client_schema.ts";
import type { ChangingClients, Clients } from "../access/ports.ts";
import type { ClientId } from "../access/schema.ts";
import type { HourCount, Throttle, TrafficOwner } from "../anomalies/ports.ts";
import type { Audit, AuditState } from "../audit/ports.ts";
import type { CredentialTemplates } from "../credentials/template_ports.ts";
import type { ApplicationPorts } from "../kyb/application_ports.ts";
import type { ApplicationId, KybApplication, KybCheck } from "../kyb/application_schema.ts";
import type { KybDrafts } from "../kyb/ports.ts";
import type { RecordedReviewDraft } from "../kyb/review_schema.ts";
import type { Editions } from "../publications/edition_ports.ts";

/** Ports of what operators read and do in the console. Those of acts are the same as their commands'. */
export interface OperatorPorts {
  readonly operators: {
    readonly kyb: OperatorKyb;
    readonly clients: OperatorClients;
    readonly tokens: OperatorTokens;
    readonly templates: Pick<CredentialTemplates, "find" | "list">;
    readonly traffic: OperatorTraffic;
    readonly auditLog: OperatorAuditLog;
    /** Editions of the tag corpus. */
    readonly corpusEditions: Pick<Editions, "last">;
    readonly keys: OperatorKeys;
    /** What has begun of the end of relations, and what begins one. */
    readonly offboardings: Offboardings;
    /** Has a job of this server run soon, which runs by itself a minute later at most. */
    wake(job: string): void;
    /** Services outside that are configured, by what they are for. */
    readonly services: readonly ExternalService[];
  };
}

/** What is kept of drafts and applications, of the deployment's mode. */
export interface OperatorKyb extends Omit<ApplicationPorts, "drafts"> {
  readonly drafts: KybDrafts;
  /** Applications that no store has and that never change; empty in live. */
  invented(): readonly PractisedApplication[];
  /** @returns null where there is none */
  latestReview(id: ApplicationId): Promise<RecordedReviewDraft | null>;
}

/** An application with its checks. */
export interface PractisedApplication {
  readonly application: KybApplication;
  readonly checks: readonly KybCheck[];
}

/** A client that has a record. */
export interface RecordedClient {
  readonly clientId: ClientId;
  readonly record: ClientRecord;
}

/** The records of clients. */
export interface OperatorClients extends Clients, ChangingClients {
  /** @returns the record, or null when the client has none */
  find(clientId: ClientId): Promise<ClientRecord | null>;
  /** At most `limit` clients behind one (null: from the first), in the order of their ids. */
  page(after: ClientId | null, limit: number): Promise<readonly RecordedClient[]>;
  isOwnApplication(clientId: ClientId, id: string): Promise<boolean>;
  /** Kinds of what is kept of a client besides its record, in words. */
  findKept(clientId: ClientId): Promise<readonly string[]>;
}

/** A token of the service's own, without the token. */
export interface OperatorToken {
  /** The beginning of its hash. */
  readonly id: string;
  readonly clientId: ClientId;
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** What a new token is to mean. */
export interface MintedToken {
  readonly clientId: ClientId;
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  /** Seconds until it expires. */
  readonly seconds: number;
}

/** The tokens of the service's own. */
export interface OperatorTokens {
  /** Whether they are taken: with an identity provider none is. */
  readonly areTaken: boolean;
  /** Those of a client that have not expired, at most `limit`. */
  ofClient(clientId: ClientId, limit: number): Promise<readonly OperatorToken[]>;
  /** @returns the token in clear, which cannot be read again */
  mint(unit: Unit, asked: MintedToken): { readonly id: string; readonly token: string };
  /** Deletes a token of a client by the beginning of its hash. */
  revoke(
    unit: Unit,
    asked: { readonly clientId: ClientId; readonly id: string },
  ): Promise<Result<undefined, { readonly code: "unknown_token" | "ambiguous_token" }>>;
}

/** What is counted of clients' requests. */
export interface OperatorTraffic {
  /** Throttles on record, over or not, at most `limit`. */
  throttles(limit: number): Promise<readonly (TrafficOwner & Throttle)[]>;
  /** The last throttle of a client; null: none is on record. */
  lastThrottle(owner: TrafficOwner): Promise<Throttle | null>;
  /** @returns what was counted from an hour on, in no order */
  hours(owner: TrafficOwner, fromHour: number): Promise<readonly HourCount[]>;
}

/** The audit log as far as it can be read without computing it anew. */
export interface OperatorAuditLog {
  readonly record: Pick<Audit, "record">["record"];
  /** @param limit of checkpoints */
  state(limit: number): Promise<AuditLogState>;
  readonly verifications: AuditVerifications;
}

/** Verifications of the whole log, one at a time, which a job runs. */
export interface AuditVerifications {
  /** The last that was asked for; null: none was. */
  last(): Promise<AuditVerification | null>;
  /** Asks for one with a unit. @returns false where one has not ended yet */
  ask(
    unit: Unit,
    asked: Pick<AuditVerification, "askedAt" | "askedBy">,
  ): Promise<boolean>;
}

/** A verification of the whole log. */
export interface AuditVerification {
  readonly askedAt: string;
  /** The person who has asked for it. */
  readonly askedBy: string;
  /** Entries of the log when it was asked for. */
  readonly entries: number;
  /** Entries that are verified. */
  readonly reached: number;
  /** Null: it runs, or is about to. */
  readonly ended: {
    readonly at: string;
    readonly verdict: "holds" | "broken" | "failed";
    /** What nothing proves, what does not hold, or why there is no verdict. */
    readonly words: readonly string[];
  } | null;
}

/** How far the audit log goes. */
export interface AuditLogState extends AuditState {
  /** Hash of the last entry, hex; null: there is none. */
  readonly head: string | null;
  /** Checkpoints, the newest first. */
  readonly checkpoints: readonly { readonly entries: number; readonly at: string }[];
  /** What keeps the heads outside of the store; null: nothing. */
  readonly witness: "folder" | "https" | null;
}

/**
 * The keys of the store. Each act is that of a command, commits by itself with its audit entry, and is
 * refused in words for operators.
 */
export interface OperatorKeys {
  /** Every key, data keys first; no key material. */
  list(): Promise<readonly OperatorKey[]>;
  /** Gives a purpose a new data key. @param seen the id of its newest key as the person has seen it */
  rotate(purpose: string, seen: string, operator: string): Promise<KeyActed>;
  /** Makes a new signing key of the login. @param seen the id of the newest one as the person has seen it */
  makeSigningKey(seen: string, operator: string): Promise<KeyActed>;
  activateSigningKey(id: string, operator: string): Promise<KeyActed>;
  revokeSigningKey(id: string, operator: string): Promise<KeyActed>;
}

/** What became of an act on a key. */
export type KeyActed = Result<unknown, { readonly message: string }>;

/** What an operator may do with a key. */
export type KeyAct = "rotate" | "activate" | "revoke";

/** A key of any kind. */
export interface OperatorKey {
  readonly acts: readonly KeyAct[];
  /** Until when others may need a key that signs no more; null: no such key, or not any more. */
  readonly neededUntil: string | null;
  readonly purpose: string;
  readonly id: string;
  readonly state: string;
  readonly createdAt: string;
  /** When it stopped to write, or stops to sign; null: it has not. */
  readonly retiredAt: string | null;
}

/** A service outside of the deployment. */
export interface ExternalService {
  readonly purpose: string;
  /** Its host; null: none is configured. */
  readonly host: string | null;
}

/** Relations that end. */
export interface Offboardings extends Pick<OffboardingPorts, "clients" | "removeLoginSecrets"> {
  /** Has all that is kept of a client be deleted. */
  begin(unit: Unit, begun: { readonly clientId: ClientId } & BegunOffboarding): void;
  /** @returns null where none is under way */
  find(clientId: ClientId): Promise<BegunOffboarding | null>;
}

/** An offboarding that has begun and not ended. */
export interface BegunOffboarding {
  readonly begunAt: string;
  /** The person who has begun it. */
  readonly operator: string;
}

/** Ports of the end of a relation. */
export interface OffboardingPorts {
  readonly clients: ChangingClients;
  readonly audit: Pick<Audit, "record">;
  readonly clock: Clock;
  readonly applications: Pick<ApplicationPorts["applications"], "find" | "ofClient">;
  /** Days that a KYB record is kept past the end of the relation. */
  readonly recordDays: number;
  /** Has the unit delete the secrets of a client's registration for the login. @returns whether it has any */
  removeLoginSecrets(unit: Unit, clientId: ClientId): Promise<boolean>;
  /** Ends the sessions and links of the client's reviewers. */
  endSessions(clientId: ClientId): Promise<void>;
  /** Deletes what was kept until then; doing it again goes on where it stopped. */
  deleteKept(clientId: ClientId): Promise<DeletedOfClient>;
  /** Deletes the record, the login and the KYB records too: of a sandbox's browser alone. */
  removeRecords(clientId: ClientId): Promise<void>;
  /** Does an act as one unit, again while others change what it reads. */
  act<Value>(run: (unit: Unit) => Promise<Value>): Promise<Value>;
}

/** Clients whose deletion waits, some of them. */
export type WaitingEnds = () => Promise<readonly WaitingEnd[]>;

/** A client whose deletion waits. One server at a time works on it, unless it takes very long. */
export interface WaitingEnd {
  readonly clientId: ClientId;
  /**
   * @returns what notes with a unit that all is deleted, and whether no other server has; null: another
   * server works on it
   */
  take(): Promise<((unit: Unit) => Promise<boolean>) | null>;
}

/** How many a run has deleted of each kind. */
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
