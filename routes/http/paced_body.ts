import type { Rendered } from "./render.ts";

/**
 * Maximum bytes (characters of a text) of a body that is passed at once. The runtime copies it,
 * keeps the copy until it is received, and reports it as sent immediately: it costs little more
 * than a refusal.
 */
const wholeBytesMax = 4_096;

/** Bytes of a piece. */
const pieceBytes = 65_536;

/**
 * Bytes of memory of an unread stream: two pieces, which the runtime reads ahead, the stream itself
 * and buffers of its connection (measured: 50 KB over HTTP/2, 130 KB over HTTP/1.1).
 */
const windowBytes = 2 * pieceBytes;

/** An answer, and its memory until it is received. */
export interface PacedAnswer {
  readonly rendered: Rendered;
  /** Bytes of memory. */
  readonly heldBytes: number;
}

/**
 * Prepares an answer so that it is sent at the pace of its reader: a long body is a stream of
 * pieces of one buffer, of which the runtime holds two at a time.
 *
 * @param isShared whether the body's bytes belong to the route, which also sends them to others
 */
export function paceAnswer(
  rendered: Rendered,
  { method, isShared }: { readonly method: string; readonly isShared: boolean },
): PacedAnswer {
  const { body, headers } = rendered;
  if (body === null || method === "HEAD") return { rendered, heldBytes: 0 };
  if (body instanceof ReadableStream) return { rendered, heldBytes: windowBytes };
  if (body.length <= wholeBytesMax) return { rendered, heldBytes: 0 };
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return {
    rendered: {
      ...rendered,
      headers: { ...headers, "content-length": String(bytes.length) },
      body: streamPieces(bytes),
    },
    heldBytes: Math.min(bytes.length, windowBytes) + (isShared ? 0 : bytes.length),
  };
}

function streamPieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull: (controller) => {
      controller.enqueue(bytes.subarray(at, at + pieceBytes));
      at += pieceBytes;
      if (at >= bytes.length) controller.close();
    },
  }, { highWaterMark: 0 });
}
