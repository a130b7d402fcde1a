/** Where the domain reads the time; the only other place is the composition root. */
export interface Clock {
  /** The current instant, UTC. */
  now(): Temporal.Instant;
}
