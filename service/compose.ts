import { isLoopback } from "../standards/ip_address/loopback.ts";
import type { Config } from "./config/config.ts";
import type { Connect } from "../gateways/http/connect.ts";
import type { SigningService } from "../core/seal/ports.ts";
import type { EventSender } from "../core/events/ports.ts";
import type { Vectors } from "../core/screening/ports.ts";
import { offerExampleDecision } from "../core/screening/example_decision.ts";
import { DecisionId } from "../core/screening/decision_schema.ts";
import { silentTelemetry } from "../core/telemetry/silent.ts";
import { unreportedLog } from "../base/unreported_log.ts";
import { uuidV7 } from "../base/uuid.ts";
import { openAdapters } from "./adapters.ts";
import { makeLastCheckpoint } from "../kv/audit/audit_checkpoints.ts";
import type { AuditLog } from "../kv/audit/audit_log.ts";
import type { Backend } from "../kv/store/backend.ts";
import { openStore } from "../kv/opening/open_store.ts";
import type { Store } from "../kv/store/store.ts";
import { openWriteWatch } from "../kv/store/write_watch.ts";
import { deploymentOf } from "./deployment.ts";
import type { JobRunner } from "./process/job_runner.ts";
import { openJobs } from "./jobs.ts";
import { signingKeysKey } from "../kv/keys/stored_signing_keys.ts";
import { dataKeyRingKeys } from "../kv/keys/data_keys.ts";
import { authorityKey } from "../kv/credentials/issuing_authority.ts";
import { openTagPacks } from "./wallet_risk/tag_packs.ts";
import { openLists } from "./screening/lists_in_force.ts";
import { type OpenModes, openModes } from "./live_and_sandbox.ts";
import { logStarted } from "./process/started.ts";
import { openSigningService } from "./seal/seal.ts";
import { openEngine } from "./screening/matching.ts";
import type { OwnCredentials } from "./credentials/own_credentials.ts";
import type { OpenedRuntime, Runtime } from "./process/runtime.ts";
import { type App, createApp, mountRoutes } from "../routes/app.ts";
import type { Deployment } from "../routes/http/deployment.ts";
import type { Route } from "../routes/http/route.ts";
import type { Documentation } from "../routes/pages/docs/open_documentation.ts";
import { openDocumentation } from "../routes/pages/docs/open_documentation.ts";
import { openPlayground } from "./playground/playground.ts";
import { loadTrust } from "./verification/trust.ts";

/** The running service: its request handler, and its internals for operators and tests. */
export interface Service {
  readonly app: App;
  readonly auditLog: AuditLog;
  readonly store: Store;
  /** Background work, including work left by an instance that died. */
  readonly jobs: JobRunner;
  /** Logs the version, the mode and the parts of the running service. */
  logStarted(): void;
  /** Does the work that a start postpones until it listens (`jobs.ts`). Never rejects. */
  catchUp(): Promise<void>;
  /** Stores the example decision of a sandbox's reference; does nothing in live. Never rejects. */
  offerExamples(): Promise<void>;
  /** Stores counts, moves recorded events to the audit chain and closes the store. */
  close(): Promise<void>;
}

/** Replacements for tests. */
export interface Overrides {
  /** Changes the deployment under the routes. */
  readonly deployment?: (deployment: Deployment) => Deployment;
  /** Connects to the issuers of credentials, instead of the Internet. */
  readonly connect?: Connect;
  /** Signs documents, instead of the configured trust service. */
  readonly signing?: SigningService;
  /** The credentials issued here, instead of the store's. */
  readonly own?: OwnCredentials;
  /** Wraps the backend below the store. */
  readonly wrapBackend?: (backend: Backend) => Backend;
  /** Compares names in shadow of live decisions. */
  readonly vectors?: Vectors;
  /** Posts events. */
  readonly eventSender?: EventSender;
  /** Mounted instead of the service's own routes. */
  readonly routes?: readonly Route[];
}

/**
 * The composition root: configuration -> adapters -> app. A sandbox deployment holds the synthetic
 * lists; a live one holds both, and the mount picks one for each request.
 *
 * @throws Error with the remedy, when the store, a key or a list cannot be opened
 */
