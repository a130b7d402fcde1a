import { secondsSinceDate, secondsUnchecked } from "../lists_in_force/list_age.ts";
import type { Clock } from "../../base/clock.ts";
import type { Lifecycle } from "./ports.ts";
import type { Lists } from "../lists_in_force/ports.ts";
import type { Telemetry } from "../telemetry/ports.ts";

/** Ports of {@link watchProcess}. */
export interface Watched {
  readonly clock: Clock;
  readonly lifecycle: Lifecycle;
  /** Lists of the deployment's mode. */
  readonly lists: Lists;
}

/** Measures the uptime of the process, whether it drains, and the age of its lists. */
export function watchProcess({ clock, lifecycle, lists }: Watched, telemetry: Telemetry): void {
  if (!telemetry.on) return;
  const uptime = telemetry.stopwatch();
  telemetry.observe("process.uptime", () => [{ value: uptime() }]);
  telemetry.observe("aval.draining", () => [{ value: lifecycle.draining() ? 1 : 0 }]);
  telemetry.observe(
    "aval.lists.age",
    () =>
      lists.current().snapshot.lists.map(({ source, asOf, asOfFrom }) => ({
        value: secondsSinceDate({ asOf }, clock.now()),
        attributes: {
          "aval.list": source,
          "aval.as_of_from": asOfFrom ?? "unknown",
        },
      })),
  );
  telemetry.observe("aval.lists.unchecked", () => {
    const inForce = lists.current();
    return inForce.snapshot.lists.map((list) => ({
      value: secondsUnchecked(list, inForce, clock.now()),
      attributes: { "aval.list": list.source },
    }));
  });
  telemetry.observe("aval.lists.age.limit", () => {
    const { staleAfterHours } = lists.current();
    return staleAfterHours === null ? [] : [{ value: staleAfterHours * 3_600 }];
  });
}
