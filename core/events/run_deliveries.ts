import type { Log } from "../../base/log.ts";
import type { Units } from "../../base/unit.ts";
import type { Telemetry } from "../telemetry/ports.ts";
import type { Attempt, KeptDelivery, KeptEndpoint } from "./endpoint_schema.ts";
import type {
  DueEndpoint,
  EndpointOf,
  EventPorts,
  FoundDelivery,
  SentEvent,
  StandingEndpoints,
} from "./ports.ts";
import { endpointAfter, nextOf } from "./after_attempt.ts";
import { signEvent } from "./sign_event.ts";

/**
 * Maximum concurrent deliveries to one endpoint: fewer than a client's maximum, so that its other
 * endpoints go on.
 */
const endpointAtOnceMax = 3;
/**
 * Maximum deliveries to one endpoint that a server claims together, while the endpoint is neither
 * slow nor failing.
 */
const takenMax = 9;
/**
 * Milliseconds from which an endpoint counts as slow. A slow endpoint gets one delivery at a time.
 */
const slowMilliseconds = 2_000;
/** Seconds of a claim beyond the deadline of the try. */
const leaseSpareSeconds = 15;
/** Maximum tries to write an outcome while others change the endpoints. */
const settlesMax = 20;

/** Limits concurrent deliveries. */
export interface DeliverySlots {
  /** Waits for a free slot. @returns null if the signal aborts first */
  take(owner: string, signal: AbortSignal): Promise<{ release(): void } | null>;
}

/** Dependencies of {@link openDeliveryRunner}. */
export interface RunDeliveriesPorts extends
  Pick<
    EventPorts,
    | "audit"
    | "clock"
    | "eventDeliveries"
    | "eventEndpoints"
    | "eventFeed"
    | "eventKeys"
    | "eventRules"
    | "eventSender"
    | "events"
  > {
  readonly log: Log;
  readonly slots: DeliverySlots;
  readonly telemetry: Pick<Telemetry, "count">;
  readonly units: Units;
  readonly deadline: (milliseconds: number) => AbortSignal;
  readonly anySignal: (signals: readonly AbortSignal[]) => AbortSignal;
  /** Aborted when the service closes. */
  readonly closing: AbortSignal;
}

/** Delivers due events. */
export interface DeliveryRunner {
  /** Runs until nothing is due. */
  run(): Promise<void>;
  /** Lets a run look again, because something may be due. */
  nudge(): void;
}

/**
 * Opens the runner of deliveries; every server has one. Each endpoint has a worker while deliveries
 * are due, so that endpoints do not wait for each other. A slow or failing endpoint gets one
 * delivery at a time. A delivery is claimed for the duration of a try; if the server dies, another
 * one claims it afterwards.
 */
export function openDeliveryRunner(ports: RunDeliveriesPorts): DeliveryRunner {
  const { closing, eventDeliveries, log } = ports;
  const slow = new Set<string>();
  /** Endpoints whose worker has ended in this run. */
  const left = new Set<string>();
  let [nudged, nudges] = [Promise.withResolvers<void>(), 0];

  /** @returns `rests` if nothing is due, `left` if another server has claimed it */
  async function deliverSome(endpoint: EndpointOf): Promise<"delivered" | "left" | "rests"> {
    const { clock, eventRules: { deliverySeconds } } = ports;
    const { endpointId } = endpoint;
    const limit = slow.has(endpointId) ? 1 : takenMax;
    const rounds = Math.ceil(limit / endpointAtOnceMax);
    const until = clock.now().add({ seconds: rounds * deliverySeconds + leaseSpareSeconds });
    const taken = await eventDeliveries.claim(endpoint, { limit, until });
    if (taken === null) return "rests";
    const queue = taken.values();
    const ended = await Promise.allSettled(Array.from({ length: endpointAtOnceMax }, async () => {
      for (const found of queue) {
        if (closing.aborted) return;
        if (await deliver(ports, endpoint, { found, until })) slow.delete(endpointId);
        else slow.add(endpointId);
      }
    }));
    for (const one of ended) if (one.status === "rejected") throw one.reason;
    return taken.length > 0 ? "delivered" : "left";
  }

  /** Delivers until nothing is due. If a nudge arrived after its last look, the run looks again. */
  async function work({ rested, ...endpoint }: DueEndpoint): Promise<void> {
    const { endpointId } = endpoint;
    let seen = nudges;
    try {
      while (!closing.aborted) {
        seen = nudges;
        const outcome = await deliverSome(endpoint);
        if (outcome === "rests") await rested();
        if (outcome !== "delivered") break;
      }
    } catch (cause) {
      log.error("events_not_delivered", cause, { endpointId });
    }
    if (seen === nudges) left.add(endpointId);
  }

  return {
    run: async () => {
      const working = new Map<string, Promise<void>>();
      do {
        nudged = Promise.withResolvers();
        for await (const endpoint of eventDeliveries.due()) {
          if (closing.aborted) break;
          const { endpointId } = endpoint;
          // One that failed, or that another server has, is looked at again after the next nudge.
          if (working.has(endpointId) || left.has(endpointId)) continue;
          working.set(endpointId, work(endpoint).finally(() => working.delete(endpointId)));
        }
        if (working.size > 0) await Promise.race([...working.values(), nudged.promise]);
      } while (working.size > 0);
      left.clear();
    },
    nudge: () => {
      nudges++;
      left.clear();
      nudged.resolve();
    },
  };
}

