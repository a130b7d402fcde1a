import type { Caller } from "../../../core/access/schema.ts";
import type { Traffic } from "../../../core/anomalies/ports.ts";
import type { RawBody } from "../read_body.ts";
import type { Route } from "../route.ts";

/** A request with an admitted caller. */
export interface TrackedRequest {
  readonly caller: Caller;
  /** ISO 3166-1 alpha-2, or null. */
  readonly country: string | null;
  /** Not validated yet. */
  readonly body: RawBody;
}

/**
 * Counts an authenticated request in its client's traffic (Screening §4, rule 5): for usage, and
 * for anomalies if the deployment tracks them. Never refuses and never waits. Requests without a
 * caller or a service are not counted.
 */
export function trackAnomalies(
  traffic: Traffic,
  { service, kind }: Pick<Route, "service" | "kind">,
  { caller, country, body }: TrackedRequest,
): void {
  if (service === "edge" || (caller.kind !== "client" && caller.kind !== "sandbox")) return;
  const sent = body.kind === "none" ? undefined : body.value;
  const counted = typeof kind === "function" ? kind(sent) : kind;
  traffic.note({ service, clientId: caller.clientId, kind: counted, country });
}
