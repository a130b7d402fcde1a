import { z } from "zod";
import type { Json } from "../../base/json.ts";
import { ClientId } from "../access/schema.ts";
import { Mode, Timestamp, Uuid } from "../nouns.ts";
import { AcademicIssuerId, SignatoryId } from "./issuer_schema.ts";
import { TemplateId } from "./template_schema.ts";

/** Identifies a batch (UUIDv7). */
export const BatchId = Uuid.brand<"BatchId">();
export type BatchId = z.infer<typeof BatchId>;

/** Identifies an item of a batch (UUIDv7); sorts in the order of the rows. */
export const BatchItemId = Uuid.brand<"BatchItemId">();
export type BatchItemId = z.infer<typeof BatchItemId>;

/** The status of a batch (decisions.md part 11). */
export const BatchStatus = z.enum(["PENDING_APPROVAL", "APPROVED"]).meta({
  id: "BatchStatus",
  description: "`APPROVED`: its items are offers that wallets redeem",
});
export type BatchStatus = z.infer<typeof BatchStatus>;

/** The status of an item; `EXPIRED` results from the clock alone. */
export const BatchItemStatus = z.enum(["PENDING", "OFFERED", "REDEEMED", "EXPIRED", "REVOKED"])
  .meta({
    id: "BatchItemStatus",
    description:
      "`PENDING`: the batch is not approved; `OFFERED`: a wallet can redeem it; `REDEEMED`: a wallet has the credential; `EXPIRED`: the offer has expired, and a new one can be made; `REVOKED`: the credential or its offer was revoked",
  });
export type BatchItemStatus = z.infer<typeof BatchItemStatus>;

/** The data that an institution sends about one student; kept until redemption, 90 days at most. */
export const StudentRow = z.object({
  studentFullName: z.string(),
  studentEmail: z.string(),
  studentDob: z.string().nullable(),
  institutionStudentId: z.string().nullable(),
  claimValues: z.custom<Readonly<Record<string, Json>>>(),
}).readonly();
export type StudentRow = z.infer<typeof StudentRow>;

/** A batch without its items, as stored. */
export const CredentialBatch = z.object({
  id: BatchId,
  mode: Mode,
  academicIssuerId: AcademicIssuerId,
  credentialTemplateId: TemplateId,
  submissionMethod: z.enum(["CSV_UPLOAD", "API"]).meta({
    description: "`API`: by `rows`; `CSV_UPLOAD`: by `csvContent`",
  }),
  preparedBySignatoryId: SignatoryId,
  status: BatchStatus,
  createdAt: Timestamp,
  /** Null before the approval. */
  approvedAt: Timestamp.nullable(),
  approvedBySignatoryId: SignatoryId.nullable(),
  /**
   * Hex SHA-256 of the assertion that approved the batch, which a repeat presents; missing in older
   * batches.
   */
  approvalDigest: z.string().optional(),
  itemCount: z.int(),
  /**
   * Items whose last recheck found a difference: the batch cannot be approved while there are any.
   */
  differing: z.array(BatchItemId).readonly(),
  /** Signatories who rechecked an item; they may not approve the batch. */
  recheckedBy: z.array(SignatoryId).readonly(),
  /** The client that created the batch; missing in older batches. */
  clientId: ClientId.optional(),
  /** Only for a demo's batch: the time at which it is removed with its items. */
  lapsesAt: Timestamp.optional(),
}).readonly();
export type CredentialBatch = z.infer<typeof CredentialBatch>;

/** The result of a recheck, without values. */
export const RecheckResult = z.object({
  recheckedAt: Timestamp,
  recheckingSignatoryId: SignatoryId,
  matches: z.boolean(),
}).readonly();
export type RecheckResult = z.infer<typeof RecheckResult>;

/** The place of an issued credential in a status list. */
export const StatusEntry = z.object({ listId: z.string(), idx: z.int().nonnegative() }).readonly();
export type StatusEntry = z.infer<typeof StatusEntry>;

/** The stored state of an item; `itemStatus` adds the clock and the batch. */
export const BatchItemState = z.discriminatedUnion("kind", [
  /** The code was not exchanged yet. */
  z.object({
    kind: z.literal("open"),
    /** The time at which the offer was renewed; null: the first offer, made by the approval. */
    offeredAt: Timestamp.nullable(),
  }).readonly(),
  /** The code was exchanged for an access token. */
  z.object({ kind: z.literal("exchanged"), tokenUntil: Timestamp }).readonly(),
  z.object({ kind: z.literal("redeemed"), redeemedAt: Timestamp, status: StatusEntry }).readonly(),
  z.object({
    kind: z.literal("revoked"),
    revokedAt: Timestamp,
    /** Null: the credential was never redeemed. */
    status: StatusEntry.nullable(),
  }).readonly(),
]);
export type BatchItemState = z.infer<typeof BatchItemState>;

/** An item of a batch, as stored. */
export const BatchItem = z.object({
  id: BatchItemId,
  /** Null after redemption, and after the row's lifetime. */
  row: StudentRow.nullable(),
  state: BatchItemState,
  recheck: RecheckResult.nullable(),
}).readonly();
export type BatchItem = z.infer<typeof BatchItem>;
