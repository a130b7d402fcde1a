import { baselineOf } from "../../core/anomalies/baseline.ts";
import { nextThrottle } from "../../core/anomalies/next_throttle.ts";
import { isVolumeSpike } from "../../core/anomalies/volume.ts";
import { type Anomalies, hoursRead } from "../../core/policy/anomalies.ts";
import type { HourCount, Throttle } from "../../core/anomalies/ports.ts";
import type { Random } from "../../base/random.ts";

/** The shape of honest traffic. */
export interface Habits {
  /** Requests of a Saturday or Sunday as a share of a weekday's, 0 to 1. */
  readonly weekendShare: number;
  /**
   * How bursty hours are: an hour's rate has a gamma distribution of this shape around its mean,
   * and its requests are Poisson distributed with that rate. 6 is a standard deviation of about 40
   * % between equal hours.
   */
  readonly shape: number;
}

/** The result of a simulation. */
export interface Simulated {
  readonly clientDays: number;
  /** Honest client-days with a detected volume spike. */
  readonly throttledDays: number;
  /** Clients busy enough for a tenfold hour to be judged. */
  readonly burstClients: number;
  /** Those whose tenfold hour was detected as a spike before it ended. */
  readonly burstsCaught: number;
  /** The latest minute of the hour at which one was detected. */
  readonly latestMinute: number;
}

const clients = 100;
const days = 30;
/** Days of history before the first counted day: a whole week. */
const historyDays = 7;
/**
 * Mean requests of a busy weekday hour, from the smallest client to the largest, spaced by equal
 * factors.
 */
const busyHour = { min: 2, max: 500 };
/**
 * Requests of an hour as a share of the busiest hour's: office hours, and scheduled jobs at night.
 */
const dayProfile = [
  ...[0.03, 0.03, 0.03, 0.03, 0.03, 0.03, 0.08, 0.3],
  ...[0.7, 1, 1, 0.95, 0.6, 0.8, 0.95, 0.9],
  ...[0.8, 0.5, 0.2, 0.1, 0.06, 0.04, 0.03, 0.03],
];

/**
 * Runs the rule on volume over {@link clients} honest clients for {@link days} days, each hour
 * judged by its whole count; then over one busy weekday hour with ten times the client's usual
 * requests.
 */
export function simulateAnomalies(rules: Anomalies, habits: Habits, random: Random): Simulated {
  let [throttledDays, burstClients, burstsCaught, latestMinute] = [0, 0, 0, 0];
  for (let client = 0; client < clients; client++) {
    const busy = busyHour.min * (busyHour.max / busyHour.min) ** (client / (clients - 1));
    const traffic = honestTraffic(busy, habits, random);
    throttledDays += throttledDaysOf(rules, traffic);
    // Ten times a busy hour, on the last weekday: who asks less in a day or an hour is not judged.
    const hour = burstHour();
    const before = baselineBefore(rules, traffic, hour, []);
    const burst = poisson(10 * busy, random);
    if (burst < rules.spikeRequestsMin || before.requests < rules.historyRequestsMin) continue;
    burstClients++;
    const seenAfter = requestsSeen(rules, before, burst);
    if (seenAfter === null) continue;
    burstsCaught++;
    latestMinute = Math.max(latestMinute, Math.ceil((60 * seenAfter) / burst));
  }
  return { clientDays: clients * days, throttledDays, burstClients, burstsCaught, latestMinute };
}

function honestTraffic(busy: number, habits: Habits, random: Random): readonly HourCount[] {
  return Array.from({ length: (historyDays + days) * 24 }, (_, hour) => {
    const share = isWeekend(hour) ? habits.weekendShare : 1;
    const mean = busy * share * (dayProfile[hour % 24] ?? 0);
    const rate = mean * (gamma(habits.shape, random) / habits.shape);
    return { hour, kind: "screen", count: poisson(rate, random) };
  });
}

function isWeekend(hour: number): boolean {
  return Math.floor(hour / 24) % 7 >= 5;
}

function burstHour(): number {
  let day = historyDays + days - 1;
  while (isWeekend(day * 24)) day--;
  return day * 24 + 10;
}

function throttledDaysOf(rules: Anomalies, traffic: readonly HourCount[]): number {
  const throttled: number[] = [];
  let last: Throttle | null = null;
  for (let hour = historyDays * 24; hour < traffic.length; hour++) {
    const judged = {
      hour,
      requests: traffic[hour]?.count ?? 0,
      knownSince: instantOf(0),
      baseline: baselineBefore(rules, traffic, hour, last?.throttledHours ?? []),
    };
    const next: Throttle | null = nextThrottle(rules, judged, { last, now: instantOf(hour) });
    if (next === null) continue;
    last = next;
    throttled.push(hour);
  }
  return new Set(throttled.map((hour) => Math.floor(hour / 24))).size;
}

function instantOf(hour: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(hour * 3_600_000);
}

function baselineBefore(
  rules: Anomalies,
  traffic: readonly HourCount[],
  hour: number,
  throttledHours: readonly number[],
) {
  const counts = traffic.slice(Math.max(0, hour - hoursRead(rules)), hour);
  return baselineOf(rules, { hour, counts, throttledHours });
}

/** The number of the first request in an hour that exceeds the rule; null if none does. */
function requestsSeen(
  rules: Anomalies,
  baseline: ReturnType<typeof baselineOf>,
  burst: number,
): number | null {
  for (let requests = 1; requests <= burst; requests++) {
    if (isVolumeSpike(rules, { requests, knownHours: burstHour(), baseline })) return requests;
  }
  return null;
}

/** A uniform random number above 0, up to 1. */
function uniform(random: Random): number {
  return (new DataView(random.bytes(4).buffer).getUint32(0) + 1) / 2 ** 32;
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(uniform(random))) * Math.cos(2 * Math.PI * uniform(random));
}

/** A gamma-distributed number (Marsaglia and Tsang, 2000), for a shape of at least 1. */
function gamma(shape: number, random: Random): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(uniform(random)) < x * x / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** A Poisson-distributed number: by counting arrivals, or for a large mean by the normal limit. */
function poisson(mean: number, random: Random): number {
  if (mean > 100) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  const end = Math.exp(-mean);
  let count = 0;
  for (let product = uniform(random); product > end; product *= uniform(random)) count++;
  return count;
}
