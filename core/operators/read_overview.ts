import type { ClientId } from "../access/schema.ts";
import type { HourCount, Throttle, TrafficOwner } from "../anomalies/ports.ts";
import { checkHealth, type Health } from "../health/check_health.ts";
import type { HealthPorts, StoreState } from "../health/ports.ts";
import type { ListChangesPorts } from "../lists_in_force/ports.ts";
import { type Mode, Service } from "../nouns.ts";
import type { EditionPart } from "../publications/edition_ports.ts";
import { describePublished, type ListsResponse } from "../wallet_risk/describe_published.ts";
import type { AuditLogState, OperatorPorts } from "./ports.ts";
import { countWaiting, type Waiting } from "./count_waiting.ts";

/** Maximum throttles in the overview. */
const throttlesMax = 6;
/** Maximum throttles searched for the latest. */
const throttlesReadMax = 200;

/** Ports of {@link readOverview}. */
export type OverviewPorts =
  & OperatorPorts
  & HealthPorts
  & ListChangesPorts
  & Parameters<typeof describePublished>[0];

/** Requests of a client, and its last throttle. */
export interface ClientTraffic extends TrafficOwner {
  readonly counts: readonly HourCount[];
  readonly throttle: Throttle | null;
}

/** The content of the console's overview. */
export interface Overview {
  readonly health: Health["status"];
  readonly store: StoreState;
  readonly matcherRuns: boolean;
  readonly services: OperatorPorts["operators"]["services"];
  readonly published: ListsResponse;
  /** The last recorded edition of the lists, and its time; null if there is none. */
  readonly edition:
    | { readonly at: Temporal.Instant; readonly parts: readonly EditionPart[] }
    | null;
  readonly corpusEdition: Overview["edition"];
  readonly waiting: Waiting;
  readonly traffic: readonly ClientTraffic[];
  readonly auditLog: AuditLogState;
  /** The current hour, counted since 1970. */
  readonly hour: number;
}

/**
 * Reads the overview: health, lists and corpora, waiting tasks, throttles, the audit log. In a
 * sandbox, tasks and requests are those of one client.
 *
 * @param hours hours of requests to read
 */
export async function readOverview(
  ports: OverviewPorts,
  { mode, sandboxClient, hours }: {
    readonly mode: Mode;
    readonly sandboxClient: ClientId | null;
    readonly hours: number;
  },
): Promise<Overview> {
  const { operators, clock, storeProbe, matcher } = ports;
  const hour = Math.floor(clock.now().epochMilliseconds / 3_600_000);
  const [store, health, edition, corpusEdition, waiting, auditLog, traffic] = await Promise.all([
    storeProbe.state(),
    checkHealth(ports, mode),
    ports.listEditions.last(),
    operators.corpusEditions.last(),
    countWaiting(ports, { mode, sandboxClient }),
    operators.auditLog.state(3),
    readThrottled(ports, { sandboxClient, fromHour: hour - hours + 1 }),
  ]);
  return {
    ...{ health, store, edition, corpusEdition, waiting, auditLog, traffic, hour },
    matcherRuns: matcher.isRunning(),
    services: operators.services,
    published: describePublished(ports, mode),
  };
}

/** Requests of the clients that were throttled last; in a sandbox, of the session's client. */
async function readThrottled(
  ports: OperatorPorts,
  { sandboxClient, fromHour }: {
    readonly sandboxClient: ClientId | null;
    readonly fromHour: number;
  },
): Promise<readonly ClientTraffic[]> {
  if (sandboxClient !== null) return await readClientTraffic(ports, sandboxClient, fromHour);
  const { traffic } = ports.operators;
  const throttles = (await traffic.throttles(throttlesReadMax)).toSorted((a, b) =>
    Temporal.Instant.compare(b.until, a.until)
  );
  return await Promise.all(
    throttles.slice(0, throttlesMax).map(async ({ service, clientId, ...throttle }) => ({
      ...{ service, clientId, throttle },
      counts: await traffic.hours({ service, clientId }, fromHour),
    })),
  );
}

/** Requests of a client since an hour, by service; services without requests are left out. */
export async function readClientTraffic(
  { operators: { traffic } }: OperatorPorts,
  clientId: ClientId,
  fromHour: number,
): Promise<readonly ClientTraffic[]> {
  const read = await Promise.all(Service.options.map(async (service) => {
    const owner = { service, clientId };
    const [counts, throttle] = await Promise.all([
      traffic.hours(owner, fromHour),
      traffic.lastThrottle(owner),
    ]);
    return { ...owner, counts, throttle };
  }));
  return read.filter(({ counts, throttle }) => counts.length > 0 || throttle !== null);
}
