import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { StoreProbe, StoreState } from "../../core/health/ports.ts";
import type { ServerRules } from "../../core/policy/server.ts";
import { defineKey } from "./define_key.ts";
import type { Store } from "./store.ts";

/** Key that the probe reads. */
export const probedKey = defineKey({
  name: "store_probe",
  parts: [],
  value: "none: it is read, and removed to find out whether writes are taken",
  lifetime: null,
  personal: "no",
  protected: null,
});

/** Dependencies of the probe. */
export interface ProbeDependencies {
  readonly store: Pick<Store, "count">;
  /** Whether the store accepts writes; never rejects (`write_watch.ts`). */
  readonly writes: { isFailing(): boolean; takesWrites(): Promise<boolean> };
  readonly clock: Clock;
  readonly log: Log;
  readonly rules: Pick<ServerRules, "probeCacheSeconds" | "probeSecondsMax">;
  /** Aborts after a number of milliseconds. */
  readonly deadline: (milliseconds: number) => AbortSignal;
}

/**
 * Opens a probe that reads one key of the store within a deadline, and asks whether it accepts
 * writes. The result is cached for a while, so that probes cost nothing, unless a commit has shown
 * another state; a hanging read is never repeated in parallel. A store that does not answer is
 * logged as `store_unavailable`, and its recovery as `store_available`.
 */
export function openStoreProbe(
  { store, writes, clock, log, rules, deadline }: ProbeDependencies,
): StoreProbe {
  let last: { readonly state: StoreState; readonly until: number } = {
    state: "available",
    until: -Infinity,
  };
  let asking: Promise<StoreState> | null = null;
  let reading: Promise<StoreState> | null = null;

  const read = () =>
    reading ??= Promise.all([store.count(probedKey.key()), writes.takesWrites()])
      .then(([, takesWrites]): StoreState => takesWrites ? "available" : "read_only")
      .catch((): StoreState => "unavailable")
      .finally(() => reading = null);

  async function ask(): Promise<StoreState> {
    const late = passed(deadline(rules.probeSecondsMax * 1000));
    const state = await Promise.race([read(), late]);
    const isGone = state === "unavailable";
    if (isGone !== (last.state === "unavailable")) {
      if (isGone) log.warn("store_unavailable");
      else log.info("store_available");
    }
    last = { state, until: clock.now().epochMilliseconds + rules.probeCacheSeconds * 1000 };
    return state;
  }

  /** Whether the last state is still valid: no later commit has shown another one. */
  function isCurrent(): boolean {
    const { state, until } = last;
    const asWritten = state === "unavailable" || (state === "read_only") === writes.isFailing();
    return asWritten && clock.now().epochMilliseconds < until;
  }

  return {
    state: () => {
      if (isCurrent()) return Promise.resolve(last.state);
      return asking ??= ask().finally(() => asking = null);
    },
    isReadOnly: () => writes.isFailing(),
  };
}

function passed(deadline: AbortSignal): Promise<"unavailable"> {
  return new Promise((resolve) =>
    deadline.addEventListener("abort", () => resolve("unavailable"), { once: true })
  );
}
