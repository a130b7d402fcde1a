import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { Random } from "../../base/random.ts";
import type { Unit } from "../../base/unit.ts";
import type { AccessPorts } from "../access/ports.ts";
import type { Audit } from "../audit/ports.ts";
import type { Mode } from "../nouns.ts";
import type { SchemaLimits } from "../../standards/json_schema/limits.ts";
import type { PresentationPorts, PresentationSessions } from "../presentation/ports.ts";
import type { SessionId } from "../presentation/schema.ts";
import type { Telemetry } from "../telemetry/ports.ts";
import type {
  BatchId,
  BatchItem,
  BatchItemId,
  CredentialBatch,
  RecheckResult,
  StatusEntry,
  StudentRow,
} from "./batch_schema.ts";
import type { CredentialIssuerMetadata } from "./issuance_schema.ts";
import type { AcademicRevocationStatus, EmployerKind } from "./employer_schema.ts";
import type { AcademicIssuer, AcademicIssuerId, Signatory, SignatoryId } from "./issuer_schema.ts";
import type { CredentialTemplate, TemplateId, TemplateStatus } from "./template_schema.ts";

/** What everything about academic credentials needs. */
export interface CredentialsPorts extends AccessPorts {
  readonly academicIssuers: AcademicIssuers;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: Random;
  readonly signatories: Signatories;
  readonly telemetry: Telemetry;
}

/** The institutions that issue here. */
export interface AcademicIssuers {
  /** @returns null for one that operators have not put, and a sandbox does not publish */
  find(id: AcademicIssuerId): Promise<AcademicIssuer | null>;
  /** @returns null for an institution that is not on file */
  signer(id: AcademicIssuerId): Promise<AcademicIssuerSigner | null>;
}

/** What an institution's credentials and status lists are signed with: ES256. */
export interface AcademicIssuerSigner {
  /** Not extractable. */
  readonly key: CryptoKey;
  /** DER, its own certificate first, without the trust anchor (`x5c`). */
  readonly chain: readonly Uint8Array<ArrayBuffer>[];
  /** Unix time, seconds: when the first certificate of the chain ends. */
  readonly notAfter: number;
}

/** The people of institutions. */
export interface Signatories {
  find(id: SignatoryId): Promise<Signatory | null>;
}

/** A template as it was read. */
export interface FoundTemplate {
  readonly template: CredentialTemplate;
  /** Writes it anew in the unit, which is lost when another change came first. */
  change(unit: Unit, next: CredentialTemplate): void;
}

/** The templates of all institutions, of the deployment's mode. */
export interface CredentialTemplates {
  add(unit: Unit, template: CredentialTemplate): void;
  find(id: TemplateId): Promise<FoundTemplate | null>;
  /** Newest first. @param academicIssuerId null: of every institution */
  list(asked: {
    readonly academicIssuerId: AcademicIssuerId | null;
    readonly status: TemplateStatus | null;
    readonly limit: number;
    readonly cursor: TemplateId | null;
  }): Promise<{
    readonly templates: readonly CredentialTemplate[];
    readonly nextCursor: TemplateId | null;
  }>;
  /** Every approved one, for the issuer metadata. */
  approved(): Promise<readonly CredentialTemplate[]>;
}

/** The ports of templates. */
export interface TemplatePorts extends CredentialsPorts {
  readonly credentialTemplates: CredentialTemplates;
  readonly mode: Mode;
}

/** What a wallet redeems, made from a server key: kept nowhere in the clear. */
export interface OfferSecrets {
  /** In `credential_offer_uri`: base64url of SHA-256 over the code. */
  readonly offerId: string;
  /** `pre-authorized_code`. */
  readonly code: string;
}

/** An item as it was read. Each change is lost when another came first. */
export interface FoundItem {
  readonly batch: CredentialBatch;
  readonly item: BatchItem;
  /** Its offer in force. */
  offer(): Promise<OfferSecrets>;
  noteRecheck(unit: Unit, result: RecheckResult): void;
  /** Makes a new offer and ends the old one. */
  renewOffer(unit: Unit, at: string): Promise<OfferSecrets>;
  /** Removes the row with the item, before redemption. */
  remove(unit: Unit): void;
  /** Uses its code up. */
  exchange(unit: Unit, tokenUntil: string): void;
  /** Notes that its credential is issued, and forgets the row. */
  redeem(unit: Unit, redeemed: { readonly at: string; readonly status: StatusEntry }): void;
  revoke(unit: Unit, at: string): void;
}

