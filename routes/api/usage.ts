import { readScreeningUsage } from "../../core/usage/read_screening_usage.ts";
import { readVerificationUsage } from "../../core/usage/read_verification_usage.ts";
import {
  ScreeningUsage,
  ScreeningUsageQuery,
  VerificationUsage,
  VerificationUsageQuery,
} from "../../core/usage/schema.ts";
import { defineRoute } from "../http/route.ts";

/** GET /v1/screen/usage (Screening §4, rule 12). */
export const screeningUsageRoute = defineRoute({
  method: "get",
  path: "/v1/screen/usage",
  summary: "The client's own requests and decisions",
  documentation: {
    operationId: "readScreeningUsage",
    description:
      "By UTC day and month. `to` is left out of the window, which is empty where `from` is the same day; the widest window is 366 days.",
  },
  service: "screening",
  kind: "usage",
  auth: "bearer",
  query: ScreeningUsageQuery,
  answers: { 200: ScreeningUsage },
  refuses: ["bad_request"],
  run: (ports, { caller, query }) =>
    readScreeningUsage(ports, { clientId: caller.clientId, query }),
});

/** GET /v1/verify/usage (Verification §4, rule 14). */
export const verificationUsageRoute = defineRoute({
  method: "get",
  path: "/v1/verify/usage",
  summary: "The client's own requests and decisions",
  documentation: {
    operationId: "readVerificationUsage",
    description:
      "By UTC day and month. `to` is left out of the window and defaults to tomorrow, so that today counts; the widest window is 366 days.",
  },
  service: "verification",
  kind: "usage",
  auth: "bearer",
  access: { agents: true },
  query: VerificationUsageQuery,
  answers: { 200: VerificationUsage },
  refuses: ["bad_request"],
  run: (ports, { caller, query }) =>
    readVerificationUsage(ports, { clientId: caller.clientId, query }),
});
