import type { ClientId } from "../access/schema.ts";
import type { RunMonitoringPorts } from "./ports.ts";
import { isServed } from "./run_monitoring.ts";
import type { MonitoringState } from "./schema.ts";
import { dayOf, isBeforeWhole } from "./whole_run.ts";

/** What is asked which runs are late. */
export type LateRunPorts = Pick<
  RunMonitoringPorts,
  "clients" | "clock" | "lists" | "mode" | "monitoring" | "monitoringRules"
>;

/**
 * For how many seconds the run has been due, or under way, that has been so longest; 0 where there is
 * none. Clients whose runs rest (suspended, or with monitoring off) are passed by.
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
