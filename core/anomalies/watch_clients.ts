import { leastRecentlyUsed } from "../../base/least_recently_used.ts";
import type { Anomalies } from "../policy/anomalies.ts";
import type { Audit } from "../audit/ports.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type {
  AnomalyRecords,
  KnownClient,
  LoggedDimension,
  Throttle,
  TrafficCounts,
  TrafficOwner,
} from "./ports.ts";
import type { Units } from "../../base/unit.ts";
import { type Baseline, baselineOf, type Mix, mixOf, total } from "./baseline.ts";
import { behaviorShift, checksOf } from "./behavior.ts";
import { hoursBetween } from "./hours.ts";
import { type NotedSum, ownerKey } from "./request_buffer.ts";
import { isVolumeSpike } from "./volume.ts";

/** What watching stands on. */
export interface WatchClients {
  readonly rules: Anomalies;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly log: Log;
  readonly units: Units;
  readonly counts: TrafficCounts;
  readonly records: AnomalyRecords;
}

/** A client's sums of one store. */
export interface StoredSums {
  readonly owner: TrafficOwner;
  readonly sums: readonly NotedSum[];
  /** Which of this instance's stores wrote them, counted from 1. */
  readonly store: number;
  /** The last store that was made: none runs while sums are judged. */
  readonly lastStore: number;
}

/** Judges clients by what they asked, and knows which are throttled. */
export interface ClientWatch {
  /** Judges the hour that a client's sums, already stored, belong to. */
  judge(stored: StoredSums): Promise<void>;
  /** Whether the client's rate limit is reduced. Costs one read a second and client, shared by all who ask. */
  throttled(owner: TrafficOwner): Promise<boolean>;
}

/** Clients of which an instance remembers what it read: the busiest of any deployment. */
const clientsMax = 2_000;
/** How long an instance counts this hour by itself before it reads what others have counted. */
const refreshMilliseconds = 5_000;
/** How long an instance believes what it read of a throttle. */
const throttleReadMilliseconds = 1_000;
/** Times that a country is put on record while other instances change the record. */
const countryTriesMax = 5;

/** What an instance remembers of a client in one hour. */
interface ClientHour {
  readonly hour: number;
  readonly client: KnownClient;
  readonly baseline: Baseline;
  readonly thisHour: Mix;
  /** The store up to which this instance's own requests are in `thisHour`. */
  readonly countedThrough: number;
  /** Milliseconds since 1970 when the counts were read. */
  readonly readAt: number;
  readonly throttle: Throttle | null;
}

/** What an instance reads, or has read, of a client's throttle. */
interface ThrottleRead {
  /** Milliseconds since 1970 when it was asked for. */
  readonly readAt: number;
  /** Milliseconds since 1970; 0 when there is none. */
  readonly until: Promise<number> | number;
}

/**
 * Watches clients on three dimensions (Screening §4, rule 5). Only volume has an effect: a throttle
 * and its audit entry, in one commit, once in a cooldown however many instances see the spike. The
 * other two are logged for operators.
 */
