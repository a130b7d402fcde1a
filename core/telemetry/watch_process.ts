import type { Clock } from "../ports/clock.ts";
import type { Lifecycle } from "../ports/lifecycle.ts";
import type { Lists } from "../ports/lists.ts";
import type { Telemetry } from "../ports/telemetry.ts";

/** What gauges of the process read. */
export interface Watched {
  readonly clock: Clock;
  readonly lifecycle: Lifecycle;
  /** Lists of the deployment's mode. */
  readonly lists: Lists;
}

/** Shows how long the process runs, whether it drains, and how old its lists are. */
export function watchProcess({ clock, lifecycle, lists }: Watched, telemetry: Telemetry): void {
  if (!telemetry.on) return;
  const uptime = telemetry.stopwatch();
  telemetry.observe("process.uptime", () => [{ value: uptime() }]);
  telemetry.observe("aval.draining", () => [{ value: lifecycle.draining() ? 1 : 0 }]);
  telemetry.observe(
    "aval.lists.age",
    () =>
      lists.current().snapshot.lists.map(({ source, asOf }) => ({
        value: secondsSince(asOf, clock.now()),
        attributes: { "aval.list": source },
      })),
  );
  telemetry.observe("aval.lists.age.limit", () => {
    const { staleAfterHours } = lists.current();
    return staleAfterHours === null ? [] : [{ value: staleAfterHours * 3_600 }];
  });
}

/** Seconds since a calendar date began, UTC; 0 for a date to come. */
function secondsSince(date: string, now: Temporal.Instant): number {
  const began = Temporal.Instant.from(`${date}T00:00Z`);
  return Math.max(0, (now.epochMilliseconds - began.epochMilliseconds) / 1_000);
}
