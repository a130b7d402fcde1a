import { checkReadiness, Readiness } from "../../core/health/check_readiness.ts";
import { defineRoute, reply } from "../http/route.ts";

/**
 * GET /ready: open, for load balancers. Liveness is GET /health, which does not access the store.
 */
export const readyRoute = defineRoute({
  method: "get",
  path: "/ready",
  summary: "Whether a load balancer should send requests here",
  documentation: {
    operationId: "checkReadiness",
    description:
      "200 `store_read_only`: the store accepts no writes: writes are refused with 503, reads are answered. 503 `draining`: it is about to stop. 503 `store_unavailable`: the store does not answer; restarting this process would not help. 503 `matcher_stopped`: only a restart helps.",
  },
  service: "edge",
  kind: "ready",
  auth: "none",
  limits: { isProbe: true },
  answers: { 200: Readiness, 503: Readiness },
  run: async (ports) => {
    const status = await checkReadiness(ports);
    return status === "ready" || status === "store_read_only"
      ? reply(200, { status })
      : reply(503, { status });
  },
});
