/**
 * When a call may be sent again after it failed. `read`: always. `keyed`: always, under one
 * idempotency key. `outside`: it acts outside of the service, as seal and sign do, so only after an
 * answer that says that nothing was begun. `never`: an act that takes no key.
 *
 * @internal
 */
export type Repeat = "read" | "keyed" | "outside" | "never";

/**
 * One operation of the service, as its route record declares it.
 *
 * @internal
 */
export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path template; each `{parameter}` is an argument, in this order. */
  readonly path: string;
  readonly repeat: Repeat;
  /** How its body is sent; it has none by default. */
  readonly body?: "json" | "form";
  /** Whether it takes query parameters. */
  readonly query?: true;
  /** How its answer is read: JSON by default, or the member of a page that lists its items. */
  readonly answer?: "text" | "stream" | { readonly list: string };
  /** It needs no token, and none is sent. */
  readonly open?: true;
}

/** What any call may be given. */
export interface CallOptions {
  /** Ends the call, and every wait of it. */
  readonly signal?: AbortSignal;
  /** Milliseconds for the call with all its retries, in place of the client's. */
  readonly deadlineMs?: number;
  /** Further headers, as `x-request-id`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What an act that takes an idempotency key may be given. */
export interface ActOptions extends CallOptions {
  /** 1 to 255 visible ASCII characters. Default: a random one for each call, the same over its retries. */
  readonly idempotencyKey?: string;
}
