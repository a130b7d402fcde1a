import { checkHealth, describeAnchors, Health } from "../../core/health/check_health.ts";
import { defineRoute, reply } from "../http/route.ts";

/** GET /health: open, for load balancers and people. */
export const healthRoute = defineRoute({
  operationId: "checkHealth",
  method: "get",
  path: "/health",
  summary: "Whether the service takes requests",
  description:
    "`stale`: it does, but a list is older than the policy allows, or its date is a guess. `draining` (503): it is about to stop. `matcher_stopped` (503): the matching core broke; restart the process.",
  service: "edge",
  kind: "health",
  auth: "none",
  neverFails: true,
  isProbe: true,
  answers: { 200: Health, 503: Health },
  run: (ports, { request }) => {
    const status = checkHealth(ports, request.mode);
    const trustAnchors = describeAnchors(ports);
    const health = {
      status,
      mode: request.mode,
      version: ports.lifecycle.version,
      ...(trustAnchors === null ? {} : { trustAnchors }),
    };
    return status === "draining" || status === "matcher_stopped"
      ? reply(503, health)
      : reply(200, health);
  },
});
