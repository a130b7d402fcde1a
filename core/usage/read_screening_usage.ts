import type { ClientId } from "../access/caller.ts";
import type { Ports } from "../ports/ports.ts";
import { ok, type Result } from "../result.ts";
import { requestVolume } from "./request_volume.ts";
import type { ScreeningUsage, UsageQuery } from "./schema.ts";
import { usageWindow, type WindowRefusal } from "./window.ts";

/**
 * Tells a client what it has used: its authenticated requests by day and month, and its decisions
 * by classification, which are exactly those of the audit log.
 *
 * @see Screening §4, rule 12; decisions.md parts 2 and 5
 */
export async function readScreeningUsage(
  { clock, usage }: Pick<Ports, "clock" | "usage">,
  { clientId, query }: { readonly clientId: ClientId; readonly query: UsageQuery },
): Promise<Result<ScreeningUsage, WindowRefusal>> {
  const today = clock.now().toZonedDateTimeISO("UTC").toPlainDate();
  const window = usageWindow(query, today);
  if (!window.ok) return window;
  const owner = { service: "screening", clientId } as const;
  const [requests, decisions] = await Promise.all([
    usage.requests(owner, window.value),
    usage.decisions(owner, window.value),
  ]);
  return ok({
    ...window.value,
    requestVolume: requestVolume(window.value, requests),
    decisions: {
      CLEAR: decisions.get("CLEAR") ?? 0,
      POSSIBLE_MATCH: decisions.get("POSSIBLE_MATCH") ?? 0,
      CONFIRMED_MATCH: decisions.get("CONFIRMED_MATCH") ?? 0,
    },
  });
}
