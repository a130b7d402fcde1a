import { eraseScreening } from "../core/data_subject/erase_screening.ts";
import { exportScreening } from "../core/data_subject/export_screening.ts";
import { ErasureResult, ScreeningExport } from "../core/data_subject/schema.ts";
import { defineRoute } from "./route.ts";

/** GET /v1/screen/gdpr/export (Screening §4, rule 10). */
export const exportScreeningRoute = defineRoute({
  method: "get",
  path: "/v1/screen/gdpr/export",
  summary: "Export what is recorded of the calling client",
  description:
    "Its audit entries, each with a proof that the signed checkpoint covers it. The answer is streamed: one that breaks off is no JSON.",
  service: "screening",
  kind: "export",
  auth: "bearer",
  answers: { 200: { streamed: ScreeningExport, description: "The export" } },
  run: (ports, { caller, request: { requestId } }) =>
    exportScreening(ports, { client: caller.clientId, requestId }),
});

/** POST /v1/screen/gdpr/erasure-requests (Screening §4, rule 11). */
export const eraseScreeningRoute = defineRoute({
  method: "post",
  path: "/v1/screen/gdpr/erasure-requests",
  summary: "Erase the calling client's idempotency records",
  description:
    "Counts what it deleted. Decisions and the audit chain stay; keys of requests that still run stay until those end.",
  service: "screening",
  kind: "erasure",
  auth: "bearer",
  freshToken: true,
  answers: { 200: ErasureResult },
  run: (ports, { unit, caller }) => eraseScreening(ports, { unit, client: caller.clientId }),
});
