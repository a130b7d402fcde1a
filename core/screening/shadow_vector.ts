import type { Vector as VectorRules } from "../policy/vector.ts";
import { anySignal } from "../../base/any_signal.ts";
import type { Log } from "../../base/log.ts";
import type { Shadow, ShadowQuestion, Vectors } from "./ports.ts";
import type { Telemetry } from "../telemetry/ports.ts";
import type { Unit, Units } from "../../base/unit.ts";

/** Dependencies of {@link openShadow}. */
export interface ShadowDependencies {
  readonly vectors: Vectors;
  readonly units: Units;
  readonly rules: VectorRules;
  readonly log: Log;
  readonly telemetry: Pick<Telemetry, "detached">;
  /** Returns a signal that aborts after this many milliseconds. */
  readonly deadline: (milliseconds: number) => AbortSignal;
}

/** The vector layer, with the units after which it runs. */
export interface OpenedShadow {
  readonly shadow: Shadow;
  /** Units that ask the provider after their commit; no request waits for its answer. */
  readonly units: Units;
  /** Aborts running comparisons. */
  close(): void;
}

/** A shadow without a vector layer. */
export const noShadow: Shadow = { note: () => {} };

/**
 * Runs the vector layer in the shadow of decisions (Screening §1; decisions.md part 6). A name is
 * sent to the provider only after its decision is committed, and no answer waits for it. The number
 * of concurrent comparisons is limited; further ones are dropped. Whatever the provider does, no
 * answer changes.
 *
 * Log records: `shadow_vector` with the scores in the order of the decision's candidates, and
 * `shadow_vector_failed` with the reason. Neither contains parts of the name.
 */
export function openShadow(
  { vectors, units, rules, log, telemetry, deadline }: ShadowDependencies,
): OpenedShadow {
  const noted = new WeakMap<Unit, ShadowQuestion>();
  const closing = new AbortController();
  let underWay = 0;

  async function ask({ decisionId, name, listed }: ShadowQuestion): Promise<void> {
    const about = { decisionId, layer: "vector" };
    const signal = anySignal([closing.signal, deadline(rules.timeoutSeconds * 1_000)]);
    underWay++;
    try {
      const compared = await Promise.race([vectors.compare(name, listed, signal), aborted(signal)]);
      if (closing.signal.aborted) return;
      if (compared === null) log.warn("shadow_vector_failed", { ...about, reason: "deadline" });
      else if (compared.ok) {
        log.info("shadow_vector", { ...about, ...scoresOf(compared.value, listed) });
      } else if (compared.refusal.code !== "left_alone") {
        log.warn("shadow_vector_failed", { ...about, reason: compared.refusal.code });
      }
    } catch {
      // Its text may hold what was asked.
      log.warn("shadow_vector_failed", { ...about, reason: "fault" });
    } finally {
      underWay--;
    }
  }

  return {
    shadow: { note: (unit, question) => void noted.set(unit, question) },
    units: {
      begin: () => units.begin(),
      commit: async (unit) => {
        const outcome = await units.commit(unit);
        const question = noted.get(unit);
        if (outcome.kind !== "committed" || question === undefined) return outcome;
        noted.delete(unit);
        if (underWay < rules.underWayEntriesMax && !closing.signal.aborted) {
          telemetry.detached(() => void ask(question));
        }
        return outcome;
      },
    },
    close: () => closing.abort(),
  };
}

/** Resolves with null as soon as a signal aborts, because a provider may ignore the signal. */
function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener("abort", () => resolve(null), { once: true });
  });
}

/** Scores separated by spaces, with four decimals; `none` for a candidate without a similarity. */
function scoresOf(scores: readonly number[], listed: readonly string[]) {
  const texts = listed.map((_, at) => {
    const score = scores[at];
    return typeof score === "number" && Math.abs(score) <= 1 ? score.toFixed(4) : "none";
  });
  return { scores: texts.join(" ") };
}
