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
import type { Span, Telemetry } from "../ports/telemetry.ts";
import { silentSpan } from "../telemetry/silent.ts";
import {
  type CounterName,
  counters,
  gauges,
  type HistogramName,
  histograms,
  type SpanName,
} from "../telemetry/instruments.ts";
import { withholdTargets } from "./withheld_targets.ts";

/** Operations of a database, which OpenTelemetry draws as calls. */
const calls: ReadonlySet<SpanName> = new Set<SpanName>(["read", "page", "commit"]);

/**
 * Tells OpenTelemetry, by the provider that the runtime brings (`OTEL_DENO=true`): it exports by
 * OTLP what the variables `OTEL_*` say, and correlates the process's own log lines. This is
 * the only module that names the library.
 *
 * @param milliseconds of a clock that never goes back
 */
export function openTelemetry(
  { milliseconds }: { readonly milliseconds: () => number },
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

  const step = <Value>(name: SpanName, run: (span: Span) => Value): Value =>
    tracer.startActiveSpan(
      name,
      { kind: calls.has(name) ? SpanKind.CLIENT : SpanKind.INTERNAL },
      (span) => during(span, run),
    );

  return {
    on: true,
    serves: (method, route) => {
      const span = trace.getActiveSpan();
      span?.setAttribute("http.route", route);
      span?.updateName(`${method} ${route}`);
    },
    within: (name, run) =>
      trace.getActiveSpan()?.isRecording() === true ? step(name, run) : run(silentSpan),
    alone: (name, run) => context.with(ROOT_CONTEXT, () => step(name, run)),
    apart: (run) => context.with(ROOT_CONTEXT, run),
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

/** Ends the span with what runs in it, whether that is over at once or later. */
function during<Value>(span: LibrarySpan, run: (span: Span) => Value): Value {
  const end = () => span.end();
  const failed = (cause: unknown) => {
    // Never the text of the error: it may hold what a caller typed.
    span.setAttribute("error.type", cause instanceof Error ? cause.name : "_OTHER");
    span.setStatus({ code: SpanStatusCode.ERROR });
    end();
  };
  try {
    const value = run({ set: (attributes) => void span.setAttributes({ ...attributes }) });
    if (value instanceof Promise) value.then(end, failed);
    else end();
    return value;
  } catch (cause) {
    failed(cause);
    throw cause;
  }
}
