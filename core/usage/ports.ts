import type { Clock } from "../../base/clock.ts";
import type { DateWindow, TrafficOwner } from "../anomalies/ports.ts";

/** Ports of usage reports. */
export interface UsagePorts {
  readonly clock: Clock;
  readonly usage: UsageCounts;
}

/** Counts of a client's use of a service. */
export interface UsageCounts {
  /**
   * @returns requests by UTC date, including this instance's up to now; dates without requests are
   *   missing
   */
  requests(owner: TrafficOwner, window: DateWindow): Promise<ReadonlyMap<string, number>>;
  /** @returns decisions by classification, exactly as in the audit log */
  decisions(owner: TrafficOwner, window: DateWindow): Promise<ReadonlyMap<string, number>>;
}
