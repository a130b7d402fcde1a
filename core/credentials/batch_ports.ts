import type { NextTurn } from "../../base/turns.ts";
import type { Unit } from "../../base/unit.ts";
import type { Events } from "../events/ports.ts";
import type { CredentialRules } from "../policy/credentials.ts";
import type { SchemaLimits } from "../../standards/json_schema/limits.ts";
import type {
  BatchId,
  BatchItem,
  BatchItemId,
  CredentialBatch,
  RecheckResult,
  StatusEntry,
  StudentRow,
} from "./batch_schema.ts";
import type { SignatoryId } from "./issuer_schema.ts";
import type { CredentialStatuses } from "./status_ports.ts";
import type { StepUp } from "./step_up_ports.ts";
import type { TemplatePorts } from "./template_ports.ts";

/** The secrets that a wallet redeems, derived from a server key and never stored in clear. */
export interface OfferSecrets {
  /** Part of `credential_offer_uri`: base64url of SHA-256 over the code. */
  readonly offerId: string;
  /** `pre-authorized_code`. */
  readonly code: string;
}

/** An item as it was read. Each change fails if another change was committed first. */
export interface FoundItem {
  readonly batch: CredentialBatch;
  readonly item: BatchItem;
  /** Returns its current offer. */
  offer(): Promise<OfferSecrets>;
  noteRecheck(unit: Unit, result: RecheckResult): void;
  /** Makes a new offer and ends the old one. */
  renewOffer(unit: Unit, at: string): Promise<OfferSecrets>;
  /** Removes the row with the item, before redemption. */
  remove(unit: Unit): void;
  /** Uses up its code. */
  exchange(unit: Unit, tokenUntil: string): void;
  /** Records that its credential is issued, and deletes the row. */
  redeem(unit: Unit, redeemed: { readonly at: string; readonly status: StatusEntry }): void;
  revoke(unit: Unit, at: string): void;
}

/** An approval, as stored with its batch. */
export interface BatchApproval {
  readonly at: string;
  readonly by: SignatoryId;
  /** Hex SHA-256 of the assertion that was shown. */
  readonly digest: string;
}

/** A batch as it was read. */
export interface FoundBatch {
  readonly batch: CredentialBatch;
  /** In the order of the rows, read while it is iterated. */
  items(): AsyncIterable<FoundItem>;
  findItem(id: BatchItemId): Promise<FoundItem | null>;
  /** Approves the batch in the unit; the commit fails if a recheck changed the batch since. */
  approve(unit: Unit, approval: BatchApproval): void;
}

/** The rows of a batch, written before the batch itself. */
export interface PreparedBatch {
  /** Makes the batch visible, in the unit of the request. */
  add(unit: Unit): void;
  /** Removes the rows of a batch that is not created. */
  discard(): Promise<void>;
}

/** The batches of all institutions, of the deployment's mode. */
export interface CredentialBatches {
  /**
   * Writes the rows of a batch, still invisible, in as many commits as needed. Rows left by a crash
   * cannot be read and expire by their own lifetime.
   */
  prepare(batch: CredentialBatch, rows: readonly StudentRow[]): Promise<PreparedBatch>;
  find(id: BatchId): Promise<FoundBatch | null>;
}

/** Offers by the secrets in them. */
export interface CredentialOffers {
  /** @returns null for an unknown or ended offer, or one whose item was removed */
  findByOfferId(offerId: string): Promise<FoundItem | null>;
  findByCode(code: string): Promise<FoundItem | null>;
}

/** The ports of batches. */
export interface BatchPorts extends TemplatePorts {
  readonly batchRules: BatchRules;
  readonly credentialBatches: CredentialBatches;
  readonly credentialOffers: CredentialOffers;
  readonly credentialStatuses: CredentialStatuses;
  readonly events: Events;
  /** Lets other requests run between the rows of a batch. */
  readonly nextTurn: NextTurn;
  readonly stepUp: StepUp;
}

/** Rules that apply to every batch. */
export interface BatchRules {
  /** Base of the service's own URLs. */
  readonly baseUrl: string;
  /** Days for which an offer is valid, from the approval or from its renewal. */
  readonly preAuthorizedCodeDays: number;
  /** Days for which an unredeemed row is kept. */
  readonly batchRowDays: number;
  readonly batchRowsMax: number;
  /** Maximum UTF-8 bytes of one row as JSON. */
  readonly batchRowBytesMax: number;
  readonly nameCharactersMax: number;
  /** Maximum steps of validating the claims of all rows of one batch. */
  readonly batchSchemaStepsMax: number;
  /** Whether preparing and rechecking need an assertion too. */
  readonly preparerStepUp: CredentialRules["preparerStepUp"];
  /** Limits for compiling and running a claims schema. */
  readonly schemaLimits: SchemaLimits;
}
