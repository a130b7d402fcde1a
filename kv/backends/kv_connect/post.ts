type Bytes = Uint8Array<ArrayBuffer>;

/** What became of a request. It was sent once at most. */
export type Posted =
  | {
    readonly kind: "answered";
    readonly status: number;
    /** Where the answer came from, after redirects. */
    readonly url: string;
    readonly body: Bytes;
  }
  /** There was no connection: nothing has arrived anywhere. */
  | { readonly kind: "not sent"; readonly cause: unknown }
  /** The connection broke before the answer was whole: nobody knows what became of it. */
  | { readonly kind: "broken"; readonly cause: unknown }
  /** No answer within its time: nobody knows what has become of it, or will. */
  | { readonly kind: "late"; readonly cause: unknown };

/** Sends requests, each with a deadline. */
export interface Poster {
  /** Sends one POST request and reads its answer to the end. Never rejects before it is closed. */
  post(url: string, init: Pick<RequestInit, "headers" | "body" | "redirect">): Promise<Posted>;
  /**
   * What time it is there, in milliseconds since the epoch: from the last answer's `Date` (RFC 9110
   * §6.6.1) and what has passed since. Null while no answer had one.
   */
  serverTime(): number | null;
  /** Breaks off what is under way. */
  close(): void;
}

/**
 * Opens a sender of requests over the runtime's own `fetch`, which reuses connections, and sends a
 * request a second time only where HTTP says that the server has not begun with it.
 *
 * @param milliseconds how long a request may take, its connection and its answer included
 */
export function openPoster(milliseconds: number): Poster {
  const underWay = new Set<AbortController>();
  let closed = false;
  let heard: { readonly date: number; readonly at: number } | null = null;
  return {
    post: async (url, init) => {
      if (closed) throw new Error("The store is closed");
      const deadline = new AbortController();
      underWay.add(deadline);
      const timer = setTimeout(() => deadline.abort(), milliseconds);
      try {
        const response = await fetch(url, { ...init, method: "POST", signal: deadline.signal });
        const body = new Uint8Array(await response.arrayBuffer());
        const date = Date.parse(response.headers.get("date") ?? "");
        if (!Number.isNaN(date)) heard = { date, at: performance.now() };
        return { kind: "answered", status: response.status, url: response.url, body };
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

/** The words of hyper, Deno's HTTP client, for refused connections, unknown hosts and failed TLS. */
function wasNeverConnected(cause: unknown): boolean {
  return cause instanceof Error &&
    (cause.message.includes("client error (Connect)") || wasNeverConnected(cause.cause));
}