/** Tries one delivery. @returns false if the receiver was slow or failed */
async function deliver(
  ports: RunDeliveriesPorts,
  endpoint: EndpointOf,
  { found, until }: { readonly found: FoundDelivery; readonly until: Temporal.Instant },
): Promise<boolean> {
  const { clock, eventRules: { deliverySeconds } } = ports;
  const slot = await ports.slots.take(`${endpoint.mode} ${endpoint.clientId}`, ports.closing);
  if (slot === null) return true;
  try {
    // It waited for a slot so long that another server may take it within the try.
    const ends = clock.now().add({ seconds: deliverySeconds });
    if (Temporal.Instant.compare(ends, until) >= 0) return false;
    const tried = await attemptOnce(ports, endpoint, found.delivery);
    if (ports.closing.aborted && tried?.attempt.outcome !== "delivered") return true;
    await settle(ports, endpoint, { found, tried });
    return tried === null ||
      (tried.attempt.outcome === "delivered" && tried.attempt.milliseconds < slowMilliseconds);
  } finally {
    slot.release();
  }
}

/** A try, and the endpoints as they were read for it. */
interface Tried {
  readonly attempt: Attempt;
  readonly standing: StandingEndpoints;
  /** The URL that was used: the endpoint's may have changed since. */
  readonly url: string;
}

/** @returns null if the event no longer exists, or no endpoint takes it */
async function attemptOnce(
  ports: RunDeliveriesPorts,
  { endpointId, ...owner }: EndpointOf,
  { number, eventId }: KeptDelivery,
): Promise<Tried | null> {
  const { clock, closing, deadline, eventEndpoints, eventFeed, eventKeys, eventSender } = ports;
  const [standing, event] = await Promise.all([
    eventEndpoints.of(owner),
    eventFeed.find(owner, number),
  ]);
  const endpoint = standing.endpoints.find((one) => one.endpointId === endpointId);
  if (endpoint?.enabled !== true || event?.id !== eventId) return null;
  const began = clock.now();
  const signed = await signEvent(eventKeys, { event, endpoint, now: began });
  const sent: SentEvent = await eventSender.post({
    url: new URL(endpoint.url),
    ...signed,
    signal: ports.anySignal([deadline(ports.eventRules.deliverySeconds * 1_000), closing]),
  });
  const milliseconds = Math.max(0, Math.round(began.until(clock.now()).total("milliseconds")));
  const at = began.toString({ smallestUnit: "millisecond" });
  return { attempt: { at, ...sent, milliseconds }, standing, url: endpoint.url };
}

/** Records the outcome of a try, and its effect on the endpoint. */
async function settle(
  ports: RunDeliveriesPorts,
  endpoint: EndpointOf,
  { found, tried }: { readonly found: FoundDelivery; readonly tried: Tried | null },
): Promise<void> {
  const { endpointId, ...owner } = endpoint;
  const next = nextOf(ports, found.delivery, tried?.attempt ?? null);
  // A failure beside it may have been written meanwhile, which a success ends.
  const isStale = tried?.attempt.outcome === "delivered";
  let standing = isStale ? await ports.eventEndpoints.of(owner) : tried?.standing ?? null;
  for (let settles = 0; settles < settlesMax; settles++) {
    const unit = ports.units.begin();
    found.settle(unit, next);
    const change = tried === null || standing === null
      ? null
      : changeOf(standing, endpoint, { tried, next });
    const isDisabled = change?.after.enabled === false;
    if (change !== null) {
      const { before, after } = change;
      standing?.put(unit, standing.endpoints.map((one) => one === before ? after : one));
      if (isDisabled) noteDisabled(ports, unit, { endpoint, by: after.disabledBy });
    }
    if ((await ports.units.commit(unit)).kind === "committed") {
      if (isDisabled) ports.log.info("event_endpoint_disabled", { endpointId });
      if (tried !== null) countAttempt(ports, next, tried.attempt);
      return;
    }
    // Another server has the delivery, since this one was too late.
    if (change === null) return;
    standing = await ports.eventEndpoints.of(owner);
  }
  throw new Error(`The outcome of a delivery lost its commit ${settlesMax} times`);
}

/**
 * What a try changes in its endpoint; null if nothing, or if the endpoint's URL has changed
 * meanwhile.
 */
function changeOf(
  { endpoints }: StandingEndpoints,
  { endpointId }: EndpointOf,
  { tried: { attempt, url }, next }: { readonly tried: Tried; readonly next: KeptDelivery },
): { readonly before: KeptEndpoint; readonly after: KeptEndpoint } | null {
  const before = endpoints.find((one) => one.endpointId === endpointId && one.url === url);
  if (before === undefined) return null;
  const after = endpointAfter(before, next, attempt);
  return after === before ? null : { before, after };
}

function countAttempt(
  { telemetry }: Pick<RunDeliveriesPorts, "telemetry">,
  { state }: KeptDelivery,
  { outcome }: Attempt,
): void {
  const counted = outcome === "delivered" ? outcome : state === "FAILED" ? "given_up" : "failed";
  telemetry.count("aval.events.attempts", { "aval.outcome": counted });
}

function noteDisabled(
  { audit, events }: RunDeliveriesPorts,
  unit: Parameters<Units["commit"]>[0],
  { endpoint: { endpointId, clientId, mode }, by }: {
    readonly endpoint: EndpointOf;
    readonly by: KeptEndpoint["disabledBy"];
  },
): void {
  const cause = by === "gone" ? "gone" : "failing";
  const change = "disabled";
  audit.record(unit, { kind: "EVENT_ENDPOINT_CHANGED", clientId, mode, endpointId, change });
  events.raise(unit, {
    ...{ clientId, mode, type: "endpoint.disabled" },
    data: { endpointId, cause },
  });
}
