import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { ok, refuse, type Result } from "../../base/result.ts";
import { isPublicAddress } from "./public_address.ts";

/** A bidirectional connection for bytes. */
export interface Connection {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
  close(): void;
}

/** The reason why there is no connection. */
export interface ConnectRefusal {
  readonly code:
    /** The host is unknown, does not listen, or has a certificate for another name. */
    | "connection"
    /** The name resolves to an address that is not public. */
    | "address_not_public"
    /** The process may not connect to the host (`--allow-net`). */
    | "not_permitted";
}

/** Connects to the host of an https URL. The signal ends all running work. */
export type Connect = (
  url: URL,
  signal: AbortSignal,
) => Promise<Result<Connection, ConnectRefusal>>;

/** Replacements of the Internet in tests. */
export interface ConnectRules {
  /** Whether an address may be connected to. */
  readonly mayReach?: (address: string) => boolean;
  /** Trusted certificates in PEM, in addition to the public ones. */
  readonly caCerts?: string[];
  /** Resolves the addresses of a host. */
  readonly resolve?: (hostname: string) => Promise<readonly string[] | null>;
}

/** Maximum milliseconds of a look-up whose addresses are judged. */
const lookupMilliseconds = 5_000;
/** Maximum addresses of one name that are tried in sequence. */
const attemptsMax = 4;

/**
 * Connects only to public addresses: resolves a name, judges all of its addresses, and connects to
 * one of them. If `--allow-net` permits the name but not its addresses, it connects to the name. In
 * both cases the address of the actual connection is judged before a byte is sent. After an aborted
 * handshake the runtime releases the socket when the other end does.
 */
export function connectPublic(
  { mayReach = isPublicAddress, caCerts = [], resolve = resolveHost }: ConnectRules = {},
): Connect {
  return async ({ protocol, hostname: written, port: given }, signal) => {
    const hostname = unbracketed(written);
    const port = Number(given || 443);
    let open: Deno.Conn | null = null;
    const end = () => open === null ? undefined : closeQuietly(open);
    try {
      const addresses = await unlessAborted(signal, resolve(hostname));
      if (addresses?.every(mayReach) === false) return refuse({ code: "address_not_public" });
      const hosts = reachableHosts(hostname, addresses, port);
      const conn = await unlessAborted(signal, connectFirst(hosts, port, signal), closeQuietly);
      open = conn;
      if (!("hostname" in conn.remoteAddr) || !mayReach(conn.remoteAddr.hostname)) {
        end();
        return refuse({ code: "address_not_public" });
      }
      if (protocol === "http:") {
        signal.addEventListener("abort", end, { once: true });
        return ok({ readable: conn.readable, writable: conn.writable, close: end });
      }
      const tls = await Deno.startTls(conn, { hostname, caCerts, alpnProtocols: ["http/1.1"] });
      open = tls;
      await unlessAborted(signal, tls.handshake());
      signal.addEventListener("abort", end, { once: true });
      return ok({ readable: tls.readable, writable: tls.writable, close: end });
    } catch (fault) {
      end();
      const isForbidden = fault instanceof Deno.errors.NotCapable;
      return refuse({ code: isForbidden ? "not_permitted" : "connection" });
    }
  };
}

/** Judges the current addresses of a host like {@link connectPublic}, without connecting. */
export async function judgeHost(
  { hostname: written, port: given }: URL,
  { mayReach = isPublicAddress, resolve = resolveHost }: ConnectRules = {},
): Promise<Result<null, ConnectRefusal>> {
  const hostname = unbracketed(written);
  try {
    const deadline = AbortSignal.timeout(lookupMilliseconds);
    const addresses = await unlessAborted(deadline, resolve(hostname));
    if (addresses?.every(mayReach) === false) return refuse({ code: "address_not_public" });
    const port = Number(given || 443);
    const isPermitted = [hostname, ...addresses ?? []].some((host) => isGranted(host, port));
    return isPermitted ? ok(null) : refuse({ code: "not_permitted" });
  } catch (fault) {
    const isForbidden = fault instanceof Deno.errors.NotCapable;
    return refuse({ code: isForbidden ? "not_permitted" : "connection" });
  }
}

/** Removes the brackets of an IPv6 address in a URL. */
function unbracketed(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

/**
 * Resolves the addresses of a host.
 *
 * @returns null if `--allow-net` permits no look-up of the name, because it lists the host with its
 *   port
 * @throws Error for an unknown host
 */
async function resolveHost(hostname: string): Promise<readonly string[] | null> {
  if (isIP(hostname) !== 0) return [hostname];
  try {
    return (await lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address);
  } catch (fault) {
    // The runtime throws what says of itself no more than its code.
    if (fault instanceof Error && "code" in fault && fault.code === "EPERM") return null;
    throw fault;
  }
}

/**
 * The targets of the connection in order: the addresses that `--allow-net` permits, or the name.
 */
function reachableHosts(
  hostname: string,
  addresses: readonly string[] | null,
  port: number,
): readonly string[] {
  const granted = (addresses ?? []).filter((address) => isGranted(address, port));
  return granted.length === 0 ? [hostname] : granted.slice(0, attemptsMax);
}

/** Whether `--allow-net` grants a host, or an address. */
function isGranted(name: string, port: number): boolean {
  const host = isIP(name) === 6 ? `[${name}]:${port}` : `${name}:${port}`;
  return Deno.permissions.querySync({ name: "net", host }).state === "granted";
}

/** Connects to the first host that listens. */
async function connectFirst(
  hosts: readonly string[],
  port: number,
  signal: AbortSignal,
): Promise<Deno.TcpConn> {
  let last: unknown = new Error("There is no address to connect to");
  for (const hostname of hosts) {
    signal.throwIfAborted();
    try {
      return await Deno.connect({ hostname, port });
    } catch (fault) {
      last = fault;
    }
  }
  throw last;
}

/** @param discard discards a value that arrives after the abort */
async function unlessAborted<Value>(
  signal: AbortSignal,
  awaited: Promise<Value>,
  discard: (late: Value) => void = () => {},
): Promise<Value> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([awaited, aborted.promise]);
  } catch (fault) {
    awaited.then(discard, () => {});
    throw fault;
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** Closes a connection, which may already be closed by its other end. */
function closeQuietly(conn: Deno.Conn): void {
  try {
    conn.close();
  } catch {
    // It was.
  }
}
