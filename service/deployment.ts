import { openSourceComparison } from "../core/access/source_restriction.ts";
import type { Config } from "./config/config.ts";
import { cookieScope } from "../routes/http/cookies.ts";
import type { Deployment } from "../routes/http/deployment.ts";
import { openLongBodies } from "../routes/http/long_bodies.ts";
import { nextTurn } from "./next_turn.ts";
import type { Adapters } from "./adapters.ts";
import type { OpenedRuntime } from "./runtime.ts";

/** Milliseconds from one read to the next of a request that still runs: short beside the policy's 2 s. */
const replayPollMilliseconds = 25;

/** What the edge needs of the configuration and the adapters. */
export function deploymentOf(
  { mode, policy, ...config }: Config,
  { lifecycle, telemetry, pause }: OpenedRuntime,
  { adapters, modes }: { readonly adapters: Adapters; readonly modes: Deployment["ports"] },
): Deployment {
  const { clients, introspector, limiter, replays, traffic, units } = adapters;
  const { waitSeconds, retryAfterSeconds, keyCharactersMax } = policy.idempotency;
  return {
    settings: {
      mode,
      trustedProxies: config.trustedProxies,
      countryHeader: config.countryHeader,
      agentScope: config.agentScope,
      cookies: cookieScope(config.baseUrl),
    },
    ports: modes,
    introspector,
    clients,
    compareSource: openSourceComparison(),
    replays,
    replayRules: {
      keyCharactersMax,
      waitMilliseconds: waitSeconds * 1000,
      pollMilliseconds: replayPollMilliseconds,
      retryAfterSeconds,
      pause,
    },
    rateRules: {
      limiter,
      sizes: policy.rateLimits,
      throttlePercent: policy.anomalies.throttlePercent,
      ipv6PrefixBits: policy.limits.ipv6PrefixBits,
    },
    bodyRules: {
      bytesMax: policy.limits.bodyBytesMax,
      secondsMax: policy.server.bodySecondsMax,
      after: (milliseconds, run) => {
        const timer = setTimeout(run, milliseconds);
        return () => clearTimeout(timer);
      },
      nextTurn,
      draining: lifecycle.draining,
    },
    longBodies: openLongBodies({
      bytesMax: policy.limits.longBodiesBytesMax,
      bytesPerClientMax: policy.limits.longBodiesBytesMax / 2,
    }),
    // What is counted is stored later, whichever request has set it off.
    traffic: { ...traffic, note: (request) => telemetry.detached(() => traffic.note(request)) },
    units,
  };
}
