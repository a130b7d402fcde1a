import type { Clock } from "../../base/clock.ts";
import type { Lists } from "./ports.ts";
import type { Log } from "../../base/log.ts";
import { isStale } from "./list_age.ts";

/**
 * Opens the check that logs when a list becomes older than the policy allows (`lists_stale`), and
 * when none is too old any more (`lists_fresh`).
 */
export function watchAge(
  { lists, clock, log }: {
    readonly lists: Lists;
    readonly clock: Clock;
    readonly log: Log;
  },
): () => void {
  let logged = "";
  return () => {
    const inForce = lists.current();
    const now = clock.now();
    const stale = inForce.snapshot.lists.filter((list) => isStale(list, inForce, now))
      .map(({ source }) => source).join(", ");
    if (stale === logged) return;
    logged = stale;
    if (stale === "") log.info("lists_fresh");
    else log.warn("lists_stale", { lists: stale });
  };
}
