import { ok } from "../../../base/result.ts";
import { compactFile } from "../../../kv/backends/sqlite_compact.ts";
import { type Done, failed } from "../../command/command.ts";
import type { AdminTools } from "../command/admin_command.ts";
import { isThere, readNamedStore } from "./store_location.ts";

/** `admin store compact`: removes deleted data from the file of a store. */
export async function compact(_: unknown, tools: AdminTools): Promise<Done> {
  const named = readNamedStore(tools.location, { from: "AVAL_KV", variables: tools.variables });
  if (!named.ok) return named;
  const { name, location } = named.value;
  if (location.kind !== "file") {
    return failed(
      `${name} is not a file: its own server removes deleted data (PostgreSQL: by VACUUM)`,
    );
  }
  if (!await isThere(named.value)) return failed(`There is no ${name}`);
  compactFile(location.path);
  tools.err(`${name} contains no deleted data any more; backups keep them until they expire\n`);
  return ok(null);
}

/** Compacts a store file after a command that deleted data; a failure is only reported. */
export function compactAfterwards(
  tools: Pick<AdminTools, "location" | "variables" | "err">,
): void {
  const { location: text, variables } = tools;
  const named = readNamedStore(text, { from: "AVAL_KV", variables });
  if (!named.ok || named.value.location.kind !== "file") return;
  try {
    compactFile(named.value.location.path);
  } catch (fault) {
    const why = fault instanceof Error ? fault.message : "it cannot be written";
    tools.err(`What was deleted is left in the file until admin store compact: ${why}\n`);
  }
}
