import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type { Result } from "../../base/result.ts";
import type { Unit } from "../../base/unit.ts";
import type { ClientId } from "../access/schema.ts";
import type { Audit } from "../audit/ports.ts";
import type { Mode } from "../nouns.ts";
import type { EventRules } from "../policy/events.ts";
import type {
  AttemptOutcome,
  DeliveryId,
  EndpointId,
  KeptDelivery,
  KeptEndpoint,
} from "./endpoint_schema.ts";
import type { EventId, KeptEvent, RaisedEvent } from "./event_schema.ts";

/** The client and mode that own an event. */
export interface EventOwner {
  readonly clientId: ClientId;
  readonly mode: Mode;
}

/** Raises events of clients. */
export interface Events {
  /**
   * Adds an event to the unit's commit. All events of a unit for one client take one write and no
   * check. Events of another mode than the deployment's are not stored: no client could read them.
   */
  raise(unit: Unit, event: EventOwner & RaisedEvent): EventId;
}

/** Ports of the routes of events. */
export interface EventPorts {
  readonly audit: Pick<Audit, "record">;
  readonly clock: Clock;
  readonly eventDeliveries: EventDeliveries;
  readonly eventEndpoints: EventEndpoints;
  readonly eventFeed: EventFeed;
  readonly eventKeys: EventKeys;
  readonly eventReaders: EventReaders;
  readonly eventRules: EventRules;
  readonly eventSender: EventSender;
  readonly events: Events;
  readonly random: Random;
}

/** The stored events of clients, numbered from 1 for each client. */
export interface EventFeed {
  /**
   * @returns the number of an event; null if it is unknown, another client's, or was deleted by age
   */
  numberOf(owner: EventOwner, id: EventId): Promise<number | null>;
  /** @returns the event with a number; null if it does not exist any more */
  find(owner: EventOwner, number: number): Promise<KeptEvent | null>;
  /** Events after a number. @param limit maximum count */
  list(owner: EventOwner, after: number, limit: number): AsyncIterable<KeptEvent>;
}

/** The endpoints of clients, with their secrets. */
export interface EventEndpoints {
  of(owner: EventOwner): Promise<StandingEndpoints>;
}

/** The endpoints of a client as they were read. */
export interface StandingEndpoints {
  readonly endpoints: readonly KeptEndpoint[];
  /** Replaces the endpoints. The unit loses if they were changed meanwhile. */
  put(unit: Unit, next: readonly KeptEndpoint[]): void;
}

/** An endpoint of a client. */
export interface EndpointOf extends EventOwner {
  readonly endpointId: EndpointId;
}

/** The deliveries of events. */
export interface EventDeliveries {
  find(endpoint: EndpointOf, id: DeliveryId): Promise<KeptDelivery | null>;
  /** Deliveries before one, the newest first. @param before null: starts with the newest */
  list(endpoint: EndpointOf, before: DeliveryId | null, limit: number): AsyncIterable<KeptDelivery>;
  /** Adds a delivery that is due now. */
  add(unit: Unit, endpoint: EndpointOf, delivery: KeptDelivery): void;
  /** Endpoints with a delivery that may be due. */
  due(): AsyncIterable<DueEndpoint>;
  /**
   * Claims due deliveries of an endpoint, the oldest first, for a limited time. No other server
   * gets them in that time; afterwards any server may claim them again.
   *
   * @returns null if none is due, or another server was first
   */
  claim(
    endpoint: EndpointOf,
    how: { readonly limit: number; readonly until: Temporal.Instant },
  ): Promise<readonly FoundDelivery[] | null>;
}

/** An endpoint with a delivery that may be due. */
export interface DueEndpoint extends EndpointOf {
  /**
   * Stops listing the endpoint until a delivery is due again. For a caller that has found none due.
   */
  rested(): Promise<void>;
}

/** A delivery that was claimed. */
export interface FoundDelivery {
  readonly delivery: KeptDelivery;
  /** Replaces the delivery. The unit loses if another server has claimed it meanwhile. */
  settle(unit: Unit, next: KeptDelivery): void;
}

/**
 * Clients that read their events, by endpoints or the feed. Events caused by the clock are raised
 * for these only.
 */
export interface EventReaders {
  /** Records that a client reads events. At most one write a day. */
  note(owner: EventOwner): Promise<void>;
  all(): AsyncIterable<FoundReader>;
}

/** Kinds of events that only the passing of time causes. */
export const ClockEvents = z.enum(["lists", "overdue", "expired"]);
export type ClockEvents = z.infer<typeof ClockEvents>;

/** A client that reads events, and the clock of each kind. */
export interface FoundReader extends EventOwner {
  /**
   * @returns the time up to which events of the kind are raised; null if none were looked for yet
   */
  until(kind: ClockEvents): Temporal.Instant | null;
  /** Advances the clock. The unit loses if another server has advanced it. */
  advance(unit: Unit, moved: ReadonlyMap<ClockEvents, Temporal.Instant>): void;
}

/** Why the addresses of a URL are refused. */
export type AddressRefusal = {
  readonly code: "address_not_public" | "not_found" | "not_permitted";
};

/** Sends events to receivers, at permitted addresses only. */
export interface EventSender {
  /** Checks the addresses to which a URL resolves now, without connecting. */
  judge(url: URL): Promise<Result<null, AddressRefusal>>;
  /** Never throws. */
  post(request: EventRequest): Promise<SentEvent>;
}

/** One try of a delivery. */
export interface EventRequest {
  readonly url: URL;
  /** Headers by lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** The outcome of a try. */
export interface SentEvent {
  readonly outcome: AttemptOutcome;
  readonly status: number | null;
}

/** The service's own keys that sign events. */
export interface EventKeys {
  /** Ed25519 signatures over the bytes, by each key in force, the newest first. */
  sign(bytes: Uint8Array<ArrayBuffer>): Promise<readonly Uint8Array<ArrayBuffer>[]>;
  /** The public keys in force, 32 bytes each. */
  published(): Promise<readonly Uint8Array<ArrayBuffer>[]>;
}
