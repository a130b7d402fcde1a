import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { StoreProbe } from "../../core/health/ports.ts";
import type { ServerRules } from "../../core/policy/server.ts";
import { defineKey } from "./define_key.ts";
import type { Store } from "./store.ts";

/** What the probe reads. */
export const probedKey = defineKey({
  name: "store_probe",
  parts: [],
  value: "none: it is read, and removed to find out whether writes are taken",
  lifetime: null,
  personal: "no",
  protected: null,
});

/** What the probe needs. */
export interface ProbeDependencies {
  readonly store: Pick<Store, "count">;
  /** Whether the store takes writes; never rejects (`write_watch.ts`). */
  readonly writes: { takesWrites(): Promise<boolean> };
  readonly clock: Clock;
  readonly log: Log;
  readonly rules: Pick<ServerRules, "probeCacheSeconds" | "probeSecondsMax">;
  /** Aborts after so many milliseconds. */
  readonly deadline: (milliseconds: number) => AbortSignal;
}

/**
 * Reads one key of the store within a deadline, and asks whether it takes writes. What it finds is
 * reported for a while, so that probes cost nothing, and a read that hangs is never joined by another. A change is logged, as
 * `store_unavailable` and `store_available`.
 */
export function openStoreProbe(
  { store, writes, clock, log, rules, deadline }: ProbeDependencies,
): StoreProbe {
  let last = { answers: true, until: -Infinity };
  let asking: Promise<boolean> | null = null;
  let reading: Promise<boolean> | null = null;

  const read = () =>
    reading ??= Promise.all([store.count(probedKey.key()), writes.takesWrites()])
      .then(([, takesWrites]) => takesWrites, () => false)
      .finally(() => reading = null);

  async function ask(): Promise<boolean> {
    const answers = await Promise.race([read(), passed(deadline(rules.probeSecondsMax * 1000))]);
    if (answers !== last.answers) {
      if (answers) log.info("store_available");
      else log.warn("store_unavailable");
    }
    last = { answers, until: clock.now().epochMilliseconds + rules.probeCacheSeconds * 1000 };
    return answers;
  }

  return {
    answers: () => {
      if (clock.now().epochMilliseconds < last.until) return Promise.resolve(last.answers);
      return asking ??= ask().finally(() => asking = null);
    },
  };
}

function passed(deadline: AbortSignal): Promise<false> {
  return new Promise((resolve) =>
    deadline.addEventListener("abort", () => resolve(false), { once: true })
  );
}
