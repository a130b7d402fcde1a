import { type Caller, tenantOf } from "../../../core/access/schema.ts";
import { bucketAddress } from "../../../core/access/source_address.ts";
import type { ClientBucketName } from "../../../core/policy/rate_limits.ts";
import { ok, type Result } from "../../../base/result.ts";
import type { Deployment } from "../deployment.ts";
import type { RawBody } from "../read_body.ts";
import type { Refusal } from "../refusals.ts";
import type { RequestContext } from "../request_context.ts";
import type { Route } from "../route.ts";
import { admit, resolveAccount } from "./admit.ts";
import { allowanceOf } from "./allowance.ts";
import { identify } from "./identify.ts";
import { limitPerson, limitRate } from "./limit_rate.ts";
import { beginLook } from "./replay.ts";

/**
 * Runs the guards before the validation of input, in the order of every route: authenticate, admit
 * (account, token, source), limit the rate of clients.
 *
 * @param body the body, if it is already read; in live it is read later
 */
export async function guard(
  deployment: Deployment,
  route: Route,
  { context, body }: { readonly context: RequestContext; readonly body: RawBody },
): Promise<Result<Caller, Refusal>> {
  const { settings, introspector, consoleSessions, clients } = deployment;
  const { compareSource, traffic } = deployment;
  const { mode } = settings;
  const identified = await identify({ mode, introspector, consoleSessions }, route, {
    request: context.request,
    source: bucketAddress(context.sourceAddress, deployment.rateRules.ipv6PrefixBits),
    body,
    query: context.url.searchParams,
  });
  if (!identified.ok) return identified;
  const caller = identified.value;
  const account = await resolveAccount(clients, route, caller);
  const admitted = admit(route, { caller, account, source: context }, {
    agentScope: settings.agentScope,
    compareSource,
    log: deployment.ports.sandbox.log,
    requestId: context.requestId,
  });
  if (!admitted.ok) return admitted;
  const { replays, replayRules: rules } = deployment;
  context.begunLook = beginLook({ replays, rules }, route, { request: context.request, caller });
  const limited = await limitRate(deployment.rateRules, { route, context }, {
    deployed: settings.mode,
    caller,
    allowance: await allowanceOf(traffic, route, { caller, account }),
  });
  if (!limited.ok) return limited;
  const person = await limitPerson(deployment.rateRules, { route, context }, {
    deployed: settings.mode,
    caller,
  });
  return person.ok ? ok(caller) : person;
}

/** Takes tokens of a bucket in addition to that of the route, which {@link guard} takes. */
export async function takeTokens(
  { settings, clients, rateRules, traffic }: Deployment,
  route: Pick<Route, "access" | "service">,
  { context, caller }: { readonly context: RequestContext; readonly caller: Caller },
  { bucket, tokens }: { readonly bucket: ClientBucketName; readonly tokens: number },
): Promise<Result<undefined, Refusal<"rate_limit_exceeded"> | Refusal<"bad_request">>> {
  const beside = { limits: { bucket }, service: route.service };
  const account = await resolveAccount(clients, route, caller);
  const allowance = await allowanceOf(traffic, beside, { caller, account });
  const subject = { deployed: settings.mode, caller: tenantOf(caller), allowance };
  return await limitRate(rateRules, { route: beside, context }, subject, tokens);
}
