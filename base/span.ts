/** A span of time for which something is believed. */
export interface Span {
  readonly from: Temporal.Instant;
  /** Excluded. */
  readonly until: Temporal.Instant;
}

/** Whether a moment lies in a span: a clock that is set back makes nothing last longer. */
export function isWithin(now: Temporal.Instant, { from, until }: Span): boolean {
  return Temporal.Instant.compare(from, now) <= 0 && Temporal.Instant.compare(now, until) < 0;
}
