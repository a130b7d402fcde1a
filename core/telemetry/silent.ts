import type { Span, Telemetry } from "./ports.ts";

/** A span that nobody looks at. */
export const silentSpan: Span = { set: () => {} };

/** Telemetry that is off: it costs a function call. */
export const silentTelemetry: Telemetry = {
  on: false,
  serves: () => {},
  within: (_name, run) => run(silentSpan),
  alone: (_name, run) => run(silentSpan),
  apart: (run) => run(),
  traceIds: () => null,
  count: () => {},
  measure: () => {},
  observe: () => {},
  stopwatch: () => () => 0,
};
