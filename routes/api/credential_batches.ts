import { z } from "zod";
import { approveBatch, proveApproval } from "../../core/credentials/batches/approve_batch.ts";
import { batchFingerprint } from "../../core/credentials/batches/batch_fingerprint.ts";
import { createBatch } from "../../core/credentials/batches/create_batch.ts";
import type { ItemPlace } from "../../core/credentials/batches/find_batch.ts";
import { readBatch } from "../../core/credentials/batches/read_batch.ts";
import { recheckItem } from "../../core/credentials/batches/recheck_item.ts";
import {
  offerReference,
  renewOffer,
  restoreOffer,
} from "../../core/credentials/batches/renew_offer.ts";
import {
  ApproveBatchRequest,
  BatchRead,
  BatchSummary,
  createBatchRequest,
  RecheckAnswer,
  RecheckRequest,
  RenewedOffer,
} from "../../core/credentials/batches/schema.ts";
import { BatchId, BatchItemId } from "../../core/credentials/batch_schema.ts";
import { streamText } from "../../core/data_subject/stream_text.ts";
import type { Limits } from "../../core/policy/limits.ts";
import { ok } from "../../base/result.ts";
import { defineRoute, type Route } from "../http/route.ts";

/** The routes of batches, for institutions (Credentials §4). */
export function credentialBatchRoutes(limits: Limits): readonly Route[] {
  return [
    createBatchRoute(limits),
    readBatchRoute,
    recheckItemRoute,
    approveBatchRoute,
    renewOfferRoute,
  ];
}

const path = "/v1/credentials/issue/batches";

const BatchPath = z.object({ id: BatchId });
const ItemPath = z.object({ id: BatchId, itemId: BatchItemId });

function placeOf({ id, itemId }: z.infer<typeof ItemPath>): ItemPlace {
  return { batchId: id, itemId };
}

const stepUpHeader = "x-credentials-step-up-assertion";
const ApprovalHeaders = z.object({
  [stepUpHeader]: z.string().optional().meta({
    description:
      "Access token of a login with a second factor, just made by the approving signatory (RFC 9470); used up by the approval. In a sandbox `deno task admin step-up sign` makes one",
  }),
});

/** Headers of batch creation and recheck. */
const PreparerHeaders = z.object({
  [stepUpHeader]: z.string().optional().meta({
    description:
      "With policy `credentials.preparerStepUp` `required`: the same of the signatory that the body names. A creation uses it up; rechecks share one until it is too old",
  }),
});

/** POST /v1/credentials/issue/batches (Credentials §4, rule 6). */
const createBatchRoute = (limits: Limits) =>
  defineRoute({
    method: "post",
    path,
    summary: "Submit a batch of students",
    documentation: {
      operationId: "createCredentialBatch",
      description:
        "All rows or none: every row that is wrong is listed in `rows`, and nothing is stored. Rows of CSV begin with a header: studentFullName, studentEmail, studentDob, institutionStudentId, and claim.NAME for each claim.",
    },
    service: "credentials",
    kind: "batch",
    auth: "bearer",
    access: { rolesAll: ["credentials-api-client", "credentials-api-issuer"] },
    limits: { bucket: "credentials", bodyBytesMax: limits.batchBodyBytesMax },
    idempotency: { owner: "client", comparedBy: batchFingerprint },
    headers: PreparerHeaders,
    body: createBatchRequest(limits),
    form: { refusesRows: true },
    answers: { 201: BatchSummary },
    refuses: [
      "unauthorized",
      "not_found",
      "template_not_approved",
      "bad_request",
      "upstream_unavailable",
    ],
    run: (ports, { unit, once, caller, headers, body }) =>
      createBatch(ports, {
        unit,
        once,
        caller,
        request: body,
        assertion: headers[stepUpHeader] ?? null,
      }),
  });

