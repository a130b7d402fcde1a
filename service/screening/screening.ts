import type { Config } from "../config/config.ts";
import type { Units } from "../../base/unit.ts";
import type { BatchRules, ScreeningBatches } from "../../core/screening/batch_ports.ts";
import type { Monitoring } from "../../core/monitoring/ports.ts";
import type { MonitoringRules } from "../../core/policy/monitoring.ts";
import type { ClearedPairs, Decisions, ReviewQueue, Vectors } from "../../core/screening/ports.ts";
import { type OpenedShadow, openShadow } from "../../core/screening/shadow_vector.ts";
import { openEmbeddings } from "../../gateways/embeddings/embeddings.ts";
import { openMonitoring } from "../../kv/monitoring/monitoring.ts";
import { openClearedPairs } from "../../kv/screening/cleared_pairs.ts";
import { openDecisions } from "../../kv/screening/decisions.ts";
import { openReviewQueue } from "../../kv/screening/review_queue.ts";
import { openScreeningBatches } from "../../kv/screening/screening_batches.ts";
import type { KeyRing } from "../../kv/keys/key_ring.ts";
import type { Store } from "../../kv/store/store.ts";
import { nextTurn } from "../process/next_turn.ts";
import type { OpenedRuntime } from "../process/runtime.ts";

/** Screening decisions, and the shadow comparison by embeddings. */
export interface ScreeningAdapters {
  readonly clearedPairs: ClearedPairs;
  readonly decisions: Decisions;
  readonly monitoring: Monitoring;
  readonly monitoringRules: MonitoringRules;
  readonly queue: ReviewQueue;
  readonly screeningBatches: ScreeningBatches;
  readonly screeningBatchRules: BatchRules;
  /** Null without a comparison by embeddings. */
  readonly shadow: OpenedShadow | null;
  /** Units whose decisions the shadow comparison repeats. */
  readonly units: Units;
}

/** Opens the decisions and, if a vector provider is configured, its shadow comparison. */
export function openScreening(
  config: Config,
  runtime: OpenedRuntime,
  { store, atRest, units, vectors }: {
    readonly store: Store;
    readonly atRest: KeyRing;
    readonly units: Units;
    /** Compares names, instead of the configured provider. */
    readonly vectors?: Vectors | undefined;
  },
): ScreeningAdapters {
  const { limits, lifetimes } = config.policy;
  const compared = vectors ?? openVectors(config, runtime);
  const shadow = compared === null ? null : openShadow({
    ...runtime,
    vectors: compared,
    units,
    rules: config.policy.vector,
    deadline: AbortSignal.timeout,
  });
  return {
    clearedPairs: openClearedPairs({ store, clock: runtime.clock, atRest }),
    decisions: openDecisions({ store, atRest }),
    monitoring: openMonitoring({ store, random: runtime.random, atRest }),
    monitoringRules: config.policy.monitoring,
    queue: openReviewQueue({ store, atRest }),
    screeningBatches: openScreeningBatches({
      ...runtime,
      ...{ store, atRest, nextTurn },
      batchHours: lifetimes.screeningBatchHours,
      resultDays: lifetimes.batchResultDays,
    }),
    screeningBatchRules: { ...limits, batchHours: lifetimes.screeningBatchHours },
    shadow,
    units: shadow?.units ?? units,
  };
}

/** Opens the comparison of names by embeddings; null without a configured provider. */
function openVectors(
  { vectorProvider: provider, policy }: Config,
  { clock, log }: OpenedRuntime,
): Vectors | null {
  return provider === null ? null : openEmbeddings({ provider, rules: policy.vector, clock, log });
}
