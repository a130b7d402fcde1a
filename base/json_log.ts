import type { Clock } from "./clock.ts";
import type { Log, LogValue, TraceIds } from "./log.ts";

/** Log levels, from the most to the least verbose. */
export const logLevels = ["debug", "info", "warn", "error"] as const;
/** One of the names of {@link logLevels}. */
export type LogLevel = (typeof logLevels)[number];

/**
 * Opens a log that writes one JSON object a line: `at`, `level`, `event`, then the members. A fault
 * adds the name, message and stack of the error, and those of its causes. Within a span, `trace_id`
 * and `span_id` come before the members (OpenTelemetry, trace context in non-OTLP log formats).
 *
 * @param write receives one line without its line end
 */
export function jsonLog(
  { level, clock, write, traceIds = () => null }: {
    readonly level: LogLevel;
    readonly clock: Clock;
    readonly write: (line: string) => void;
    readonly traceIds?: () => TraceIds | null;
  },
): Log {
  const least = logLevels.indexOf(level);
  const print = (
    at: LogLevel,
    event: string,
    members: Readonly<Record<string, unknown>> = {},
  ) => {
    if (logLevels.indexOf(at) < least) return;
    const now = clock.now().toString({ smallestUnit: "millisecond" });
    const ids = traceIds();
    const trace = ids === null ? {} : { trace_id: ids.traceId, span_id: ids.spanId };
    write(JSON.stringify({ at: now, level: at, event, ...trace, ...members }));
  };
  return {
    debug: (event, members) => print("debug", event, members),
    info: (event, members) => print("info", event, members),
    warn: (event, members) => print("warn", event, members),
    error: (event, cause, members) =>
      print("error", event, { ...members, fault: describeFault(cause) }),
  };
}

interface Fault {
  readonly name: LogValue;
  readonly message: string;
  readonly stack: LogValue;
  readonly cause: Fault | null;
}

function describeFault(fault: unknown): Fault {
  if (!(fault instanceof Error)) {
    return {
      name: null,
      message: "A value other than an Error was thrown",
      stack: null,
      cause: null,
    };
  }
  const { name, message, stack = null, cause } = fault;
  return { name, message, stack, cause: cause === undefined ? null : describeFault(cause) };
}
