import type { Clock } from "../../base/clock.ts";
import type { DateWindow, TrafficOwner } from "../anomalies/ports.ts";

/** Ports of usage reports. */
export interface UsagePorts {
  readonly clock: Clock;
  readonly usage: UsageCounts;
}

/** Counts of a client's use of a service. */
export interface UsageCounts {
  /** @returns requests by UTC date, those of this instance up to now; a date without any is left out */
  requests(owner: TrafficOwner, window: DateWindow): Promise<ReadonlyMap<string, number>>;
  /** @returns decisions by classification: exactly those that the audit log holds */
  decisions(owner: TrafficOwner, window: DateWindow): Promise<ReadonlyMap<string, number>>;
}
