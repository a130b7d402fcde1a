/** A span in the export. */
export interface ExportedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the root of a trace. */
  readonly parentSpanId: string;
  readonly attributes: Attributes;
}

/** The last state of a series. */
export interface ExportedPoint {
  readonly name: string;
  readonly unit: string;
  readonly attributes: Attributes;
  /** The value of a counter or gauge, the count of a histogram. */
  readonly value: number;
}

/** A log record. */
export interface ExportedLog {
  readonly body: string;
  readonly severityText: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly attributes: Attributes;
}

/** Attributes by name; 64-bit numbers are text, as in protocol buffers' JSON. */
export type Attributes = Readonly<Record<string, unknown>>;

/** Exported spans, metrics and logs. */
export interface Exported {
  readonly spans: readonly ExportedSpan[];
  readonly points: readonly ExportedPoint[];
  readonly logs: readonly ExportedLog[];
}

// deno-lint-ignore no-explicit-any -- tests reach into what was sent, and fail where it is another
type Json = any;

/** Reads bodies of OTLP in its JSON form (OpenTelemetry protocol 1.x, section JSON Protobuf encoding). */
export function readOtlp(bodies: readonly Json[]): Exported {
  const all = (kind: "Spans" | "Metrics" | "Logs"): Json[] =>
    bodies.flatMap((body) => body[`resource${kind}`] ?? [])
      .flatMap((resource) => resource[`scope${kind}`]);
  return {
    spans: all("Spans").flatMap(({ spans }) => spans).map((span) => ({
      ...span,
      parentSpanId: span.parentSpanId ?? "",
      attributes: attributesOf(span),
    })),
    points: pointsOf(all("Metrics").flatMap(({ metrics }) => metrics)),
    logs: all("Logs").flatMap(({ logRecords }) => logRecords).map((record) => ({
      ...record,
      body: record.body.stringValue,
      attributes: attributesOf(record),
    })),
  };
}

function pointsOf(metrics: readonly Json[]): readonly ExportedPoint[] {
  const last = new Map<string, ExportedPoint>();
  for (const { name, unit, ...kinds } of metrics) {
    for (const point of (kinds.sum ?? kinds.gauge ?? kinds.histogram).dataPoints) {
      const attributes = attributesOf(point);
      const value = Number(point.asDouble ?? point.asInt ?? point.count);
      last.set(JSON.stringify([name, attributes]), { name, unit, attributes, value });
    }
  }
  return [...last.values()];
}

/**
 * @throws Error when an attribute is repeated
 */
function attributesOf({ attributes = [] }: Json): Attributes {
  const pairs = attributes.map(({ key, value }: Json) => [key, Object.values(value)[0]]);
  const byName = Object.fromEntries(pairs);
  if (Object.keys(byName).length !== pairs.length) {
    throw new Error(`An attribute is exported twice: ${JSON.stringify(attributes)}`);
  }
  return byName;
}
