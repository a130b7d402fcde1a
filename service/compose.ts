import type { Config } from "./config/config.ts";
import type { Connect } from "../gateways/http/connect.ts";
import { settingsWithoutEffect } from "../core/policy/without_effect.ts";
import type { Vectors } from "../core/screening/ports.ts";
import { offerExampleDecision } from "../core/screening/example_decision.ts";
import { DecisionId } from "../core/screening/schema.ts";
import { countRefusals } from "../core/telemetry/count_refusals.ts";
import { silentTelemetry } from "../core/telemetry/silent.ts";
import { uuidV7 } from "../base/uuid.ts";
import { type Adapters, openAdapters } from "./adapters.ts";
import { openEngines } from "./engines.ts";
import { openHousekeeping } from "./housekeeping.ts";
import type { AuditLog } from "../kv/audit/audit_log.ts";
import type { Backend } from "../kv/store/backend.ts";
import { openStore } from "../kv/store/open_store.ts";
import { openRateLimiter } from "../kv/rate_limiter.ts";
import type { Store } from "../kv/store/store.ts";
import { type OpenModes, openModes } from "./live_and_sandbox.ts";
import type { Runtime } from "./runtime.ts";
import { type App, createApp, mountRoutes } from "../routes/http/app.ts";
import type { Deployment } from "../routes/http/mount.ts";
import type { Route } from "../routes/http/route.ts";
import { loadTrust } from "./trust.ts";

/** The running service: its front door, and what operators and tests reach behind it. */
export interface Service {
  readonly app: App;
  readonly auditLog: AuditLog;
  readonly store: Store;
  /** Puts the decision on file that a sandbox's reference shows; in live there is none. */
  offerExamples(): Promise<void>;
  /**
   * What no request waits for and an instance that died may have left; once a minute. Never rejects:
   * what goes wrong is logged.
   */
  runMaintenance(): Promise<void>;
  /** Whether there is a manifest to look at. */
  readonly followsLists: boolean;
  /**
   * Looks at the manifest of the lists, and puts newer ones in force; with none to look at, does
   * nothing. Never rejects.
   */
  refreshLists(): Promise<void>;
  /** Stores what is counted, puts what is recorded onto the audit chain and closes the store. */
  close(): Promise<void>;
}

/** What tests put in place of what a deployment has. */
export interface Overrides {
  /** Changes what the routes stand on. */
  readonly deployment?: (deployment: Deployment) => Deployment;
  /** Reaches the issuers of credentials in place of the Internet. */
  readonly connect?: Connect;
  /** Stands between the store and its backend. */
  readonly wrapBackend?: (backend: Backend) => Backend;
  /** Compares names in the shadow of live decisions. */
  readonly vectors?: Vectors;
  /** Mounted in place of the service's own. */
  readonly routes?: readonly Route[];
}

/** Milliseconds between two looks at a request that still runs: short beside the 2 s of the policy. */
const replayPollMilliseconds = 25;

/**
 * The composition root: configuration -> adapters -> app. A sandbox deployment holds the synthetic
 * engine; a live one holds both, and the mount picks one for each request.
 *
 * @throws Error that says what to do, when the store, a key or a list cannot be opened
 */
export async function openService(
  config: Config,
  handed: Runtime,
  overrides: Overrides = {},
): Promise<Service> {
  const closing = new AbortController();
  const outside = { telemetry: silentTelemetry, ...handed };
  const engines = await openEngines(config, outside, closing.signal);
  const trust = await loadTrust(config, outside.clock);
  const { wrapBackend, connect, vectors } = overrides;
  const store = await openStore({
    location: config.kv,
    ...outside,
    ...(wrapBackend === undefined ? {} : { wrapBackend }),
  });
  try {
    const adapters = await openAdapters(config, outside, { store, vectors });
    const opened = { adapters, engines, trust, store, connect };
    return await compose(config, outside, { opened, overrides, closing });
  } catch (fault) {
    store.close();
    throw fault;
  }
}

async function compose(
  config: Config,
  outside: Required<Runtime>,
  { opened, overrides, closing }: {
    readonly opened: OpenModes;
    readonly overrides: Overrides;
    /** Aborted when the service closes. */
    readonly closing: AbortController;
  },
): Promise<Service> {
  const { adapters, engines, trust, store } = opened;
  const { mode, baseUrl, policy } = config;
  const { log } = outside;
  const modes = openModes(config, outside, opened);
  const deployment = deploymentOf(config, outside, { adapters, store, modes });
  const adjusted = overrides.deployment?.(deployment) ?? deployment;
  const exampleDecisionId = mode === "sandbox" ? DecisionId.parse(uuidV7(outside)) : null;
  const signsRequests = trust.signer !== null;
  const app = overrides.routes === undefined
    ? createApp(adjusted, { policy, baseUrl, exampleDecisionId, signsRequests })
    : mountRoutes(adjusted, overrides.routes);
  const idle = settingsWithoutEffect(policy);
  if (idle.length > 0) log.warn("policy_without_effect", { settings: idle.join(", ") });
  if (mode === "live" && trust.anchors.length === 0) log.info("no_trust_anchors");
  const { signal } = closing;
  const house = await openHousekeeping(config, outside, { ...opened, closing: signal });
  const { auditLog, shadow, traffic, units } = adapters;
  return {
    app,
    auditLog,
    store,
    offerExamples: async () => {
      if (exampleDecisionId === null) return;
      await offerExampleDecision(modes.sandbox, units, exampleDecisionId);
    },
    runMaintenance: house.keep,
    followsLists: engines.look !== null,
    refreshLists: house.look,
    close: async () => {
      closing.abort();
      shadow?.close();
      await traffic.flush();
      await auditLog.nudge();
      // What is under way would lose its store, and log it as a fault.
      await house.rest();
      store.close();
    },
  };
}

/** What the edge needs of the configuration and the adapters. */
function deploymentOf(
  { mode, policy, ...config }: Config,
  outside: Required<Runtime>,
  { adapters, store, modes }: {
    readonly adapters: Adapters;
    readonly store: Store;
    readonly modes: Deployment["ports"];
  },
): Deployment {
  const { telemetry, pause } = outside;
  const { clients, introspector, keys, replays, traffic, units } = adapters;
  const { waitSeconds, retryAfterSeconds, keyCharactersMax } = policy.idempotency;
  return {
    settings: {
      mode,
      trustedProxies: config.trustedProxies,
      countryHeader: config.countryHeader,
      agentScope: config.agentScope,
      bodyBytesMax: policy.limits.bodyBytesMax,
    },
    ports: modes,
    introspector,
    clients,
    replays,
    replayRules: {
      keyCharactersMax,
      waitMilliseconds: waitSeconds * 1000,
      pollMilliseconds: replayPollMilliseconds,
      retryAfterSeconds,
      pause,
    },
    rateRules: {
      limiter: countRefusals(
        openRateLimiter({ store, ...outside, sources: keys.idempotency }),
        telemetry,
      ),
      sizes: policy.rateLimits,
      throttlePercent: policy.anomalies.throttlePercent,
      ipv6PrefixBits: policy.limits.ipv6PrefixBits,
    },
    // What is counted is stored later, whichever request has set it off.
    traffic: { ...traffic, note: (request) => telemetry.detached(() => traffic.note(request)) },
    units,
  };
}
