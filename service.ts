import { trackTraffic } from "./core/anomalies/track_traffic.ts";
import { watchClients } from "./core/anomalies/watch_clients.ts";
import type { Config } from "./core/config/config.ts";
import { type Connect, connectPublic } from "./core/gateways/connect.ts";
import { openEmbeddings } from "./core/gateways/embeddings.ts";
import { openIntrospection } from "./core/gateways/introspection.ts";
import { openStatusLists } from "./core/gateways/status_lists.ts";
import { watchAge } from "./core/lists/keep_fresh.ts";
import { settingsWithoutEffect } from "./core/policy/without_effect.ts";
import type { Clock } from "./core/ports/clock.ts";
import type { Introspector } from "./core/ports/introspector.ts";
import type { Lifecycle } from "./core/ports/lifecycle.ts";
import type { Log } from "./core/ports/log.ts";
import type { Ports } from "./core/ports/ports.ts";
import type { Random } from "./core/ports/random.ts";
import type { Telemetry } from "./core/ports/telemetry.ts";
import type { Traffic } from "./core/ports/traffic.ts";
import type { Units } from "./core/ports/unit.ts";
import type { UsageCounts } from "./core/ports/usage.ts";
import type { Vectors } from "./core/ports/vectors.ts";
import { sandboxAuthority, sandboxEvidenceKey } from "./core/sandbox/credentials.ts";
import { offerExampleDecision } from "./core/screening/example_decision.ts";
import { DecisionId } from "./core/screening/schema.ts";
import { noShadow, openShadow } from "./core/screening/shadow_vector.ts";
import { countDecisions } from "./core/telemetry/count_decisions.ts";
import { countRefusals } from "./core/telemetry/count_refusals.ts";
import { silentTelemetry } from "./core/telemetry/silent.ts";
import { traceIntrospection } from "./core/telemetry/trace_introspection.ts";
import { watchAudit } from "./core/telemetry/watch_audit.ts";
import { watchProcess } from "./core/telemetry/watch_process.ts";
import type { TrustAnchor } from "./core/verification/trust_anchors.ts";
import { type Engines, openEngines } from "./engines.ts";
import { uuidV7 } from "./core/uuid.ts";
import { openAccessTokens } from "./kv/access_tokens.ts";
import { openClients } from "./kv/clients.ts";
import type { Backend } from "./kv/backend.ts";
import { openAnomalyRecords } from "./kv/anomaly_records.ts";
import { keepCheckpoints, openAuditCheckpoints } from "./kv/audit_checkpoints.ts";
import { openAuditTrail } from "./kv/audit_export.ts";
import { type AuditLog, openAuditLog } from "./kv/audit_log.ts";
import { readAuditState } from "./kv/audit_state.ts";
import { openDataKeys, reloadDataKeys } from "./kv/data_keys.ts";
import { openDecisions } from "./kv/decisions.ts";
import { decisionsIn } from "./kv/decision_counts.ts";
import { openStore } from "./kv/open_store.ts";
import { openRateLimiter } from "./kv/rate_limiter.ts";
import { removeOldCounters } from "./kv/period_counters.ts";
import { openReplays } from "./kv/replays.ts";
import type { Store } from "./kv/store.ts";
import { openStoreProbe } from "./kv/store_probe.ts";
import { openTrafficCounts } from "./kv/traffic_counts.ts";
import { openUnits } from "./kv/unit.ts";
import { openVerificationSessions } from "./kv/verification_sessions.ts";
import { type App, createApp, mountRoutes } from "./routes/app.ts";
import type { Deployment } from "./routes/mount.ts";
import type { Route } from "./routes/route.ts";
import { loadTrust, type Trust } from "./trust.ts";

