import type { Config } from "./config/config.ts";
import type { Connect } from "../gateways/http/connect.ts";
import type { Ports } from "../routes/http/ports.ts";
import { noShadow } from "../core/screening/shadow_vector.ts";
import { openAuditTrail } from "../kv/audit/audit_export.ts";
import { noEditions } from "../core/publications/no_editions.ts";
import type { Store } from "../kv/store/store.ts";
import { openStoreProbe } from "../kv/store/store_probe.ts";
import type { WriteWatch } from "../kv/store/write_watch.ts";
import type { Adapters } from "./adapters.ts";
import type { OpenedLists } from "./screening/lists_in_force.ts";
import type { EventPorts } from "../core/events/ports.ts";
import { openEmployers } from "./credentials/employers.ts";
import { openPersonLogin } from "./console/person_login.ts";
import { openSandboxLists } from "./monitoring/sandbox_lists.ts";
import type { Engine } from "./screening/matching.ts";
import type { OwnCredentials } from "./credentials/own_credentials.ts";
import type { OpenedRuntime } from "./process/runtime.ts";
import { openOperators } from "./operators/operators.ts";
import { openSigning } from "./seal/seal.ts";
import type { ReviewRulesOfClients } from "../core/screening/ports.ts";
import type { SigningService } from "../core/seal/ports.ts";
import type { OpenedTagPacks } from "./wallet_risk/tag_packs.ts";
import type { Trust } from "./verification/trust.ts";
import { anchorsRead } from "./verification/trust_anchors.ts";
import { openVerification } from "./verification/verification.ts";

/** Dependencies of {@link openModes}. */
export interface OpenModes {
  readonly adapters: Adapters;
  readonly engine: Engine;
  readonly lists: OpenedLists;
  readonly tagPacks: OpenedTagPacks;
  readonly trust: Trust;
  readonly store: Store;
  readonly writes: WriteWatch;
  /** Connects to the issuers of credentials, instead of the Internet. */
  readonly connect?: Connect | undefined;
  /** Signs documents; null: no trust service is configured. */
  readonly signing: SigningService | null;
  /** The credentials issued here; none by default. */
  readonly own?: OwnCredentials | undefined;
}

/** The ports of operations, by mode. */
export interface OpenedModes {
  readonly sandbox: Ports;
  readonly live?: Ports;
}

/** The ports of events. */
function eventPorts(
  { eventDeliveries, eventEndpoints, eventFeed, eventKeys, eventReaders, eventRules, ...adapters }:
    Adapters,
): Omit<EventPorts, "audit" | "clock" | "random"> {
  const { eventSender, events } = adapters;
  return {
    ...{ eventDeliveries, eventEndpoints, eventFeed, eventKeys, eventReaders, eventRules },
    ...{ eventSender, events },
  };
}

/**
 * The review rules of clients. @param areAuthenticated whether reviewers log in by an identity
 * provider: then only authenticated reviews are accepted
 */
function reviewRulesWhere(
  areAuthenticated: boolean,
  clients: ReviewRulesOfClients,
): ReviewRulesOfClients {
  if (!areAuthenticated) return clients;
  return {
    get: async (...asked) => ({ ...await clients.get(...asked), authenticatedOnly: true }),
  };
}

/** Opens the ports of operations: those of the sandbox and, in a live deployment, those of live. */
export function openModes(
  config: Config,
  runtime: OpenedRuntime,
  { adapters, engine, lists, tagPacks, trust, store, writes, connect, signing, own }: OpenModes,
): OpenedModes {
  const { clock, lifecycle, log, random, telemetry } = runtime;
  const { audit, checkpoints, clearedPairs, clients, decisions, keys, queue } = adapters;
  const { rememberedClients, replays, screeningBatches, screeningBatchRules } = adapters;
  const { monitoring, monitoringRules, shadow, units, usage } = adapters;
  const deadline = AbortSignal.timeout;
  const personProvider = openPersonLogin(config, { clock, log });
  const common = {
    ...adapters.persons,
    personProvider,
    audit,
    auditTrail: openAuditTrail({ store, log, checkpoints }),
    clearedPairs,
    clients,
    clock,
    decisions,
    ...eventPorts(adapters),
    lifecycle,
    listRules: config.policy.lists,
    log,
    ...engine,
    queue,
    random,
    replays,
    reviewRules: rememberedClients,
    ...{ monitoring, monitoringRules, rememberedClients, units },
    sandboxLists: openSandboxLists({ store, clock, matcher: engine.matcher }),
    ...{ screeningBatches, screeningBatchRules },
    storeProbe: openStoreProbe({
      store,
      writes,
      clock,
      log,
      rules: config.policy.server,
      deadline,
    }),
    anchorsRead: anchorsRead(trust.anchors),
    telemetry,
    usage,
    ...adapters.login,
    ...adapters.credentials,
    ...openEmployers(config, runtime, { store, keys }),
    ...openOperators(config, runtime, {
      ...adapters,
      store,
      templates: adapters.credentials.credentialTemplates,
    }),
  };
  const verification = openVerification(config, runtime, {
    store,
    keys,
    trust,
    own: own ?? adapters.credentials.own,
    connect,
  });
  const sealing = openSigning({ adapters, store, service: signing });
  const sandbox: Ports = {
    ...common,
    ...verification.sandbox,
    lists: lists.sandbox,
    listEditions: noEditions,
    kyb: adapters.kyb.sandbox,
    signing: sealing.sandbox,
    walletRisk: { ...adapters.walletRisk, corpora: tagPacks.sandbox },
    shadow: noShadow,
  };
  if (lists.live === null || verification.live === null) return { sandbox };
  const live: Ports = {
    ...common,
    ...verification.live,
    reviewRules: reviewRulesWhere(
      personProvider !== null && config.consoleParts.includes("desk"),
      rememberedClients,
    ),
    lists: lists.live,
    listEditions: adapters.listEditions,
    kyb: adapters.kyb.live,
    signing: sealing.live,
    walletRisk: { ...adapters.walletRisk, corpora: tagPacks.live },
    shadow: shadow?.shadow ?? noShadow,
  };
  return { sandbox, live };
}
