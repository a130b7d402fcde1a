import type { MonitoringRules } from "../policy/monitoring.ts";

/** The date of an instant, in UTC. */
export function dayOf(now: Temporal.Instant): string {
  return now.toString().slice(0, 10);
}

/** Whether it is too early in the day for the whole run. */
export function isBeforeWhole(
  { wholeAt }: Pick<MonitoringRules, "wholeAt">,
  now: Temporal.Instant,
): boolean {
  return now.toString().slice(11, 16) < wholeAt;
}
