/** The source of time for the domain. Only the composition root reads the time elsewhere. */
export interface Clock {
  /** The current instant, UTC. */
  now(): Temporal.Instant;
}
