/** An HTTP/2 connection in clear text (RFC 9113), for behaviour that no client library has. */
export interface Http2Connection extends Disposable {
  /** Begins a request on a new stream. It ends with its headers unless left open. */
  request(request: Http2Request): Promise<void>;
  /** For each answer that has begun, 200 or null for another status, by its first octet. */
  answered(): readonly (200 | null)[];
}

/** A request by its header section. */
export interface Http2Request {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** A part of the body, after which nothing is sent. Default: no body. */
  readonly unfinishedBody?: string;
}

const frameTypes = { data: 0x0, headers: 0x1, settings: 0x4 } as const;
const flags = { endStream: 0x1, ack: 0x1, endHeaders: 0x4 } as const;
const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/** The indexed field `:status: 200` of the static table (RFC 7541 appendix A). */
const status200 = 0x88;

const encode = (text: string) => new TextEncoder().encode(text);

/**
 * Connects to the server at `url`.
 *
 * @param windowBytes how much of each answer the server may send before the client asks for more
 * (RFC 9113 §6.5.2)
 */
export async function connectHttp2(url: string, windowBytes: number): Promise<Http2Connection> {
  const { hostname, port } = new URL(url);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  const answered: (200 | null)[] = [];
  const window = [0, 4, windowBytes >>> 24, windowBytes >>> 16, windowBytes >>> 8, windowBytes];
  await writeAll(connection, [
    ...encode(preface),
    ...frame("settings", 0, 0, window),
    ...frame("settings", flags.ack, 0, []),
  ]);
  void countAnswers(connection, answered);
  let streamId = -1;
  return {
    request: async ({ method, path, headers, unfinishedBody }) => {
      streamId += 2;
      const fields = {
        ":method": method,
        ":scheme": "http",
        ":path": path,
        ":authority": "aval.example",
        ...headers,
      };
      const section = Object.entries(fields).flatMap(([name, value]) => literal(name, value));
      const end = unfinishedBody === undefined ? flags.endStream : 0;
      await writeAll(connection, [
        ...frame("headers", flags.endHeaders | end, streamId, section),
        ...(unfinishedBody === undefined
          ? []
          : frame("data", 0, streamId, [...encode(unfinishedBody)])),
      ]);
    },
    answered: () => answered,
    [Symbol.dispose]: () => connection.close(),
  };
}

async function writeAll(connection: Deno.Conn, octets: readonly number[]): Promise<void> {
  const bytes = new Uint8Array(octets);
  for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
}

function frame(
  type: keyof typeof frameTypes,
  flag: number,
  streamId: number,
  payload: readonly number[],
): readonly number[] {
  const { length } = payload;
  const id = [streamId >>> 24, streamId >>> 16, streamId >>> 8, streamId];
  return [length >>> 16, length >>> 8, length, frameTypes[type], flag, ...id, ...payload];
}

/** A literal field without indexing and Huffman coding (RFC 7541 §6.2.2). */
function literal(name: string, value: string): readonly number[] {
  return [
    0x00,
    ...[name, value].flatMap((text) => {
      if (text.length > 126) throw new Error("A longer text has a length of several octets");
      return [text.length, ...encode(text)];
    }),
  ];
}

/** Reads frames until the connection ends and notes how each answer begins. */
async function countAnswers(connection: Deno.Conn, answered: (200 | null)[]): Promise<void> {
  let unread: Uint8Array = new Uint8Array();
  const chunk = new Uint8Array(65_536);
  for (;;) {
    const read = await connection.read(chunk).catch(() => null);
    if (read === null) return;
    const joined = new Uint8Array(unread.length + read);
    joined.set(unread);
    joined.set(chunk.subarray(0, read), unread.length);
    unread = joined;
    for (;;) {
      const [high = 0, middle = 0, low = 0, type] = unread;
      const end = 9 + ((high << 16) | (middle << 8) | low);
      if (unread.length < end || type === undefined) break;
      if (type === frameTypes.headers) answered.push(unread[9] === status200 ? 200 : null);
      unread = unread.subarray(end);
    }
  }
}
