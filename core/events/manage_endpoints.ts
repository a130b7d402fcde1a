import { ok, refuse, type Result } from "../../base/result.ts";
import type { Unit } from "../../base/unit.ts";
import { uuidV7 } from "../../base/uuid.ts";
import { secretBytes, writeSecret } from "../../standards/webhooks/signature.ts";
import type { ActingPerson } from "../access/person_identity.ts";
import type { TenantCaller } from "../access/schema.ts";
import type { Mode } from "../nouns.ts";
import {
  type CreatedEndpoint,
  type Endpoint,
  type EndpointChange,
  EndpointId,
  type EndpointRequest,
  type KeptEndpoint,
  type RotatedSecret,
} from "./endpoint_schema.ts";
import { parseEndpointUrl } from "./endpoint_url.ts";
import type { AddressRefusal, EventOwner, EventPorts } from "./ports.ts";

/** Input of the acts on a client's endpoints. */
export interface EndpointAct {
  readonly unit: Unit;
  readonly caller: TenantCaller;
  readonly mode: Mode;
  /** The person who acts at the desk; absent for a call of the API. */
  readonly by?: ActingPerson;
}

/** The endpoint is unknown, or belongs to another client. */
export type UnknownEndpoint = { readonly code: "not_found" };
/** Events cannot be delivered to the URL. */
export type EndpointRefusal = { readonly code: "bad_request"; readonly message: string };

const addressMessages: Readonly<Record<AddressRefusal["code"], string>> = {
  address_not_public: 'Field "url" leads to an address that is not a public one of the Internet',
  not_found: 'Field "url" has a host that cannot be found',
  not_permitted:
    'Field "url" has a host that this deployment may not connect to; ask its operator to permit it',
};

/** Creates an endpoint. Only this answer shows its secret. */
export async function createEndpoint(
  ports: EventPorts,
  { unit, caller, mode, by, request }: EndpointAct & { readonly request: EndpointRequest },
): Promise<Result<CreatedEndpoint, EndpointRefusal | { readonly code: "too_many_endpoints" }>> {
  const owner = ownerOf(caller, mode);
  const standing = await ports.eventEndpoints.of(owner);
  if (standing.endpoints.length >= ports.eventRules.clientEndpointsMax) {
    return refuse({ code: "too_many_endpoints" });
  }
  const { url, types = null, description = null, publicKeySignature = false } = request;
  const judged = await judgeUrl(ports, url, mode);
  if (!judged.ok) return judged;
  const secret = writeSecret(ports.random.bytes(secretBytes));
  const endpoint: KeptEndpoint = {
    endpointId: EndpointId.parse(uuidV7(ports)),
    ...{ url, types, description, publicKeySignature },
    ...{ enabled: true, disabledBy: null },
    createdAt: ports.clock.now().toString({ smallestUnit: "millisecond" }),
    secrets: [{ secret }],
    failingSince: null,
  };
  standing.put(unit, [...standing.endpoints, endpoint]);
  await ports.eventReaders.note(owner);
  record(ports, unit, { owner, endpoint, change: "created", by });
  return ok({ ...shownEndpoint(endpoint), secret });
}

/** Lists the endpoints of the caller's client, the oldest first. */
export async function listEndpoints(
  { eventEndpoints }: Pick<EventPorts, "eventEndpoints">,
  owner: EventOwner,
): Promise<Result<{ readonly endpoints: readonly Endpoint[] }, never>> {
  const { endpoints } = await eventEndpoints.of(owner);
  return ok({ endpoints: endpoints.map(shownEndpoint) });
}

/** Reads an endpoint. */
export async function readEndpoint(
  { eventEndpoints }: Pick<EventPorts, "eventEndpoints">,
  owner: EventOwner,
  id: EndpointId,
): Promise<Result<Endpoint, UnknownEndpoint>> {
  const { endpoints } = await eventEndpoints.of(owner);
  const found = endpoints.find(({ endpointId }) => endpointId === id);
  return found === undefined ? refuse({ code: "not_found" }) : ok(shownEndpoint(found));
}

/** Changes an endpoint. Enabling it resets its failures. */
export async function changeEndpoint(
  ports: EventPorts,
  { unit, caller, mode, by, id, change }: EndpointAct & {
    readonly id: EndpointId;
    readonly change: EndpointChange;
  },
): Promise<Result<Endpoint, UnknownEndpoint | EndpointRefusal>> {
  const { url, types, description, publicKeySignature, enabled } = change;
  const changed = await replaceEndpoint(ports, { unit, caller, mode, id }, async (endpoint) => {
    const judged = url === undefined ? ok(null) : await judgeUrl(ports, url, mode);
    if (!judged.ok) return judged;
    return ok({
      ...endpoint,
      ...(url === undefined ? {} : { url }),
      ...(types === undefined ? {} : { types }),
      ...(description === undefined ? {} : { description }),
      ...(publicKeySignature === undefined ? {} : { publicKeySignature }),
      ...(enabled === undefined ? {} : {
        enabled,
        disabledBy: enabled ? null : endpoint.disabledBy ?? "client" as const,
        failingSince: enabled ? null : endpoint.failingSince,
      }),
    });
  });
  if (!changed.ok) return changed;
  const owner = ownerOf(caller, mode);
  record(ports, unit, { owner, endpoint: changed.value, change: "changed", by });
  return ok(shownEndpoint(changed.value));
}

