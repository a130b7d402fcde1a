import { gunzipSync } from "node:zlib";
import { ok, refuse, type Result } from "../../base/result.ts";
import { growingBytes } from "../../base/bytes.ts";
import { type ByteReader, byteReader, ReadError } from "./byte_reader.ts";
import type { Connect, ConnectRefusal } from "./connect.ts";

/** A request, and the limits for its answer. */
export interface GetRequest {
  readonly url: URL;
  /** The accepted media type. */
  readonly accept: string;
  /** Value of the header `authorization`; absent: not sent. */
  readonly authorization?: string;
  /** Maximum bytes of the body, before and after decompression. */
  readonly bytesMax: number;
  readonly signal: AbortSignal;
}

/** A request with a short body. */
export interface PostRequest extends GetRequest {
  /** Media type of the body. */
  readonly contentType: string;
  readonly body: string;
  /** Further headers, by name. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Whether only the status is needed: a body that is too long, cut or malformed is then dropped.
   */
  readonly isStatusEnough?: boolean;
}

/** A completely read answer. */
export interface GetAnswer {
  readonly status: number;
  /** By lower-case name; values of repeated ones are joined (RFC 9110 §5.2). */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
}

/** The reason why there is no answer. */
export interface GetRefusal {
  readonly code: ConnectRefusal["code"] | ReadError["code"] | "deadline";
}

/** Maximum bytes of a head, and of the lines that chunks add. */
const overheadBytesMax = 64 * 1024;
const headersMax = 100;

/**
 * Gets a resource by HTTP/1.1 (RFC 9112) over a new connection. Implemented here, because the
 * runtime's client resolves names itself and does not report the connected address; redirects are
 * returned as answers.
 */
export async function httpGet(
  connect: Connect,
  request: GetRequest,
): Promise<Result<GetAnswer, GetRefusal>> {
  return await exchange(connect, request, { written: head("GET", request), isStatusEnough: false });
}

/** Posts a text in the manner of {@link httpGet}. */
export async function httpPost(
  connect: Connect,
  { contentType, body, headers = {}, isStatusEnough = false, ...request }: PostRequest,
): Promise<Result<GetAnswer, GetRefusal>> {
  const { length } = new TextEncoder().encode(body);
  const more = [
    ...[`content-type: ${contentType}`, `content-length: ${length}`],
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  const written = `${head("POST", request, more)}${body}`;
  return await exchange(connect, request, { written, isStatusEnough });
}

async function exchange(
  connect: Connect,
  { url, bytesMax, signal }: GetRequest,
  { written, isStatusEnough }: { readonly written: string; readonly isStatusEnough: boolean },
): Promise<Result<GetAnswer, GetRefusal>> {
  const connected = await connect(url, signal);
  if (!connected.ok) return refuse(signal.aborted ? { code: "deadline" } : connected.refusal);
  const { readable, writable, close } = connected.value;
  try {
    const writer = writable.getWriter();
    await writer.write(new TextEncoder().encode(written));
    const reader = byteReader(readable, bytesMax + overheadBytesMax);
    return ok(await readAnswer(reader, { bytesMax, isStatusEnough }));
  } catch (fault) {
    if (signal.aborted) return refuse({ code: "deadline" });
    return refuse({ code: fault instanceof ReadError ? fault.code : "connection" });
  } finally {
    close();
  }
}

function head(
  method: "GET" | "POST",
  { url: { host, pathname, search }, accept, authorization }: GetRequest,
  more: readonly string[] = [],
): string {
  return [
    `${method} ${pathname}${search} HTTP/1.1`,
    `host: ${host}`,
    `accept: ${accept}`,
    ...(authorization === undefined ? [] : [`authorization: ${authorization}`]),
    ...more,
    "accept-encoding: gzip, identity",
    "user-agent: aval",
    "connection: close",
    "\r\n",
  ].join("\r\n");
}

async function readAnswer(
  reader: ByteReader,
  { bytesMax, isStatusEnough }: { readonly bytesMax: number; readonly isStatusEnough: boolean },
): Promise<GetAnswer> {
  for (let interim = 0; interim < 4; interim++) {
    const status = Number(/^HTTP\/1\.[01] ([1-5]\d\d)(?: |$)/.exec(await reader.line())?.[1]);
    if (Number.isNaN(status)) throw new ReadError("malformed");
    const headers = await readHeaders(reader);
    if (status < 200) continue;
    const reading = status === 204 || status === 304
      ? Promise.resolve(new Uint8Array())
      : readBody(reader, headers, bytesMax).then((body) => unpack(body, headers, bytesMax));
    const body = isStatusEnough ? await reading.catch(() => new Uint8Array()) : await reading;
    return { status, headers, body };
  }
  throw new ReadError("malformed");
}

async function readHeaders(reader: ByteReader): Promise<ReadonlyMap<string, string>> {
  const headers = new Map<string, string>();
  for (let n = 0; n < headersMax; n++) {
    const line = await reader.line();
    if (line === "") return headers;
    const [written, name] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):/.exec(line) ?? [];
    if (written === undefined || name === undefined) throw new ReadError("malformed");
    const value = withoutBlanks(line.slice(written.length));
    const known = headers.get(name.toLowerCase());
    headers.set(name.toLowerCase(), known === undefined ? value : `${known}, ${value}`);
  }
  throw new ReadError("too_long");
}

