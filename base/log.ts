/** A member of a log record. Never personal data, never a token, never what a caller typed. */
export type LogValue = string | number | boolean | null;

/** Names a span in a log record (W3C Trace Context, lower-case hex). */
export interface TraceIds {
  readonly traceId: string;
  readonly spanId: string;
}

/** Structured log: one JSON object a line on standard error. */
export interface Log {
  /** Development detail. */
  debug(event: string, members?: Readonly<Record<string, LogValue>>): void;
  /** Something that an operator may want to read later. */
  info(event: string, members?: Readonly<Record<string, LogValue>>): void;
  /** Something that an operator should see to in office hours. */
  warn(event: string, members?: Readonly<Record<string, LogValue>>): void;
  /** A fault, which may page an operator. The cause's own text is kept out of answers, not out of the log. */
  error(event: string, cause: unknown, members?: Readonly<Record<string, LogValue>>): void;
}
