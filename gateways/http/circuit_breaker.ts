import type { Clock } from "../../base/clock.ts";

/** When a failing provider is left alone, and for how long. */
export interface BreakerRules {
  /** So many failures within the window open it. */
  readonly breakerFailuresMin: number;
  readonly breakerWindowSeconds: number;
  /** How long it stays open before one request tries the provider again. */
  readonly breakerOpenSeconds: number;
}

/** Leave to ask the provider. Every pass must be reported on. */
export interface Pass {
  readonly kind: "pass";
  /** Whether the breaker waits for what becomes of this one. */
  readonly probe: boolean;
}

/** The provider is left alone for so many seconds more, at least 1. */
export interface Open {
  readonly kind: "open";
  readonly retryAfterSeconds: number;
}

/** Spares a provider that fails the requests, and the callers the wait for it. */
export interface CircuitBreaker {
  admit(): Pass | Open;
  /** What {@link admit} would answer now, without a pass being given. @returns null: a pass */
  findOpen(): Open | null;
  /** @param worked false for a failure that any request would have met */
  report(pass: Pass, worked: boolean): void;
}

/**
 * Closed: every call passes. Enough failures within the window open it: no call passes. After a while
 * one request passes as a probe, and what becomes of it closes the breaker or opens it once more.
 *
 * @param onChange called when it opens and when it closes
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
