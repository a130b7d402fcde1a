/** The fate of a request for a file. */
export type FileFate =
  /** This answer; the length is the body's unless the headers give another. */
  | {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: Uint8Array | string;
  }
  /** No answer is sent. */
  | "hang"
  /** Headers and half of the body, then nothing more. */
  | { readonly stall: Uint8Array }
  /** Headers with the full length and half of the body, then the end of the connection. */
  | { readonly cut: Uint8Array }
  /** An endless body in chunks. */
  | "endless";

/** A request as the server received it. */
export interface FileRequest {
  readonly path: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A web server on this machine that follows the test's orders, including broken connections. */
export interface FileServer extends AsyncDisposable {
  readonly url: string;
  readonly host: string;
  readonly requests: readonly FileRequest[];
}

/** Starts a server. */
export function startFileServer(fateOf: (request: FileRequest) => FileFate): FileServer {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.Conn>();
  const requests: FileRequest[] = [];
  const answer = async (connection: Deno.Conn) => {
    const request = await readHead(connection);
    if (request === null) return;
    requests.push(request);
    await respond(connection, fateOf(request));
  };
  const serving = (async () => {
    const served: Promise<void>[] = [];
    for await (const connection of listener) {
      open.add(connection);
      served.push(
        // A client that goes away breaks the connection: that is its right.
        answer(connection).catch(() => {}).finally(() => {
          if (open.delete(connection)) connection.close();
        }),
      );
    }
    await Promise.all(served);
  })();
  const host = `127.0.0.1:${listener.addr.port}`;
  return {
    url: `http://${host}`,
    host,
    requests,
    [Symbol.asyncDispose]: async () => {
      listener.close();
      for (const connection of open) {
        open.delete(connection);
        connection.close();
      }
      await serving;
    },
  };
}

async function respond(connection: Deno.Conn, fate: FileFate): Promise<void> {
  if (fate === "hang") return await ended(connection);
  if (fate === "endless") {
    await writeAll(connection, head(200, { "transfer-encoding": "chunked" }));
    const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
    for (;;) await writeAll(connection, chunk);
  }
  if ("stall" in fate || "cut" in fate) {
    const body = "stall" in fate ? fate.stall : fate.cut;
    await writeAll(connection, head(200, { "content-length": `${body.length}` }));
    await writeAll(connection, body.subarray(0, body.length >> 1));
    if ("stall" in fate) await ended(connection);
    return;
  }
  const { status, headers = {}, body = "" } = fate;
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  await writeAll(connection, head(status, { "content-length": `${bytes.length}`, ...headers }));
  await writeAll(connection, bytes);
}

/** Waits until the client disconnects. */
async function ended(connection: Deno.Conn): Promise<void> {
  while (await connection.read(new Uint8Array(1_024)) !== null);
}

function head(status: number, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ connection: "close", ...headers });
  return `HTTP/1.1 ${status} X\r\n${
    lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")
  }\r\n`;
}

async function readHead(connection: Deno.Conn): Promise<FileRequest | null> {
  const chunk = new Uint8Array(8_192);
  let said = "";
  while (!said.includes("\r\n\r\n")) {
    const length = await connection.read(chunk);
    if (length === null) return null;
    said += new TextDecoder().decode(chunk.subarray(0, length));
  }
  const [first = "", ...lines] = said.slice(0, said.indexOf("\r\n\r\n")).split("\r\n");
  const headers = lines.map((line) => {
    const [name = "", ...value] = line.split(":");
    return [name.toLowerCase(), value.join(":").trim()];
  });
  return { path: first.split(" ")[1] ?? "", headers: Object.fromEntries(headers) };
}

async function writeAll(connection: Deno.Conn, what: string | Uint8Array): Promise<void> {
  const bytes = typeof what === "string" ? new TextEncoder().encode(what) : what;
  for (let sent = 0; sent < bytes.length;) {
    sent += await connection.write(bytes.subarray(sent));
  }
}
