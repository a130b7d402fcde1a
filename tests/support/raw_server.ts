/** A complete request. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The fate of a request. */
export type RawReply =
  | {
    readonly kind: "answer";
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | Uint8Array;
  }
  /** No answer, and the connection stays open. */
  | { readonly kind: "hang" }
  /** An answer that begins and does not continue. */
  | { readonly kind: "begin" }
  /** The connection ends before the first byte. */
  | { readonly kind: "reset" };

/** An HTTP/1.1 server that treats its connections as the test says. */
export interface RawServer extends AsyncDisposable {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
}

/**
 * Starts such a server on a free port. Runtimes' own servers end connections differently in each
 * version.
 */
export function serveRaw(
  answer: (request: RawRequest) => Promise<RawReply> | RawReply,
): RawServer {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.Conn>();
  const end = (connection: Deno.Conn) => {
    if (open.delete(connection)) connection.close();
  };
  const serve = async (connection: Deno.Conn) => {
    for (;;) {
      const request = await readRequest(connection);
      if (request === null) return;
      const reply = await answer(request);
      if (reply.kind === "reset") return;
      if (reply.kind === "answer") {
        await write(connection, reply);
        if (request.headers.get("connection") === "close") return;
        continue;
      }
      if (reply.kind === "begin") {
        await writeAll(connection, "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{");
      }
      // Until its other end gives up.
      await connection.read(new Uint8Array(1));
      return;
    }
  };
  const serving = (async () => {
    const served: Promise<void>[] = [];
    for await (const connection of listener) {
      open.add(connection);
      served.push(serve(connection).catch(() => {}).finally(() => end(connection)));
    }
    await Promise.all(served);
  })();
  return {
    origin: `http://127.0.0.1:${listener.addr.port}`,
    [Symbol.asyncDispose]: async () => {
      listener.close();
      for (const connection of open) end(connection);
      await serving;
    },
  };
}

/** Reads the next request of a connection (RFC 9112, bodies of known length); null at its end. */
async function readRequest(connection: Deno.Conn): Promise<RawRequest | null> {
  let bytes = new Uint8Array();
  const more = async () => {
    const chunk = new Uint8Array(65_536);
    const read = await connection.read(chunk);
    if (read === null) return false;
    const joined = new Uint8Array(bytes.length + read);
    joined.set(bytes);
    joined.set(chunk.subarray(0, read), bytes.length);
    bytes = joined;
    return true;
  };
  let end = -1;
  let head = "";
  while (end < 0) {
    if (!await more()) return null;
    head = new TextDecoder("latin1").decode(bytes);
    end = head.indexOf("\r\n\r\n");
  }
  const [first = "", ...lines] = head.slice(0, end).split("\r\n");
  const headers = new Headers(lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  }));
  const start = end + 4;
  const length = Number(headers.get("content-length") ?? "0");
  while (bytes.length < start + length) if (!await more()) return null;
  const [method = "", path = ""] = first.split(" ");
  return { method, path, headers, body: bytes.slice(start, start + length) };
}

async function write(
  connection: Deno.Conn,
  { status, headers, body }: Extract<RawReply, { kind: "answer" }>,
): Promise<void> {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const lines = Object.entries({ ...headers, "content-length": String(bytes.length) })
    .map(([name, value]) => `${name}: ${value}\r\n`).join("");
  await writeAll(connection, `HTTP/1.1 ${status} Status\r\n${lines}\r\n`);
  await writeAll(connection, bytes);
}

async function writeAll(connection: Deno.Conn, content: string | Uint8Array): Promise<void> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}
