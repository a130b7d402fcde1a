import type { Log, LogValue } from "../../base/log.ts";
import { secondsSinceDate } from "../../core/lists_in_force/list_age.ts";
import type { Clock } from "../../base/clock.ts";
import type { Lists } from "../../core/lists_in_force/ports.ts";
import type { Lifecycle } from "../../core/health/ports.ts";
import type { Config } from "../config/config.ts";

/** The data of a start's log record. */
export interface Started {
  readonly clock: Clock;
  readonly lifecycle: Lifecycle;
  /** Lists of the deployment's mode. */
  readonly lists: Lists;
  readonly log: Log;
}

/**
 * Logs the facts about a started process for an operator: no path, no secret, no address except the
 * host of the identity provider.
 */
export function logStarted(
  { mode, kv, identityProvider }: Pick<Config, "mode" | "kv" | "identityProvider">,
  { clock, lifecycle: { version, build }, lists, log }: Started,
): void {
  const now = clock.now();
  const ages = lists.current().snapshot.lists.map(({ source, asOf }) =>
    `${source} of ${asOf} (${Math.floor(secondsSinceDate({ asOf }, now) / 3_600)} h)`
  );
  const members: Readonly<Record<string, LogValue>> = {
    version,
    ...(build === null ? {} : { build }),
    mode,
    store: kv.kind,
    identityProvider: identityProvider === null ? "none" : new URL(identityProvider.url).host,
    lists: ages.join(", "),
  };
  log.info("started", members);
}
