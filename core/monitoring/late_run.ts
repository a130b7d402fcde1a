import type { ClientId } from "../access/schema.ts";
import type { RunMonitoringPorts } from "./ports.ts";
import { isServed } from "./run_monitoring.ts";
import type { MonitoringState } from "./schema.ts";
import { dayOf, isBeforeWhole } from "./whole_run.ts";

/** Dependencies of {@link secondsLate}. */
export type LateRunPorts = Pick<
  RunMonitoringPorts,
  "clients" | "clock" | "lists" | "mode" | "monitoring" | "monitoringRules"
>;

/**
 * Seconds for which the most overdue run has been due or active; 0 if there is none. Clients that
 * are suspended or have monitoring off do not count.
 */
export async function secondsLate(ports: LateRunPorts): Promise<number> {
  const { clock, monitoring } = ports;
  let late = 0;
  for await (const client of monitoring.clients(() => {})) {
    const standing = await monitoring.state(client);
    if (standing === null || !await isServed(ports, client)) continue;
    const since = await dueSince(ports, client, standing.state);
    if (since === null) continue;
    late = Math.max(late, (clock.now().epochMilliseconds - since.epochMilliseconds) / 1_000);
  }
  return late;
}

async function dueSince(
  { clock, lists, monitoringRules: rules }: LateRunPorts,
  client: ClientId,
  { active, lists: compared, wholeOn }: MonitoringState,
): Promise<Temporal.Instant | null> {
  if (active !== null) return Temporal.Instant.from(active.run.startedAt);
  const changedAt = await lists.changedAt(compared, lists.of(client).current());
  if (changedAt !== null) return changedAt;
  const now = clock.now();
  const today = dayOf(now);
  return wholeOn < today && !isBeforeWhole(rules, now)
    ? Temporal.Instant.from(`${today}T${rules.wholeAt}:00Z`)
    : null;
}
