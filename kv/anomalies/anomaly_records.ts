import { z } from "zod";
import { ClientId } from "../../core/access/schema.ts";
import { Service, Timestamp } from "../../core/nouns.ts";
import { type Anomalies, hoursRead } from "../../core/policy/anomalies.ts";
import type { Clock } from "../../base/clock.ts";
import type { AnomalyRecords, Throttle, TrafficOwner } from "../../core/anomalies/ports.ts";
import { defineKey, type KeyKind } from "../store/define_key.ts";
import type { Key } from "../store/key.ts";
import { ExpiresAt, timestamp } from "../store/lifetime.ts";
import { create, type Entry, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/** Key of the traffic record of a client. */
export const trafficClients = defineKey({
  name: "traffic_client",
  parts: ["service", "clientId"],
  value: "`{ since, countries }`",
  lifetime: "until the client is offboarded",
  personal: "no: countries",
  protected: null,
});

/** Key of the last throttle of a client. */
export const throttles = defineKey({
  name: "throttle",
  parts: ["service", "clientId"],
  value: "`{ until, hour, requests, throttledHours, expiresAt }`",
  lifetime: "while its hours count",
  personal: "no",
  protected: null,
});

/** Key of a logged anomaly. */
export const loggedAnomalies = defineKey({
  name: "anomaly_told",
  parts: ["service", "clientId", "dimension"],
  value: "`{ expiresAt }`",
  lifetime: "24 h (`logHours`)",
  personal: "no",
  protected: null,
});

/** Dependencies of the records. */
export interface OpenAnomalyRecords {
  readonly store: Store;
  readonly clock: Clock;
  readonly rules: Pick<Anomalies, "baselineHours" | "logHours">;
}

const Instant = Timestamp;

const Client = z.object({
  since: Instant,
  countries: z.array(z.string()).readonly(),
}).readonly();
type Client = z.infer<typeof Client>;

const StoredThrottle = z.object({
  until: Instant,
  hour: z.int(),
  requests: z.int(),
  throttledHours: z.array(z.int()).readonly(),
  expiresAt: ExpiresAt,
}).readonly();

const Logged = z.object({ expiresAt: ExpiresAt }).readonly();

/** Maximum reads of a new client's record, which another instance may have just created. */
const roundsMax = 3;

/**
 * Opens the records of anomaly tracking, separate for each service. The clock ends a throttle; its
 * record stays while its hours count in a baseline.
 */
export function openAnomalyRecords({ store, clock, rules }: OpenAnomalyRecords): AnomalyRecords {
  async function findOrCreate(owner: TrafficOwner): Promise<Entry<Client>> {
    const key = keyOf(trafficClients, owner);
    for (let round = 0; round < roundsMax; round++) {
      const found = await store.get(Client, key);
      if (found !== null) return found;
      await store.commit(create(Client, key, { since: timestamp(clock.now()), countries: [] }));
    }
    throw new Error("A client's traffic record is made and gone again");
  }

  return {
    client: async (owner) => {
      const found = await findOrCreate(owner);
      const { since, countries } = found.value;
      return {
        since: Temporal.Instant.from(since),
        countries,
        addCountry: (country) =>
          store.commit([found.check, found.set({ since, countries: [...countries, country] })]),
      };
    },
    claimLog: (owner, dimension) => {
      const expiresAt = timestamp(clock.now().add({ hours: rules.logHours }));
      return store.claimOnce(Logged, keyOf(loggedAnomalies, owner, dimension), { expiresAt });
    },
    lastThrottle: async (owner) => {
      const key = keyOf(throttles, owner);
      const found = await store.get(StoredThrottle, key);
      return {
        throttle: found === null ? null : {
          ...found.value,
          until: Temporal.Instant.from(found.value.until),
        },
        start: (unit, { until, hour, requests, throttledHours }) => {
          const value = {
            until: timestamp(until),
            hour,
            requests,
            throttledHours,
            expiresAt: timestamp(until.add({ hours: hoursRead(rules) + 1 })),
          };
          addTo(
            unit,
            found === null ? create(StoredThrottle, key, value) : [found.check, found.set(value)],
          );
        },
      };
    },
  };
}

/** Lists recorded throttles, in force or over, at most `limit`, unordered. */
export async function listThrottles(
  store: Store,
  limit: number,
): Promise<readonly (TrafficOwner & Throttle)[]> {
  const range = { prefix: throttles.key() };
  return await Array.fromAsync(
    store.list(StoredThrottle, range, { limit }),
    ({ key: [, service, clientId], value: { until, hour, requests, throttledHours } }) => ({
      service: Service.parse(service),
      clientId: ClientId.parse(clientId),
      until: Temporal.Instant.from(until),
      ...{ hour, requests, throttledHours },
    }),
  );
}

function keyOf(kind: KeyKind, { service, clientId }: TrafficOwner, ...parts: string[]): Key {
  return kind.key(service, clientId, ...parts);
}
