import { ok } from "../../../base/result.ts";
import { type Done, failed } from "../../command/command.ts";
import type { AdminTools } from "../command/admin_command.ts";
import { makeAgeKey } from "./backup_file.ts";
import { openStoreProgress, type StoreProgress } from "./store_progress.ts";

/** Runs a command on whole stores and shows its progress; an unusable store fails the command. */
export function withProgress<Asked>(
  run: (asked: Asked, tools: AdminTools, progress: StoreProgress) => Promise<Done>,
): (asked: Asked, tools: AdminTools) => Promise<Done> {
  return async (asked, tools) => {
    const progress = openStoreProgress(tools);
    try {
      return await run(asked, tools, progress);
    } catch (thrown) {
      progress.end();
      return failed(thrown instanceof Error ? thrown.message : "The store cannot be used");
    }
  };
}

/** `admin store identity`: makes a key pair for backups. */
export async function makeIdentity(
  { out }: { readonly out: string },
  tools: AdminTools,
): Promise<Done> {
  const { identity, recipient } = await makeAgeKey();
  const made = `# created: ${tools.clock.now().toString({ smallestUnit: "second" })}`;
  const text = `${made}\n# public key: ${recipient}\n${identity}\n`;
  try {
    await Deno.writeTextFile(out, text, { createNew: true, mode: 0o600 });
  } catch (thrown) {
    if (!(thrown instanceof Deno.errors.AlreadyExists)) throw thrown;
    return failed(`${out} exists already: an identity is never overwritten`);
  }
  tools.out(`${recipient}\n`);
  tools.err(`Who has ${out} reads the backups: keep it off this machine\n`);
  return ok(null);
}
