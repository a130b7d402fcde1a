import { z } from "zod";
import { actingPerson } from "../../../core/access/person_identity.ts";
import {
  DeliveryId,
  DeliveryQuery,
  EndpointId,
  EndpointRequest,
} from "../../../core/events/endpoint_schema.ts";
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  ownerOf,
  readEndpoint,
  rotateSecret,
  testEndpoint,
} from "../../../core/events/manage_endpoints.ts";
import { listDeliveries, resendDelivery } from "../../../core/events/read_deliveries.ts";
import { defineRoute, type Route } from "../../http/route.ts";
import { checkboxes, checkedOf } from "../checkboxes.ts";
import { doneAt, FormToken, redirectTo, tokenForm } from "../person_page.ts";
import { renderEndpoint } from "./endpoint_page.ts";
import { endpointTypes, renderEndpoints, renderSecret } from "./endpoints_page.ts";
import { act, page, pageOf, shownAct, withoutBlanks } from "./frame.ts";

const current = "/desk/events";
const endpointPath = `${current}/{endpointId}`;
const byEndpoint = z.object({ endpointId: EndpointId });
const pathOf = (id: EndpointId) => `${current}/${id}`;
const title = "Events";
/** Deliveries of a page. */
const deliveriesMax = 25;

const token = { formToken: FormToken };
/** A client that is suspended gets no secret, at once. */
const access = { freshClient: true } as const;

/** The pages of endpoints and deliveries, and what is done there. */
export function endpointRoutes(): readonly Route[] {
  return [
    endpointsRoute,
    createRoute,
    endpointRoute,
    stateRoute,
    secretRoute,
    testRoute,
    removeRoute,
    resendRoute,
  ];
}

const endpointsRoute = defineRoute({
  ...page,
  path: current,
  summary: "The endpoints of the reviewers' desk",
  run: async (ports, { caller, request: { mode } }) => {
    const listed = await listEndpoints(ports, ownerOf(caller.client, mode));
    if (!listed.ok) return listed;
    const { formToken } = caller;
    const body = renderEndpoints({ endpoints: listed.value.endpoints, formToken });
    return pageOf({ title, current, caller, body });
  },
});

const { url, description } = EndpointRequest.unwrap().shape;

/** The secret is on the page that answers, and on no other. */
const createRoute = defineRoute({
  ...shownAct,
  path: current,
  summary: "Add an endpoint",
  access,
  form: {
    ...shownAct.form,
    on: { page: endpointsRoute },
    urlencoded: z.preprocess(
      withoutBlanks,
      z.object({
        ...{ ...token, url, description },
        publicKeySignature: z.literal("yes").optional(),
        ...checkboxes("type", endpointTypes),
      }),
    ),
  },
  refuses: ["bad_request", "too_many_endpoints"],
  run: async (ports, { unit, caller, body, request: { mode } }) => {
    const { url, description, publicKeySignature } = body;
    const types = checkedOf(body, "type", endpointTypes);
    const created = await createEndpoint(ports, {
      ...{ unit, caller: caller.client, mode, by: actingPerson(caller) },
      request: {
        ...{ url, publicKeySignature: publicKeySignature === "yes" },
        ...(description === undefined ? {} : { description }),
        ...(types.length === 0 ? {} : { types }),
      },
    });
    if (!created.ok) return created;
    const page = renderSecret({ ...created.value, previousUntil: null });
    return pageOf({ title, current, caller, body: page });
  },
});

const endpointRoute = defineRoute({
  ...page,
  path: endpointPath,
  summary: "An endpoint of the reviewers' desk",
  params: byEndpoint,
  query: DeliveryQuery.pick({ cursor: true }),
  refuses: ["bad_request", "not_found"],
  run: async (ports, { caller, params: { endpointId: id }, query, request: { mode } }) => {
    const owner = ownerOf(caller.client, mode);
    const endpoint = await readEndpoint(ports, owner, id);
    if (!endpoint.ok) return endpoint;
    const asked = { ...query, limit: deliveriesMax };
    const listed = await listDeliveries(ports, owner, { id, query: asked });
    if (!listed.ok) return listed;
    const { formToken } = caller;
    const body = renderEndpoint({ endpoint: endpoint.value, page: listed.value, formToken });
    return pageOf({ title, current, caller, body });
  },
});

const stateRoute = defineRoute({
  ...act,
  path: `${endpointPath}/state`,
  summary: "Enable or disable an endpoint",
  params: byEndpoint,
  form: {
    ...act.form,
    on: { page: endpointRoute },
    urlencoded: z.object({ ...token, enabled: z.enum(["yes", "no"]) }),
  },
  refuses: ["bad_request", "not_found"],
  run: async (ports, { unit, caller, params: { endpointId: id }, body, request: { mode } }) => {
    const changed = await changeEndpoint(ports, {
      ...{ unit, caller: caller.client, mode, by: actingPerson(caller), id },
      change: { enabled: body.enabled === "yes" },
    });
    return changed.ok ? doneAt(pathOf(id)) : changed;
  },
});

/** The forms of an endpoint's page that send a token alone. */
const onEndpoint = { ...tokenForm, on: { page: endpointRoute } } as const;

const secretRoute = defineRoute({
  ...shownAct,
  path: `${endpointPath}/secret`,
  summary: "Make another secret of an endpoint",
  access,
  params: byEndpoint,
  form: tokenForm,
  refuses: ["not_found"],
  run: async (ports, { unit, caller, params: { endpointId: id }, request: { mode } }) => {
    const rotated = await rotateSecret(ports, {
      ...{ unit, caller: caller.client, mode, by: actingPerson(caller), id },
    });
    if (!rotated.ok) return rotated;
    return pageOf({ title, current, caller, body: renderSecret(rotated.value) });
  },
});

const testRoute = defineRoute({
  ...act,
  path: `${endpointPath}/test`,
  summary: "Have a test event delivered",
  params: byEndpoint,
  form: onEndpoint,
  refuses: ["not_found", "endpoint_disabled"],
  run: async (ports, { unit, caller, params: { endpointId: id }, request: { mode } }) => {
    const begun = await testEndpoint(ports, { unit, caller: caller.client, mode, id });
    return begun.ok ? redirectTo(pathOf(id)) : begun;
  },
});

const removeRoute = defineRoute({
  ...act,
  path: `${endpointPath}/removal`,
  summary: "Remove an endpoint",
  params: byEndpoint,
  form: tokenForm,
  refuses: ["not_found"],
  run: async (ports, { unit, caller, params: { endpointId: id }, request: { mode } }) => {
    const deleted = await deleteEndpoint(ports, {
      ...{ unit, caller: caller.client, mode, by: actingPerson(caller), id },
    });
    return deleted.ok ? doneAt(current) : deleted;
  },
});

const resendRoute = defineRoute({
  ...act,
  path: `${endpointPath}/deliveries/{deliveryId}/again`,
  summary: "Deliver an event again",
  params: byEndpoint.extend({ deliveryId: DeliveryId }),
  form: onEndpoint,
  refuses: ["not_found", "endpoint_disabled"],
  run: async (ports, { unit, caller, params, request: { mode } }) => {
    const { endpointId: id, deliveryId } = params;
    const begun = await resendDelivery(ports, ownerOf(caller.client, mode), {
      ...{ unit, id, deliveryId },
    });
    return begun.ok ? redirectTo(pathOf(id)) : begun;
  },
});
