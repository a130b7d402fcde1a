/** The fate of one call on a KV Connect server's data path. */
export type CallFate =
  /** The call is answered normally. */
  | "pass"
  /** The connection ends before the server gets the call. */
  | "break before"
  /** The server executes the call; the connection ends before the answer. */
  | "break after"
  /** The server executes the call; the connection ends in the middle of the answer. */
  | "cut answer"
  /** A 500 from a proxy in front of the server, which does not get the call. */
  | "500 before"
  /** The server executes the call; its answer is replaced by a 500. */
  | "500 after"
  /** The server executes the call, but no answer is sent. */
  | "hang after"
  /** No answer is sent, and the server does not get the call. */
  | "hang before";

/** A proxy in front of a KV Connect server that applies the test's fates to calls. */
export interface FaultProxy extends AsyncDisposable {
  readonly url: string;
  /** Number of calls by method, whatever their fates. */
  readonly calls: Readonly<Record<string, number>>;
}

/** A call's method, and its body as one character per byte, to search for keys. */
export interface Call {
  readonly method: string;
  readonly body: string;
}

/** Starts a proxy before a server. */
export function startFaultProxy(server: string, fateOf: (call: Call) => CallFate): FaultProxy {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.Conn>();
  const calls: Record<string, number> = {};
  const serve = async (connection: Deno.Conn) => {
    for (;;) {
      const request = await readRequest(connection);
      if (request === null) return;
      const method = request.path.split("/").at(-1) ?? "";
      calls[method] = (calls[method] ?? 0) + 1;
      const body = Array.from(request.body, (byte) => String.fromCharCode(byte)).join("");
      const fate = /^(?:atomic_write|snapshot_read)$/.test(method)
        ? fateOf({ method, body })
        : "pass";
      if (fate === "break before") return;
      if (fate === "500 before") await writeAll(connection, fault);
      else if (fate !== "hang before") {
        const answer = await forward(server, request);
        if (fate === "break after") return;
        if (fate === "cut answer") return await writeAll(connection, answer.slice(0, -1));
        if (fate === "500 after") await writeAll(connection, fault);
        if (fate === "pass") await writeAll(connection, answer);
      }
    }
  };
  const serving = (async () => {
    const served: Promise<void>[] = [];
    for await (const connection of listener) {
      open.add(connection);
      served.push(serve(connection).catch(() => {}).finally(() => close(connection)));
    }
    await Promise.all(served);
  })();
  const close = (connection: Deno.Conn) => {
    if (open.delete(connection)) connection.close();
  };
  return {
    url: `http://127.0.0.1:${listener.addr.port}`,
    calls,
    [Symbol.asyncDispose]: async () => {
      listener.close();
      for (const connection of open) close(connection);
      await serving;
    },
  };
}

const fault = new TextEncoder().encode(
  `HTTP/1.1 500 Internal Server Error\r\ndate: ${
    new Date().toUTCString()
  }\r\ncontent-length: 0\r\n\r\n`,
);

interface Request {
  readonly path: string;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Reads the next request of a connection (RFC 9112, bodies of known length); null at its end. */
async function readRequest(connection: Deno.Conn): Promise<Request | null> {
  let bytes = new Uint8Array();
  const more = async () => {
    const chunk = new Uint8Array(65_536);
    const read = await connection.read(chunk);
    if (read === null) return false;
    bytes = Uint8Array.from([...bytes, ...chunk.subarray(0, read)]);
    return true;
  };
  let head = "";
  while (!(head = new TextDecoder().decode(bytes)).includes("\r\n\r\n")) {
    if (!await more()) return null;
  }
  const [first = "", ...lines] = head.slice(0, head.indexOf("\r\n\r\n")).split("\r\n");
  const headers = new Headers(lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  }));
  const start = new TextEncoder().encode(head.slice(0, head.indexOf("\r\n\r\n") + 4)).length;
  const length = Number(headers.get("content-length") ?? "0");
  while (bytes.length < start + length) if (!await more()) return null;
  return { path: first.split(" ")[1] ?? "/", headers, body: bytes.slice(start, start + length) };
}

async function forward(server: string, { path, headers, body }: Request) {
  const kept = [...headers].filter(([name]) => /^(?:authorization|content-type|x-)/.test(name));
  const answer = await fetch(new URL(path, server), { method: "POST", headers: kept, body });
  const content = new Uint8Array(await answer.arrayBuffer());
  const head = `HTTP/1.1 ${answer.status} ${answer.statusText}\r\ndate: ${
    answer.headers.get("date")
  }\r\ncontent-type: ${
    answer.headers.get("content-type")
  }\r\ncontent-length: ${content.length}\r\n\r\n`;
  return Uint8Array.from([...new TextEncoder().encode(head), ...content]);
}

async function writeAll(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; at += await connection.write(bytes.subarray(at)));
}
