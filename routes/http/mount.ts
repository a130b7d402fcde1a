import { type Caller, tenantOf } from "../../core/access/schema.ts";
import type { Mode } from "../../core/nouns.ts";
import { type ClientBucketName, countsClients } from "../../core/policy/rate_limits.ts";
import { openOnce } from "../../base/once.ts";
import { ok, type Result } from "../../base/result.ts";
import type { Deployment } from "./deployment.ts";
import { execute, executeOnce, replay } from "./execute.ts";
import { isAgent } from "./guards/authorize.ts";
import { guard, takeTokens } from "./guards/guard.ts";
import { limitSource } from "./guards/limit_rate.ts";
import {
  holdToSession,
  leadBack,
  redirectToFreshLogin,
  redirectToLogin,
} from "./guards/of_session.ts";
import { openReplay } from "./guards/replay.ts";
import { trackAnomalies } from "./guards/track_anomalies.ts";
import { memberOf, type RawBody } from "./read_body.ts";
import { assertCacheable } from "./caching.ts";
import { allowAnyOrigin } from "./cors.ts";
import type { Units } from "../../base/unit.ts";
import type { Ports } from "./ports.ts";
import { chooseForm, type ChosenForm } from "./preferred_form.ts";
import { isReadEarly, noBody, readInTime } from "./body_in_time.ts";
import { assertErrorForm } from "./oauth_errors.ts";
import { type HeldBody, holdBody } from "./long_bodies.ts";
import { type AdmittedRequest, assertReadable, readInput, type ValidInput } from "./read_input.ts";
import { type Rendered, renderRefusal } from "./render.ts";
import type { Refusal } from "./refusals.ts";
import type { RequestContext } from "./request_context.ts";
import type { RequestFacts, Route } from "./route.ts";
import { showAgain } from "./shown_again.ts";
import { assertWritesOnGet, mayWrite, refusePrefetch, uncommitted } from "./safe_requests.ts";

/**
 * The mode that runs a request, and whether the request named another mode than the deployment's.
 */
interface ResolvedMode {
  readonly mode: Mode;
  readonly sandboxOverride: boolean;
}

/** The facts resolved about a request once, before its input is validated. */
interface Resolved extends ResolvedMode, ChosenForm {}

/**
 * Answers one request to one route. The order is the same for every route: {@link limitSource},
 * {@link guard}, read the body, note the request, validate, the route's own proof, replay, run.
 * Only a sandbox deployment reads a body before its guards, since the body may name the caller; an
 * unreadable body is still refused after them.
 */
export async function handle(
  deployment: Deployment,
  route: Route,
  context: RequestContext,
  params: Readonly<Record<string, string>>,
): Promise<Answered> {
  deployment.cohorts.enter();
  try {
    await deployment.cohorts.meet("admit");
    const answered = await answer(deployment, route, context, params);
    const basePath = deployment.settings.cookies.sessionPath;
    const { rendered } = answered;
    const fresh = redirectToFreshLogin(route, context, { refused: rendered.refused, basePath });
    return { ...answered, rendered: fresh ?? leadBack(route, rendered, basePath) };
  } finally {
    deployment.cohorts.leave();
    await Promise.all(context.dueWrites.map((write) => write()));
  }
}

/** The mode that ran a request, and its answer. */
interface Answered {
  readonly mode: Mode;
  readonly rendered: Rendered;
}

async function answer(
  deployment: Deployment,
  route: Route,
  context: RequestContext,
  params: Readonly<Record<string, string>>,
): Promise<Answered> {
  const { mode: deployed } = deployment.settings;
  allowAnyOrigin(route, context);
  const form = chooseForm(route, context);
  const prefetch = refusePrefetch(route, context);
  if (prefetch !== null) return { mode: deployed, rendered: prefetch };
  const refused = (refusal: Refusal): Answered => ({
    mode: deployed,
    rendered: renderRefusal(refusal, route.form?.errors),
  });
  const admitted = await admitCaller(deployment, route, context);
  if (!admitted.ok) {
    const { refusal } = admitted;
    const basePath = deployment.settings.cookies.sessionPath;
    const login = redirectToLogin(route, context, { refusal, basePath });
    return login === null ? refused(refusal) : { mode: deployed, rendered: login };
  }
  const { caller } = admitted.value;
  const held = holdBody(deployment.longBodies, route, caller);
  try {
    const body = await readAdmitted(deployment, route, { context, held, ...admitted.value });
    if (!body.ok) return refused(body.refusal);
    const sent = { request: context.request, body: body.value };
    const own = holdToSession(route, caller, sent);
    if (!own.ok) return refused(own.refusal);
    const resolved = { ...resolveMode(deployed, route, body.value), ...form };
    const request = { caller, body: body.value, context, params };
    const rendered = await answerAdmitted(deployment, route, { request, resolved });
    const again = await showAgain(route, {
      ...{ request, refused: rendered, basePath: deployment.settings.cookies.sessionPath },
      run: (page, input) => runOnce(deployment, page, { context, caller, input, resolved }),
    });
    return { mode: resolved.mode, rendered: again ?? rendered };
  } finally {
    held.release();
  }
}

