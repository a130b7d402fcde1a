import type { TraceIds } from "../../base/log.ts";
import type { Unit } from "../../base/unit.ts";
import type { Mode } from "../nouns.ts";
import type {
  CounterAttributes,
  CounterName,
  GaugeName,
  HistogramAttributes,
  HistogramName,
  LoginOutcome,
  Observation,
  SpanAttributes,
  SpanName,
} from "./schema.ts";

/** A running step of a request, or of separate work. */
export interface Span {
  set(attributes: SpanAttributes): void;
}

/**
 * Spans and metrics of the running service for its operator. Its types cannot carry personal data.
 * When telemetry is off, a method only runs the given function.
 */
export interface Telemetry {
  /** Whether telemetry is exported; if not, costly figures are not computed. */
  readonly on: boolean;
  /**
   * Names the current request after its route: `POST` and `/v1/screen`, never the requested path.
   */
  setRoute(method: string, route: string): void;
  /** Runs a step of the current request or work in a span; without one, no span is made. */
  span<Value>(name: SpanName, run: (span: Span) => Value): Value;
  /** Runs separate work in a trace of its own, even if a request started it. */
  rootSpan<Value>(name: SpanName, run: (span: Span) => Value): Value;
  /** Runs counted work outside any span, even if a request started it. */
  detached<Value>(run: () => Value): Value;
  /** The current span, for log records. */
  traceIds(): TraceIds | null;
  /** @param amount default 1; 0 makes the series known before anything happens */
  count<Name extends CounterName>(
    name: Name,
    attributes: CounterAttributes<Name>,
    amount?: number,
  ): void;
  measure<Name extends HistogramName>(
    name: Name,
    value: number,
    attributes: HistogramAttributes<Name>,
  ): void;
  /**
   * Registers the reader of a gauge, which runs whenever metrics are exported.
   *
   * @param read reads from memory, without waiting
   */
  observe<Name extends GaugeName>(name: Name, read: () => readonly Observation<Name>[]): void;
  /** @returns a function that returns the seconds since now */
  stopwatch(): () => number;
}

/** Counts logins after the commit of their unit. */
export interface LoginCounts {
  note(unit: Unit, outcome: LoginOutcome, mode: Mode): void;
}