/** A batch as it was read. */
export interface FoundBatch {
  readonly batch: CredentialBatch;
  /** In the order of its rows, read while it is used. */
  items(): AsyncIterable<FoundItem>;
  findItem(id: BatchItemId): Promise<FoundItem | null>;
  /** Approves it in the unit, which is lost when a recheck has changed it since. */
  approve(unit: Unit, approval: { readonly at: string; readonly by: SignatoryId }): void;
}

/** The batches of all institutions, of the deployment's mode. */
export interface CredentialBatches {
  /**
   * Writes the rows of a batch that nobody sees yet, in as many commits as they take. What a crash
   * leaves cannot be read by anybody and lapses by its own lifetime.
   *
   * @returns what makes it visible, in the unit of the request
   */
  prepare(
    batch: CredentialBatch,
    rows: readonly StudentRow[],
  ): Promise<{ add(unit: Unit): void }>;
  find(id: BatchId): Promise<FoundBatch | null>;
}

/** Offers by the secrets in them. */
export interface CredentialOffers {
  /** @returns null for one that is unknown, ended or whose item is removed */
  findByOfferId(offerId: string): Promise<FoundItem | null>;
  findByCode(code: string): Promise<FoundItem | null>;
}

/** The ports of batches. */
export interface BatchPorts extends TemplatePorts {
  readonly batchRules: BatchRules;
  readonly credentialBatches: CredentialBatches;
  readonly credentialOffers: CredentialOffers;
  readonly credentialStatuses: CredentialStatuses;
  /** Resolves after so many milliseconds: whoever works for long lets others run. */
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly stepUp: StepUp;
}

/** What holds for every batch. */
export interface BatchRules {
  /** Base of the service's own URLs. */
  readonly baseUrl: string;
  /** Days that an offer holds from its approval, or from when it was made anew. */
  readonly preAuthorizedCodeDays: number;
  /** Days that a row is kept which nobody redeems. */
  readonly batchRowDays: number;
  readonly batchRowsMax: number;
  /** UTF-8 bytes of one row as JSON. */
  readonly batchRowBytesMax: number;
  readonly nameCharactersMax: number;
  /** What a claims schema is compiled and run within. */
  readonly schemaLimits: SchemaLimits;
}

/** The status lists of credentials issued here. */
export interface CredentialStatuses {
  /** Takes an index that no other credential has, at random; the unit is lost when another took it. */
  allocate(unit: Unit, academicIssuerId: AcademicIssuerId): Promise<StatusEntry>;
  /** Sets the bit in the unit. */
  revoke(unit: Unit, entry: StatusEntry): Promise<void>;
  /** Reads the bit from the store. @returns `unknown` for a list that is not there */
  find(entry: StatusEntry): Promise<"valid" | "revoked" | "unknown">;
  /** The whole list. @returns null for one that is not there */
  list(listId: string): Promise<StatusListInForce | null>;
}

