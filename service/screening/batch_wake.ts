import type { Unit } from "../../base/unit.ts";
import type { Writing } from "../../core/telemetry/count_decisions.ts";

/** Ports that detect accepted batches. */
export interface BatchWake extends Writing {
  /** Runs a function after each commit that accepts a batch of screenings. */
  readonly onBatchAccepted: (run: () => void) => void;
}

/**
 * Detects accepted batches by their audit events, so that the accepting server begins immediately.
 */
export function openBatchWake({ audit, units }: Writing): BatchWake {
  const accepting = new WeakSet<Unit>();
  let wake = () => {};
  return {
    audit: {
      ...audit,
      record: (unit, event) => {
        audit.record(unit, event);
        if (event.kind === "BATCH_ACCEPTED") accepting.add(unit);
      },
    },
    units: {
      begin: () => units.begin(),
      commit: async (unit) => {
        const outcome = await units.commit(unit);
        if (outcome.kind === "committed" && accepting.has(unit)) wake();
        return outcome;
      },
    },
    onBatchAccepted: (run) => {
      wake = run;
    },
  };
}
