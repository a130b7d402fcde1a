import type { Span, Telemetry } from "../../core/telemetry/ports.ts";

/** Telemetry that records all data. */
export interface RecordedTelemetry {
  readonly telemetry: Telemetry;
  /**
   * Sums of counters, by name and attribute values, such as `aval.rate_limit.refusals screening`.
   */
  readonly counted: ReadonlyMap<string, number>;
  /** Names of recorded metrics, with the values of their attributes. */
  readonly measured: readonly string[];
  /** Names of spans with their attributes. */
  readonly spans: readonly (readonly [string, Readonly<Record<string, unknown>>])[];
  /** Current values of a gauge, or an empty list. */
  gauge(name: string): readonly number[];
}

/** Records all data; a stopwatch always shows one second. */
export function recordedTelemetry(): RecordedTelemetry {
  const counted = new Map<string, number>();
  const measured: string[] = [];
  const spans: [string, Record<string, unknown>][] = [];
  const gauges = new Map<string, () => readonly { readonly value: number }[]>();
  const series = (name: string, attributes: object) =>
    [name, ...Object.values(attributes)].join(" ");
  const step = <Value>(name: string, run: (span: Span) => Value): Value => {
    const set: Record<string, unknown> = {};
    spans.push([name, set]);
    return run({ set: (attributes) => void Object.assign(set, attributes) });
  };
  return {
    telemetry: {
      on: true,
      setRoute: () => {},
      span: step,
      rootSpan: step,
      detached: (run) => run(),
      traceIds: () => null,
      count: (name, attributes, amount = 1) => {
        const key = series(name, attributes);
        counted.set(key, (counted.get(key) ?? 0) + amount);
      },
      measure: (name, _value, attributes) => void measured.push(series(name, attributes)),
      observe: (name, read) => void gauges.set(name, read),
      stopwatch: () => () => 1,
    },
    counted,
    measured,
    spans,
    gauge: (name) => (gauges.get(name)?.() ?? []).map(({ value }) => value),
  };
}
