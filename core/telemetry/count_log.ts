import type { Log } from "../../base/log.ts";
import type { Telemetry } from "./ports.ts";

/**
 * Events for alerts, known as 0 from the start, so that the first one is visible as an increase.
 */
const awaited = {
  warn: ["jwks_key_refused", "jwks_unavailable", "register_unavailable"],
  error: [
    "audit_chain_broken",
    "audit_checkpoint_failed",
    "audit_drain_failed",
    "audit_witness_failed",
    "counters_not_removed",
    "data_keys_not_reloaded",
    "fault",
    "job_failed",
    "kyb_records_not_removed",
    "lists_not_looked_at",
    "signing_attempts_not_ended",
    "store_not_swept",
    "tagpacks_not_looked_at",
    "traffic_not_judged",
    "traffic_not_stored",
    "trust_anchors_not_looked_at",
  ],
} as const;

/** Returns a log that counts its warnings and errors by event. */
export function countLog(log: Log, telemetry: Telemetry): Log {
  if (!telemetry.on) return log;
  const count = (event: string, level: "warn" | "error", amount = 1) =>
    telemetry.count("aval.log.records", { "aval.event": event, "aval.level": level }, amount);
  for (const level of ["warn", "error"] as const) {
    for (const event of awaited[level]) count(event, level, 0);
  }
  return {
    ...log,
    warn: (event, members) => {
      count(event, "warn");
      log.warn(event, members);
    },
    error: (event, cause, members) => {
      count(event, "error");
      log.error(event, cause, members);
    },
  };
}
