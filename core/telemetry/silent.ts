import type { Span, Telemetry } from "./ports.ts";

/** A span that records nothing. */
const silentSpan: Span = { set: () => {} };

/** Telemetry that is off: each method costs only a function call. */
export const silentTelemetry: Telemetry = {
  on: false,
  setRoute: () => {},
  span: (_name, run) => run(silentSpan),
  rootSpan: (_name, run) => run(silentSpan),
  detached: (run) => run(),
  traceIds: () => null,
  count: () => {},
  measure: () => {},
  observe: () => {},
  stopwatch: () => () => 0,
};
