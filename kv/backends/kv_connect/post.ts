type Bytes = Uint8Array<ArrayBuffer>;

/** The outcome of a request, which is sent at most once. */
export type Posted =
  | {
    readonly kind: "answered";
    readonly status: number;
    /** URL of the answer, after redirects. */
    readonly url: string;
    readonly body: Bytes;
  }
  /** There was no connection: nothing was received. */
  | { readonly kind: "not sent"; readonly cause: unknown }
  /** The connection broke before the answer was complete: the outcome is unknown. */
  | { readonly kind: "broken"; readonly cause: unknown }
  /** No answer in time: the outcome is unknown, and may still change. */
  | { readonly kind: "late"; readonly cause: unknown };

/** A request. */
export interface PostRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Bytes;
  readonly redirect?: "follow" | "manual";
}

/** Sends requests, each with a deadline. */
export interface Poster {
  /** Sends one POST request and reads the whole answer. Never rejects before it is closed. */
  post(url: string, request: PostRequest): Promise<Posted>;
  /**
   * The server's time in milliseconds since the epoch: from the last answer's `Date` (RFC 9110
   * §6.6.1) and the time since then. Null until an answer has one.
   */
  serverTime(): number | null;
  /** Aborts running requests. */
  close(): void;
}

/**
 * Opens a sender of requests over the runtime's `fetch`, which reuses connections.
 *
 * @param milliseconds maximum duration of a request, including its connection and its answer
 */
export function openPoster(milliseconds: number): Poster {
  const underWay = new Set<AbortController>();
  let closed = false;
  let heard: { readonly date: number; readonly at: number } | null = null;
  return {
    post: async (url, { body, ...request }) => {
      if (closed) throw new Error("The store is closed");
      const deadline = new AbortController();
      underWay.add(deadline);
      const timer = setTimeout(() => deadline.abort(), milliseconds);
      try {
        const response = await fetch(url, {
          ...request,
          method: "POST",
          // Bytes would be sent a second time by Deno 2.9 when a connection that was used before
          // breaks, whatever the server did with the first (against RFC 9110 §9.2.2); a blob cannot.
          body: new Blob([body]),
          signal: deadline.signal,
        });
        const answer = new Uint8Array(await response.arrayBuffer());
        const date = Date.parse(response.headers.get("date") ?? "");
        if (!Number.isNaN(date)) heard = { date, at: performance.now() };
        return { kind: "answered", status: response.status, url: response.url, body: answer };
      } catch (cause) {
        if (deadline.signal.aborted) return { kind: "late", cause };
        return { kind: wasNeverConnected(cause) ? "not sent" : "broken", cause };
      } finally {
        clearTimeout(timer);
        underWay.delete(deadline);
      }
    },
    serverTime: () => heard === null ? null : heard.date + performance.now() - heard.at,
    close: () => {
      closed = true;
      for (const request of underWay) request.abort();
    },
  };
}

/**
 * Whether an error means that there never was a connection, by the messages of hyper, Deno's HTTP
 * client, for refused connections, unknown hosts and failed TLS.
 */
function wasNeverConnected(cause: unknown): boolean {
  return cause instanceof Error &&
    (cause.message.includes("client error (Connect)") || wasNeverConnected(cause.cause));
}
