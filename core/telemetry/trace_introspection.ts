import type { Introspector } from "../access/ports.ts";
import type { Telemetry } from "./ports.ts";

/**
 * Returns an introspector whose look-ups are spans of their request, with the outcome and without
 * the token.
 */
export function traceIntrospection(introspector: Introspector, telemetry: Telemetry): Introspector {
  if (!telemetry.on) return introspector;
  return {
    introspect: (token, lookUp) =>
      telemetry.span("introspect", async (span) => {
        const found = await introspector.introspect(token, lookUp);
        span.set({ "aval.outcome": found.kind });
        return found;
      }),
  };
}
