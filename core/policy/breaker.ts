import { whole } from "./setting.ts";

/** The service that a breaker protects, its name in reasons, and the breaker's times. */
interface Spared {
  /** Such as `provider`. */
  readonly noun: string;
  /** The article for the reason: one of several services, or the only one. */
  readonly article: "a" | "the";
  /** The act that tries the service again, such as `request`. */
  readonly probe: string;
  readonly windowSeconds: number;
  readonly openSeconds: number;
}

/**
 * Settings of when a failing external service is not called, and for how long; counted for each
 * service.
 */
export function breaker({ noun, article, probe, windowSeconds, openSeconds }: Spared) {
  return {
    breakerFailuresMin: whole({
      value: 5,
      min: 1,
      max: 1_000,
      reason: `Failures within the window after which ${article} ${noun} is left alone`,
    }),
    breakerWindowSeconds: whole({
      value: windowSeconds,
      min: 1,
      max: 600,
      reason: "The window in which failures count",
    }),
    breakerOpenSeconds: whole({
      value: openSeconds,
      min: 1,
      max: 600,
      reason: `Pause before one ${probe} tries again`,
    }),
  };
}
