import { setImmediate } from "node:timers";
import { openCohorts } from "../base/cohorts.ts";
import { openSourceComparison } from "../core/access/source_restriction.ts";
import type { Config } from "./config/config.ts";
import { cookieScope } from "../routes/http/cookies.ts";
import { openConsoleSessions } from "../routes/http/console_sessions.ts";
import type { Deployment } from "../routes/http/deployment.ts";
import { openAnswers } from "../routes/http/open_answers.ts";
import { openLongBodies } from "../routes/http/long_bodies.ts";
import { openRunningKeys } from "../routes/http/running_keys.ts";
import { atMostEvery } from "../base/at_most_every.ts";
import { nextTurn } from "./process/next_turn.ts";
import type { Adapters } from "./adapters.ts";
import type { OpenedRuntime } from "./process/runtime.ts";
import { strictTransportSeconds } from "./process/strict_transport.ts";

/**
 * Milliseconds between two reads of a request that still runs: short compared with the policy's 2
 * s.
 */
const replayPollMilliseconds = 25;

/** Minimum milliseconds between two log records of requests refused because too many are open. */
const crowdedLogMilliseconds = 60_000;

/** The parts of configuration and adapters that the HTTP edge needs. */
export function deploymentOf(
  config: Config,
  { lifecycle, telemetry, pause, log }: OpenedRuntime,
  { adapters, modes }: { readonly adapters: Adapters; readonly modes: Deployment["ports"] },
): Deployment {
  const { rememberedClients: clients, introspector, limiter, replays, traffic, units } = adapters;
  const { mode, policy } = config;
  const { waitSeconds, waitingRequestsMax, retryAfterSeconds, keyCharactersMax } =
    policy.idempotency;
  const cookies = cookieScope(config.baseUrl);
  const isRefusalLogged = atMostEvery(crowdedLogMilliseconds, () => performance.now());
  return {
    settings: {
      mode,
      trustedProxies: config.trustedProxies,
      countryHeader: config.countryHeader,
      agentScope: config.agentScope,
      strictTransportSeconds: strictTransportSeconds(config),
      cookies,
    },
    ports: modes,
    introspector,
    clients,
    consoleSessions: config.consoleParts.length > 0
      ? openConsoleSessions({
        mode: config.mode,
        parts: config.consoleParts,
        personSessions: modes.sandbox.personSessions,
        cookies,
        origin: new URL(config.baseUrl).origin,
        clock: modes.sandbox.clock,
        rules: policy.sessions,
      })
      : null,
    compareSource: openSourceComparison(),
    replays,
    replayRules: {
      keyCharactersMax,
      waitMilliseconds: waitSeconds * 1000,
      pollMilliseconds: replayPollMilliseconds,
      waitingRequestsMax,
      retryAfterSeconds,
      pause,
      running: openRunningKeys(),
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
    cohorts: openCohorts((run) => void setImmediate(run)),
    openAnswers: openAnswers({
      requestsMax: policy.server.openRequestsMax,
      requestsPerSourceMax: policy.server.sourceOpenRequestsMax,
      bytesMax: policy.server.openAnswersBytesMax,
      bytesPerSourceMax: policy.server.openAnswersBytesMax / 2,
      onRefusal: (bound) => {
        if (isRefusalLogged()) log.warn("requests_crowded", { bound });
      },
    }),
    // What is counted is stored later, whichever request has set it off.
    traffic: { ...traffic, note: (request) => telemetry.detached(() => traffic.note(request)) },
    units,
  };
}
