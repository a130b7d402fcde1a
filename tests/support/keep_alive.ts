/** A request over a persistent connection. */
export interface Sending {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An answer, and whether the server closed the connection with it (RFC 9112 §9.6). */
export interface KeptAnswer {
  readonly status: number;
  readonly body: string;
  readonly closes: boolean;
}

/**
 * A persistent HTTP/1.1 connection that does not retry. A client library would silently send a
 * request again when the server closes the connection.
 */
export interface KeptConnection {
  /**
   * @throws Error when the connection ends before the answer does
   */
  send(sending: Sending): Promise<KeptAnswer>;
  close(): void;
}

/** Connects to the server at `url`. */
export async function keepConnection(url: string): Promise<KeptConnection> {
  const { hostname, port, host } = new URL(url);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  connection.setNoDelay(true);
  const chunk = new Uint8Array(16_384);
  let held = new Uint8Array();

  async function more(): Promise<void> {
    const length = await connection.read(chunk);
    if (length === null) throw new Error("The server closed the connection under a request");
    const joined = new Uint8Array(held.length + length);
    joined.set(held);
    joined.set(chunk.subarray(0, length), held.length);
    held = joined;
  }

  return {
    send: async ({ method, path, headers = {}, body = "" }) => {
      const bytes = new TextEncoder().encode(body);
      const lines = Object.entries({ host, ...headers, "content-length": `${bytes.length}` })
        .map(([name, value]) => `${name}: ${value}\r\n`).join("");
      await writeAll(connection, `${method} ${path} HTTP/1.1\r\n${lines}\r\n${body}`);
      let end = headEnd(held);
      while (end === -1) {
        await more();
        end = headEnd(held);
      }
      const head = new TextDecoder().decode(held.subarray(0, end));
      const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1]);
      if (!Number.isInteger(length)) throw new Error(`An answer without a length:\n${head}`);
      while (held.length < end + 4 + length) await more();
      const text = new TextDecoder().decode(held.subarray(end + 4, end + 4 + length));
      held = held.slice(end + 4 + length);
      return {
        status: Number(head.split(" ")[1]),
        body: text,
        closes: /^connection: *close/im.test(head),
      };
    },
    close: () => connection.close(),
  };
}

/** Index of the empty line after the headers; -1 if not yet received. */
function headEnd(bytes: Uint8Array): number {
  for (let at = 0; at + 3 < bytes.length; at++) {
    if (bytes[at] === 13 && bytes[at + 1] === 10 && bytes[at + 2] === 13 && bytes[at + 3] === 10) {
      return at;
    }
  }
  return -1;
}

async function writeAll(connection: Deno.Conn, text: string): Promise<void> {
  let left = new TextEncoder().encode(text);
  while (left.length > 0) left = left.subarray(await connection.write(left));
}