/**
 * Asserts that this mount has every guard that a route requires, and the messages for its refusals.
 *
 * @throws Error otherwise, which fails the start, so that no request is answered without its guards
 */
export function assertMountable(route: Route): void {
  const { method, path, auth, service, idempotency, limits, form, run, perform } = route;
  const bucket = limits?.bucket;
  assertReadable(route);
  assertWritesOnGet(route);
  assertErrorForm(route);
  assertCacheable(route);
  if ((run === undefined) === (perform === undefined)) {
    throw new Error(`${method} ${path}: it either runs an operation or performs an act`);
  }
  if (perform !== undefined && idempotency !== undefined && idempotency.reserves !== true) {
    throw new Error(`${method} ${path}: an act reserves its idempotency key`);
  }
  const on = form?.on?.page;
  if (on !== undefined && (on.method !== "get" || !isOpenTo(on, route))) {
    throw new Error(`${method} ${path}: the page of its form is not open to the same persons`);
  }
  if (idempotency !== undefined && service === "edge") {
    throw new Error(`${method} ${path}: idempotency records belong to a service`);
  }
  if (idempotency?.owner === "client" && auth === "none") {
    throw new Error(`${method} ${path}: no client to scope idempotency to`);
  }
  if (bucket !== undefined && countsClients(bucket) && auth !== "bearer") {
    throw new Error(`${method} ${path}: the bucket ${bucket} counts clients, and it has none`);
  }
}

/** Whether the callers whom a route admits may open a page, which is shown without its own guards. */
function isOpenTo(page: Route, { auth, access }: Route): boolean {
  const { consoleRole, freshLogin } = page.access ?? {};
  return page.auth === auth && consoleRole === access?.consoleRole && freshLogin === undefined;
}

/** An admitted caller, with the body if it was already read. */
interface Admitted {
  readonly caller: Caller;
  readonly early: Result<RawBody, Refusal> | null;
}

/**
 * Admits the caller. In live the body is read only after the caller is admitted (decisions.md part
 * 2).
 */
async function admitCaller(
  deployment: Deployment,
  route: Route,
  context: RequestContext,
): Promise<Result<Admitted, Refusal>> {
  const { settings, bodyRules, rateRules } = deployment;
  const limited = await limitSource(rateRules, { route, context });
  if (!limited.ok) return limited;
  const early = isReadEarly(route, settings.mode)
    ? await readInTime(route, context.request, bodyRules)
    : null;
  const body = early?.ok === true ? early.value : noBody;
  const caller = await guard(deployment, route, { context, body });
  return caller.ok ? ok({ caller: caller.value, early }) : caller;
}

/** Reads the body of an admitted caller, whose request counts whatever it sends. */
async function readAdmitted(
  { bodyRules, traffic }: Deployment,
  route: Route,
  { context, held, caller, early }: Admitted & {
    readonly context: RequestContext;
    readonly held: HeldBody;
  },
): Promise<Result<RawBody, Refusal>> {
  const body = early ?? await readInTime(route, context.request, { ...bodyRules, grow: held.grow });
  trackAnomalies(traffic, route, {
    caller,
    country: context.country,
    body: body.ok ? body.value : noBody,
  });
  return body;
}

async function answerAdmitted(
  deployment: Deployment,
  route: Route,
  { request, resolved }: { readonly request: AdmittedRequest; readonly resolved: Resolved },
): Promise<Rendered> {
  const input = readInput(route, deployment.settings.cookies, request);
  if (!input.ok) return renderRefusal(input.refusal, route.form?.errors);
  const { context, caller } = request;
  return await runOnce(deployment, route, { context, caller, input: input.value, resolved });
}

