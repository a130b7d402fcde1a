/** A span as it came over the wire (OTLP/JSON). */
export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty: the root of its trace. */
  readonly parentSpanId: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** The last state of a series. */
export interface ReceivedPoint {
  readonly name: string;
  readonly unit: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The value of a counter or gauge, the count of a histogram. */
  readonly value: number;
}

/** A log record. */
export interface ReceivedLog {
  readonly body: string;
  readonly traceId: string;
  readonly spanId: string;
}

/** What a process exports to, on loopback. */
export interface OtlpReceiver extends AsyncDisposable {
  /** Variables that make a process export to it, several times a second. */
  readonly environment: Readonly<Record<string, string>>;
  /** Every byte of every export. */
  text(): string;
  spans(): readonly ReceivedSpan[];
  points(): readonly ReceivedPoint[];
  logs(): readonly ReceivedLog[];
  /** Resolves once an export has made it true. */
  until(holds: () => boolean): Promise<void>;
}

// deno-lint-ignore no-explicit-any -- tests reach into what was sent, and fail where it is another
type Json = any;

/** Starts a receiver of OTLP over HTTP, JSON form. */
export function otlpReceiver(): OtlpReceiver {
  const texts: string[] = [];
  const bodies: Json[] = [];
  let arrived = Promise.withResolvers<void>();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const text = await request.text();
      texts.push(text);
      bodies.push(JSON.parse(text));
      arrived.resolve();
      arrived = Promise.withResolvers();
      return Response.json({});
    },
  );
  const all = (kind: "Spans" | "Metrics" | "Logs"): Json[] =>
    bodies.flatMap((body) => body[`resource${kind}`] ?? [])
      .flatMap((resource) => resource[`scope${kind}`]);
  const points = () => {
    const last = new Map<string, ReceivedPoint>();
    for (const { name, unit, ...kinds } of all("Metrics").flatMap(({ metrics }) => metrics)) {
      const { dataPoints } = kinds.sum ?? kinds.gauge ?? kinds.histogram;
      for (const point of dataPoints) {
        const attributes = attributesOf(point);
        const value = Number(point.asDouble ?? point.asInt ?? point.count);
        last.set(JSON.stringify([name, attributes]), { name, unit, attributes, value });
      }
    }
    return [...last.values()];
  };
  return {
    environment: {
      OTEL_DENO: "true",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${server.addr.port}`,
      OTEL_PROPAGATORS: "none",
      OTEL_SERVICE_NAME: "aval",
      OTEL_RESOURCE_ATTRIBUTES: "service.instance.id=test-1",
      OTEL_METRIC_EXPORT_INTERVAL: "200",
      OTEL_BSP_SCHEDULE_DELAY: "100",
      OTEL_BLRP_SCHEDULE_DELAY: "100",
    },
    text: () => texts.join("\n"),
    spans: () =>
      all("Spans").flatMap(({ spans }) => spans).map((span: Json) => ({
        ...span,
        attributes: attributesOf(span),
      })),
    points,
    logs: () =>
      all("Logs").flatMap(({ logRecords }) => logRecords).map((record: Json) => ({
        body: record.body.stringValue,
        traceId: record.traceId,
        spanId: record.spanId,
      })),
    until: async (holds) => {
      while (!holds()) await arrived.promise;
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** @throws Error when one is there twice, as one is that was set again */
function attributesOf(of: Json): Readonly<Record<string, unknown>> {
  const pairs = of.attributes.map((
    { key, value }: Json,
  ) => [key, Object.values(value)[0]]);
  const attributes = Object.fromEntries(pairs);
  if (Object.keys(attributes).length !== pairs.length) {
    throw new Error(`An attribute is exported twice: ${JSON.stringify(of.attributes)}`);
  }
  return attributes;
}
