import type { Config } from "../config/config.ts";
import type { Units } from "../../base/unit.ts";
import type { Traffic } from "../../core/anomalies/ports.ts";
import { trackTraffic } from "../../core/anomalies/track_traffic.ts";
import { watchClients } from "../../core/anomalies/watch_clients.ts";
import type { Events } from "../../core/events/ports.ts";
import type { Audit } from "../../core/audit/ports.ts";
import { CheckType } from "../../core/verification/check_type.ts";
import type { UsageCounts } from "../../core/usage/ports.ts";
import { openAnomalyRecords } from "../../kv/anomalies/anomaly_records.ts";
import { decisionsIn } from "../../kv/audit/decision_counts.ts";
import type { Store } from "../../kv/store/store.ts";
import { openTrafficCounts } from "../../kv/anomalies/traffic_counts.ts";
import type { OpenedRuntime } from "../process/runtime.ts";

/** The counts of requests. */
export interface TrafficAdapters {
  readonly traffic: Traffic;
  readonly usage: UsageCounts;
}

/**
 * For verification only the requests that involve wallets: the frequency of lists and reads follows
 * from those and would hide them (Verification §4, rule 2).
 */
const behaviorKinds = { verification: CheckType.options };

/** Opens the counts of requests: for usage everywhere, for anomalies in a live deployment. */
export function openTraffic(
  { mode, policy: { anomalies: rules } }: Config,
  { clock, random, log, pause }: OpenedRuntime,
  { store, units, audit, events }: {
    readonly store: Store;
    readonly units: Units;
    readonly audit: Audit;
    readonly events: Events;
  },
): TrafficAdapters {
  const counts = openTrafficCounts({ store, clock, hourly: mode === "live" });
  const records = openAnomalyRecords({ store, clock, rules });
  const watch = mode === "live"
    ? watchClients({ rules, behaviorKinds, audit, events, clock, log, units, counts, records })
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