/** Runs the operation, or replays the stored answer of its idempotency key. */
async function runOnce(
  deployment: Deployment,
  route: Route,
  { context, caller, input, resolved }: {
    readonly context: RequestContext;
    readonly caller: Caller;
    readonly input: ValidInput;
    readonly resolved: Resolved;
  },
): Promise<Rendered> {
  const { replays, replayRules: rules, settings, units } = deployment;
  const { mode } = resolved;
  const ports = portsOf(deployment, mode, caller);
  const isAgentKey = isAgent(caller, settings.agentScope);
  const request = { ...factsOf(context), ...resolved, isAgent: isAgentKey };
  const given = { caller: caller as never, ...input, request };
  const proven = await route.idempotency?.beforeReplay?.(ports, given);
  if (proven?.ok === false) return renderRefusal(proven.refusal, route.form?.errors);
  const { params, body } = input;
  const gate = await openReplay(
    { replays, rules },
    route,
    { request: context.request, begun: context.begunLook, mode, caller, params, body },
  );
  if (!gate.ok) return renderRefusal(gate.refusal, route.form?.errors);
  if (gate.value.kind === "replay") {
    return await replay(ports, route, gate.value.answer, body);
  }
  const { key } = gate.value;
  const retrying = { random: ports.random, pause: rules.pause, keeping: { ports, caller, body } };
  const { run, perform } = route;
  if (perform !== undefined) {
    const act = () => perform(ports, { ...given, reservation: key?.reservation ?? null });
    return await executeOnce(withDueWrites(units, context), route, key, act, retrying);
  }
  if (run === undefined) throw new Error(`${route.path} does nothing`);
  await deployment.cohorts.meet("run");
  const { once, undo } = openOnce();
  const take = (bucket: ClientBucketName, tokens: number) =>
    takeTokens(deployment, route, { context, caller }, { bucket, tokens });
  const isDry = route.form?.writesOnGet === true && !request.writes;
  const rendered = await execute(
    isDry ? uncommitted(units) : withDueWrites(units, context),
    route,
    key,
    (unit) => run(ports, { unit, once, take, ...given }),
    { ...retrying, undo },
  );
  return isDry ? { ...rendered, cookies: [] } : rendered;
}

/**
 * Starts due writes together with the commit of the request, so that both wait for the store at the
 * same time.
 */
function withDueWrites(
  units: Units,
  { dueWrites }: Pick<RequestContext, "dueWrites">,
): Units {
  return {
    begin: () => units.begin(),
    commit: async (unit) => {
      const [outcome] = await Promise.all([
        units.commit(unit),
        ...dueWrites.map((write) => write()),
      ]);
      return outcome;
    },
  };
}

function factsOf(
  { request, requestId, sourceAddress, country, originHost }: RequestContext,
): Omit<RequestFacts, keyof Resolved | "isAgent"> {
  const isHead = request.method === "HEAD";
  return {
    requestId,
    isHead,
    writes: mayWrite(request),
    sourceAddress,
    country,
    originHost,
    acceptLanguage: request.headers.get("accept-language"),
  };
}

/**
 * Resolves the mode. Sandbox has precedence: live runs only if the deployment is live and the body
 * does not name the sandbox.
 */
function resolveMode(deployed: Mode, { access }: Route, body: RawBody): ResolvedMode {
  const named = access?.namesMode === true ? memberOf(body, "mode") : undefined;
  if (named !== "sandbox" && named !== "live") return { mode: deployed, sandboxOverride: false };
  return { mode: named === deployed ? deployed : "sandbox", sandboxOverride: named !== deployed };
}

/** The ports of a mode; a client of a sandbox may see other invented lists than others. */
function portsOf({ ports }: Deployment, mode: Mode, caller: Caller): Ports {
  const chosen = ports[mode];
  if (chosen === undefined) throw new Error(`This deployment has no ${mode} engine`);
  const tenant = tenantOf(caller);
  const lists = tenant.kind === "sandbox" ? chosen.sandboxLists.of(tenant.clientId) : null;
  return lists === null ? chosen : { ...chosen, lists };
}