/** What the process hands to the service; tests hand over a fixed clock and seeded randomness. */
export interface Outside {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly lifecycle: Lifecycle;
  /** Default: off. */
  readonly telemetry?: Telemetry;
  /** Resolves after so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

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
  keepHouse(): Promise<void>;
  /** Whether there is a manifest to look at. */
  readonly followsLists: boolean;
  /**
   * Looks at the manifest of the lists, and puts newer ones in force; with none to look at, does
   * nothing. Never rejects.
   */
  lookForLists(): Promise<void>;
  /** Stores what is counted, puts what is recorded onto the audit chain and closes the store. */
  close(): Promise<void>;
}

/** Milliseconds between two looks at a request that still runs: short beside the 2 s of the policy. */
const replayPollMilliseconds = 25;

/** What tests put in place of what a deployment has. */
export interface Adjustments {
  /** Changes what the routes stand on. */
  readonly deployment?: (deployment: Deployment) => Deployment;
  /** Reaches the issuers of credentials in place of the Internet. */
  readonly connect?: Connect;
  /** Stands between the store and its backend. */
  readonly between?: (backend: Backend) => Backend;
  /** Compares names in the shadow of live decisions. */
  readonly vectors?: Vectors;
  /** Mounted in place of the service's own. */
  readonly routes?: readonly Route[];
}

/**
 * The composition root: configuration -> adapters -> app. A sandbox deployment holds the synthetic
 * engine; a live one holds both, and the mount picks one for each request.
 *
 * @throws Error that says what to do, when the store, a key or a list cannot be opened
 */
export async function openService(
  config: Config,
  outside: Outside,
  adjustments: Adjustments = {},
): Promise<Service> {
  const closing = new AbortController();
  const engines = await openEngines(config, outside, closing.signal);
  const trust = await loadTrust(config, outside.clock);
  const { between } = adjustments;
  const store = await openStore({
    location: locationOf(config),
    ...outside,
    ...(between === undefined ? {} : { between }),
  });
  try {
    return await compose(config, outside, { engines, trust, store, adjustments, closing });
  } catch (fault) {
    store.close();
    throw fault;
  }
}

