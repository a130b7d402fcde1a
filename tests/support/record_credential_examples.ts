import assert from "node:assert/strict";
import { credentialRequestExamples } from "../../routes/openapi/credential_examples.ts";
import { assertionOf, DEAN } from "./credential_batches.ts";
import type { Answer, TestService } from "./service.ts";

/** Returns an answer of the service, after a check that it is not a refusal. */
function got(answer: Answer): Answer {
  assert(answer.status < 300, answer.text);
  return answer;
}

function example(operationId: string, name: string): Record<string, unknown> {
  return structuredClone(credentialRequestExamples[operationId]?.[name]?.value) as Record<
    string,
    unknown
  >;
}

/** Answers for templates and batches by operation: one template, one batch of one student. */
export async function issuedTo(service: TestService): Promise<Readonly<Record<string, Answer>>> {
  const registry = service.as("acme");
  const at = "/v1/credentials/issue";
  const created = got(await registry.post(`${at}/templates`, example("createTemplate", "degree")));
  const template = `${at}/templates/${created.body.templateId}`;
  const submitted = got(await registry.post(`${template}/submit`, undefined));
  const reviewed = got(
    await registry.post(`${template}/review`, example("reviewTemplate", "approved")),
  );
  const listed = got(await registry.get(`${at}/templates?status=APPROVED`));
  const batch = got(
    await registry.post(`${at}/batches`, {
      ...example("createCredentialBatch", "rows"),
      credentialTemplateId: created.body.templateId,
    }),
  );
  const path = `${at}/batches/${batch.body.batchId}`;
  const { body: pending } = got(await registry.get(path));
  const item = `${path}/items/${pending.items[0].itemId}`;
  const rechecked = got(
    await registry.post(`${item}/recheck`, example("recheckCredentialBatchItem", "recheck")),
  );
  const approved = got(
    await registry.post(`${path}/approve`, example("approveCredentialBatch", "dean"), {
      "x-credentials-step-up-assertion": await assertionOf(service, DEAN),
    }),
  );
  const read = got(await registry.get(path));
  const renewed = got(await registry.post(`${item}/offer`, undefined));
  const revoked = got(await registry.post(`${item}/revoke`, undefined));
  return {
    createTemplate: created,
    submitTemplate: submitted,
    reviewTemplate: reviewed,
    listTemplates: listed,
    createCredentialBatch: batch,
    readCredentialBatch: read,
    recheckCredentialBatchItem: rechecked,
    approveCredentialBatch: approved,
    renewCredentialOffer: renewed,
    revokeCredential: revoked,
  };
}
