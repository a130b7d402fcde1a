import { atMostEvery } from "../../base/at_most_every.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { type Backend, CannotWriteError } from "./backend.ts";
import { probedKey } from "./store_probe.ts";

/** Whether a store accepts writes: a readable store may be full. */
export interface WriteWatch {
  /** Wraps the backend that is watched. */
  watch(backend: Backend): Backend;
  /** Whether the last commit failed because of the disk. Does not access the store. */
  isFailing(): boolean;
  /**
   * Whether the store accepts writes. After a failed commit, a write that changes nothing tests it.
   * Never rejects.
   */
  takesWrites(): Promise<boolean>;
}

/** Minimum seconds between two log records of one outage. */
const logSeconds = 60;

/**
 * Watches the commits of a store. Failing writes are logged as `store_cannot_write`, once a minute
 * while they fail, and the recovery as `store_writes_again`.
 */
export function openWriteWatch(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): WriteWatch {
  let failing = false;
  let logged = false;
  const isDue = atMostEvery(logSeconds * 1_000, () => clock.now().epochMilliseconds);
  let retry: () => Promise<unknown> = () => Promise.resolve();

  function note(cause: unknown): void {
    if (!(cause instanceof CannotWriteError)) return;
    failing = true;
    if (!isDue()) return;
    logged = true;
    log.error("store_cannot_write", cause);
  }

  function noteWritten(): void {
    // A disk that is nearly full takes small writes between large ones: one record for each failure logged.
    if (logged) log.info("store_writes_again");
    failing = logged = false;
  }

  return {
    watch: (backend) => {
      const commit: Backend["commit"] = async (raw) => {
        try {
          const versionstamp = await backend.commit(raw);
          noteWritten();
          return versionstamp;
        } catch (cause) {
          note(cause);
          throw cause;
        }
      };
      retry = () => commit({ checks: [], puts: [], adds: [], removes: [probedKey.key()] });
      return { ...backend, commit };
    },
    isFailing: () => failing,
    takesWrites: async () => {
      if (failing) await retry().catch(() => {});
      return !failing;
    },
  };
}
