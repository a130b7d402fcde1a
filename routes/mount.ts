import type { Caller, Mode } from "../core/access/caller.ts";
import type { Introspector } from "../core/ports/introspector.ts";
import type { Ports } from "../core/ports/ports.ts";
import type { Replays } from "../core/ports/replays.ts";
import type { Units } from "../core/ports/unit.ts";
import { ok, refuse, type Result } from "../core/result.ts";
import { execute, replay } from "./execute.ts";
import { authenticateBearer, identifySandboxCaller } from "./guards/authenticate.ts";
import { authorize } from "./guards/authorize.ts";
import { openReplay, type ReplayRules } from "./guards/replay.ts";
import { validate } from "./guards/validate.ts";
import { type RawBody, readBody } from "./read_body.ts";
import { type Rendered, renderRefusal } from "./render.ts";
import type { Refusal } from "./refusals.ts";
import type { EdgeSettings, RequestContext } from "./request_context.ts";
import type { RequestFacts, Route } from "./route.ts";

/** Everything that a deployment hands to its routes. */
export interface Deployment {
  readonly settings: EdgeSettings & {
    /** Scope name of agent read-only keys. */
    readonly agentScope: string;
    /** Largest body, bytes. */
    readonly bodyBytesMax: number;
  };
  /** One set of ports a mode; a sandbox deployment has no live one. */
  readonly ports: { readonly sandbox: Ports; readonly live?: Ports };
  readonly introspector: Introspector;
  readonly replays: Replays;
  readonly replayRules: ReplayRules;
  readonly units: Units;
}

/**
 * Answers one request to one route. The order is the same for every route: read the body (mode and
 * sandbox caller stand in it), authenticate, authorize, validate, replay, run.
 */
export async function handle(
  deployment: Deployment,
  route: Route,
  context: RequestContext,
  params: Readonly<Record<string, string>>,
): Promise<{ readonly mode: Mode; readonly rendered: Rendered }> {
  const { mode: deployed } = deployment.settings;
  const body = await readBody(route, context.request, deployment.settings.bodyBytesMax);
  if (!body.ok) return { mode: deployed, rendered: renderRefusal(body.refusal, route.errorForm) };
  const { mode, sandboxOverride } = resolveMode(deployed, route, body.value);
  const answer = await answered(deployment, route, context, {
    params,
    body: body.value,
    mode,
    sandboxOverride,
  });
  return {
    mode,
    rendered: answer.ok ? answer.value : renderRefusal(answer.refusal, route.errorForm),
  };
}

/**
 * Makes sure that this mount has every guard that a route asks for.
 *
 * @throws Error otherwise: the start stops, rather than a request being answered unguarded
 */
export function assertMountable({ method, path, auth, service, idempotent }: Route): void {
  if (auth !== "bearer" && auth !== "none") {
    throw new Error(`${method} ${path}: no authenticator for ${auth}`);
  }
  if (idempotent !== undefined && service === "edge") {
    throw new Error(`${method} ${path}: idempotency records belong to a service`);
  }
  if (idempotent === "client" && auth === "none") {
    throw new Error(`${method} ${path}: no client to scope idempotency to`);
  }
}

interface ReadRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly body: RawBody;
  readonly mode: Mode;
  readonly sandboxOverride: boolean;
}

async function answered(
  deployment: Deployment,
  route: Route,
  context: RequestContext,
  read: ReadRequest,
): Promise<Result<Rendered, Refusal>> {
  const query = singleParameters(context.url.searchParams);
  if (query === null) {
    return refuse({ code: "bad_request", message: "A query parameter is given more than once" });
  }
  const caller = await identify(deployment, route, context, read.body, query);
  if (!caller.ok) return caller;
  const allowed = authorize(route, caller.value, deployment.settings.agentScope);
  if (!allowed.ok) return allowed;

  const params = route.params?.safeParse(read.params);
  if (params !== undefined && !params.success) {
    return refuse({ code: "not_found" });
  }
  const validQuery = validate(route.query, query, "Query parameter");
  if (!validQuery.ok) return validQuery;
  const validBody = validateBody(route, read.body);
  if (!validBody.ok) return validBody;

  const ports = portsOf(deployment, read.mode);
  const { request, requestId, sourceAddress, country, originHost } = context;
  const gate = await openReplay(
    { replays: deployment.replays, rules: deployment.replayRules },
    route,
    {
      request,
      caller: caller.value,
      params: params?.data,
      body: validBody.value,
    },
  );
  if (!gate.ok) return gate;
  if (gate.value.kind === "replay") return ok(await replay(ports, route, gate.value.answer));

  const { mode, sandboxOverride } = read;
  const facts: RequestFacts = {
    requestId,
    mode,
    sandboxOverride,
    sourceAddress,
    country,
    originHost,
  };
  return ok(
    await execute(deployment.units, route, gate.value.reservation, (unit) =>
      route.run(ports, {
        unit,
        caller: caller.value as never,
        params: params?.data,
        query: validQuery.value,
        body: validBody.value,
        request: facts,
      })),
  );
}

/** @returns null when one is given more than once, which no standard lets mean anything */
function singleParameters(parameters: URLSearchParams): Readonly<Record<string, string>> | null {
  const single = Object.fromEntries(parameters);
  return Object.keys(single).length === parameters.size ? single : null;
}

/** Sandbox always wins: live runs only where the deployment is live and the body does not say otherwise. */
function resolveMode(
  deployed: Mode,
  { namesMode }: Route,
  body: RawBody,
): { readonly mode: Mode; readonly sandboxOverride: boolean } {
  const named = namesMode === true ? memberOf(body, "mode") : undefined;
  if (named !== "sandbox" && named !== "live") return { mode: deployed, sandboxOverride: false };
  return { mode: named === deployed ? deployed : "sandbox", sandboxOverride: named !== deployed };
}

function memberOf(body: RawBody, name: string): unknown {
  if (body.kind === "none" || typeof body.value !== "object" || body.value === null) {
    return undefined;
  }
  return Object.hasOwn(body.value, name)
    ? (body.value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

async function identify(
  { settings, introspector }: Deployment,
  route: Route,
  { request }: RequestContext,
  body: RawBody,
  query: Readonly<Record<string, string>>,
): Promise<Result<Caller, Refusal>> {
  switch (route.auth) {
    case "bearer":
      return settings.mode === "live"
        ? await authenticateBearer(introspector, request, { fresh: route.freshToken === true })
        : identifySandboxCaller(request, namedClient(route, body, query));
    case "none":
      return ok({ kind: route.anonymous ?? "browser" });
    case "session_token":
    case "client_secret":
    case "access_token":
      throw new Error(`No authenticator for ${route.auth}`);
    default:
      return route.auth satisfies never;
  }
}

function namedClient(
  { namesClient }: Route,
  body: RawBody,
  query: Readonly<Record<string, string>>,
): unknown {
  if (namesClient === undefined) return undefined;
  return namesClient === "body" ? memberOf(body, "clientId") : query["clientId"];
}

function validateBody(
  route: Route,
  body: RawBody,
): Result<unknown, Refusal<"bad_request">> {
  if (body.kind === "none") return ok(undefined);
  return validate(body.kind === "json" ? route.body : route.form, body.value, "Field");
}

function portsOf({ ports }: Deployment, mode: Mode): Ports {
  const chosen = ports[mode];
  if (chosen === undefined) throw new Error(`This deployment has no ${mode} engine`);
  return chosen;
}