export function watchClients(
  { rules, audit, clock, log, units, counts, records }: WatchClients,
): ClientWatch {
  const hours = leastRecentlyUsed<ClientHour>(clientsMax);
  const throttles = leastRecentlyUsed<ThrottleRead>(clientsMax);
  /** Until when a dimension of a client is not told again, milliseconds since 1970. */
  const told = leastRecentlyUsed<number>(clientsMax);

  const milliseconds = () => clock.now().epochMilliseconds;

  async function read({ owner, lastStore }: StoredSums, hour: number): Promise<ClientHour> {
    const [found, client, { throttle }] = await Promise.all([
      counts.hours(owner, hour - rules.baselineHours),
      records.client(owner),
      records.lastThrottle(owner),
    ]);
    return {
      hour,
      client,
      throttle,
      baseline: baselineOf(rules, {
        hour,
        counts: found,
        throttledHours: throttle?.throttledHours ?? [],
      }),
      thisHour: mixOf(found.filter((count) => count.hour === hour)),
      countedThrough: lastStore,
      readAt: milliseconds(),
    };
  }

  /** What is known of the client's hour, the sums included: they are stored already. */
  async function look(stored: StoredSums): Promise<ClientHour> {
    const { owner, sums, store, lastStore } = stored;
    const hour = Math.max(...sums.map((sum) => sum.hour));
    const known = hours.get(ownerKey(owner));
    if (known?.hour !== hour) return await read(stored, hour);
    if (milliseconds() - known.readAt >= refreshMilliseconds) {
      const thisHour = mixOf(
        (await counts.hours(owner, hour)).filter((count) => count.hour === hour),
      );
      return { ...known, thisHour, countedThrough: lastStore, readAt: milliseconds() };
    }
    if (store <= known.countedThrough) return known;
    const added = sums.filter((sum) => sum.hour === hour);
    const before = [...known.thisHour].map(([kind, count]) => ({ kind, count }));
    return { ...known, thisHour: mixOf([...before, ...added]), countedThrough: store };
  }

  function spikes({ hour, client, baseline, thisHour }: ClientHour, throttle: Throttle | null) {
    const answeredFor = throttle?.hour === hour ? throttle.requests : 0;
    return isVolumeSpike(rules, {
      requests: total(thisHour) - answeredFor,
      knownHours: client.since.until(clock.now()).total("hours"),
      baseline,
    });
  }

  async function judgeVolume(owner: TrafficOwner, seen: ClientHour): Promise<Throttle | null> {
    if (isAlive(seen.throttle) || !spikes(seen, seen.throttle)) return seen.throttle;
    // Another instance may have seen the same.
    const last = await records.lastThrottle(owner);
    if (isAlive(last.throttle) || !spikes(seen, last.throttle)) return last.throttle;
    const next = throttleFor(seen, last.throttle);
    const { service, clientId } = owner;
    const requests = total(seen.thisHour);
    const unit = units.begin();
    last.start(unit, next);
    audit.record(unit, {
      kind: "CLIENT_AUTO_THROTTLED",
      clientId,
      service,
      requests,
      hourlyMean: rounded(seen.baseline.mean ?? 0),
      throttledUntil: next.until.toString({ smallestUnit: "millisecond" }),
    });
    if ((await units.commit(unit)).kind !== "committed") return last.throttle;
    throttles.set(ownerKey(owner), {
      readAt: milliseconds(),
      until: next.until.epochMilliseconds,
    });
    log.warn("anomaly", { dimension: "volume", service, clientId, requests });
    return next;
  }

  function throttleFor({ hour, thisHour }: ClientHour, last: Throttle | null): Throttle {
    const now = clock.now();
    const until = now.add({ minutes: rules.throttleMinutes });
    const touched = new Set([
      ...(last?.throttledHours ?? []).filter((at) => at >= hour - rules.baselineHours),
      hour,
      ...hoursBetween(now, until),
    ]);
    return { until, hour, requests: total(thisHour), throttledHours: [...touched] };
  }

  /** What is kept is replaced whole, so that a slow read never hides a throttle begun meanwhile. */
  function readThrottle(owner: TrafficOwner, key: string): ThrottleRead {
    const until = records.lastThrottle(owner)
      .then(({ throttle }) => throttle?.until.epochMilliseconds ?? 0);
    const read = { readAt: milliseconds(), until };
    throttles.set(key, read);
    until.catch(() => {
      if (throttles.get(key) === read) throttles.delete(key);
    });
    return read;
  }

  function isAlive(throttle: Throttle | null): boolean {
    return throttle !== null && throttle.until.epochMilliseconds > milliseconds();
  }

  /** Whether this instance is the one to tell of a dimension of a client. */
  async function mayTell(owner: TrafficOwner, dimension: LoggedDimension): Promise<boolean> {
    const key = `${dimension} ${ownerKey(owner)}`;
    if (milliseconds() < (told.get(key) ?? 0)) return false;
    const claimed = await records.claimLog(owner, dimension);
    told.set(key, clock.now().add({ hours: rules.logHours }).epochMilliseconds);
    return claimed;
  }

  async function judgeBehavior(owner: TrafficOwner, seen: ClientHour): Promise<void> {
    const { service, clientId } = owner;
    const distance = behaviorShift(
      rules,
      checksOf(service, seen.thisHour),
      checksOf(service, seen.baseline.mix),
    );
    if (distance === null || !await mayTell(owner, "behavior")) return;
    log.warn("anomaly", {
      dimension: "behavior",
      service,
      clientId,
      distance: rounded(distance),
    });
  }

  /**
   * The first country of a client is silent. A further one is put on record when it is told of, so
   * that one that shows up while the log is quiet is told of later.
   */
  async function judgeCountry(
    owner: TrafficOwner,
    known: KnownClient,
    country: string,
  ): Promise<KnownClient> {
    let client = known;
    let mayBeTold = false;
    for (let tries = 0; tries < countryTriesMax; tries++) {
      if (client.countries.includes(country)) return client;
      const isFirst = client.countries.length === 0;
      mayBeTold ||= !isFirst && await mayTell(owner, "geography");
      if (!isFirst && !mayBeTold) return client;
      const added = await client.addCountry(country);
      client = await records.client(owner);
      if (!added) continue;
      const { service, clientId } = owner;
      if (!isFirst) log.warn("anomaly", { dimension: "geography", service, clientId, country });
      return client;
    }
    return client;
  }

  return {
    judge: async (stored) => {
      const { owner, sums } = stored;
      const seen = await look(stored);
      const throttle = await judgeVolume(owner, seen);
      await judgeBehavior(owner, seen);
      let { client } = seen;
      for (const country of new Set(sums.flatMap(({ countries }) => [...countries]))) {
        client = await judgeCountry(owner, client, country);
      }
      hours.set(ownerKey(owner), { ...seen, throttle, client });
    },
    throttled: async (owner) => {
      const key = ownerKey(owner);
      const known = throttles.get(key);
      // A clock that is set back must not make what was read last longer.
      const isRecent = known !== undefined &&
        Math.abs(milliseconds() - known.readAt) < throttleReadMilliseconds;
      const { until } = isRecent ? known : readThrottle(owner, key);
      return await until > milliseconds();
    },
  };
}

/** Two decimals: what a person reads, and the same text everywhere. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
