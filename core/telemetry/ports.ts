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

/** One step of a request or of work on its own, while it runs. */
export interface Span {
  set(attributes: SpanAttributes): void;
}

/**
 * Telemetry of the service while it runs: spans and metrics for its operator.
 * Nothing personal fits into its types. Where it is off every method does nothing but run what it
 * is given.
 */
export interface Telemetry {
  /** Whether anything is exported: costly figures are not computed otherwise. */
  readonly on: boolean;
  /** Names the request under way after its route: `POST` and `/v1/screen`, never what was asked for. */
  setRoute(method: string, route: string): void;
  /** A step of the request or work under way; where none is, no span is made. */
  span<Value>(name: SpanName, run: (span: Span) => Value): Value;
  /** Work on its own, though a request may have set it off: a trace of its own. */
  rootSpan<Value>(name: SpanName, run: (span: Span) => Value): Value;
  /** Work that is counted and has no span, though a request may have set it off. */
  detached<Value>(run: () => Value): Value;
  /** The span under way, for log records. */
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
  /** Has a gauge read, whenever metrics are exported. @param read from memory, at once */
  observe<Name extends GaugeName>(name: Name, read: () => readonly Observation<Name>[]): void;
  /** @returns a function that returns the seconds since now */
  stopwatch(): () => number;
}

/** Counts logins once the unit that holds them is committed. */
export interface LoginCounts {
  note(unit: Unit, outcome: LoginOutcome, mode: Mode): void;
}
