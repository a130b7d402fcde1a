import type { Rendered, RenderedBody } from "./render.ts";

/**
 * Minimum bytes for compressing an answer: lists and exports are longer. A screening's answer is
 * shorter, and time matters more for it than bytes.
 */
const compressedBytesMin = 32_768;

/** Minimum bytes for answers that are sent repeatedly and compressed once. */
const keptBytesMin = 1_024;

/**
 * Maximum characters for compressing a text: compression blocks the event loop, for too long with
 * megabytes.
 */
const compressedTextMax = 1_048_576;

/** Content types of text, which gzip makes a fifth of. */
const compressible = /^(text\/|application\/json\b)/;

/** Compresses answers for callers that accept it. */
export type EncodeContent = (
  acceptEncoding: string | null,
  rendered: Rendered,
) => Promise<Rendered>;

/**
 * Opens the compression of long answers for callers that accept gzip (RFC 9110 §8.4 and §12.5.3).
 * Repeatedly sent bytes, such as the files of pages, are compressed once. A stream is compressed
 * while it is sent, and a broken stream stays broken.
 */
export function openContentCoding(): EncodeContent {
  const compressedOnce = new WeakMap<Uint8Array, Promise<Uint8Array<ArrayBuffer>>>();

  async function gzipped(
    body: Exclude<RenderedBody, null>,
  ): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>> {
    if (body instanceof ReadableStream) return gzip(body);
    if (typeof body === "string") return await wholeGzip(body);
    const known = compressedOnce.get(body) ?? wholeGzip(body);
    compressedOnce.set(body, known);
    return await known;
  }

  return async (acceptEncoding, rendered) => {
    const { headers, body } = rendered;
    if (!isLong(body) || !compressible.test(headers["content-type"] ?? "")) return rendered;
    const vary = [headers["vary"], "accept-encoding"].filter((name) => name).join(", ");
    const varied = { ...headers, vary };
    return takesGzip(acceptEncoding)
      ? {
        ...rendered,
        headers: { ...varied, "content-encoding": "gzip" },
        body: await gzipped(body),
      }
      : { ...rendered, headers: varied };
  };
}

/**
 * Whether a body is long, in characters, each of at least one byte. A stream's length is unknown.
 */
function isLong(body: RenderedBody): body is Exclude<RenderedBody, null> {
  if (body === null) return false;
  if (body instanceof ReadableStream) return true;
  if (typeof body === "string" && body.length > compressedTextMax) return false;
  return body.length >= (typeof body === "string" ? compressedBytesMin : keptBytesMin);
}

function gzip(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  return stream.pipeThrough(
    new CompressionStream("gzip") as ReadableWritablePair<Uint8Array, Uint8Array>,
  );
}

async function wholeGzip(body: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Response(body).body;
  if (stream === null) throw new Error("An answer that is long has a body");
  return await new Response(gzip(stream)).bytes();
}

/**
 * Whether a header `Accept-Encoding` permits gzip with a weight above 0. Its own entry takes
 * precedence over `*`.
 */
function takesGzip(header: string | null): boolean {
  let takesAny = false;
  for (const entry of (header ?? "").toLowerCase().split(",")) {
    const [coding = "", weight = "q=1"] = entry.split(";").map((part) => part.trim());
    const takes = /^q=(1|0(?=\.\d*[1-9]))(\.\d{0,3})?$/.test(weight);
    if (coding === "gzip" || coding === "x-gzip") return takes;
    if (coding === "*") takesAny = takes;
  }
  return takesAny;
}
