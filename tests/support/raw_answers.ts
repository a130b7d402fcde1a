import type { Connect } from "../../gateways/http/connect.ts";
import { ok } from "../../base/result.ts";

/** The other end of a connection, which answers with bytes. */
export interface RawServer {
  readonly connect: Connect;
  /** Addresses connected to, in order. */
  readonly asked: string[];
  /** Complete heads of the requests. */
  readonly heads: string[];
  /** Number of connections that the client closed. */
  closed(): number;
}

/** Pieces of an answer, sent one by one; the connection ends after them. */
export type Pieces = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

/** Answers each connection according to its address. */
export function rawServer(answer: (url: URL) => Pieces | Promise<Pieces>): RawServer {
  const asked: string[] = [];
  const heads: string[] = [];
  let closed = 0;
  const encoder = new TextEncoder();
  return {
    asked,
    heads,
    closed: () => closed,
    connect: (url, signal) => {
      asked.push(url.href);
      const sent = Promise.withResolvers<void>();
      let head = "";
      const aborted = new Promise<never>((_, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason), { once: true })
      );
      aborted.catch(() => {});
      async function* bytes() {
        await sent.promise;
        const pieces = await Promise.race([aborted, answer(url)]);
        const iterator = Symbol.asyncIterator in pieces
          ? pieces[Symbol.asyncIterator]()
          : pieces[Symbol.iterator]();
        for (;;) {
          // Who hangs within an answer is left at the deadline, too.
          const { value: piece, done } = await untilAborted(iterator.next(), signal);
          if (done === true) return;
          yield typeof piece === "string" ? encoder.encode(piece) : piece;
        }
      }
      return Promise.resolve(ok({
        readable: ReadableStream.from(bytes()),
        writable: new WritableStream<Uint8Array>({
          write: (chunk) => {
            head += new TextDecoder().decode(chunk);
            const end = head.indexOf("\r\n\r\n") + 4;
            const length = Number(/^content-length: (\d+)\r$/m.exec(head)?.[1] ?? 0);
            if (end < 4 || encoder.encode(head.slice(end)).length < length) return;
            heads.push(head.slice(0, end));
            sent.resolve();
          },
        }),
        close: () => void closed++,
      }));
    },
  };
}

/** An answer of HTTP/1.1, with a length. */
export function httpAnswer(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array = "",
): readonly (string | Uint8Array)[] {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const lines = Object.entries({ ...headers, "content-length": `${bytes.length}` });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return [`HTTP/1.1 ${status} Reason\r\n${head}\r\n`, bytes];
}

/** Resolves as a promise does unless the signal aborts first; leaves no listener on the signal. */
async function untilAborted<T>(given: T | Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([aborted.promise, given]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
