import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { uuidV7 } from "../../base/uuid.ts";
import { optionalMember, Timestamp, Uuid } from "../nouns.ts";
import { EventId, EventLimit, EventType, type KeptEvent } from "./event_schema.ts";

/** Maximum characters of an endpoint's URL, and of its description. */
const [urlCharactersMax, descriptionCharactersMax] = [2_048, 200];

/** Id of an endpoint. */
export const EndpointId = Uuid.brand<"EndpointId">();
export type EndpointId = z.infer<typeof EndpointId>;

/** Id of a delivery of an event to an endpoint. */
export const DeliveryId = Uuid.brand<"DeliveryId">();
export type DeliveryId = z.infer<typeof DeliveryId>;

const url = z.string().max(urlCharactersMax).meta({
  description:
    "https, on 443 or a port from 1024 on; its host must lead to public addresses alone, whenever an event is delivered. A sandbox also delivers to this machine, by http too",
  examples: ["https://shop.example/aval-events"],
});
const types = z.array(EventType.exclude(["endpoint.test"])).min(1).max(EventType.options.length)
  .readonly();
const description = z.string().max(descriptionCharactersMax);
const publicKeySignature = z.boolean();

/** An endpoint to create. */
export const EndpointRequest = z.object({
  url,
  types: optionalMember(types).meta({
    description: "The types that are delivered. Absent: all, those of later versions too",
  }),
  description: optionalMember(description).meta({ description: "For yourself" }),
  publicKeySignature: optionalMember(publicKeySignature).meta({
    description:
      "Whether deliveries also have a signature `v1a` by the service's own key, as `/.well-known/aval-events-keys` publishes it. Default: no",
  }),
}).readonly().meta({
  id: "EventEndpointRequest",
  examples: [{ url: "https://shop.example/aval-events", types: ["screening.match"] }],
});
export type EndpointRequest = z.infer<typeof EndpointRequest>;

/** The members of an endpoint to change. */
export const EndpointChange = z.object({
  url: optionalMember(url),
  types: types.nullable().optional().meta({ description: "null: all types" }),
  description: description.nullable().optional(),
  publicKeySignature: optionalMember(publicKeySignature),
  enabled: optionalMember(z.boolean()).meta({
    description: "true also enables one again that was disabled for its failures",
  }),
}).readonly().meta({ id: "EventEndpointChange", examples: [{ enabled: true }] });
export type EndpointChange = z.infer<typeof EndpointChange>;

/** Why an endpoint is disabled. */
export const DisabledBy = z.enum(["client", "gone", "failing"]).meta({
  id: "EventEndpointDisabledBy",
  description:
    "`client`: by a change. `gone`: it answered 410. `failing`: the tenth try of an event failed, and none had succeeded since the first",
});
export type DisabledBy = z.infer<typeof DisabledBy>;

const shown = {
  endpointId: EndpointId,
  url: z.string(),
  types: z.array(z.string()).readonly().nullable().meta({ description: "null: all" }),
  description: z.string().nullable(),
  publicKeySignature: z.boolean(),
  enabled: z.boolean(),
  disabledBy: DisabledBy.nullable(),
  createdAt: Timestamp,
};

/** An endpoint as API answers show it. */
export const Endpoint = z.object(shown).readonly().meta({ id: "EventEndpoint" });
export type Endpoint = z.infer<typeof Endpoint>;

/** Every endpoint of a client. */
export const EndpointList = z.object({ endpoints: z.array(Endpoint).readonly() }).readonly()
  .meta({ id: "EventEndpointList" });

const secret = z.string().meta({
  description: "Signs deliveries (`v1`). It is shown in this answer alone",
  examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
});

/** An endpoint that was created. */
export const CreatedEndpoint = z.object({ ...shown, secret }).readonly()
  .meta({ id: "CreatedEventEndpoint" });
export type CreatedEndpoint = z.infer<typeof CreatedEndpoint>;

/** A new secret that replaces the one before. */
export const RotatedSecret = z.object({
  endpointId: EndpointId,
  secret,
  previousUntil: Timestamp.meta({ description: "Until then the secret before it signs too" }),
}).readonly().meta({ id: "RotatedEventSecret" });
export type RotatedSecret = z.infer<typeof RotatedSecret>;

