import type { ClientId, PersonId } from "../access/schema.ts";
import type { BucketName } from "../policy/rate_limits.ts";
import type { BucketSize, Take } from "./token_bucket.ts";

/** Owner of a bucket: a client, a person, or a source of requests. */
export type BucketOwner =
  | { readonly kind: "client"; readonly clientId: ClientId }
  /** A client's reviewer: persons of two clients may have the same id. */
  | {
    readonly kind: "person";
    readonly personId: PersonId;
    readonly clientId: ClientId | null;
  }
  /** @see bucketAddress, which makes the network of an address */
  | { readonly kind: "source"; readonly network: string };

/** One token bucket. */
export interface BucketId {
  readonly name: BucketName;
  readonly owner: BucketOwner;
}

/** A take, and the write that must precede the answer of its request. */
export interface Taken extends Take {
  /**
   * Writes the take, once for any number of calls, together with the request's other writes, so
   * that both wait for the store at the same time. Rejects if the take is not allowed to stay.
   * Null: the take is already written.
   */
  readonly write: (() => Promise<void>) | null;
}

/** Counts requests in token buckets (decisions.md part 5). */
export interface RateLimiter {
  /**
   * Takes a token; takes of one instance are in order. Within any w seconds all instances on one
   * store permit at most capacity + refill × w takes. A take may be refused while another instance
   * holds leased tokens, for at most one lease. The work of a permitted caller may begin before the
   * take is written, but its answer may not be sent.
   *
   * @param size current size of the bucket
   * @param amount tokens to take, all or none; default: one
   * @throws Error when the store cannot be reached or is too contended; this is never a refusal
   */
  take(bucket: BucketId, size: BucketSize, amount?: number): Promise<Taken>;
}
