import { baselineOf } from "../../core/anomalies/baseline.ts";
import { nextThrottle } from "../../core/anomalies/next_throttle.ts";
import type { HourCount, Throttle } from "../../core/anomalies/ports.ts";
import type { Anomalies } from "../../core/policy/anomalies.ts";
import type { RateLimits } from "../../core/policy/rate_limits.ts";

/** A client that screens its whole book of customers once a night, and little by day. */
export interface Book {
  readonly customers: number;
  readonly nights: number;
  /** Requests of each hour of the day. */
  readonly byDay: number;
  /** Minute of the night's first hour in which the run begins. */
  readonly startMinute: number;
}

/** Rules for the simulated client. */
export interface BookRules {
  readonly anomalies: Anomalies;
  readonly bucket: RateLimits["screening"];
  /** Whether requests of throttled hours count towards the busiest hour; currently they do. */
  readonly learns: boolean;
}

/** The result of one night. */
export interface Night {
  readonly throttles: number;
  readonly minutes: number;
}

/** Days of history before the first night. */
const historyDays = 7;
const firstHour = 1;
const hourSeconds = 3_600;

/**
 * Simulates a book second by second, as fast as the client's bucket permits, and judges it each
 * second. A throttled client has the policy's reduced bucket.
 */
export function simulateBook(rules: BookRules, book: Book): readonly Night[] {
  const counts: HourCount[] = Array.from(
    { length: historyDays * 24 },
    (_, hour) => countOf(hour, book.byDay),
  );
  let last: Throttle | null = null;
  return Array.from({ length: book.nights }, (_, night) => {
    const midnight = (historyDays + night) * 24;
    counts.push(countOf(midnight, book.byDay));
    const run = screenBook(rules, book, { counts, last, hour: midnight + firstHour });
    last = run.last;
    while (counts.length < midnight + 24) counts.push(countOf(counts.length, book.byDay));
    return run.night;
  });
}

/** Counts of the past hours, to which the run adds its own, and the last throttle. */
interface Begun {
  readonly counts: HourCount[];
  readonly last: Throttle | null;
  readonly hour: number;
}

function screenBook(
  { anomalies, bucket, learns }: BookRules,
  { customers, startMinute }: Book,
  begun: Begun,
): { readonly night: Night; readonly last: Throttle | null } {
  const { counts } = begun;
  let { last } = begun;
  const start = begun.hour * hourSeconds + startMinute * 60;
  const knownSince = instantOf(0);
  let [left, second, tokens, throttles] = [customers, start, bucket.capacity, 0];
  let [hour, requests, baseline] = [-1, 0, null as ReturnType<typeof baselineOf> | null];
  for (; left > 0; second++) {
    const now = instantOf(second);
    if (Math.floor(second / hourSeconds) !== hour) {
      if (hour >= 0) counts.push(countOf(hour, requests));
      hour = Math.floor(second / hourSeconds);
      requests = 0;
      baseline = baselineAt(anomalies, { hour, counts, last, learns });
    }
    const isThrottled = last !== null && last.until.epochMilliseconds > now.epochMilliseconds;
    const share = isThrottled ? anomalies.throttlePercent / 100 : 1;
    tokens = Math.min(bucket.capacity * share, tokens + bucket.refillPerSecond * share);
    const sent = Math.min(left, Math.floor(tokens));
    [left, tokens, requests] = [left - sent, tokens - sent, requests + sent];
    const next = nextThrottle(anomalies, { hour, requests, knownSince, baseline: baseline! }, {
      last,
      now,
    });
    if (next !== null) [last, throttles] = [next, throttles + 1];
  }
  counts.push(countOf(hour, requests));
  return { night: { throttles, minutes: (second - start) / 60 }, last };
}

function baselineAt(
  anomalies: Anomalies,
  { hour, counts, last, learns }: {
    readonly hour: number;
    readonly counts: readonly HourCount[];
    readonly last: Throttle | null;
    readonly learns: boolean;
  },
) {
  const throttledHours = last?.throttledHours ?? [];
  const known = learns ? counts : counts.filter((count) => !throttledHours.includes(count.hour));
  return baselineOf(anomalies, { hour, counts: known, throttledHours });
}

function countOf(hour: number, count: number): HourCount {
  return { hour, kind: "screen", count };
}

function instantOf(second: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(second * 1_000);
}
