import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { Telemetry } from "../telemetry/ports.ts";
import type { RegisterSnapshotInForce } from "./ports.ts";
import { isStaleRegister, secondsSinceNewest } from "./register_age.ts";

/**
 * Measures the age of the snapshots of company registers, and opens the check that logs when one
 * becomes older than the policy allows (`registers_stale`). A snapshot changes only by a restart.
 */
export function watchRegisters(
  { snapshots, clock, log, telemetry }: {
    readonly snapshots: readonly RegisterSnapshotInForce[];
    readonly clock: Clock;
    readonly log: Log;
    readonly telemetry: Pick<Telemetry, "observe">;
  },
): () => void {
  telemetry.observe("aval.registers.age", () =>
    snapshots.flatMap((snapshot) => {
      const value = secondsSinceNewest(snapshot, clock.now());
      return value === null ? [] : [{ value }];
    }));
  telemetry.observe(
    "aval.registers.age.limit",
    () => snapshots.map(({ staleAfterDays }) => ({ value: staleAfterDays * 86_400 })),
  );
  const logged = new Set<string>();
  return () => {
    for (const snapshot of snapshots) {
      const { provider, newestUpdate } = snapshot;
      if (logged.has(provider) || !isStaleRegister(snapshot, clock.now())) continue;
      logged.add(provider);
      log.warn("registers_stale", { provider, newestUpdate });
    }
  };
}
