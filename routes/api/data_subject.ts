import { eraseScreening } from "../../core/data_subject/erase_screening.ts";
import { eraseVerification } from "../../core/data_subject/erase_verification.ts";
import { exportScreening } from "../../core/data_subject/export_screening.ts";
import { exportVerification } from "../../core/data_subject/export_verification.ts";
import {
  ErasureResult,
  ScreeningExport,
  VerificationErasureResult,
  VerificationExport,
} from "../../core/data_subject/schema.ts";
import { defineRoute } from "../http/route.ts";

/** GET /v1/screen/gdpr/export (Screening §4, rule 10). */
export const exportScreeningRoute = defineRoute({
  method: "get",
  path: "/v1/screen/gdpr/export",
  summary: "Export the calling client's recorded data",
  documentation: {
    operationId: "exportScreening",
    description:
      "Its audit entries, each with a proof that the signed checkpoint covers it, and its KYB record in full where one is on file. The answer is streamed: one that breaks off is no JSON.",
  },
  service: "screening",
  kind: "export",
  auth: "bearer",
  answers: { 200: { streamed: ScreeningExport, description: "The export" } },
  run: (ports, { caller, request: { requestId, mode } }) =>
    exportScreening(ports, { client: caller.clientId, mode, requestId }),
});

/** POST /v1/screen/gdpr/erasure-requests (Screening §4, rule 11). */
export const eraseScreeningRoute = defineRoute({
  method: "post",
  path: "/v1/screen/gdpr/erasure-requests",
  summary: "Erase the calling client's idempotency records",
  documentation: {
    operationId: "eraseScreening",
    description:
      "Counts what it deleted. Decisions, KYB records and the audit chain stay; keys of requests that still run stay until those end.",
  },
  service: "screening",
  kind: "erasure",
  auth: "bearer",
  access: { freshToken: true },
  answers: { 200: ErasureResult },
  run: (ports, { unit, caller, request: { mode } }) =>
    eraseScreening(ports, { unit, client: caller.clientId, mode }),
});

/** GET /v1/verify/gdpr/export (Verification §4, rule 12). */
export const exportVerificationRoute = defineRoute({
  method: "get",
  path: "/v1/verify/gdpr/export",
  summary: "Export the calling client's sessions and audit entries",
  documentation: {
    operationId: "exportVerification",
    description:
      "Sessions as their read shows them, evidence packs left out; audit entries, each with a proof that the signed checkpoint covers it. The answer is streamed: one that breaks off is no JSON.",
  },
  service: "verification",
  kind: "export",
  auth: "bearer",
  answers: { 200: { streamed: VerificationExport, description: "The export" } },
  run: (ports, { caller, request: { requestId, mode } }) =>
    exportVerification(ports, { client: caller.clientId, mode, requestId }),
});

/** POST /v1/verify/gdpr/erasure-requests (Verification §4, rule 13). */
export const eraseVerificationRoute = defineRoute({
  method: "post",
  path: "/v1/verify/gdpr/erasure-requests",
  summary: "Erase the calling client's sessions",
  documentation: {
    operationId: "eraseVerification",
    description:
      "Deletes every session with its decision and undelivered evidence pack, pending ones too, and the idempotency records. The audit chain stays.",
  },
  service: "verification",
  kind: "erasure",
  auth: "bearer",
  access: { freshToken: true },
  answers: { 200: VerificationErasureResult },
  run: (ports, { unit, caller }) => eraseVerification(ports, { unit, client: caller.clientId }),
});
