import type { Caller } from "../../../core/access/schema.ts";
import type { ClientRecord } from "../../../core/access/client_schema.ts";
import { countsClients } from "../../../core/policy/rate_limits.ts";
import type { Traffic } from "../../../core/anomalies/ports.ts";
import type { Allowance } from "../../../core/rate_limit/bucket_size.ts";
import type { Route } from "../route.ts";

/**
 * Resolves the facts that change the bucket of a caller: its own size set by the operator, and its
 * own volume spike (Screening §4, rule 5). Sources and sandbox callers have the policy's size.
 */
export async function allowanceOf(
  traffic: Pick<Traffic, "throttled">,
  { limits, service }: Pick<Route, "limits" | "service">,
  { caller, account: { rateLimits } }: { readonly caller: Caller; readonly account: ClientRecord },
): Promise<Allowance> {
  const bucket = limits?.bucket;
  if (
    bucket !== undefined && countsClients(bucket) && caller.kind === "client" &&
    service !== "edge"
  ) {
    const throttled = await traffic.throttled({ service, clientId: caller.clientId });
    return { override: rateLimits[bucket] ?? null, throttled };
  }
  return { override: null, throttled: false };
}