async function compose(
  config: Config,
  outside: Outside,
  { engines, trust, store, adjustments, closing }: {
    readonly engines: Engines;
    readonly trust: Trust;
    readonly store: Store;
    readonly adjustments: Adjustments;
    /** Aborted when the service closes. */
    readonly closing: AbortController;
  },
): Promise<Service> {
  const { policy, secretKey, previousSecretKey } = config;
  const keys = await openDataKeys({
    store,
    ...outside,
    secrets: {
      current: secretKey,
      ...(previousSecretKey === null ? {} : { previous: previousSecretKey }),
    },
  });
  const auditLog = openAuditLog({ store, ...outside });
  const signing = keys["audit-signing"];
  const checkpoints = openAuditCheckpoints({ store, ...outside, signing });
  const { matcher, rules, lists, look } = engines;
  const { clock, lifecycle, log, random, telemetry = silentTelemetry } = outside;
  const decisions = openDecisions({ store, atRest: keys["at-rest"] });
  const { audit, units: counted } = countDecisions({
    audit: auditLog,
    units: nudging(openUnits(store), auditLog),
  }, telemetry);
  const vectors = adjustments.vectors ?? openVectors(config, outside);
  const shadowed = vectors === null ? null : openShadow({
    vectors,
    units: counted,
    rules: policy.vector,
    log,
    telemetry,
    deadline: AbortSignal.timeout,
  });
  const { units } = shadowed ?? { units: counted };
  const { traffic, usage } = openTraffic(config, outside, { store, units, auditLog });
  const replays = openReplays({
    store,
    clock,
    random,
    idempotency: keys.idempotency,
    lifetimes: {
      windowHours: policy.idempotency.windowHours,
      lapseSeconds: policy.idempotency.lapseSeconds,
    },
  });
  const clients = openClients(store);
  const { lifetimes } = policy;
  const revocationsOf = (anchors: readonly TrustAnchor[]) =>
    openStatusLists({
      anchors,
      rules: policy.statusLists,
      clock,
      log,
      deadline: AbortSignal.timeout,
      connect: adjustments.connect ?? connectPublic(),
      telemetry,
    });
  const common = {
    audit,
    auditTrail: openAuditTrail({ store, log, checkpoints }),
    clients,
    clock,
    decisions,
    lifecycle,
    log,
    matcher,
    random,
    replays,
    revocations: revocationsOf(trust.anchors),
    rules,
    sessions: openVerificationSessions({
      store,
      clock,
      random,
      atRest: keys["at-rest"],
      tokens: keys["session-token"],
      packDays: lifetimes.evidencePackDays,
    }),
    shadow: noShadow,
    storeProbe: openStoreProbe({
      store,
      clock,
      log,
      rules: policy.server,
      deadline: AbortSignal.timeout,
    }),
    telemetry,
    usage,
    verification: {
      baseUrl: config.baseUrl,
      ...trust,
      sandboxPackKey: null,
      rules: {
        ...policy.verification,
        sessionMinutes: lifetimes.verificationSessionMinutes,
        tokenHours: lifetimes.sessionTokenHours,
      },
    },
  } as const;
  const sandboxAnchors = [...trust.anchors, sandboxAuthority()];
  const sandbox: Ports = {
    ...common,
    lists: lists.sandbox,
    revocations: revocationsOf(sandboxAnchors),
    verification: {
      ...common.verification,
      anchors: sandboxAnchors,
      sandboxPackKey: sandboxEvidenceKey(),
    },
  };
  const live = lists.live === null
    ? null
    : { ...common, lists: lists.live, shadow: shadowed?.shadow ?? noShadow };
  const { waitSeconds, retryAfterSeconds } = policy.idempotency;
  const deployment: Deployment = {
    settings: {
      mode: config.mode,
      trustedProxies: config.trustedProxies,
      countryHeader: config.countryHeader,
      agentScope: config.agentScope,
      bodyBytesMax: policy.limits.bodyBytesMax,
    },
    ports: live === null ? { sandbox } : { sandbox, live },
    introspector: traceIntrospection(openIntrospector(config, outside, store), telemetry),
    clients,
    replays,
    replayRules: {
      keyCharactersMax: policy.idempotency.keyCharactersMax,
      waitMilliseconds: waitSeconds * 1000,
      pollMilliseconds: replayPollMilliseconds,
      retryAfterSeconds,
      pause: outside.pause,
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
    traffic: { ...traffic, note: (request) => telemetry.apart(() => traffic.note(request)) },
    units,
  };
  const exampleDecisionId = config.mode === "sandbox" ? DecisionId.parse(uuidV7(outside)) : null;
  const adjusted = adjustments.deployment?.(deployment) ?? deployment;
  const answer = adjustments.routes === undefined
    ? createApp(adjusted, {
      policy,
      baseUrl: config.baseUrl,
      exampleDecisionId,
      signsRequests: trust.signer !== null,
    })
    : mountRoutes(adjusted, adjustments.routes);
  const idle = settingsWithoutEffect(policy);
  if (idle.length > 0) log.warn("policy_without_effect", { settings: idle.join(", ") });
  if (config.mode === "live" && trust.anchors.length === 0) log.info("no_trust_anchors");
  const watch = watchAudit({ clock, read: () => readAuditState(store) }, telemetry);
  watchProcess({ clock, lifecycle, lists: lists.live ?? lists.sandbox }, telemetry);
  const tellAge = lists.live === null ? null : watchAge({ lists: lists.live, clock, log });
  const { checkpointMinutes } = policy.audit;
  let house: Promise<void> | null = null;
  let looking: Promise<void> | null = null;
  const cleanUp = async () => {
    tellAge?.();
    await traffic.flush();
    await removeOldCounters({ store, clock, ...policy.anomalies })
      .catch((cause) => log.error("counters_not_removed", cause));
    await store.sweep().catch((cause) => log.error("store_not_swept", cause));
    if (closing.signal.aborted) return;
    await reloadDataKeys(keys).catch((cause) => log.error("data_keys_not_reloaded", cause));
    await auditLog.nudge();
    if (closing.signal.aborted) return;
    await keepCheckpoints({ checkpoints, log, everyMinutes: checkpointMinutes });
    await watch.look();
  };
  /** A call while one runs waits for that one. */
  const keepHouse = () =>
    house ??= telemetry.alone("housekeeping", cleanUp).finally(() => house = null);
  // Not the whole house: a tree over a long chain from before there was one would hold the start up.
  await auditLog.drain().catch((cause) => log.error("audit_drain_failed", cause));
  await watch.look();
  return {
    app: answer,
    auditLog,
    store,
    offerExamples: async () => {
      if (exampleDecisionId === null) return;
      await offerExampleDecision(sandbox, deployment.units, exampleDecisionId);
    },
    keepHouse,
    followsLists: look !== null,
    lookForLists: async () => {
      if (look === null || closing.signal.aborted) return;
      await (looking = telemetry.apart(look));
    },
    close: async () => {
      closing.abort();
      shadowed?.close();
      await traffic.flush();
      await auditLog.nudge();
      // What is under way would lose its store, and log it as a fault.
      await house;
      await looking;
      store.close();
    },
  };
}

/** With an identity provider, its tokens and no others (decisions.md part 4). */
function openIntrospector(
  { identityProvider: provider, policy: { introspection: rules } }: Config,
  { clock, log, telemetry = silentTelemetry }: Outside,
  store: Store,
): Introspector {
  if (provider === null) return openAccessTokens({ store, clock });
  const deadline = (milliseconds: number) => AbortSignal.timeout(milliseconds);
  return openIntrospection({ provider, rules, clock, log, deadline, telemetry });
}

/** Where names are compared by their embeddings; null where nobody has asked for it. */
function openVectors({ vectorProvider: provider, policy }: Config, outside: Outside) {
  return provider === null
    ? null
    : openEmbeddings({ provider, rules: policy.vector, clock: outside.clock, log: outside.log });
}

/** Units that have what they recorded put onto the audit chain soon after they are committed. */
function nudging(units: Units, auditLog: AuditLog): Units {
  return {
    begin: units.begin,
    commit: async (unit) => {
      const outcome = await units.commit(unit);
      if (outcome.kind === "committed" && auditLog.recordsIn(unit)) void auditLog.nudge();
      return outcome;
    },
  };
}

/** Counts requests, for usage everywhere and for anomalies in a live deployment. */
function openTraffic(
  { mode, policy }: Config,
  outside: Outside,
  { store, units, auditLog }: {
    readonly store: Store;
    readonly units: Units;
    readonly auditLog: AuditLog;
  },
): { readonly traffic: Traffic; readonly usage: UsageCounts } {
  const { clock, random, log, pause } = outside;
  const rules = policy.anomalies;
  const counts = openTrafficCounts({ store, clock, hourly: mode === "live" });
  const records = openAnomalyRecords({ store, clock, rules });
  const watch = mode === "live"
    ? watchClients({ rules, audit: auditLog, clock, log, units, counts, records })
    : null;
  const traffic = trackTraffic({ clock, random, log, counts, watch, pause });
  return {
    traffic,
    usage: {
      requests: async (owner, window) => {
        await traffic.flush();
        return await counts.days(owner, window);
      },
      decisions: (owner, window) => decisionsIn(store, owner, window),
    },
  };
}

function locationOf({ kv }: Config): string | undefined {
  switch (kv.kind) {
    case "file":
      return kv.path;
    case "memory":
      return ":memory:";
    case "platform":
      return undefined;
    case "kv_connect":
    case "postgres":
      return kv.url;
    default:
      return kv satisfies never;
  }
}