/** A status list as it is now. */
export interface StatusListInForce {
  readonly academicIssuerId: AcademicIssuerId;
  /** Rises with every revocation: bytes of the same number are the same. */
  readonly changes: number;
  /** One bit an entry, least significant first. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}

/** The result of verifying a step-up assertion (RFC 9470; decisions.md part 11). */
export type StepUpVerdict =
  | {
    readonly kind: "verified";
    /** `sub` at the identity provider. */
    readonly subject: string;
    readonly jti: string;
    /** From when on it can no longer be shown. */
    readonly usableUntil: Temporal.Instant;
  }
  /** Missing, malformed, stale, below the level, of another audience or issuer. */
  | {
    readonly kind: "insufficient";
    /** A class, for the log; none is of a person. */
    readonly reason: string;
  }
  /** The identity provider's keys cannot be had: 503, never a pass. */
  | {
    readonly kind: "unavailable";
    /** Whole seconds until it is asked again, where that is known; at least 1. */
    readonly retryAfterSeconds?: number;
  };

/** Assertions that a person has just authenticated with a second factor. */
export interface StepUp {
  /** Signature and claims alone: it uses nothing up. @param assertion null where the header is missing */
  verify(assertion: string | null): Promise<StepUpVerdict>;
  /** Whether its `jti` was used already. */
  isUsed(jti: string): Promise<boolean>;
  /** Uses its `jti` up in the unit, which is lost when another did. */
  use(unit: Unit, verified: Extract<StepUpVerdict, { kind: "verified" }>): void;
  /** What a challenge asks for (RFC 9470 §3). */
  readonly challenge: StepUpChallenge;
}

/** What a person must do before a batch is approved, for `WWW-Authenticate` (RFC 9470 §3). */
export interface StepUpChallenge {
  /** `acr_values`. */
  readonly acrValues: string;
  /** `max_age`. */
  readonly maxAgeSeconds: number;
}

/** The ports of step-up authentication. */
export interface StepUpPorts extends Pick<CredentialsPorts, "log" | "signatories"> {
  readonly stepUp: StepUp;
}

/** Access tokens of wallets, kept by hash; single use, five minutes. */
export interface CredentialTokens {
  /** @returns the token */
  add(unit: Unit, grant: CredentialGrant): string;
  find(token: string): Promise<FoundSecret<CredentialGrant> | null>;
}

/** The item that a wallet's access token is for. */
export interface CredentialGrant {
  readonly batchId: BatchId;
  readonly itemId: BatchItemId;
  /** SHA-256, hex, of the offer that was redeemed: the token ends with it. */
  readonly offerHash: string;
}

/** A single-use value as it was read. */
export interface FoundSecret<Value> {
  readonly value: Value;
  /** Uses it up in the unit, which is lost when another did. */
  spend(unit: Unit): void;
}

/** `c_nonce` values (OpenID4VCI 1.0 §7), kept by hash; single use, five minutes. */
export interface CredentialNonces {
  /** @returns the nonce */
  add(unit: Unit): string;
  find(nonce: string): Promise<FoundSecret<null> | null>;
}

/** A deployment's settings for the issuing of credentials. */
export interface IssuanceSettings {
  /** The credential issuer identifier: base URL with `/v1/credentials`. */
  readonly issuer: string;
  readonly rules: {
    readonly accessTokenMinutes: number;
    readonly nonceMinutes: number;
    readonly enrolmentDays: number;
    /** Seconds by which a wallet's clock may differ when it signs its key proof. */
    readonly keyProofSeconds: number;
  };
}

/** The issuer metadata, which takes a read of every template to describe. */
export interface IssuerMetadata {
  /** As it was a moment ago at the oldest. */
  read(): Promise<CredentialIssuerMetadata>;
}

/** The ports of the issuing of credentials. */
export interface IssuancePorts extends BatchPorts {
  readonly credentialIssuance: IssuanceSettings;
  readonly credentialNonces: CredentialNonces;
  readonly credentialTokens: CredentialTokens;
  readonly issuerMetadata: IssuerMetadata;
}

/** The ports of employers' sessions. */
export interface EmployerPorts extends AccessPorts, Omit<PresentationPorts, "sessions"> {
  readonly audit: Audit;
  readonly employers: EmployerSettings;
  readonly employerSessions: PresentationSessions<EmployerKind>;
  readonly observedRevocations: ObservedRevocations;
  readonly telemetry: Telemetry;
}

/** A deployment's settings for employers' sessions. */
export interface EmployerSettings {
  /** Minutes that a session waits for its answer. */
  readonly sessionMinutes: number;
}

/** What reads of employers' sessions have seen of their credentials' revocation. */
export interface ObservedRevocations {
  /** Notes what a read has seen, in a commit of its own; the last one wins. */
  note(id: SessionId, status: AcademicRevocationStatus): Promise<void>;
  /** @returns the last that was seen, of each session that was read */
  find(ids: readonly SessionId[]): Promise<ReadonlyMap<SessionId, AcademicRevocationStatus>>;
}
