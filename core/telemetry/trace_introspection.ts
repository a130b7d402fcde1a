import type { Introspector } from "../access/ports.ts";
import type { Telemetry } from "./ports.ts";

/** An introspector whose look-ups are steps of their request: what came of them, never the token. */
export function traceIntrospection(introspector: Introspector, telemetry: Telemetry): Introspector {
  if (!telemetry.on) return introspector;
  return {
    introspect: (token, lookUp) =>
      telemetry.span("introspect", async (span) => {
        const told = await introspector.introspect(token, lookUp);
        span.set({ "aval.outcome": told.kind });
        return told;
      }),
  };
}
