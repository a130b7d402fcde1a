import type { Config } from "./config/config.ts";
import { keepFresh } from "../core/lists_in_force/keep_fresh.ts";
import { openLiveLists } from "../core/lists_in_force/live_lists.ts";
import type { Clock } from "../base/clock.ts";
import type { Lists, ListsInForce } from "../core/lists_in_force/ports.ts";
import type { Log } from "../base/log.ts";
import type { Matcher } from "../core/matching/ports.ts";
import type { Telemetry } from "../core/telemetry/ports.ts";
import { silentTelemetry } from "../core/telemetry/silent.ts";
import { type Engine, loadLists, loadSandboxList, openEngine } from "./engine.ts";

/** What looks for newer lists are made with. */
interface LookedFrom {
  readonly clock: Clock;
  readonly log: Log;
  /** Default: off. */
  readonly telemetry?: Telemetry;
}

/** The matching core with the lists of each mode. */
export interface Engines extends Engine {
  readonly lists: { readonly sandbox: Lists; readonly live: Lists | null };
  /** Looks for newer lists; null where they cannot change. */
  readonly look: (() => Promise<void>) | null;
}

/**
 * Opens the matching core with the lists of the sandbox and, in live, the published ones.
 *
 * @param signal gives up what is fetched, now and later
 * @throws Error that says what to do, when a list cannot be opened
 */
export async function openEngines(
  config: Config,
  outside: LookedFrom,
  signal: AbortSignal,
): Promise<Engines> {
  const engine = await openEngine();
  const sandbox = openSandboxLists(engine.matcher);
  if (config.mode !== "live") return { ...engine, lists: { sandbox, live: null }, look: null };
  const { live, look } = await openPublishedLists(engine.matcher, config, { outside, signal });
  return { ...engine, lists: { sandbox, live }, look };
}

/** The invented list, which no decision names. Built when it is first asked for: live may never. */
function openSandboxLists(matcher: Matcher): Lists {
  let inForce: ListsInForce | null = null;
  const open = () => ({
    snapshot: loadSandboxList(matcher),
    snapshotIds: [],
    staleAfterHours: null,
    manifestAt: null,
    checkedAt: new Map(),
  });
  const current = () => inForce ??= open();
  return { current, use: (run) => run(current()), lastUpdate: () => null };
}

/** The published lists of a live deployment, and what looks for newer ones where they can change. */
async function openPublishedLists(
  matcher: Matcher,
  { lists: location, policy }: Config,
  { outside, signal }: { readonly outside: LookedFrom; readonly signal: AbortSignal },
): Promise<{ readonly live: Lists; readonly look: (() => Promise<void>) | null }> {
  if (location === null) throw new Error("AVAL_LISTS: live needs a list snapshot");
  const { clock, log, telemetry = silentTelemetry } = outside;
  const loaded = await loadLists(matcher, location, { rules: policy.lists, clock, signal });
  if (!loaded.ok) throw new Error(loaded.refusal.message);
  const { inForce, follower } = loaded.value;
  const lists = openLiveLists(matcher, inForce);
  if (follower === null) return { live: lists, look: null };
  return { live: lists, look: keepFresh({ lists, follower, clock, log, telemetry, signal }) };
}
