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

/** Whom an event is for. */
export interface EventOwner {
  readonly clientId: ClientId;
  readonly mode: Mode;
}

/** The events of clients, as acts raise them. */
export interface Events {
  /**
   * Adds an event to the commit of the act. All that a unit raises for one client takes one write and
   * no check. Events of another mode than the deployment's are not kept: no client could read them.
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

/** The events of clients, each in its order from 1, while they are kept. */
export interface EventFeed {
  /** @returns the number of an event; null for one that is unknown, another client's, or too old */
  numberOf(owner: EventOwner, id: EventId): Promise<number | null>;
  /** @returns the event of a number; null where there is none any more */
  find(owner: EventOwner, number: number): Promise<KeptEvent | null>;
  /** Events behind a number. @param limit of them at most */
  list(owner: EventOwner, after: number, limit: number): AsyncIterable<KeptEvent>;
}

/** The endpoints of clients, with their secrets. */
export interface EventEndpoints {
  of(owner: EventOwner): Promise<StandingEndpoints>;
}

/** The endpoints of a client as they were read. */
export interface StandingEndpoints {
  readonly endpoints: readonly KeptEndpoint[];
  /** Puts others in their place: the unit is lost where they were changed meanwhile. */
  put(unit: Unit, next: readonly KeptEndpoint[]): void;
}

/** An endpoint of a client. */
export interface EndpointOf extends EventOwner {
  readonly endpointId: EndpointId;
}

/** The deliveries of events. */
export interface EventDeliveries {
  find(endpoint: EndpointOf, id: DeliveryId): Promise<KeptDelivery | null>;
  /** Deliveries before one, the newest first. @param before null: from the newest on */
  list(endpoint: EndpointOf, before: DeliveryId | null, limit: number): AsyncIterable<KeptDelivery>;
  /** Adds a delivery that is due now. */
  add(unit: Unit, endpoint: EndpointOf, delivery: KeptDelivery): void;
  /** Endpoints with a delivery that may be due. */
  due(): AsyncIterable<DueEndpoint>;
  /**
   * Takes deliveries of an endpoint that are due, the oldest first: until then no other server has them,
   * and any server that finds them due afterwards goes on.
   *
   * @returns null where none is due; none where another server was first
   */
  claim(
    endpoint: EndpointOf,
    how: { readonly limit: number; readonly until: Temporal.Instant },
  ): Promise<readonly FoundDelivery[] | null>;
}

/** An endpoint with a delivery that may be due. */
export interface DueEndpoint extends EndpointOf {
  /** Has it looked at no more, until something is due again: for a caller that found nothing due there since. */
  rested(): Promise<void>;
}

/** A delivery that was taken. */
export interface FoundDelivery {
  readonly delivery: KeptDelivery;
  /** Puts another in its place: the unit is lost where another server has taken it since. */
  settle(unit: Unit, next: KeptDelivery): void;
}

/** Who reads its events, by endpoints or the feed: what only the clock brings about is raised for these. */
export interface EventReaders {
  /** Notes that a client reads. At most one write a day. */
  note(owner: EventOwner): Promise<void>;
  all(): AsyncIterable<FoundReader>;
}

/** Kinds of events that only the clock brings about. */
export const ClockEvents = z.enum(["lists", "overdue", "expired"]);
export type ClockEvents = z.infer<typeof ClockEvents>;

/** A client that reads, and how far the clock's events are raised for it. */
export interface FoundReader extends EventOwner {
  /** @returns null where none of the kind was looked for yet */
  until(kind: ClockEvents): Temporal.Instant | null;
  /** Moves the clock on: the unit is lost where another server has. */
  advance(unit: Unit, moved: ReadonlyMap<ClockEvents, Temporal.Instant>): void;
}

/** Why a URL is no address to deliver to. */
export type AddressRefusal = {
  readonly code: "address_not_public" | "not_found" | "not_permitted";
};

/** Sends events to receivers: to judged addresses alone. */
export interface EventSender {
  /** Judges where a URL leads now, without connecting. */
  judge(url: URL): Promise<Result<null, AddressRefusal>>;
  /** Never throws. */
  post(request: EventRequest): Promise<SentEvent>;
}

/** One try of a delivery. */
export interface EventRequest {
  readonly url: URL;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** What became of a try. */
export interface SentEvent {
  readonly outcome: AttemptOutcome;
  readonly status: number | null;
}

/** The service's own keys that sign events. */
export interface EventKeys {
  /** Ed25519 over these bytes, by each key in force, the newest first. */
  sign(bytes: Uint8Array<ArrayBuffer>): Promise<readonly Uint8Array<ArrayBuffer>[]>;
  /** Public keys of these, 32 bytes each. */
  published(): Promise<readonly Uint8Array<ArrayBuffer>[]>;
}
