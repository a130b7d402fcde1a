import type { Mode } from "../../core/nouns.ts";
import { countsClients } from "../../core/policy/rate_limits.ts";
import type { Clients, Introspector } from "../../core/access/ports.ts";
import type { Ports } from "../../core/ports.ts";
import type { Replays } from "../../core/idempotency/ports.ts";
import type { Traffic } from "../../core/anomalies/ports.ts";
import type { Units } from "../../base/unit.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { execute, replay } from "./execute.ts";
import { admit, resolveAccount } from "./guards/admit.ts";
import { allowanceOf } from "./guards/allowance.ts";
import { isAgent } from "./guards/authorize.ts";
import { identify } from "./guards/identify.ts";
import { limitRate, type RateRules } from "./guards/limit_rate.ts";
import { openReplay, type ReplayRules } from "./guards/replay.ts";
import { trackAnomalies } from "./guards/track_anomalies.ts";
import { validate } from "./guards/validate.ts";
import { memberOf, type RawBody, readBody } from "./read_body.ts";
import { allowAnyOrigin } from "./cors.ts";
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
  readonly clients: Clients;
  readonly replays: Replays;
  readonly replayRules: ReplayRules;
  readonly rateRules: RateRules;
  readonly traffic: Traffic;
  readonly units: Units;
}

/**
 * Answers one request to one route. The order is the same for every route: read the body (mode and
 * sandbox caller stand in it), authenticate, admit (account, token, source), limit the rate, track
 * anomalies, validate, replay, run. Only a large body that names neither waits until its caller is admitted.
 */
export async function handle(
  deployment: Deployment,
  route: Route,
  context: RequestContext,
  params: Readonly<Record<string, string>>,
): Promise<{ readonly mode: Mode; readonly rendered: Rendered }> {
  const { mode: deployed, bodyBytesMax } = deployment.settings;
  allowAnyOrigin(route, context);
  const body = isReadLate(route)
    ? ok(noBody)
    : await readBody(route, context.request, route.bodyBytesMax ?? bodyBytesMax);
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
export function assertMountable(
  { method, path, auth, service, idempotent, rateLimit }: Route,
): void {
  if (auth === "client_secret" || auth === "access_token") {
    throw new Error(`${method} ${path}: no authenticator for ${auth}`);
  }
  if (idempotent !== undefined && service === "edge") {
    throw new Error(`${method} ${path}: idempotency records belong to a service`);
  }
  if (idempotent === "client" && auth === "none") {
    throw new Error(`${method} ${path}: no client to scope idempotency to`);
  }
  if (rateLimit !== undefined && countsClients(rateLimit) && auth !== "bearer") {
    throw new Error(`${method} ${path}: the bucket ${rateLimit} counts clients, and it has none`);
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
  const { searchParams } = context.url;
  const { settings, introspector } = deployment;
  const caller = await identify({ mode: settings.mode, introspector }, route, {
    request: context.request,
    body: read.body,
    query: searchParams,
  });
  if (!caller.ok) return caller;
  const account = await resolveAccount(deployment.clients, caller.value);
  const admitted = admit(route, { caller: caller.value, account, source: context }, {
    agentScope: settings.agentScope,
    log: deployment.ports.sandbox.log,
    requestId: context.requestId,
  });
  if (!admitted.ok) return admitted;
  const limited = await limitRate(deployment.rateRules, { route, context }, {
    deployed: settings.mode,
    caller: caller.value,
    allowance: await allowanceOf(deployment.traffic, route, { caller: caller.value, account }),
  });
  if (!limited.ok) return limited;
  trackAnomalies(deployment.traffic, route, {
    caller: caller.value,
    country: context.country,
    body: read.body,
  });

  const body = await lateBody(route, context, read.body);
  if (!body.ok) return body;
  const params = route.params?.safeParse(read.params);
  if (params !== undefined && !params.success) {
    // A token is answered alike whether or not there is what it is shown for.
    return refuse({ code: caller.value.kind === "session_token" ? "unauthorized" : "not_found" });
  }
  const query = validateQuery(route, searchParams);
  if (!query.ok) return query;
  const validBody = validateBody(route, body.value);
  if (!validBody.ok) return validBody;

  const ports = portsOf(deployment, read.mode);
  const { request, requestId, sourceAddress, country, originHost } = context;
  const gate = await openReplay(
    { replays: deployment.replays, rules: deployment.replayRules },
    route,
    {
      request,
      mode: read.mode,
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
    isAgent: isAgent(caller.value, settings.agentScope),
    mode,
    sandboxOverride,
    isHead: request.method === "HEAD",
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
        query: query.value,
        body: validBody.value,
        request: facts,
      })),
  );
}

const noBody: RawBody = { kind: "none" };

/** A large body is held for nobody who may not send it, unless it says who that is or what runs. */
function isReadLate({ bodyBytesMax, namesMode, namesClient }: Route): boolean {
  return bodyBytesMax !== undefined && namesMode !== true && namesClient !== "body";
}

async function lateBody(
  route: Route,
  { request }: RequestContext,
  early: RawBody,
): Promise<Result<RawBody, Refusal>> {
  return isReadLate(route) && route.bodyBytesMax !== undefined
    ? await readBody(route, request, route.bodyBytesMax)
    : ok(early);
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

/**
 * A parameter that is given more than once is refused: no standard lets it mean anything. A route
 * that reads none has no 400 for it, and ignores what it does not read.
 */
function validateQuery(
  { query }: Route,
  parameters: URLSearchParams,
): Result<unknown, Refusal<"bad_request">> {
  if (query === undefined) return ok(undefined);
  const single = Object.fromEntries(parameters);
  return Object.keys(single).length === parameters.size
    ? validate(query, single, "Query parameter")
    : refuse({ code: "bad_request", message: "A query parameter is given more than once" });
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
