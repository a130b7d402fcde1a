import type { CredentialBatch } from "../batch_schema.ts";
import type { BatchSummary } from "./schema.ts";

/** A batch in an answer, without its content. */
export function batchSummary(batch: CredentialBatch): BatchSummary {
  return {
    batchId: batch.id,
    academicIssuerId: batch.academicIssuerId,
    credentialTemplateId: batch.credentialTemplateId,
    submissionMethod: batch.submissionMethod,
    preparedBySignatoryId: batch.preparedBySignatoryId,
    status: batch.status,
    itemCount: batch.itemCount,
    createdAt: batch.createdAt,
    approvedAt: batch.approvedAt,
    approvedBySignatoryId: batch.approvedBySignatoryId,
  };
}
