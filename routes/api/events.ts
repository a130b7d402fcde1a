import { z } from "zod";
import {
  BegunDelivery,
  BegunTest,
  CreatedEndpoint,
  DeletedEndpoint,
  DeliveryId,
  DeliveryPage,
  DeliveryQuery,
  Endpoint,
  EndpointChange,
  EndpointId,
  EndpointList,
  EndpointRequest,
  RotatedSecret,
} from "../../core/events/endpoint_schema.ts";
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  ownerOf,
  readEndpoint,
  rotateSecret,
  testEndpoint,
} from "../../core/events/manage_endpoints.ts";
import { listDeliveries, resendDelivery } from "../../core/events/read_deliveries.ts";
import { FeedPage, FeedQuery, readFeed } from "../../core/events/read_feed.ts";
import { EventKeySet, readEventKeys } from "../../core/events/read_keys.ts";
import { defineRoute, reply, type Route } from "../http/route.ts";

const path = "/v1/events";
const endpointsPath = `${path}/endpoints`;
const endpointPath = `${endpointsPath}/{endpointId}`;
const EndpointPath = z.object({
  endpointId: EndpointId.meta({ description: "`endpointId` of an endpoint" }),
});
const DeliveryPath = EndpointPath.extend({
  deliveryId: DeliveryId.meta({ description: "`deliveryId` of a delivery" }),
});

/** The common members of all routes of events. */
const usual = {
  service: "screening",
  auth: "bearer",
  limits: { bucket: "screening" },
} as const;
/**
 * The common members of all routes of endpoints: a suspended client gets no secret, with immediate
 * effect.
 */
const ofEndpoints = { ...usual, access: { freshClient: true } } as const;

/** Stores an answer with a secret under its key, for a repeat by the same caller. */
function privately<Answer>(schema: z.ZodType<Answer>) {
  return {
    isPrivate: true,
    reference: (value: Answer) => value,
    restore: (_: unknown, reference: unknown) => Promise.resolve(schema.parse(reference)),
  } as const;
}

/** GET /v1/events (decisions-3.md part 21). */
const feedRoute = defineRoute({
  ...usual,
  method: "get",
  path,
  summary: "Read events in order",
  documentation: {
    operationId: "listEvents",
    tag: "events",
    description:
      "Events of your client, each once, in their order, for 30 days. Send the `after` of a page to read the next one; an event that comes later is always behind it. `lists.changed`, `screening.review_overdue` and `verification.expired` are raised for clients that have an endpoint, or have read this list within 31 days.",
  },
  kind: "list",
  query: FeedQuery,
  answers: { 200: FeedPage },
  refuses: ["bad_request"],
  run: (ports, { caller, query, request: { mode } }) =>
    readFeed(ports, ownerOf(caller, mode), query),
});

const createRoute = defineRoute({
  ...ofEndpoints,
  method: "post",
  path: endpointsPath,
  summary: "Have events delivered to a URL",
  documentation: {
    operationId: "createEventEndpoint",
    tag: "events",
    description:
      "Events are posted as the Standard Webhooks specification says. The answer has the secret that signs them, and no other answer has it. A client has 10 endpoints at most.",
  },
  kind: "endpoint",
  idempotency: { owner: "client", keptBy: privately(CreatedEndpoint) },
  body: EndpointRequest,
  answers: { 201: CreatedEndpoint },
  refuses: ["bad_request", "too_many_endpoints"],
  run: async (ports, { unit, caller, body, request: { mode } }) => {
    const created = await createEndpoint(ports, { unit, caller, mode, request: body });
    return created.ok ? reply(201, created.value) : created;
  },
});

const listRoute = defineRoute({
  ...ofEndpoints,
  method: "get",
  path: endpointsPath,
  summary: "List endpoints",
  documentation: { operationId: "listEventEndpoints", tag: "events" },
  kind: "list",
  answers: { 200: EndpointList },
  run: (ports, { caller, request: { mode } }) => listEndpoints(ports, ownerOf(caller, mode)),
});

const readRoute = defineRoute({
  ...ofEndpoints,
  method: "get",
  path: endpointPath,
  summary: "Read an endpoint",
  documentation: { operationId: "readEventEndpoint", tag: "events" },
  kind: "read",
  params: EndpointPath,
  answers: { 200: Endpoint },
  refuses: ["not_found"],
  run: (ports, { caller, params, request: { mode } }) =>
    readEndpoint(ports, ownerOf(caller, mode), params.endpointId),
});

