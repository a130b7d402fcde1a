import type { DateWindow, TrafficOwner } from "../anomalies/ports.ts";
import type { UsageCounts } from "./ports.ts";
import { requestVolume } from "./request_volume.ts";
import type { RequestVolume } from "./schema.ts";

/** Usage report of a service: the window, with its requests and decisions. */
export interface UsageIn<Name extends string> extends DateWindow {
  readonly requestVolume: RequestVolume;
  readonly decisions: Readonly<Record<Name, number>>;
}

/**
 * Reads a client's usage of a service.
 *
 * @param names names of all possible decisions, each reported even if its count is 0
 */
export async function usageIn<Name extends string>(
  usage: UsageCounts,
  owner: TrafficOwner,
  { window, names }: { readonly window: DateWindow; readonly names: readonly Name[] },
): Promise<UsageIn<Name>> {
  const [requests, decisions] = await Promise.all([
    usage.requests(owner, window),
    usage.decisions(owner, window),
  ]);
  const counts = names.map((name) => [name, decisions.get(name) ?? 0] as const);
  return {
    ...window,
    requestVolume: requestVolume(window, requests),
    decisions: Object.fromEntries(counts) as Record<Name, number>,
  };
}
