import {
  context,
  type Counter,
  type Histogram,
  isSpanContextValid,
  metrics,
  ROOT_CONTEXT,
  type Span as LibrarySpan,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { Span, Telemetry } from "../../core/telemetry/ports.ts";
import {
  type CounterName,
  counters,
  gauges,
  type HistogramName,
  histograms,
  type SpanAttributes,
  type SpanName,
} from "../../core/telemetry/schema.ts";
import { withholdTargets } from "./withheld_targets.ts";

/** A span of nothing: no trace is under way. */
const unrecorded: Span = { set: () => {} };
/** Operations of a database, which OpenTelemetry draws as calls. */
const calls: ReadonlySet<SpanName> = new Set<SpanName>(["read", "page", "commit"]);
/** Steps in which others happen: they must be there while it runs. */
const holding: ReadonlySet<SpanName> = new Set<SpanName>([
  "introspect",
  "sequence",
  "housekeeping",
]);

/**
 * Tells OpenTelemetry, by the provider that the runtime brings (`OTEL_DENO=true`): it exports by
 * OTLP what the variables `OTEL_*` say, and correlates the process's own log lines. This is
 * the only module that names the library.
 *
 * A step in which no other happens is told when it is over, all at once: setting its attributes one
 * by one costs ten times as much.
 *
 * @param milliseconds of a clock that never goes back, since `origin`
 * @param origin milliseconds since 1970-01-01T00Z
 */
export function openTelemetry(
  { milliseconds, origin }: {
    readonly milliseconds: () => number;
    readonly origin: number;
  },
): Telemetry {
  const tracer = trace.getTracer("aval");
  const meter = metrics.getMeter("aval");
  withholdTargets(tracer.startSpan("unseen")); // never ended, so never exported
  const byCounter = new Map<CounterName, Counter>();
  const byHistogram = new Map<HistogramName, Histogram>();

  function counter(name: CounterName): Counter {
    const known = byCounter.get(name);
    if (known !== undefined) return known;
    const { unit, description } = counters[name];
    const made = meter.createCounter(name, { unit, description });
    byCounter.set(name, made);
    return made;
  }

  function histogram(name: HistogramName): Histogram {
    const known = byHistogram.get(name);
    if (known !== undefined) return known;
    const { unit, description, boundaries } = histograms[name];
    const advice = { explicitBucketBoundaries: [...boundaries] };
    const made = meter.createHistogram(name, { unit, description, advice });
    byHistogram.set(name, made);
    return made;
  }

  const around = <Value>(name: SpanName, run: (span: Span) => Value): Value =>
    tracer.startActiveSpan(name, (span) => {
      const own = {
        set: (attributes: SpanAttributes) => void span.setAttributes({ ...attributes }),
      };
      return settling(() => run(own), (failure) => {
        if (failure !== null) fail(span.setAttribute("error.type", failure));
        span.end();
      });
    });

  const afterwards = <Value>(name: SpanName, run: (span: Span) => Value): Value => {
    const parent = context.active();
    const startTime = origin + milliseconds();
    const attributes: Record<string, string | number> = {};
    const own = { set: (more: SpanAttributes) => void Object.assign(attributes, more) };
    return settling(() => run(own), (failure) => {
      const kind = calls.has(name) ? SpanKind.CLIENT : SpanKind.INTERNAL;
      if (failure !== null) attributes["error.type"] = failure;
      const span = tracer.startSpan(name, { kind, startTime, attributes }, parent);
      if (failure !== null) fail(span);
      span.end(origin + milliseconds());
    });
  };

  return {
    on: true,
    setRoute: (method, route) => {
      const span = trace.getActiveSpan();
      span?.setAttribute("http.route", route);
      span?.updateName(`${method} ${route}`);
    },
    span: (name, run) => {
      if (trace.getActiveSpan()?.isRecording() !== true) return run(unrecorded);
      return holding.has(name) ? around(name, run) : afterwards(name, run);
    },
    rootSpan: (name, run) => context.with(ROOT_CONTEXT, () => around(name, run)),
    detached: (run) => context.with(ROOT_CONTEXT, run),
    traceIds: () => {
      const ids = trace.getActiveSpan()?.spanContext();
      return ids !== undefined && isSpanContextValid(ids)
        ? { traceId: ids.traceId, spanId: ids.spanId }
        : null;
    },
    count: (name, attributes, amount = 1) => counter(name).add(amount, attributes),
    measure: (name, value, attributes) => histogram(name).record(value, attributes),
    observe: (name, read) => {
      const { unit, description } = gauges[name];
      meter.createObservableGauge(name, { unit, description }).addCallback((result) => {
        for (const { value, attributes } of read()) result.observe(value, attributes ?? {});
      });
    },
    stopwatch: () => {
      const begun = milliseconds();
      return () => (milliseconds() - begun) / 1_000;
    },
  };
}

function fail(span: LibrarySpan): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/**
 * Tells when something has run, at once or later, and how it failed: by the name of the error, never
 * by its text, which may hold what a caller typed.
 */
function settling<Value>(run: () => Value, over: (failure: string | null) => void): Value {
  const failed = (cause: unknown) => over(cause instanceof Error ? cause.name : "_OTHER");
  try {
    const value = run();
    if (value instanceof Promise) value.then(() => over(null), failed);
    else over(null);
    return value;
  } catch (cause) {
    failed(cause);
    throw cause;
  }
}