const changeRoute = defineRoute({
  ...ofEndpoints,
  method: "put",
  path: endpointPath,
  summary: "Change an endpoint",
  documentation: {
    operationId: "changeEventEndpoint",
    tag: "events",
    description: "Absent members stay unchanged.",
  },
  kind: "endpoint",
  params: EndpointPath,
  body: EndpointChange,
  answers: { 200: Endpoint },
  refuses: ["bad_request", "not_found"],
  run: (ports, { unit, caller, params, body, request: { mode } }) =>
    changeEndpoint(ports, { unit, caller, mode, id: params.endpointId, change: body }),
});

const deleteRoute = defineRoute({
  ...ofEndpoints,
  method: "delete",
  path: endpointPath,
  summary: "Delete an endpoint",
  documentation: {
    operationId: "deleteEventEndpoint",
    tag: "events",
    description: "Waiting events are not delivered; the list of events still contains them.",
  },
  kind: "endpoint",
  params: EndpointPath,
  answers: { 200: DeletedEndpoint },
  refuses: ["not_found"],
  run: (ports, { unit, caller, params, request: { mode } }) =>
    deleteEndpoint(ports, { unit, caller, mode, id: params.endpointId }),
});

const rotateRoute = defineRoute({
  ...ofEndpoints,
  method: "post",
  path: `${endpointPath}/rotate`,
  summary: "Make another secret of an endpoint",
  documentation: {
    operationId: "rotateEventSecret",
    tag: "events",
    description: "For 24 hours deliveries are signed by both secrets. A third one ends the first.",
  },
  kind: "endpoint",
  idempotency: { owner: "client", keptBy: privately(RotatedSecret) },
  params: EndpointPath,
  answers: { 200: RotatedSecret },
  refuses: ["not_found"],
  run: (ports, { unit, caller, params, request: { mode } }) =>
    rotateSecret(ports, { unit, caller, mode, id: params.endpointId }),
});

const testRoute = defineRoute({
  ...ofEndpoints,
  method: "post",
  path: `${endpointPath}/test`,
  summary: "Have a test event delivered",
  documentation: {
    operationId: "testEventEndpoint",
    tag: "events",
    description: "Sends an event `endpoint.test` only to this endpoint, whatever its types.",
  },
  kind: "endpoint",
  idempotency: { owner: "client" },
  params: EndpointPath,
  answers: { 202: BegunTest },
  refuses: ["not_found", "endpoint_disabled"],
  run: async (ports, { unit, caller, params, request: { mode } }) => {
    const begun = await testEndpoint(ports, { unit, caller, mode, id: params.endpointId });
    return begun.ok ? reply(202, BegunTest.parse(begun.value)) : begun;
  },
});

const deliveriesRoute = defineRoute({
  ...ofEndpoints,
  method: "get",
  path: `${endpointPath}/deliveries`,
  summary: "List deliveries to an endpoint, with their tries",
  documentation: {
    operationId: "listEventDeliveries",
    tag: "events",
    description: "The newest first, for 30 days.",
  },
  kind: "list",
  params: EndpointPath,
  query: DeliveryQuery,
  answers: { 200: DeliveryPage },
  refuses: ["bad_request", "not_found"],
  run: (ports, { caller, params, query, request: { mode } }) =>
    listDeliveries(ports, ownerOf(caller, mode), { id: params.endpointId, query }),
});

const resendRoute = defineRoute({
  ...ofEndpoints,
  method: "post",
  path: `${endpointPath}/deliveries/{deliveryId}/resend`,
  summary: "Deliver an event again",
  documentation: {
    operationId: "resendEventDelivery",
    tag: "events",
    description: "The same event, under the same id, as a delivery of its own with ten tries.",
  },
  kind: "endpoint",
  idempotency: { owner: "client" },
  params: DeliveryPath,
  answers: { 202: BegunDelivery },
  refuses: ["not_found", "endpoint_disabled"],
  run: async (ports, { unit, caller, params, request: { mode } }) => {
    const { endpointId: id, deliveryId } = params;
    const begun = await resendDelivery(ports, ownerOf(caller, mode), { unit, id, deliveryId });
    return begun.ok ? reply(202, begun.value) : begun;
  },
});

const keysRoute = defineRoute({
  method: "get",
  path: "/.well-known/aval-events-keys",
  summary: "Read the public keys that sign events",
  documentation: {
    operationId: "readEventKeys",
    tag: "events",
    description: "For endpoints with `publicKeySignature`: signatures `v1a` (Ed25519).",
  },
  service: "edge",
  kind: "read",
  auth: "none",
  limits: { bucket: "pages" },
  answers: { 200: EventKeySet },
  run: (ports) => readEventKeys(ports),
});

/** The routes of events (decisions-3.md part 21). */
export const eventRoutes: readonly Route[] = [
  feedRoute,
  createRoute,
  listRoute,
  readRoute,
  changeRoute,
  deleteRoute,
  rotateRoute,
  testRoute,
  deliveriesRoute,
  resendRoute,
  keysRoute,
];
