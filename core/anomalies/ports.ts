import type { ClientId } from "../access/schema.ts";
import type { Service } from "../nouns.ts";
import type { Unit } from "../../base/unit.ts";

/** A client of a service, whose requests are counted. */
export interface TrafficOwner {
  readonly service: Service;
  readonly clientId: ClientId;
}

/** The counted parts of one authenticated request. */
export interface NotedRequest extends TrafficOwner {
  /** The route's kind of check, such as `screen`. */
  readonly kind: string;
  /** ISO 3166-1 alpha-2 of its source; null: unknown, and no signal. */
  readonly country: string | null;
  /**
   * Default: true. False: counts only in usage, for requests that anyone may make and that are no
   * anomaly of the client.
   */
  readonly judged?: boolean;
}

/** Counting of requests and their effect on rate limits (Screening §4, rule 5). */
export interface Traffic {
  /** Counts a request, asynchronously and without delaying it. A replay counts too. */
  note(request: NotedRequest): void;
  /**
   * Whether a volume spike currently reduces the client's rate limit. May be up to a second late.
   */
  throttled(owner: TrafficOwner): Promise<boolean>;
  /**
   * Stores and judges the noted requests. Never rejects: a failure is logged, and unstored requests
   * stay noted.
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

/** UTC dates (`2026-03-02`): `from` inclusive, `to` exclusive. */
export interface DateWindow {
  readonly from: string;
  readonly to: string;
}

/** Requests of one client, hour and kind. */
export interface CountedSum extends TrafficOwner, HourCount {
  /** Whether the requests also count for anomalies. Default: true. */
  readonly judged?: boolean;
}

/** Sums that are added together. */
export interface TrafficBatch {
  /** Unique: the instance and its number of the batch. */
  readonly id: readonly [instance: string, number: number];
  readonly sums: readonly CountedSum[];
}

/** Counted requests, by hour for anomalies and by day for usage. */
export interface TrafficCounts {
  /**
   * Adds a batch to hours and days, atomically and once: a batch whose id was already added adds
   * nothing, so that a batch with an unknown outcome may be added again. At most 100 sums.
   */
  add(batch: TrafficBatch): Promise<void>;
  /** @returns the counts from an hour on, unordered */
  hours(owner: TrafficOwner, fromHour: number): Promise<readonly HourCount[]>;
  /** @returns requests by date; dates without requests are missing */
  days(owner: TrafficOwner, window: DateWindow): Promise<ReadonlyMap<string, number>>;
}

/** Dimensions that are only logged and never throttle. */
export type LoggedDimension = "behavior" | "geography";

/** The record of a client's traffic. */
export interface KnownClient {
  /** Instant of its first request. */
  readonly since: Temporal.Instant;
  /** ISO 3166-1 alpha-2 codes that are on record. */
  readonly countries: readonly string[];
  /** @returns false when another instance changed the record since it was read */
  addCountry(country: string): Promise<boolean>;
}

/** A reduction of a client's rate limit, in force or over. */
export interface Throttle {
  /** End of the throttle, exclusive. */
  readonly until: Temporal.Instant;
  /** The hour whose requests caused it. */
  readonly hour: number;
  /** Requests of that hour that the throttle accounts for: they cause no second throttle. */
  readonly requests: number;
  /** Hours that this and earlier throttles affected, as long as they count in a baseline. */
  readonly throttledHours: readonly number[];
}

/** The last throttle of a client, and the operation that starts the next. */
export interface LastThrottle {
  readonly throttle: Throttle | null;
  /** Adds a throttle to the unit, on condition that no other instance started one meanwhile. */
  start(unit: Unit, next: Throttle): void;
}

/** Records of anomaly tracking about clients. */
export interface AnomalyRecords {
  /** Returns the client's record, and creates it if there is none. */
  client(owner: TrafficOwner): Promise<KnownClient>;
  /** @returns true for one call of any instance in `logHours` */
  claimLog(owner: TrafficOwner, dimension: LoggedDimension): Promise<boolean>;
  /** Returns the last throttle, in force or over. */
  lastThrottle(owner: TrafficOwner): Promise<LastThrottle>;
}