/** Trims white space (RFC 9110 §5.5); a pattern for both ends would take quadratic time. */
function withoutBlanks(text: string): string {
  const isBlank = (at: number) => text[at] === " " || text[at] === "\t";
  let [start, end] = [0, text.length];
  while (start < end && isBlank(start)) start++;
  while (end > start && isBlank(end - 1)) end--;
  return text.slice(start, end);
}

/**
 * Reads a body. Refuses both ways of stating a length at once, by which one answer can be made to
 * look like another (RFC 9112 §6.3).
 */
async function readBody(
  reader: ByteReader,
  headers: ReadonlyMap<string, string>,
  bytesMax: number,
): Promise<Uint8Array> {
  const [coding, length] = [headers.get("transfer-encoding"), headers.get("content-length")];
  if (coding !== undefined) {
    if (coding.toLowerCase() !== "chunked" || length !== undefined) {
      throw new ReadError("malformed");
    }
    return await readChunks(reader, bytesMax);
  }
  if (length === undefined) return bounded(await reader.rest(), bytesMax);
  if (!/^\d{1,15}$/.test(length)) throw new ReadError("malformed");
  if (Number(length) > bytesMax) throw new ReadError("too_long");
  return await reader.exactly(Number(length));
}

/** Trailers are left unread: the connection ends with the answer. */
async function readChunks(reader: ByteReader, bytesMax: number): Promise<Uint8Array> {
  const body = growingBytes();
  for (;;) {
    const [, hex] = /^([0-9A-Fa-f]{1,8})[ \t]*(?:;.*)?$/.exec(await reader.line()) ?? [];
    if (hex === undefined) throw new ReadError("malformed");
    const length = parseInt(hex, 16);
    if (length === 0) return body.bytes();
    if (body.length + length > bytesMax) throw new ReadError("too_long");
    body.append(await reader.exactly(length));
    if (await reader.line() !== "") throw new ReadError("malformed");
  }
}

function bounded(bytes: Uint8Array, bytesMax: number): Uint8Array {
  if (bytes.length > bytesMax) throw new ReadError("too_long");
  return bytes;
}

function unpack(
  bytes: Uint8Array,
  headers: ReadonlyMap<string, string>,
  bytesMax: number,
): Uint8Array {
  const coding = headers.get("content-encoding")?.toLowerCase() ?? "identity";
  if (coding === "identity") return bytes;
  if (coding !== "gzip") throw new ReadError("malformed");
  try {
    return gunzipSync(bytes, { maxOutputLength: bytesMax });
  } catch (fault) {
    throw new ReadError(fault instanceof RangeError ? "too_long" : "malformed");
  }
}
