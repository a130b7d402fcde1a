import type { Caller } from "../../core/access/caller.ts";
import type { Traffic } from "../../core/ports/traffic.ts";
import type { Route } from "../route.ts";

/**
 * Counts an authenticated request in its client's traffic (Screening §4, rule 5): for usage, and
 * where the deployment tracks anomalies, for those. Never refuses and never waits. Requests of
 * nobody and of no service are not counted.
 */
export function trackAnomalies(
  traffic: Traffic,
  { service, kind }: Pick<Route, "service" | "kind">,
  caller: Caller,
  country: string | null,
): void {
  if (service === "edge" || (caller.kind !== "client" && caller.kind !== "sandbox")) return;
  traffic.note({ service, clientId: caller.clientId, kind, country });
}
