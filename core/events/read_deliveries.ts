import { ok, refuse, type Result } from "../../base/result.ts";
import type { Unit } from "../../base/unit.ts";
import {
  type Delivery,
  DeliveryId,
  type DeliveryPage,
  type DeliveryQuery,
  type EndpointId,
  type KeptDelivery,
  newDelivery,
} from "./endpoint_schema.ts";
import { readEndpoint, type UnknownEndpoint } from "./manage_endpoints.ts";
import type { EventOwner, EventPorts } from "./ports.ts";

/** Lists the deliveries of an endpoint, the newest first. */
export async function listDeliveries(
  ports: Pick<EventPorts, "eventDeliveries" | "eventEndpoints">,
  owner: EventOwner,
  { id: endpointId, query: { cursor, limit } }: {
    readonly id: EndpointId;
    readonly query: DeliveryQuery;
  },
): Promise<
  Result<DeliveryPage, UnknownEndpoint | { readonly code: "bad_request"; readonly message: string }>
> {
  const endpoint = await readEndpoint(ports, owner, endpointId);
  if (!endpoint.ok) return endpoint;
  const of = { ...owner, endpointId };
  const before = cursor === undefined ? null : DeliveryId.safeParse(cursor).data ?? null;
  if (
    cursor !== undefined &&
    (before === null || await ports.eventDeliveries.find(of, before) === null)
  ) {
    const message = 'Field "cursor" is no cursor of this endpoint, or too old: begin again';
    return refuse({ code: "bad_request", message });
  }
  const found: Delivery[] = [];
  for await (const delivery of ports.eventDeliveries.list(of, before, limit + 1)) {
    found.push(shownDelivery(delivery));
  }
  const deliveries = found.slice(0, limit);
  const nextCursor = found.length > limit ? deliveries.at(-1)?.deliveryId ?? null : null;
  return ok({ deliveries, nextCursor });
}

/** Delivers the event of a delivery once more, as a new delivery. */
export async function resendDelivery(
  ports: Pick<
    EventPorts,
    "clock" | "eventDeliveries" | "eventEndpoints" | "eventFeed" | "random"
  >,
  owner: EventOwner,
  { unit, id: endpointId, deliveryId }: {
    readonly unit: Unit;
    readonly id: EndpointId;
    readonly deliveryId: DeliveryId;
  },
): Promise<
  Result<
    Pick<Delivery, "deliveryId" | "eventId">,
    UnknownEndpoint | { readonly code: "endpoint_disabled" }
  >
> {
  const endpoint = await readEndpoint(ports, owner, endpointId);
  if (!endpoint.ok) return endpoint;
  const of = { ...owner, endpointId };
  const delivery = await ports.eventDeliveries.find(of, deliveryId);
  const event = delivery === null ? null : await ports.eventFeed.find(owner, delivery.number);
  if (delivery === null || event?.id !== delivery.eventId) return refuse({ code: "not_found" });
  if (!endpoint.value.enabled) return refuse({ code: "endpoint_disabled" });
  const next = newDelivery(ports, { number: delivery.number, event });
  ports.eventDeliveries.add(unit, of, next);
  return ok({ deliveryId: next.deliveryId, eventId: next.eventId });
}

function shownDelivery({ number: _, ...delivery }: KeptDelivery): Delivery {
  return delivery;
}
