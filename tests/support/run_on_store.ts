import type { OpenedTools } from "../../cli/admin/command/admin_command.ts";
import { adminCommands } from "../../cli/admin/commands.ts";
import type { Done } from "../../cli/command/command.ts";
import { findCommand } from "../../cli/command/find_command.ts";

/**
 * Runs an `admin` command on an open store.
 *
 * @throws Error for a wrong command line
 */
export async function runOnStore(
  args: readonly string[],
  tools: Omit<OpenedTools, "name" | "location">,
): Promise<Done> {
  const found = findCommand(adminCommands, args);
  if (!found.ok) throw new Error(found.refusal.message);
  const { command: { read, store }, rest } = found.value;
  const act = read(rest);
  if (!act.ok) throw new Error(act.refusal.message);
  if (store === "none") throw new Error(`${args.join(" ")} opens its store itself`);
  return await act.value({ ...tools, name: "the store", location: ":memory:" });
}
