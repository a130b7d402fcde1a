import { connect as connectTcp, type Socket } from "node:net";
import type { PostgresAddress, PostgresTls } from "./address.ts";
import { ConnectionLostError } from "./lost_connection.ts";

/**
 * Opens a connection of TCP, on which TLS follows.
 *
 * @param milliseconds after which nobody answers
 * @throws ConnectionLostError
 */
export function openSocket({ host, port }: PostgresAddress, milliseconds: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp({ host, port });
    const give = (message: string, late: boolean) => {
      clearTimeout(deadline);
      socket.destroy();
      reject(new ConnectionLostError(message, { late }));
    };
    const deadline = setTimeout(
      () => give("PostgreSQL does not answer", true),
      milliseconds,
    );
    // It stays, for errors that come when nobody else listens: they would end the process.
    socket.on("error", (cause) => give(`PostgreSQL cannot be reached${reasonOf(cause)}`, false));
    socket.once("connect", () => {
      clearTimeout(deadline);
      socket.setNoDelay(true);
      resolve(socket);
    });
  });
}

/** The system's word for it, such as ECONNREFUSED or ENOTFOUND: it names no address. */
function reasonOf(cause: Error): string {
  const { code } = cause as { readonly code?: unknown };
  return typeof code === "string" && /^[A-Z]+$/.test(code) ? ` (${code})` : "";
}

/**
 * The roots that the server's certificate is held to.
 *
 * @returns the text of their file; null: those of the system, or none at all
 */
export async function rootsOf(tls: PostgresTls): Promise<string | null> {
  if (tls.kind !== "verify-full" || tls.rootsFile === null) return null;
  try {
    return await Deno.readTextFile(tls.rootsFile);
  } catch (cause) {
    throw new Error("AVAL_KV: the file of sslrootcert cannot be read", { cause });
  }
}

/** TLS for the library, which sends the name of the host unless that is an IP address (RFC 6066 §3). */
export function tlsOptions({ host, tls }: PostgresAddress, roots: string | null) {
  switch (tls.kind) {
    case "disable":
      return false;
    case "require":
      return { rejectUnauthorized: false };
    case "verify-full":
      return { rejectUnauthorized: true, host, ...(roots === null ? {} : { ca: roots }) };
    default:
      return tls satisfies never;
  }
}
