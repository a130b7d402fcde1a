import assert from "node:assert/strict";
import degree from "../../fixtures/credentials/templates/degree_award.json" with { type: "json" };
import type { Clock } from "../../base/clock.ts";
import { SignatoryId } from "../../core/credentials/issuer_schema.ts";
import { signAssertion } from "../../core/credentials/step_up/sign_assertion.ts";
import { openSignatoryRecords } from "../../kv/credentials/signatories.ts";
import {
  sandboxSignatories,
  sandboxStepUpAudience,
  sandboxStepUpIssuer,
  sandboxStepUpSigner,
} from "../../sandbox/invented/step_up.ts";
import type { Answer, TestClient, TestService } from "./service.ts";

/** The sandbox's institution. */
export const INSTITUTION = "sandbox-university";
/** Sandbox persons who prepare, recheck and approve. */
export const [REGISTRAR, CLERK, DEAN]: readonly [string, string, string] = [
  "sandbox-registrar",
  "sandbox-registry-clerk",
  "sandbox-dean",
];
/** Path of batches. */
export const BATCHES = "/v1/credentials/issue/batches";
/** Path of templates. */
const TEMPLATES = "/v1/credentials/issue/templates";

/** Claims of a degree that fit the template of {@link approvedTemplate}. */
export const DEGREE = degree.exampleClaims;

/** Makes an approved template of the sandbox's institution. @returns its id @returns its id */
export async function approvedTemplate(
  client: TestClient,
  claimsSchema: unknown = degree.claimsSchema,
): Promise<string> {
  const templateId = await draftTemplate(client, claimsSchema);
  assert.equal((await client.post(`${TEMPLATES}/${templateId}/submit`, {})).status, 200);
  const review = { decision: "APPROVED" };
  assert.equal((await client.post(`${TEMPLATES}/${templateId}/review`, review)).status, 200);
  return templateId;
}

/** Makes a template that is not submitted. @returns its id @returns its id */
export async function draftTemplate(
  client: TestClient,
  claimsSchema: unknown = degree.claimsSchema,
): Promise<string> {
  const created = await client.post(TEMPLATES, {
    academicIssuerId: INSTITUTION,
    credentialType: "DEGREE_AWARD",
    claimsSchema,
    sdJwtDisclosureFrame: {},
  });
  assert.equal(created.status, 201, created.text);
  return created.body.templateId;
}

/** A valid row. */
export function student(n: number, changed: Readonly<Record<string, unknown>> = {}) {
  return {
    studentFullName: `Wilhelmina Recognisable ${n}`,
    studentEmail: `w${n}@students.example`,
    studentDob: "2001-02-28",
    institutionStudentId: `S-${n}`,
    claimValues: DEGREE,
    ...changed,
  };
}

/** Makes `count` correct rows. */
export function students(count: number) {
  return Array.from({ length: count }, (_, n) => student(n));
}

/** The request body for a batch of rows. */
export function batchBody(
  credentialTemplateId: string,
  rows: readonly unknown[] = students(2),
  changed: Readonly<Record<string, unknown>> = {},
) {
  return {
    academicIssuerId: INSTITUTION,
    credentialTemplateId,
    preparedBySignatoryId: REGISTRAR,
    submissionMethod: "API",
    rows,
    ...changed,
  };
}

/** The request body for a batch in CSV. */
export function csvBody(credentialTemplateId: string, csvContent: unknown) {
  return {
    ...batchBody(credentialTemplateId),
    submissionMethod: "CSV_UPLOAD",
    rows: undefined,
    csvContent,
  };
}

/** A batch that waits for approval. */
export interface PreparedBatch {
  readonly registry: TestClient;
  readonly templateId: string;
  readonly batchId: string;
  readonly itemIds: readonly string[];
}

/** Creates a batch that waits for approval. */
export async function preparedBatch(
  service: { as(id: string): TestClient },
  count = 2,
): Promise<PreparedBatch> {
  const registry = service.as("registry");
  const templateId = await approvedTemplate(registry);
  const created = await registry.post(BATCHES, batchBody(templateId, students(count)));
  assert.equal(created.status, 201, created.text);
  const { batchId } = created.body;
  const read = await registry.get(`${BATCHES}/${batchId}`);
  const itemIds = read.body.items.map(({ itemId }: { readonly itemId: string }) => itemId);
  return { registry, templateId, batchId, itemIds };
}

/** Makes a new assertion of a sandbox signatory. */
export async function assertionOf(
  { clock }: { readonly clock: Clock },
  signatoryId: string,
  baseUrl = "http://localhost:8000",
): Promise<string> {
  const signatory = sandboxSignatories().find(({ id }) => id === signatoryId);
  assert(signatory !== undefined);
  return await signAssertion(await sandboxStepUpSigner(), {
    issuer: sandboxStepUpIssuer,
    audience: sandboxStepUpAudience(baseUrl),
    subject: signatory.idpSubject,
    acr: "2",
    jti: `assertion-${crypto.randomUUID()}`,
    now: clock.now(),
    lifetimeSeconds: 60,
  });
}

/** Registers a sandbox person once more under another id. */
export async function putAgain(
  { store }: Pick<TestService, "store">,
  signatoryId: string,
  again: string,
): Promise<void> {
  const signatory = sandboxSignatories().find(({ id }) => id === signatoryId);
  assert(signatory !== undefined);
  const records = openSignatoryRecords({ store, audit: { record: () => {} } });
  await records.put({ ...signatory, id: SignatoryId.parse(again) });
}

/** Approves a batch. */
export async function approve(
  service: { readonly clock: Clock },
  { registry, batchId }: Pick<PreparedBatch, "registry" | "batchId">,
  { by = DEAN, person = by, headers = {}, baseUrl }: {
    readonly by?: string;
    /** The authenticated person, by the sandbox's id. */
    readonly person?: string;
    /** The service's base URL, if not the default. */
    readonly baseUrl?: string;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<Answer> {
  return await registry.post(`${BATCHES}/${batchId}/approve`, { approvedBySignatoryId: by }, {
    "x-credentials-step-up-assertion": await assertionOf(service, person, baseUrl),
    ...headers,
  });
}
