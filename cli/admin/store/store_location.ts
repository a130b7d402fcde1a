import { ok, type Result } from "../../../base/result.ts";
import type { StoreLocation } from "../../../kv/backends/location.ts";
import {
  lacksAccessToken,
  readStoreLocation,
  type StoreVariables,
} from "../../../service/config/store_location.ts";
import { type CommandRefusal, failed } from "../../command/command.ts";

/** A store named by an operator. */
export interface NamedStore {
  /** Name for people, without a URL's users, passwords and options. */
  readonly name: string;
  readonly location: StoreLocation;
}

/**
 * Reads a location like the server, which refuses to send a token or a password unencrypted, and a
 * misspelt scheme that would become a file. A refusal repeats nothing of it.
 *
 * @param from the variable or argument that names it
 */
export function readNamedStore(
  text: string,
  { from, variables }: { readonly from: string; readonly variables: StoreVariables },
): Result<NamedStore, CommandRefusal> {
  const read = readStoreLocation(text, variables);
  if (!read.ok) return failed(`${from}: ${read.refusal.problems.join("; ")}`);
  const location = read.value;
  if (location.kind === "memory") {
    return failed(`${from}: a store in memory is of no use to a command`);
  }
  if (lacksAccessToken(location)) {
    return failed(
      "AVAL_KV_TOKEN: is not set; it is the access token of a KV Connect server",
    );
  }
  return ok({ name: location.kind === "file" ? text : withoutSecrets(text), location });
}

function withoutSecrets(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

/** Whether there is a store to read: opening a missing file would make an empty one. */
export async function isThere({ location }: NamedStore): Promise<boolean> {
  if (location.kind !== "file") return true;
  return await Deno.stat(location.path).then(() => true, () => false);
}
