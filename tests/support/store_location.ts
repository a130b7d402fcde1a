import type { StoreLocation } from "../../kv/backends/location.ts";
import { readStoreLocation } from "../../service/config/store_location.ts";

/** The location of a test's store, parsed as the service parses `AVAL_KV`. */
export function locationOf(text: string, accessToken = ""): StoreLocation {
  const read = readStoreLocation(text, { DENO_KV_ACCESS_TOKEN: accessToken });
  if (!read.ok) throw new Error(read.refusal.problems.join("; "));
  return read.value;
}

/** The location of a test's database. */
export function postgresAt(url: string) {
  const location = locationOf(url);
  if (location.kind !== "postgres") throw new Error("This is not the address of a PostgreSQL");
  return location.address;
}
