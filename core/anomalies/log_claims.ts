import { leastRecentlyUsed } from "../../base/least_recently_used.ts";
import type { Anomalies } from "../policy/anomalies.ts";
import type { Clock } from "../../base/clock.ts";
import { clientsMax } from "./client_hours.ts";
import type { AnomalyRecords, LoggedDimension, TrafficOwner } from "./ports.ts";
import { ownerKey } from "./request_buffer.ts";

/** The right to log a dimension of a client: granted once in `logHours` over all instances. */
export interface LogClaims {
  /** Whether this instance is the one that logs. */
  claim(owner: TrafficOwner, dimension: LoggedDimension): Promise<boolean>;
}

/** Opens the claims; a claim that this instance already knows costs no read. */
export function openLogClaims(
  { rules: { logHours }, clock, records }: {
    readonly rules: Pick<Anomalies, "logHours">;
    readonly clock: Clock;
    readonly records: Pick<AnomalyRecords, "claimLog">;
  },
): LogClaims {
  /** Milliseconds since 1970 until which a dimension of a client is not logged again. */
  const quietUntil = leastRecentlyUsed<number>(clientsMax);
  return {
    claim: async (owner, dimension) => {
      const key = `${dimension} ${ownerKey(owner)}`;
      if (clock.now().epochMilliseconds < (quietUntil.get(key) ?? 0)) return false;
      const claimed = await records.claimLog(owner, dimension);
      quietUntil.set(key, clock.now().add({ hours: logHours }).epochMilliseconds);
      return claimed;
    },
  };
}
