import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { ok, refuse, type Result } from "../../base/result.ts";
import { isPublicAddress } from "./public_address.ts";

/** A connection that bytes go over, both ways. */
export interface Connection {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
  close(): void;
}

/** Why there is no connection. */
export interface ConnectRefusal {
  readonly code:
    /** The host is not found, does not listen, or its certificate is not for it. */
    | "connection"
    /** The name leads to an address that is not the Internet's. */
    | "address_not_public"
    /** The process may not reach the host (`--allow-net`). */
    | "not_permitted";
}

/** Connects to the host of an https address. The signal ends what is under way. */
export type Connect = (
  url: URL,
  signal: AbortSignal,
) => Promise<Result<Connection, ConnectRefusal>>;

/** Replacements that tests use in place of the Internet. */
export interface ConnectRules {
  /** Whether an address may be reached. */
  readonly mayReach?: (address: string) => boolean;
  /** Certificates in PEM that are believed beside the public ones. */
  readonly caCerts?: string[];
  /** Finds the addresses of a host. */
  readonly resolve?: (hostname: string) => Promise<readonly string[] | null>;
}

/** How long a name is looked up that is judged alone. */
const lookupMilliseconds = 5_000;
/** Addresses of one name that are tried, one after the other. */
const attemptsMax = 4;

/**
 * Connects to public addresses alone: a name is resolved, every address that it has is judged, and
 * the connection goes to one of them. Where `--allow-net` grants the name and not its addresses, the
 * connection goes to the name. Either way the address of the connection itself is judged before a
 * byte is sent. The runtime releases a socket whose handshake was aborted when its other end does.
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

/** Judges where a host leads now, as {@link connectPublic} does, without connecting. */
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

/** An address of IPv6 stands in brackets in a URL. */
function unbracketed(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

/**
 * The addresses of a host.
 *
 * @returns null where `--allow-net` grants no look-up of the name: it names the host with its port
 * @throws Error when there is no such host
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

/** What to connect to, in this order: the addresses that `--allow-net` grants, or the name. */
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

/** @param discard of what comes after it was given up */
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

/** A connection that its other end has closed is closed already. */
function closeQuietly(conn: Deno.Conn): void {
  try {
    conn.close();
  } catch {
    // It was.
  }
}
