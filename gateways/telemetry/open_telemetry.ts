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

/** A span without a trace. */
const unrecorded: Span = { set: () => {} };
/** Database operations, which OpenTelemetry shows as calls. */
const calls: ReadonlySet<SpanName> = new Set<SpanName>(["read", "page", "commit"]);
/** Steps that contain others and must therefore exist while they run. */
const holding: ReadonlySet<SpanName> = new Set<SpanName>([
  "introspect",
  "sequence",
  "housekeeping",
]);

/** A monotonic clock. */
interface SteadyClock {
  /** Milliseconds since `origin`. */
  readonly milliseconds: () => number;
  /** Milliseconds since 1970-01-01T00Z. */
  readonly origin: number;
}

/**
 * Opens telemetry by OpenTelemetry, with the runtime's provider (`OTEL_DENO=true`): it exports by
 * OTLP as the variables `OTEL_*` configure, and correlates the process's own log lines. Only this
 * module uses the library.
 */
export function openTelemetry(clock: SteadyClock): Telemetry {
  const { milliseconds } = clock;
  return {
    on: true,
    ...openSpans(clock),
    ...openMeters(),
    stopwatch: () => {
      const begun = milliseconds();
      return () => (milliseconds() - begun) / 1_000;
    },
  };
}

/**
 * Opens the spans of the process. A step without nested ones is recorded after its end, all at
 * once, since setting its attributes one by one costs ten times as much.
 */
function openSpans(
  { milliseconds, origin }: SteadyClock,
): Pick<Telemetry, "setRoute" | "span" | "rootSpan" | "detached" | "traceIds"> {
  const tracer = trace.getTracer("aval");
  withholdTargets(tracer.startSpan("unseen")); // never ended, so never exported

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
  };
}

/** Opens the metrics of the process; each instrument is made at its first use. */
function openMeters(): Pick<Telemetry, "count" | "measure" | "observe"> {
  const meter = metrics.getMeter("aval");
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

  return {
    count: (name, attributes, amount = 1) => counter(name).add(amount, attributes),
    measure: (name, value, attributes) => histogram(name).record(value, attributes),
    observe: (name, read) => {
      const { unit, description } = gauges[name];
      meter.createObservableGauge(name, { unit, description }).addCallback((result) => {
        for (const { value, attributes } of read()) result.observe(value, attributes ?? {});
      });
    },
  };
}

function fail(span: LibrarySpan): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/**
 * Runs a function and calls `over` after its end, synchronous or not, with the name of its error,
 * never the error's text, which may contain what a caller typed.
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
