/**
 * Something outside that a request needs did not do its work in time: the store, the identity
 * provider, a trust service. Answered as 503 `upstream_unavailable`. Whether it happened all the same
 * may be unknown, so the caller tries again under the same idempotency key.
 */
export class UnavailableError extends Error {
  override readonly name: string = "UnavailableError";
  /** Whether what is out of order logs that by itself: then no request that it fails does. */
  readonly isReported: boolean = false;
}