/** GET /v1/credentials/issue/batches/{id}. */
const readBatchRoute = defineRoute({
  method: "get",
  path: `${path}/{id}`,
  summary: "Read a batch with its items and offers",
  documentation: {
    operationId: "readCredentialBatch",
    description:
      "Rows until they are redeemed or their time is over. The answer is streamed: one that breaks off is no JSON.",
  },
  service: "credentials",
  kind: "read",
  auth: "bearer",
  access: { roles: ["credentials-api-client", "credentials-api-issuer"] },
  limits: { bucket: "credentials" },
  params: BatchPath,
  answers: { 200: { streamed: BatchRead, description: "The batch" } },
  refuses: ["not_found"],
  run: async (ports, { caller, params }) => {
    const read = await readBatch(ports, { caller, id: params.id });
    return read.ok ? ok(streamText(read.value)) : read;
  },
});

/** POST /v1/credentials/issue/batches/{id}/items/{itemId}/recheck (Credentials §4, rule 7). */
const recheckItemRoute = defineRoute({
  method: "post",
  path: `${path}/{id}/items/{itemId}/recheck`,
  summary: "Compare claims that were entered again with those on file",
  documentation: {
    operationId: "recheckCredentialBatchItem",
    description:
      "Names differing claims without values. A batch cannot be approved while an item's last recheck found a difference.",
  },
  service: "credentials",
  kind: "recheck",
  auth: "bearer",
  access: { roles: ["credentials-api-issuer"] },
  limits: { bucket: "credentials" },
  idempotency: { owner: "client" },
  params: ItemPath,
  headers: PreparerHeaders,
  body: RecheckRequest,
  answers: { 200: RecheckAnswer },
  refuses: [
    "unauthorized",
    "not_found",
    "batch_not_approvable",
    "four_eyes_violation",
    "upstream_unavailable",
  ],
  run: (ports, { unit, caller, params, headers, body }) =>
    recheckItem(ports, {
      unit,
      caller,
      place: placeOf(params),
      request: body,
      assertion: headers[stepUpHeader] ?? null,
    }),
});

/** POST /v1/credentials/issue/batches/{id}/approve (Credentials §4, rule 8). */
const approveBatchRoute = defineRoute({
  method: "post",
  path: `${path}/{id}/approve`,
  summary: "Approve a batch, which makes its offers",
  documentation: {
    operationId: "approveCredentialBatch",
    description:
      "By a signatory who has neither prepared the batch nor rechecked an item of it, and has just authenticated with a second factor. A repeat under its key shows the same assertion, or a fresh one.",
  },
  service: "credentials",
  kind: "approve",
  auth: "bearer",
  access: { roles: ["credentials-api-issuer"], freshToken: true },
  limits: { bucket: "credentials" },
  idempotency: {
    owner: "client",
    beforeReplay: (ports, { caller, params, headers, body }) =>
      proveApproval(ports, {
        caller,
        id: params.id,
        assertion: headers[stepUpHeader] ?? null,
        ...body,
      }),
  },
  params: BatchPath,
  headers: ApprovalHeaders,
  body: ApproveBatchRequest,
  answers: { 200: BatchSummary },
  refuses: [
    "unauthorized",
    "not_found",
    "batch_not_approvable",
    "four_eyes_violation",
    "upstream_unavailable",
  ],
  run: (ports, { unit, caller, params, headers, body }) =>
    approveBatch(ports, {
      unit,
      caller,
      id: params.id,
      assertion: headers[stepUpHeader] ?? null,
      ...body,
    }),
});

/** POST /v1/credentials/issue/batches/{id}/items/{itemId}/offer (decisions-2.md part 15). */
const renewOfferRoute = defineRoute({
  method: "post",
  path: `${path}/{id}/items/{itemId}/offer`,
  summary: "Make a new offer for an item, which ends the old one",
  documentation: { operationId: "renewCredentialOffer" },
  service: "credentials",
  kind: "offer",
  auth: "bearer",
  access: { roles: ["credentials-api-issuer"] },
  limits: { bucket: "credentials" },
  idempotency: { owner: "client", keptBy: { reference: offerReference, restore: restoreOffer } },
  params: ItemPath,
  answers: { 200: RenewedOffer },
  refuses: ["not_found", "offer_not_renewable"],
  run: (ports, { unit, caller, params }) =>
    renewOffer(ports, { unit, caller, place: placeOf(params) }),
});
