/** A member of a log record. Never personal data, a token, or text that a caller typed. */
export type LogValue = string | number | boolean | null;

/** Identifies a span in a log record (W3C Trace Context, lower-case hex). */
export interface TraceIds {
  readonly traceId: string;
  readonly spanId: string;
}

/** Structured log: one JSON object a line on standard error. */
export interface Log {
  /** Development detail. */
  debug(event: string, members?: Readonly<Record<string, LogValue>>): void;
  /** Logs an event that an operator may read later. */
  info(event: string, members?: Readonly<Record<string, LogValue>>): void;
  /** Logs an event that an operator should handle in office hours. */
  warn(event: string, members?: Readonly<Record<string, LogValue>>): void;
  /**
   * Logs a fault, which may page an operator. The text of the cause goes to the log, never to an
   * answer.
   */
  error(event: string, cause: unknown, members?: Readonly<Record<string, LogValue>>): void;
}
