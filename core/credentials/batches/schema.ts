import { z } from "zod";
import type { Json } from "../../../base/json.ts";
import { Timestamp } from "../../nouns.ts";
import {
  BatchId,
  BatchItemId,
  BatchItemStatus,
  CredentialBatch,
  StudentRow,
} from "../batch_schema.ts";
import { AcademicIssuerId, SignatoryId } from "../issuer_schema.ts";
import { TemplateId } from "../template_schema.ts";

/** The submitted data, by `submissionMethod`. */
export type Submitted =
  /** The operation checks each row, and reports all wrong ones. */
  | { readonly submissionMethod: "API"; readonly rows: readonly Json[] }
  | { readonly submissionMethod: "CSV_UPLOAD"; readonly csvContent: string };

/** A row in the API description; the operation itself parses rows, to report every wrong one. */
const describedRow = {
  type: "object",
  properties: {
    studentFullName: { type: "string" },
    studentEmail: { type: "string", description: "Where the institution sends the offer" },
    studentDob: { type: ["string", "null"], description: "YYYY-MM-DD" },
    institutionStudentId: {
      type: ["string", "null"],
      description: "The institution's own number of the student",
    },
    claimValues: {
      type: "object",
      additionalProperties: true,
      description: "Claims of the credential, as defined by the template's schema",
    },
  },
  required: ["studentFullName", "studentEmail", "claimValues"],
} as const;

/** A new batch (Credentials §2). The unused one of `rows` and `csvContent` is ignored. */
export function createBatchRequest({ batchRowsMax }: { readonly batchRowsMax: number }) {
  return z.object({
    academicIssuerId: AcademicIssuerId,
    credentialTemplateId: TemplateId,
    preparedBySignatoryId: SignatoryId,
    submissionMethod: CredentialBatch.unwrap().shape.submissionMethod,
    csvContent: z.unknown().optional().meta({
      type: "string",
      description: "With `CSV_UPLOAD`: RFC 4180 with a header",
    }),
    rows: z.unknown().optional().meta({
      type: "array",
      description: `With \`API\`: 1 to ${batchRowsMax} students`,
      items: describedRow,
    }),
  }).transform(({ csvContent, rows, submissionMethod, ...batch }, context) => {
    const bad = (member: string, message: string) => {
      context.addIssue({ code: "custom", path: [member], message });
      return z.NEVER;
    };
    if (submissionMethod === "CSV_UPLOAD") {
      return typeof csvContent !== "string" || csvContent === ""
        ? bad("csvContent", "expected CSV text, since submissionMethod is CSV_UPLOAD")
        : { ...batch, submitted: { submissionMethod, csvContent } satisfies Submitted };
    }
    if (!Array.isArray(rows) || rows.length === 0) {
      return bad("rows", "expected rows, since submissionMethod is API");
    }
    if (rows.length > batchRowsMax) return bad("rows", `at most ${batchRowsMax} entries`);
    return { ...batch, submitted: { submissionMethod, rows: rows as Json[] } satisfies Submitted };
  });
}
export type CreateBatchRequest = z.output<ReturnType<typeof createBatchRequest>>;

const batch = CredentialBatch.unwrap().shape;

/** A batch without its content. */
export const BatchSummary = z.object({
  batchId: BatchId,
  academicIssuerId: batch.academicIssuerId,
  credentialTemplateId: batch.credentialTemplateId,
  submissionMethod: batch.submissionMethod,
  preparedBySignatoryId: batch.preparedBySignatoryId,
  status: batch.status,
  itemCount: batch.itemCount.meta({ description: "Rows that were accepted" }),
  createdAt: batch.createdAt,
  approvedAt: batch.approvedAt,
  approvedBySignatoryId: batch.approvedBySignatoryId,
}).readonly().meta({ id: "CredentialBatch" });
export type BatchSummary = z.infer<typeof BatchSummary>;

/** The last recheck of an item. */
const LastRecheck = z.object({
  recheckedAt: Timestamp,
  recheckingSignatoryId: SignatoryId,
  matches: z.boolean(),
}).readonly();

/** An item of a batch, for its institution. */
export const BatchItemRead = z.object({
  itemId: BatchItemId,
  status: BatchItemStatus,
  row: z.object({
    ...StudentRow.unwrap().shape,
    claimValues: z.record(z.string(), z.unknown()),
  }).readonly().nullable().meta({ description: "Null once the item is redeemed or revoked" }),
  offerUri: z.string().nullable().meta({
    description:
      "The link or QR code for the student's wallet. Any wallet with it can redeem the credential. Null unless the item is OFFERED",
  }),
  offerExpiresAt: Timestamp.nullable(),
  redeemedAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
  lastRecheck: LastRecheck.nullable().meta({ description: "Null where it was not rechecked" }),
}).readonly().meta({ id: "CredentialBatchItem" });
export type BatchItemRead = z.infer<typeof BatchItemRead>;

/** A batch with its items. */
export const BatchRead = z.object({
  ...BatchSummary.unwrap().shape,
  items: z.array(BatchItemRead).readonly(),
}).readonly().meta({ id: "CredentialBatchWithItems" });

/** Claims that a signatory entered again (Credentials §2). */
export const RecheckRequest = z.object({
  recheckingSignatoryId: SignatoryId,
  claimValues: z.record(z.string(), z.custom<Json>()).meta({
    type: "object",
    description: "All claims of the student, entered again from the institution's records",
    additionalProperties: true,
  }),
}).readonly();
export type RecheckRequest = z.infer<typeof RecheckRequest>;

/** The result of comparing claims, without values. */
export const RecheckAnswer = z.object({
  itemId: BatchItemId,
  matches: z.boolean(),
  differences: z.array(
    z.object({
      claim: z.string().meta({
        description: "`*`: a name that the template's schema does not define",
      }),
      kind: z.enum(["missing", "unexpected", "different"]).meta({
        description: "The claims that were entered again, compared with those on file",
      }),
    }).readonly(),
  ).readonly(),
}).readonly().meta({ id: "CredentialRecheck" });
export type RecheckAnswer = z.infer<typeof RecheckAnswer>;

/** An approval (Credentials §2). */
export const ApproveBatchRequest = z.object({ approvedBySignatoryId: SignatoryId }).readonly();
export type ApproveBatchRequest = z.infer<typeof ApproveBatchRequest>;

/** An offer that was made anew. */
export const RenewedOffer = z.object({
  batchId: BatchId,
  itemId: BatchItemId,
  status: z.literal("OFFERED"),
  offeredAt: Timestamp,
  offerUri: z.string(),
  offerExpiresAt: Timestamp,
}).readonly().meta({ id: "CredentialOfferRenewed" });
export type RenewedOffer = z.infer<typeof RenewedOffer>;
