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

/** A take, and what has to happen before its request is answered. */
export interface Taken extends Take {
  /**
   * Writes the take, once however often it is called: with what else the request writes, so that they
   * wait for the store together. It rejects where the take may not stand there. Null: it does.
   */
  readonly write: (() => Promise<void>) | null;
}

/** Counts requests in token buckets (decisions.md part 5). */
export interface RateLimiter {
  /**
   * Takes a token, those of one instance in their order. In any time of w seconds all instances that
   * share the store allow at most capacity + refill × w. A taker may be refused while another instance
   * holds tokens, for one lease of those at most. The work of an allowed caller may begin before the
   * take is written; its answer may not.
   *
   * @param size of the bucket as of now
   * @param amount tokens that are taken at once, all or none; default: one
   * @throws Error when the store cannot be reached or is too contended: never a refusal
   */
  take(bucket: BucketId, size: BucketSize, amount?: number): Promise<Taken>;
}
