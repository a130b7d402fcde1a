import { z } from "zod";
import type { Json } from "../../base/json.ts";
import { ClientId } from "../access/schema.ts";
import { Mode, Timestamp, Uuid } from "../nouns.ts";
import { AcademicIssuerId, SignatoryId } from "./issuer_schema.ts";
import { TemplateId } from "./template_schema.ts";

/** Names one batch (UUIDv7). */
export const BatchId = Uuid.brand<"BatchId">();
export type BatchId = z.infer<typeof BatchId>;

/** Names one item of a batch (UUIDv7), in the order of its rows. */
export const BatchItemId = Uuid.brand<"BatchItemId">();
export type BatchItemId = z.infer<typeof BatchItemId>;

/** The status of a batch (decisions.md part 11). */
export const BatchStatus = z.enum(["PENDING_APPROVAL", "APPROVED"]).meta({
  id: "BatchStatus",
  description: "`APPROVED`: its items are offers that wallets redeem",
});
export type BatchStatus = z.infer<typeof BatchStatus>;

/** The status of an item; `EXPIRED` by the clock alone. */
export const BatchItemStatus = z.enum(["PENDING", "OFFERED", "REDEEMED", "EXPIRED", "REVOKED"])
  .meta({
    id: "BatchItemStatus",
    description:
      "`PENDING`: the batch is not approved; `OFFERED`: a wallet can redeem it; `REDEEMED`: a wallet has the credential; `EXPIRED`: the offer is over, and a new one can be made; `REVOKED`: the credential or its offer was revoked",
  });
export type BatchItemStatus = z.infer<typeof BatchItemStatus>;

/** What an institution sends of one student; kept until redemption, 90 days at most. */
export const StudentRow = z.object({
  studentFullName: z.string(),
  studentEmail: z.string(),
  studentDob: z.string().nullable(),
  institutionStudentId: z.string().nullable(),
  claimValues: z.custom<Readonly<Record<string, Json>>>(),
}).readonly();
export type StudentRow = z.infer<typeof StudentRow>;

/** A batch without its items, as it is stored. */
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
  /** Null until it is approved. */
  approvedAt: Timestamp.nullable(),
  approvedBySignatoryId: SignatoryId.nullable(),
  /** Hex SHA-256 of the assertion that approved it, which a repeat shows; missing of older ones. */
  approvalDigest: z.string().optional(),
  itemCount: z.int(),
  /** Items whose last recheck differs: while there are any, the batch cannot be approved. */
  differing: z.array(BatchItemId).readonly(),
  /** All who have rechecked an item. None of them may approve it. */
  recheckedBy: z.array(SignatoryId).readonly(),
  /** The client that has created it; missing of older ones. */
  clientId: ClientId.optional(),
  /** Of a demo's batch: when it is gone, with its items; others stay. */
  lapsesAt: Timestamp.optional(),
}).readonly();
export type CredentialBatch = z.infer<typeof CredentialBatch>;

/** The result of a recheck, without any value. */
export const RecheckResult = z.object({
  recheckedAt: Timestamp,
  recheckingSignatoryId: SignatoryId,
  matches: z.boolean(),
}).readonly();
export type RecheckResult = z.infer<typeof RecheckResult>;

/** Where the revocation of an issued credential stands. */
export const StatusEntry = z.object({ listId: z.string(), idx: z.int().nonnegative() }).readonly();
export type StatusEntry = z.infer<typeof StatusEntry>;

/** The stored state of an item; what the clock and its batch say besides is `itemStatus`'s. */
export const BatchItemState = z.discriminatedUnion("kind", [
  /** Its code is not exchanged yet. */
  z.object({
    kind: z.literal("open"),
    /** When its offer was made anew; null: the first, which the approval makes. */
    offeredAt: Timestamp.nullable(),
  }).readonly(),
  /** Its code was exchanged for an access token. */
  z.object({ kind: z.literal("exchanged"), tokenUntil: Timestamp }).readonly(),
  z.object({ kind: z.literal("redeemed"), redeemedAt: Timestamp, status: StatusEntry }).readonly(),
  z.object({
    kind: z.literal("revoked"),
    revokedAt: Timestamp,
    /** Null: it was never redeemed. */
    status: StatusEntry.nullable(),
  }).readonly(),
]);
export type BatchItemState = z.infer<typeof BatchItemState>;

/** An item of a batch, as it is stored. */
export const BatchItem = z.object({
  id: BatchItemId,
  /** Null after redemption, and when its time is over. */
  row: StudentRow.nullable(),
  state: BatchItemState,
  recheck: RecheckResult.nullable(),
}).readonly();
export type BatchItem = z.infer<typeof BatchItem>;
