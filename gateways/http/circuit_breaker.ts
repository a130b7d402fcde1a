import type { Clock } from "../../base/clock.ts";

/** The rules for pausing calls to a failing provider. */
export interface BreakerRules {
  /** Number of failures within the window that open the breaker. */
  readonly breakerFailuresMin: number;
  readonly breakerWindowSeconds: number;
  /** Seconds for which the breaker stays open before one request tries the provider again. */
  readonly breakerOpenSeconds: number;
}

/** Permission to call the provider. The outcome of every pass must be reported. */
export interface Pass {
  readonly kind: "pass";
  /** Whether the breaker waits for the outcome of this pass. */
  readonly probe: boolean;
}

/** Calls are paused for this many seconds, at least 1. */
export interface Open {
  readonly kind: "open";
  readonly retryAfterSeconds: number;
}

/** Pauses calls to a failing provider, so that callers need not wait for failures. */
export interface CircuitBreaker {
  admit(): Pass | Open;
  /**
   * Returns the current refusal of {@link admit}, without taking a pass.
   *
   * @returns null if it would give a pass
   */
  findOpen(): Open | null;
  /** @param worked false for a failure that any request would have had */
  report(pass: Pass, worked: boolean): void;
}

/**
 * Opens a circuit breaker. Closed: every call passes. Enough failures within the window open it: no
 * call passes. After a while one request passes as a probe, whose outcome closes the breaker or
 * opens it again.
 *
 * @param onChange called when the breaker opens or closes
 */
export function openCircuitBreaker(
  { clock, rules, onChange }: {
    readonly clock: Clock;
    readonly rules: BreakerRules;
    readonly onChange: (state: "opened" | "closed") => void;
  },
): CircuitBreaker {
  let failures: readonly Temporal.Instant[] = [];
  let openUntil: Temporal.Instant | null = null;
  let probing = false;

  const open = (now: Temporal.Instant) => {
    if (openUntil === null) onChange("opened");
    openUntil = now.add({ seconds: rules.breakerOpenSeconds });
  };
  const close = () => {
    failures = [];
    openUntil = null;
    onChange("closed");
  };

  const findOpen = (): Open | null => {
    if (openUntil === null) return null;
    const seconds = clock.now().until(openUntil).total("seconds");
    return seconds > 0 || probing
      ? { kind: "open", retryAfterSeconds: Math.max(1, Math.ceil(seconds)) }
      : null;
  };

  return {
    findOpen,
    admit: () => {
      const open = findOpen();
      if (open !== null) return open;
      probing = openUntil !== null;
      return { kind: "pass", probe: probing };
    },
    report: ({ probe }, worked) => {
      const now = clock.now();
      if (probe) {
        probing = false;
        return worked ? close() : open(now);
      }
      // What was asked before it opened is no news.
      if (worked || openUntil !== null) return;
      const windowStart = now.subtract({ seconds: rules.breakerWindowSeconds });
      failures = [
        ...failures.filter((at) => Temporal.Instant.compare(at, windowStart) > 0),
        now,
      ];
      if (failures.length >= rules.breakerFailuresMin) open(now);
    },
  };
}
