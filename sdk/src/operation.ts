/**
 * When a failed call may be repeated. `read`: always. `keyed`: always, under one idempotency key.
 * `outside`: it acts outside the service, like seal and sign, so only after an answer that states
 * that the act did not begin. `never`: an act without a key.
 *
 * @internal
 */
export type Repeat = "read" | "keyed" | "outside" | "never";

/**
 * One operation of the service, from its route record.
 *
 * @internal
 */
export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path template; each `{parameter}` is an argument, in this order. */
  readonly path: string;
  readonly repeat: Repeat;
  /** The encoding of its body; default: no body. */
  readonly body?: "json" | "form";
  /** Whether it has query parameters. */
  readonly query?: true;
  /** The form of its answer: JSON by default, or the member of a page with its items. */
  readonly answer?: "text" | "stream" | { readonly list: string };
  /** Whether it needs no token; none is sent then. */
  readonly open?: true;
}

/** Options of any call. */
export interface CallOptions {
  /** Ends the call and all of its waits. */
  readonly signal?: AbortSignal;
  /** Milliseconds for the call with all its retries, instead of the client's. */
  readonly deadlineMs?: number;
  /** Further headers, such as `x-request-id`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Options of an act with an idempotency key. */
export interface ActOptions extends CallOptions {
  /**
   * 1 to 255 visible ASCII characters. Default: a random key for each call, the same for its
   * retries.
   */
  readonly idempotencyKey?: string;
}
