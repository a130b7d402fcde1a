import { isPostgres } from "../../kv/backends/postgres/address.ts";
import { isFile } from "../../kv/open_store.ts";

/** The location of a store for people: without what a URL says of users, passwords and options. */
export function nameOf(location: string): string {
  if (isFile(location) || !URL.canParse(location)) return location;
  const { protocol, host, pathname } = new URL(location);
  return `${protocol}//${host}${pathname}`;
}

/** What kind of backend a location is of, for the header of a backup. */
export function kindOf(location: string): string {
  if (isFile(location)) return "file";
  return isPostgres(location) ? "postgres" : "kv_connect";
}

/** Whether there is something to read: opening a file that is not there would make an empty one. */
export async function isThere(location: string): Promise<boolean> {
  if (!isFile(location)) return true;
  return await Deno.stat(location).then(() => true, () => false);
}
