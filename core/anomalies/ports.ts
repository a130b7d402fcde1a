import type { ClientId } from "../access/schema.ts";
import type { Service } from "../nouns.ts";
import type { Unit } from "../../base/unit.ts";

/** A client of a service, whose requests are counted. */
export interface TrafficOwner {
  readonly service: Service;
  readonly clientId: ClientId;
}

/** One authenticated request, as far as it is counted. */
export interface NotedRequest extends TrafficOwner {
  /** The route's kind of check, such as `screen`. */
  readonly kind: string;
  /** ISO 3166-1 alpha-2 of its source; null: unknown, and no signal. */
  readonly country: string | null;
  /** Default: true. False counts in usage alone: anyone may make it, and none is an anomaly of the client. */
  readonly judged?: boolean;
}

/** Counting of requests and their effect on rate limits (Screening §4, rule 5). */
export interface Traffic {
  /** Counts a request, later and never in its way. A replay counts as well. */
  note(request: NotedRequest): void;
  /** Whether a volume spike has reduced the client's rate limit just now. Up to a second late. */
  throttled(owner: TrafficOwner): Promise<boolean>;
  /**
   * Stores what is noted and judges it. Never rejects: what goes wrong is logged, and what was not
   * stored stays noted.
   */
  flush(): Promise<void>;
}

/** Requests of one kind in one hour. */
export interface HourCount {
  /** Hours since 1970-01-01T00Z. */
  readonly hour: number;
  readonly kind: string;
  readonly count: number;
}

/** UTC dates (`2026-03-02`): `from` included, `to` left out. */
export interface DateWindow {
  readonly from: string;
  readonly to: string;
}

/** Requests of one client, hour and kind. */
export interface CountedSum extends TrafficOwner, HourCount {
  /** Whether anomalies are judged by them too. Default: true. */
  readonly judged?: boolean;
}

/** Sums that are added together. */
export interface TrafficBatch {
  /** Never used again: whose it is, and its number there. */
  readonly id: readonly [instance: string, number: number];
  readonly sums: readonly CountedSum[];
}

/** Counted requests, by hour for anomalies and by day for usage. */
export interface TrafficCounts {
  /**
   * Adds a batch to hours and days, whole or not at all, and once: a batch whose id has been added
   * adds nothing, so that one whose outcome is unknown may be added again. At most 100 sums.
   */
  add(batch: TrafficBatch): Promise<void>;
  /** @returns what was counted from an hour on, in no order */
  hours(owner: TrafficOwner, fromHour: number): Promise<readonly HourCount[]>;
  /** @returns requests by date; a date without any is left out */
  days(owner: TrafficOwner, window: DateWindow): Promise<ReadonlyMap<string, number>>;
}

/** Dimensions that are logged, and never throttle. */
export type LoggedDimension = "behavior" | "geography";

/** A client as its traffic has shown it. */
export interface KnownClient {
  /** Instant of its first request. */
  readonly since: Temporal.Instant;
  /** ISO 3166-1 alpha-2 codes that are on record. */
  readonly countries: readonly string[];
  /** @returns false when another instance has changed the record since it was read */
  addCountry(country: string): Promise<boolean>;
}

/** A reduction of a client's rate limit, over or not. */
export interface Throttle {
  /** Over from this instant on. */
  readonly until: Temporal.Instant;
  /** The hour whose requests caused it. */
  readonly hour: number;
  /** As many requests of that hour are answered for: they cause no second one. */
  readonly requests: number;
  /** Hours that this throttle and those before it touched, while they count in a baseline. */
  readonly throttledHours: readonly number[];
}

/** The last throttle of a client, and the way to start the next. */
export interface LastThrottle {
  readonly throttle: Throttle | null;
  /** Adds a throttle to the unit, on condition that no other instance has started one meanwhile. */
  start(unit: Unit, next: Throttle): void;
}

/** Records of anomaly tracking about clients. */
export interface AnomalyRecords {
  /** The client's record; it is made when there is none. */
  client(owner: TrafficOwner): Promise<KnownClient>;
  /** @returns true once for any number of instances in `logHours` */
  claimLog(owner: TrafficOwner, dimension: LoggedDimension): Promise<boolean>;
  /** The last throttle, alive or not. */
  lastThrottle(owner: TrafficOwner): Promise<LastThrottle>;
}
