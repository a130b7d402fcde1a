/** A period during which a statement is valid. */
export interface Span {
  readonly from: Temporal.Instant;
  /** Excluded. */
  readonly until: Temporal.Instant;
}

/** Whether a moment is within a span. A clock that is set back extends no span. */
export function isWithin(now: Temporal.Instant, { from, until }: Span): boolean {
  return Temporal.Instant.compare(from, now) <= 0 && Temporal.Instant.compare(now, until) < 0;
}
