/**
 * A dependency that a request needs did not answer in time: the store, the identity provider or a
 * trust service. Answered as 503 `upstream_unavailable`. The act may have happened nevertheless, so
 * the caller retries with the same idempotency key.
 */
export class UnavailableError extends Error {
  override readonly name: string = "UnavailableError";
  /** Whether the dependency logs its outage itself; requests that fail by it then log nothing. */
  readonly isReported: boolean = false;
}
