import { readKv } from "../../service/config/readers.ts";
import { kindOf } from "../../kv/store/location.ts";

/** The location of a store for people: without what a URL says of users, passwords and options. */
export function nameOf(location: string): string {
  if (kindOf(location) === "file") return location;
  if (!URL.canParse(location)) return "the store";
  const { protocol, host, pathname } = new URL(location);
  return `${protocol}//${host}${pathname}`;
}

/**
 * What is wrong with a location, as the server judges it: a token or a password would go to it in
 * clear, or a misspelt scheme would become a file. Null when nothing is. Repeats nothing of it.
 */
export function findMistake(location: string): string | null {
  const read = readKv(location);
  if (!read.ok) return read.refusal.problems.join("; ");
  return read.value.kind === "memory" ? "a store in memory is of no use to a command" : null;
}

/** Whether there is something to read: opening a file that is not there would make an empty one. */
export async function isThere(location: string): Promise<boolean> {
  if (kindOf(location) !== "file") return true;
  return await Deno.stat(location).then(() => true, () => false);
}
