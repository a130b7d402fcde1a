import { trackTraffic } from "../core/anomalies/track_traffic.ts";
import { watchClients } from "../core/anomalies/watch_clients.ts";
import type { Config } from "./config/config.ts";
import { openEmbeddings } from "../gateways/embeddings/embeddings.ts";
import { openIntrospection } from "../gateways/identity_provider/introspection.ts";
import type { Clients, Introspector } from "../core/access/ports.ts";
import type { Decisions, Vectors } from "../core/screening/ports.ts";
import type { Replays } from "../core/idempotency/ports.ts";
import type { Traffic } from "../core/anomalies/ports.ts";
import type { Units } from "../base/unit.ts";
import type { UsageCounts } from "../core/usage/ports.ts";
import { type OpenedShadow, openShadow } from "../core/screening/shadow_vector.ts";
import { CheckType } from "../core/verification/check_type.ts";
import { countDecisions, type Writing } from "../core/telemetry/count_decisions.ts";
import { traceIntrospection } from "../core/telemetry/trace_introspection.ts";
import { openAccessTokens } from "../kv/access_tokens.ts";
import { openAnomalyRecords } from "../kv/anomaly_records.ts";
import { type AuditCheckpoints, openAuditCheckpoints } from "../kv/audit/audit_checkpoints.ts";
import { type AuditLog, openAuditLog } from "../kv/audit/audit_log.ts";
import { openClients } from "../kv/clients.ts";
import { type DataKeys, openDataKeys } from "../kv/keys/data_keys.ts";
import { decisionsIn } from "../kv/decision_counts.ts";
import { openDecisions } from "../kv/decisions.ts";
import { openReplays } from "../kv/replays.ts";
import type { Store } from "../kv/store/store.ts";
import { openTrafficCounts } from "../kv/traffic_counts.ts";
import { openUnits } from "../kv/store/unit.ts";
import type { Runtime } from "./runtime.ts";

/** What the routes of both modes stand on alike, and what keeps house over it. */
export interface Adapters extends Writing {
  readonly auditLog: AuditLog;
  readonly checkpoints: AuditCheckpoints;
  readonly clients: Clients;
  readonly decisions: Decisions;
  readonly introspector: Introspector;
  readonly keys: DataKeys;
  readonly replays: Replays;
  /** Null where nothing is compared by embeddings. */
  readonly shadow: OpenedShadow | null;
  readonly traffic: Traffic;
  readonly usage: UsageCounts;
}

/**
 * Opens the adapters that both modes share.
 *
 * @throws Error that says what to do, when the secret key does not open the store's keys
 */
export async function openAdapters(
  config: Config,
  outside: Required<Runtime>,
  { store, vectors }: {
    readonly store: Store;
    /** Compares names in the shadow of live decisions, in place of the configured provider. */
    readonly vectors?: Vectors | undefined;
  },
): Promise<Adapters> {
  const { policy, secretKey, previousSecretKey } = config;
  const { log, telemetry } = outside;
  const keys = await openDataKeys({
    store,
    ...outside,
    secrets: {
      current: secretKey,
      ...(previousSecretKey === null ? {} : { previous: previousSecretKey }),
    },
  });
  const auditLog = openAuditLog({ store, ...outside });
  const { audit, units: counted } = countDecisions({
    audit: auditLog,
    units: nudging(openUnits(store), auditLog),
  }, telemetry);
  const compared = vectors ?? openVectors(config, outside);
  const shadow = compared === null ? null : openShadow({
    vectors: compared,
    units: counted,
    rules: policy.vector,
    log,
    telemetry,
    deadline: AbortSignal.timeout,
  });
  const { units } = shadow ?? { units: counted };
  return {
    audit,
    auditLog,
    checkpoints: openAuditCheckpoints({ store, ...outside, signing: keys["audit-signing"] }),
    clients: openClients(store),
    decisions: openDecisions({ store, atRest: keys["at-rest"] }),
    introspector: traceIntrospection(openIntrospector(config, outside, store), telemetry),
    keys,
    replays: openReplays({
      store,
      ...outside,
      idempotency: keys.idempotency,
      lifetimes: {
        windowHours: policy.idempotency.windowHours,
        lapseSeconds: policy.idempotency.lapseSeconds,
      },
    }),
    shadow,
    units,
    ...openTraffic(config, outside, { store, units, auditLog }),
  };
}

/** With an identity provider, its tokens and no others (decisions.md part 4). */
function openIntrospector(
  { identityProvider: provider, policy: { introspection: rules } }: Config,
  { clock, log, telemetry }: Required<Runtime>,
  store: Store,
): Introspector {
  if (provider === null) return openAccessTokens({ store, clock });
  const deadline = (milliseconds: number) => AbortSignal.timeout(milliseconds);
  return openIntrospection({ provider, rules, clock, log, deadline, telemetry });
}

/** Where names are compared by their embeddings; null where nobody has asked for it. */
function openVectors({ vectorProvider: provider, policy }: Config, outside: Required<Runtime>) {
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

/**
 * Of verification only what a client has wallets asked: how often it lists and reads follows from
 * that, and would hide it (Verification §4, rule 2).
 */
const behaviorKinds = { verification: CheckType.options };

/** Counts requests, for usage everywhere and for anomalies in a live deployment. */
function openTraffic(
  { mode, policy }: Config,
  outside: Required<Runtime>,
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
    ? watchClients({ rules, behaviorKinds, audit: auditLog, clock, log, units, counts, records })
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
