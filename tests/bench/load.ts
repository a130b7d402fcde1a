/** Results of a load run. */
export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
  readonly statuses: Readonly<Record<string, number>>;
}

/**
 * Sends requests over a number of keep-alive connections, on each one after the last answer, and
 * measures from the first byte sent to the last one read. Plain HTTP/1.1 over TCP: a full client
 * would use as much processor time as the measured server.
 */
export async function load(
  { url, connections, seconds, request }: {
    /** With several URLs, connections take them in turn. */
    readonly url: string | readonly string[];
    readonly connections: number;
    readonly seconds: number;
    /** The n-th request. */
    readonly request: (n: number) => PlainRequest;
  },
): Promise<LoadResult> {
  const servers = [url].flat().map((server) => new URL(server));
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  let sent = 0;
  const began = performance.now();
  const end = began + seconds * 1000;
  await Promise.all(Array.from({ length: connections }, async (_, lane) => {
    const { hostname, port } = servers[lane % servers.length] ?? new URL("");
    using connection = await Deno.connect({ hostname, port: Number(port) });
    connection.setNoDelay(true);
    const buffer = new Uint8Array(256 * 1024);
    while (performance.now() < end) {
      const bytes = encode(request(sent++), hostname);
      const at = performance.now();
      await writeAll(connection, bytes);
      const status = await readAnswer(connection, buffer);
      latencies.push(performance.now() - at);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  }));
  const elapsed = (performance.now() - began) / 1000;
  latencies.sort((a, b) => a - b);
  return {
    requestsPerSecond: latencies.length / elapsed,
    p50Milliseconds: percentile(latencies, 0.5),
    p99Milliseconds: percentile(latencies, 0.99),
    statuses,
  };
}

/** One request, as sent on the wire. */
export interface PlainRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("latin1");

function encode({ method, path, headers = {}, body = "" }: PlainRequest, host: string): Uint8Array {
  const payload = encoder.encode(body);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const head = encoder.encode(
    `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines}content-length: ${payload.byteLength}\r\n\r\n`,
  );
  const bytes = new Uint8Array(head.byteLength + payload.byteLength);
  bytes.set(head);
  bytes.set(payload, head.byteLength);
  return bytes;
}

async function writeAll(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.byteLength;) at += await connection.write(bytes.subarray(at));
}

/** Reads one answer that states its length, and returns its status. */
async function readAnswer(connection: Deno.Conn, buffer: Uint8Array): Promise<string> {
  let length = 0;
  let whole = Infinity;
  let head = "";
  while (length < whole) {
    const read = await connection.read(buffer.subarray(length));
    if (read === null) throw new Error("The server closed the connection");
    length += read;
    if (whole === Infinity) {
      const text = decoder.decode(buffer.subarray(0, length));
      const end = text.indexOf("\r\n\r\n");
      if (end < 0) continue;
      head = text.slice(0, end);
      whole = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    }
  }
  return head.slice(9, 12);
}

/** The value below which this share of a sorted list is. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
