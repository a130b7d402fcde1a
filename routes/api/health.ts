import { checkHealth, describeAnchors, Health } from "../../core/health/check_health.ts";
import { defineRoute, reply } from "../http/route.ts";

/** GET /health: open, for load balancers and people. */
export const healthRoute = defineRoute({
  method: "get",
  path: "/health",
  summary: "Whether the service accepts requests",
  documentation: {
    operationId: "checkHealth",
    description:
      "`stale`: it does, but a list is older than the policy allows, or its date is a guess. `store_read_only`: the disk of the store is full, broken or read-only; reads are answered, writes are refused with 503 until there is room. `draining` (503): it is about to stop. `matcher_stopped` (503): the matching core broke; restart the process.",
    neverFails: true,
  },
  service: "edge",
  kind: "health",
  auth: "none",
  limits: { isProbe: true },
  answers: { 200: Health, 503: Health },
  run: async (ports, { request }) => {
    const status = await checkHealth(ports, request.mode);
    const trustAnchors = describeAnchors(ports);
    const health = {
      status,
      mode: request.mode,
      version: ports.lifecycle.version,
      build: ports.lifecycle.build,
      ...(trustAnchors === null ? {} : { trustAnchors }),
    };
    return status === "draining" || status === "matcher_stopped"
      ? reply(503, health)
      : reply(200, health);
  },
});
