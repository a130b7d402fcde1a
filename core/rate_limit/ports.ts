import type { ClientId } from "../access/schema.ts";
import type { BucketName } from "../policy/rate_limits.ts";
import type { BucketSize, Take } from "./token_bucket.ts";

/** Owner of a bucket: a client, or a source of requests. */
export type BucketOwner =
  | { readonly kind: "client"; readonly clientId: ClientId }
  /** @see bucketAddress, which makes the network of an address */
  | { readonly kind: "source"; readonly network: string };

/** One token bucket. */
export interface BucketId {
  readonly name: BucketName;
  readonly owner: BucketOwner;
}

/** Counts requests in token buckets (decisions.md part 5). */
export interface RateLimiter {
  /**
   * Takes one token. Exact over all instances that share the store: of any number of concurrent
   * takers as many are allowed as there are tokens, those of one instance in their order.
   *
   * @param size of the bucket as of now
   * @throws Error when the store cannot be reached or is too contended: never a refusal
   */
  take(bucket: BucketId, size: BucketSize): Promise<Take>;
}
