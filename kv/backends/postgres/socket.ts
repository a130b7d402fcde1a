import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import type { PostgresAddress, PostgresTls } from "./address.ts";
import { ConnectionLostError, LoginRefusedError } from "./lost_connection.ts";

/** The transport of statements: TCP, or TLS over it. */
export type Wire = Socket | TLSSocket;

/** PostgreSQL 15 §55.7: the length, and a protocol version that requests TLS. */
const tlsRequest = new Uint8Array([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
/** "S", the only answer that permits it. */
const tlsAllowed = 0x53;

/**
 * Opens the transport to a server, encrypted as its address requires. The library does not open it,
 * so that both kinds of socket have one guard.
 *
 * @throws ConnectionLostError when the server does not answer in time
 * @throws LoginRefusedError when the server does not encrypt, or its certificate is not accepted
 */
export async function openSocket(address: PostgresAddress, milliseconds: number): Promise<Wire> {
  const { host, port, tls } = address;
  const roots = await rootsOf(tls);
  const socket = connectTcp({ host, port });
  const { promise: failure, reject } = Promise.withResolvers<never>();
  // It stays, for errors without another listener: they would end the process.
  socket.on("error", (fault) => reject(lost(`PostgreSQL cannot be reached${reasonOf(fault)}`)));
  socket.on("close", () => reject(lost("PostgreSQL ended the connection")));
  const deadline = setTimeout(
    () => reject(new ConnectionLostError("PostgreSQL does not answer", { late: true })),
    milliseconds,
  );
  failure.catch(() => {});
  try {
    const plain = Promise.race([connected(socket), failure]);
    const wire = await (tls.kind === "disable" ? plain : Promise.race([
      plain.then(() => encrypted(socket, { host, tls, roots })),
      failure,
    ]));
    return withoutEmptyWrites(wire);
  } catch (cause) {
    socket.destroy();
    throw cause;
  } finally {
    clearTimeout(deadline);
  }
}

/** The system's code of an error, such as ECONNREFUSED or ENOTFOUND, which contains no address. */
function reasonOf(cause: Error): string {
  const { code } = cause as { readonly code?: unknown };
  return typeof code === "string" && /^[A-Z]+$/.test(code) ? ` (${code})` : "";
}

async function rootsOf(tls: PostgresTls): Promise<string | null> {
  if (tls.kind !== "verify-full" || tls.rootsFile === null) return null;
  try {
    return await Deno.readTextFile(tls.rootsFile);
  } catch (cause) {
    throw new Error("AVAL_KV: the file of sslrootcert cannot be read", { cause });
  }
}

function connected(socket: Socket): Promise<Socket> {
  return new Promise((resolve) =>
    socket.once("connect", () => {
      socket.setNoDelay(true);
      resolve(socket);
    })
  );
}

/**
 * Encrypts a socket. The server first answers with one byte whether it encrypts; further bytes at
 * that time would come from an attacker on the network.
 */
async function encrypted(
  socket: Socket,
  { host, tls, roots }: {
    readonly host: string;
    readonly tls: PostgresTls;
    readonly roots: string | null;
  },
): Promise<TLSSocket> {
  const answer = await new Promise<Uint8Array>((resolve) => {
    socket.once("data", resolve);
    socket.write(tlsRequest);
  });
  if (answer.length !== 1 || answer[0] !== tlsAllowed) {
    throw new LoginRefusedError("it does not encrypt the connection");
  }
  const secured = connectTls({
    socket,
    host,
    // An IP address is no name of a server (RFC 6066 §3).
    ...(isIP(host) === 0 ? { servername: host } : {}),
    rejectUnauthorized: tls.kind === "verify-full",
    ...(roots === null ? {} : { ca: roots }),
  });
  return await new Promise((resolve, reject) => {
    secured.once("secureConnect", () => resolve(secured));
    secured.on("error", (fault: Error) => reject(failureOf(fault)));
  });
}

/**
 * Converts a transport error to a message without data. On Deno 2.5.0 a certificate is judged after
 * the transport was returned, so that its user must listen for errors.
 */
export function failureOf({ message }: Error): Error {
  return /certificate/i.test(message)
    ? new LoginRefusedError(`its certificate is not accepted: ${message}`)
    : lost("PostgreSQL ended the connection");
}

function lost(message: string): ConnectionLostError {
  return new ConnectionLostError(message, { late: false });
}

/**
 * Drops empty writes. The library collects its output and writes it in an immediate, which it
 * clears if it has already written. On Deno 2.5.0 a cleared immediate may still run and would write
 * null, which raises an uncatchable error.
 */
function withoutEmptyWrites(wire: Wire): Wire {
  const write = wire.write.bind(wire);
  const written = (chunk: Uint8Array | null, callback?: (fault?: Error | null) => void) =>
    chunk === null || write(chunk, callback);
  return Object.assign(wire, { write: written });
}
