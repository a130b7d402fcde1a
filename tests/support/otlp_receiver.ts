import { type Exported, readOtlp } from "./otlp.ts";

/** Maximum wait, so that a test for an export that never comes fails instead of hanging. */
const patienceMilliseconds = 60_000;

/** A receiver on loopback for a process's exports. */
export interface OtlpReceiver extends AsyncDisposable {
  /** Variables that make a process export to it. */
  readonly environment: Readonly<Record<string, string>>;
  /** All bytes of every export. */
  text(): string;
  exported(): Exported;
  /** Resolves when an export meets a condition. */
  until(holds: (exported: Exported) => boolean): Promise<void>;
}

/** Variables that make a process export to an address, several times a second. */
export function exportingTo(url: string): Readonly<Record<string, string>> {
  return {
    OTEL_DENO: "true",
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_PROPAGATORS: "none",
    OTEL_SERVICE_NAME: "aval",
    OTEL_RESOURCE_ATTRIBUTES: "service.instance.id=test-1",
    OTEL_METRIC_EXPORT_INTERVAL: "200",
    OTEL_BSP_SCHEDULE_DELAY: "100",
    OTEL_BLRP_SCHEDULE_DELAY: "100",
  };
}

/** Starts a receiver of OTLP over HTTP, JSON form. */
export function otlpReceiver(): OtlpReceiver {
  const texts: string[] = [];
  let arrived = Promise.withResolvers<void>();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      texts.push(await request.text());
      arrived.resolve();
      arrived = Promise.withResolvers();
      return Response.json({});
    },
  );
  const exported = () => readOtlp(texts.map((text) => JSON.parse(text)));
  return {
    environment: exportingTo(`http://127.0.0.1:${server.addr.port}`),
    text: () => texts.join("\n"),
    exported,
    until: async (holds) => {
      const { promise: late, reject } = Promise.withResolvers<never>();
      const giveUp = () => reject(new Error("What is awaited has not been exported"));
      const timer = setTimeout(giveUp, patienceMilliseconds);
      try {
        while (!holds(exported())) await Promise.race([arrived.promise, late]);
      } finally {
        clearTimeout(timer);
      }
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
