/** `deno task admin`: the operator's acts on the store. */
import "../base/temporal.ts";
import { ok } from "../base/result.ts";
import { readEnvironment } from "../service/config/environment.ts";
import type { AdminTools } from "./admin/command/admin_command.ts";
import { adminCommands } from "./admin/commands.ts";
import { adminHelpOn } from "./admin/help.ts";
import { withStore } from "./admin/store/opened_store.ts";
import { type Command, runCommand } from "./command/command.ts";
import { findCommand } from "./command/find_command.ts";
import type { Act } from "./command/record.ts";
import { processTerminal } from "./command/terminal.ts";

/**
 * Runs one command, also while a server runs: a locked file is retried.
 *
 * @returns the exit status
 */
export async function admin(args: readonly string[], tools: AdminTools): Promise<number> {
  return await runCommand(command, args, tools);
}

const command: Command<Act<AdminTools>, AdminTools> = {
  name: "admin",
  help: adminHelpOn,
  parse: (args) => {
    const found = findCommand(adminCommands, args);
    if (!found.ok) return found;
    const { command, rest } = found.value;
    if (command.store === "none") return command.read(rest);
    const act = command.read(rest);
    return act.ok ? ok((tools) => withStore(command, tools, act.value)) : act;
  },
  run: (act, tools) => act(tools),
};

if (import.meta.main) {
  const variables = readEnvironment();
  const code = await admin(Deno.args, {
    ...processTerminal,
    // A terminal that does not know its width says 0.
    columns: Deno.stderr.isTerminal() ? Deno.consoleSize().columns || 80 : null,
    location: variables["AVAL_KV"] ?? ".aval/kv.sqlite3",
    variables,
    clock: { now: () => Temporal.Now.instant() },
    random: { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) },
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  });
  // A lock that another process holds is still waited for: that would keep the process.
  Deno.exit(code);
}
