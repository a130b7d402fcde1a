import { leastRecentlyUsed } from "../../base/least_recently_used.ts";
import type { Clock } from "../../base/clock.ts";
import { clientsMax } from "./client_hours.ts";
import type { AnomalyRecords, TrafficOwner } from "./ports.ts";
import { ownerKey } from "./request_buffer.ts";

/** Milliseconds for which an instance caches a read of a throttle. */
const throttleReadMilliseconds = 1_000;

/** A read of a client's throttle, in progress or done. */
interface ThrottleRead {
  /** Milliseconds since 1970 at which the read began. */
  readonly readAt: number;
  /** Milliseconds since 1970; 0 when there is none. */
  readonly until: Promise<number> | number;
}

/** Reads of clients' throttles, cached for a second. */
export interface ThrottleReads {
  /**
   * Whether the client's rate limit is reduced. Costs one read a second and client, shared by all
   * callers.
   */
  throttled(owner: TrafficOwner): Promise<boolean>;
  /** Caches a throttle that this instance started. */
  keep(owner: TrafficOwner, until: Temporal.Instant): void;
}

/** Opens the memory of clients' throttles. */
export function openThrottleReads(
  { clock, records }: {
    readonly clock: Clock;
    readonly records: Pick<AnomalyRecords, "lastThrottle">;
  },
): ThrottleReads {
  const throttles = leastRecentlyUsed<ThrottleRead>(clientsMax);
  const milliseconds = () => clock.now().epochMilliseconds;

  /**
   * The cached read is replaced as a whole, so that a slow read never hides a throttle that began
   * meanwhile.
   */
  function read(owner: TrafficOwner, key: string): ThrottleRead {
    const until = records.lastThrottle(owner)
      .then(({ throttle }) => throttle?.until.epochMilliseconds ?? 0);
    const begun = { readAt: milliseconds(), until };
    throttles.set(key, begun);
    until.catch(() => {
      if (throttles.get(key) === begun) throttles.delete(key);
    });
    return begun;
  }

  return {
    throttled: async (owner) => {
      const key = ownerKey(owner);
      const known = throttles.get(key);
      // A clock that is set back must not make what was read last longer.
      const isRecent = known !== undefined &&
        Math.abs(milliseconds() - known.readAt) < throttleReadMilliseconds;
      const { until } = isRecent ? known : read(owner, key);
      return await until > milliseconds();
    },
    keep: (owner, until) =>
      throttles.set(ownerKey(owner), {
        readAt: milliseconds(),
        until: until.epochMilliseconds,
      }),
  };
}