/** A deleted endpoint. */
export const DeletedEndpoint = z.object({ endpointId: EndpointId }).readonly()
  .meta({ id: "DeletedEventEndpoint" });

/** An endpoint as it is stored. */
export const KeptEndpoint = z.object({
  ...shown,
  /** The newest secret first; the older ones have an end, `until`. */
  secrets: z.array(z.object({ secret: z.string(), until: Timestamp.optional() }).readonly())
    .readonly(),
  /** The time of the first failed try since the last success; null if none has failed. */
  failingSince: Timestamp.nullable(),
}).readonly();
export type KeptEndpoint = z.infer<typeof KeptEndpoint>;

/** The outcome of one try. */
export const AttemptOutcome = z.enum([
  "delivered",
  "status",
  "redirect",
  "timeout",
  "connection",
  "malformed",
  "address_not_public",
  "not_permitted",
]).meta({
  id: "EventAttemptOutcome",
  description:
    "`delivered`: a status of 2xx. `status`, `redirect`: another one; no redirect is followed. `address_not_public`: the host led to an address that is none of the Internet's. `malformed`: the connection ended without an answer, or with none of HTTP. `not_permitted`: the deployment may not connect to it",
});
export type AttemptOutcome = z.infer<typeof AttemptOutcome>;

/** One try of a delivery. */
export const Attempt = z.object({
  at: Timestamp,
  outcome: AttemptOutcome,
  status: z.int().nullable().meta({ description: "Of the answer; null without one" }),
  milliseconds: z.int().nonnegative(),
}).readonly().meta({ id: "EventAttempt" });
export type Attempt = z.infer<typeof Attempt>;

/** The state of a delivery. */
export const DeliveryState = z.enum(["PENDING", "DELIVERED", "FAILED"]).meta({
  id: "EventDeliveryState",
  description: "`FAILED`: it is not tried again",
});

/** The delivery of an event to an endpoint. */
export const Delivery = z.object({
  deliveryId: DeliveryId,
  eventId: EventId,
  type: z.string(),
  state: DeliveryState,
  createdAt: Timestamp,
  nextAttemptAt: Timestamp.nullable(),
  attempts: z.array(Attempt).readonly(),
}).readonly().meta({ id: "EventDelivery" });
export type Delivery = z.infer<typeof Delivery>;

/** A delivery as it is stored. */
export const KeptDelivery = Delivery.unwrap().extend({
  /** The number of its event. */
  number: z.int().positive(),
}).readonly();
export type KeptDelivery = z.infer<typeof KeptDelivery>;

/** A delivery that has not been tried yet. */
export function newDelivery(
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  { number, event: { id: eventId, type } }: {
    readonly number: number;
    readonly event: Pick<KeptEvent, "id" | "type">;
  },
): KeptDelivery {
  const createdAt = clock.now().toString({ smallestUnit: "millisecond" });
  return {
    deliveryId: DeliveryId.parse(uuidV7({ clock, random })),
    ...{ eventId, type, number, state: "PENDING", createdAt, nextAttemptAt: createdAt },
    attempts: [],
  };
}

/** The query for a page of deliveries. */
export const DeliveryQuery = z.object({
  cursor: z.string().max(64).optional().meta({ description: "`nextCursor` of the page before" }),
  limit: EventLimit,
});
export type DeliveryQuery = z.infer<typeof DeliveryQuery>;

/** Deliveries, the newest first. */
export const DeliveryPage = z.object({
  deliveries: z.array(Delivery).readonly(),
  nextCursor: z.string().nullable(),
}).readonly().meta({ id: "EventDeliveryPage" });
export type DeliveryPage = z.infer<typeof DeliveryPage>;

/** A delivery that the client has requested. */
export const BegunDelivery = z.object({ deliveryId: DeliveryId, eventId: EventId }).readonly()
  .meta({ id: "BegunEventDelivery" });

/** A test that the client has requested. */
export const BegunTest = z.object({ eventId: EventId }).readonly().meta({ id: "BegunEventTest" });
