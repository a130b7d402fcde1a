import type { TenantCaller } from "../../access/schema.ts";
import type { Mode } from "../../nouns.ts";
import type { ScreeningPorts } from "../ports.ts";
import type { QueueDay } from "../queue_schema.ts";

/** Number of days in the list, including today. */
export const daysListed = 7;

/**
 * Counts opened and closed decisions of the last days, over all decisions of the caller's client.
 */
export function listDays(
  { queue, clock }: Pick<ScreeningPorts, "queue" | "clock">,
  { caller, mode }: { readonly caller: TenantCaller; readonly mode: Mode },
): Promise<readonly QueueDay[]> {
  const from = clock.now().subtract({ hours: 24 * (daysListed - 1) }).toString().slice(0, 10);
  return queue.days(caller.clientId, { mode, from });
}
