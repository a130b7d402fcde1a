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
}

/**
 * Connects to public addresses alone. The address is that of the connection itself, checked before
 * a byte is sent: a name that is resolved first may lead elsewhere a moment later. The runtime lets
 * go of a socket whose handshake was given up when its other end does.
 */
export function connectPublic(
  { mayReach = isPublicAddress, caCerts = [] }: ConnectRules = {},
): Connect {
  return async ({ hostname: written, port }, signal) => {
    const hostname = written.replace(/^\[(.*)\]$/, "$1");
    if (isIP(hostname) !== 0 && !mayReach(hostname)) return refuse({ code: "address_not_public" });
    let open: Deno.Conn | null = null;
    const end = () => open === null ? undefined : closeQuietly(open);
    try {
      const connecting = Deno.connect({ hostname, port: Number(port || 443) });
      const conn = await unlessAborted(signal, connecting, closeQuietly);
      open = conn;
      if (!("hostname" in conn.remoteAddr) || !mayReach(conn.remoteAddr.hostname)) {
        end();
        return refuse({ code: "address_not_public" });
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