export async function openService(
  config: Config,
  given: Runtime,
  overrides: Overrides = {},
): Promise<Service> {
  const closing = new AbortController();
  const { signal } = closing;
  const writes = openWriteWatch(given);
  const runtime = {
    telemetry: silentTelemetry,
    ownsStore: false,
    ...given,
    log: unreportedLog(given.log),
  };
  const engine = await openEngine(config.policy.screening);
  const lists = await openLists(config, runtime, { matcher: engine.matcher, signal });
  const tagPacks = await openTagPacks(config, runtime, signal);
  const trust = await loadTrust(config, runtime.clock);
  const { wrapBackend, connect, own, vectors, eventSender } = overrides;
  const signing = overrides.signing ?? await openSigningService(config, runtime, signal);
  const store = await openStore({
    location: config.kv,
    ...runtime,
    firstKeys: [...dataKeyRingKeys, authorityKey, signingKeysKey],
    wrapBackend: (backend) => writes.watch(wrapBackend?.(backend) ?? backend),
  });
  try {
    const adapters = await openAdapters(config, runtime, {
      store,
      matcher: engine.matcher,
      signal,
      connect,
      vectors,
      eventSender,
    });
    const opened = {
      adapters,
      engine,
      lists,
      tagPacks,
      trust,
      store,
      writes,
      connect,
      signing,
      own,
    };
    return await compose(config, runtime, { opened, overrides, closing });
  } catch (fault) {
    store.close();
    throw fault;
  }
}

async function compose(
  config: Config,
  runtime: OpenedRuntime,
  { opened, overrides, closing }: {
    readonly opened: OpenModes;
    readonly overrides: Overrides;
    /** Aborted when the service closes. */
    readonly closing: AbortController;
  },
): Promise<Service> {
  const { adapters, trust, store } = opened;
  const { mode, baseUrl, policy } = config;
  const modes = openModes(config, runtime, opened);
  const deployment = deploymentOf(config, runtime, { adapters, modes });
  const overridden = overrides.deployment?.(deployment) ?? deployment;
  const exampleDecisionId = mode === "sandbox" ? DecisionId.parse(uuidV7(runtime)) : null;
  const signsRequests = trust.signer !== null;
  const scoresWallets = mode === "sandbox" || opened.tagPacks.live !== null;
  const docs = await openDocs(runtime, config);
  const playground = mode === "live"
    ? null
    : openPlayground(config, runtime, { ...adapters, store, app: () => app });
  const app: App = overrides.routes === undefined
    ? createApp(overridden, {
      policy,
      baseUrl,
      exampleDecisionId,
      signsRequests,
      encryptsAnswers: config.responseMode === "direct_post.jwt",
      scoresWallets,
      docs,
      playground,
      consoleParts: config.consoleParts,
      operator: config.operator,
    })
    : mountRoutes(overridden, overrides.routes);
  logDoubtful(config, runtime, trust.anchors.inForce.current().anchors.length);
  const { jobs, catchUp } = openJobs(config, runtime, {
    ...opened,
    modes,
    closing: closing.signal,
  });
  const { auditLog, checkpoints, giveBackTokens, shadow, traffic, units } = adapters;
  const begun: Promise<void>[] = [];
  const begin = (work: Promise<void>) => {
    begun.push(work);
    return work;
  };
  return {
    app,
    auditLog,
    store,
    jobs,
    logStarted: () =>
      logStarted(config, { ...runtime, lists: opened.lists.live ?? opened.lists.sandbox }),
    catchUp: () => begin(catchUp()),
    offerExamples: async () => {
      if (exampleDecisionId === null) return;
      await begin(
        offerExampleDecision(modes.sandbox, units, exampleDecisionId)
          .catch((cause) => runtime.log.error("example_not_offered", cause)),
      );
    },
    close: async () => {
      closing.abort();
      shadow?.close();
      await giveBackTokens();
      await traffic.flush();
      await auditLog.nudge();
      // A job under way would lose its store, and log that as a fault.
      await Promise.all([...begun, jobs.idle()]);
      await makeLastCheckpoint({ checkpoints, log: runtime.log });
      store.close();
    },
  };
}

/** Opens the documentation; null, with a log record, if the permissions do not cover its files. */
async function openDocs(
  { log }: OpenedRuntime,
  { mode, baseUrl }: Config,
): Promise<Documentation | null> {
  const documentation = await openDocumentation({ hasPlayground: mode === "sandbox", baseUrl });
  if (documentation !== null) return documentation;
  log.info("documentation_not_served", { reason: "its files cannot be read" });
  return null;
}

/** Logs settings that an operator may not have intended. */
function logDoubtful(
  { mode, baseUrl, identityProvider }: Config,
  { log }: OpenedRuntime,
  anchors: number,
): void {
  if (mode === "live" && anchors === 0) log.info("no_trust_anchors");
  if (mode === "live" && identityProvider === null) log.info("no_step_up");
  if (mode === "live" && isLoopback(baseUrl)) log.info("base_url_is_local");
}