/** Makes a new secret. The one before remains valid for a while: deliveries are signed by both. */
export async function rotateSecret(
  ports: EventPorts,
  { unit, caller, mode, by, id }: EndpointAct & { readonly id: EndpointId },
): Promise<Result<RotatedSecret, UnknownEndpoint>> {
  const secret = writeSecret(ports.random.bytes(secretBytes));
  const now = ports.clock.now();
  const previousUntil = now.add({ hours: ports.eventRules.rotationHours })
    .toString({ smallestUnit: "millisecond" });
  const changed = await replaceEndpoint(ports, { unit, caller, mode, id }, (endpoint) => {
    const [last] = endpoint.secrets;
    if (last === undefined) throw new Error("An endpoint has a secret");
    const secrets = [{ secret }, { secret: last.secret, until: previousUntil }];
    return ok({ ...endpoint, secrets });
  });
  if (!changed.ok) return changed;
  const owner = ownerOf(caller, mode);
  record(ports, unit, { owner, endpoint: changed.value, change: "secret_rotated", by });
  return ok({ endpointId: id, secret, previousUntil });
}

/** Deletes an endpoint. Its pending deliveries are not sent. */
export async function deleteEndpoint(
  ports: EventPorts,
  { unit, caller, mode, by, id }: EndpointAct & { readonly id: EndpointId },
): Promise<Result<{ readonly endpointId: EndpointId }, UnknownEndpoint>> {
  const owner = ownerOf(caller, mode);
  const standing = await ports.eventEndpoints.of(owner);
  const found = standing.endpoints.find(({ endpointId }) => endpointId === id);
  if (found === undefined) return refuse({ code: "not_found" });
  standing.put(unit, standing.endpoints.filter((one) => one !== found));
  record(ports, unit, { owner, endpoint: found, change: "deleted", by });
  return ok({ endpointId: id });
}

/** Raises a test event for one endpoint only. */
export async function testEndpoint(
  ports: EventPorts,
  { unit, caller, mode, id }: EndpointAct & { readonly id: EndpointId },
): Promise<
  Result<{ readonly eventId: string }, UnknownEndpoint | { readonly code: "endpoint_disabled" }>
> {
  const owner = ownerOf(caller, mode);
  const found = await readEndpoint(ports, owner, id);
  if (!found.ok) return found;
  if (!found.value.enabled) return refuse({ code: "endpoint_disabled" });
  const data = { endpointId: id };
  return ok({ eventId: ports.events.raise(unit, { ...owner, type: "endpoint.test", data }) });
}

/** The owner of the events and endpoints in a request. */
export function ownerOf({ clientId }: TenantCaller, mode: Mode): EventOwner {
  return { clientId, mode };
}

/** An endpoint without its secrets. */
function shownEndpoint({ secrets: _, failingSince: __, ...shown }: KeptEndpoint): Endpoint {
  return shown;
}

async function replaceEndpoint<Refusal>(
  { eventEndpoints }: Pick<EventPorts, "eventEndpoints">,
  { unit, caller, mode, id }: EndpointAct & { readonly id: EndpointId },
  change: (endpoint: KeptEndpoint) => MaybeLater<Result<KeptEndpoint, Refusal>>,
): Promise<Result<KeptEndpoint, Refusal | UnknownEndpoint>> {
  const standing = await eventEndpoints.of(ownerOf(caller, mode));
  const found = standing.endpoints.find(({ endpointId }) => endpointId === id);
  if (found === undefined) return refuse({ code: "not_found" } as const);
  const changed = await change(found);
  if (!changed.ok) return changed;
  standing.put(unit, standing.endpoints.map((one) => one === found ? changed.value : one));
  return changed;
}

type MaybeLater<Value> = Value | Promise<Value>;

async function judgeUrl(
  { eventSender }: Pick<EventPorts, "eventSender">,
  text: string,
  mode: Mode,
): Promise<Result<null, EndpointRefusal>> {
  const url = parseEndpointUrl(text, mode);
  if (!url.ok) return url;
  const judged = await eventSender.judge(url.value);
  if (judged.ok) return judged;
  return refuse({ code: "bad_request", message: addressMessages[judged.refusal.code] });
}

/** Records an act on an endpoint. The entry does not contain the URL. */
function record(
  { audit }: Pick<EventPorts, "audit">,
  unit: Unit,
  { owner: { clientId, mode }, endpoint: { endpointId }, change, by }: {
    readonly owner: EventOwner;
    readonly endpoint: Pick<KeptEndpoint, "endpointId">;
    readonly change: "created" | "changed" | "secret_rotated" | "deleted";
    readonly by: ActingPerson | undefined;
  },
): void {
  audit.record(unit, { kind: "EVENT_ENDPOINT_CHANGED", clientId, mode, endpointId, change, ...by });
}
