import type { Log } from "../../base/log.ts";
import type { LogClaims } from "./log_claims.ts";
import type { AnomalyRecords, KnownClient, TrafficOwner } from "./ports.ts";

/** Maximum attempts to record a country while other instances change the record. */
const countryTriesMax = 5;

/** Dependencies of {@link judgeCountry}. */
export interface CountryDependencies {
  readonly log: Log;
  readonly records: Pick<AnomalyRecords, "client">;
  readonly claims: LogClaims;
}

/** A country from which a client sent requests. */
export interface SeenCountry {
  readonly client: KnownClient;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/**
 * Logs a country that is new for a client, except its first country. A further country is recorded
 * only when it is logged: if a pause of the log suppresses its record, a later request logs it.
 *
 * @returns the client's current record
 */
export async function judgeCountry(
  { log, records, claims }: CountryDependencies,
  owner: TrafficOwner,
  seen: SeenCountry,
): Promise<KnownClient> {
  const { country } = seen;
  let { client } = seen;
  let mayLog = false;
  for (let tries = 0; tries < countryTriesMax; tries++) {
    if (client.countries.includes(country)) return client;
    const isFirst = client.countries.length === 0;
    mayLog ||= !isFirst && await claims.claim(owner, "geography");
    if (!isFirst && !mayLog) return client;
    const added = await client.addCountry(country);
    client = await records.client(owner);
    if (!added) continue;
    const { service, clientId } = owner;
    if (!isFirst) log.warn("anomaly", { dimension: "geography", service, clientId, country });
    return client;
  }
  return client;
}
