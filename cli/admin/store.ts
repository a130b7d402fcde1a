import { ok } from "../../base/result.ts";
import { type Done, failed } from "../command/command.ts";
import { makeAgeKey } from "./backup_file.ts";
import type { StoreCommand } from "./store_arguments.ts";
import { backUp } from "./store_backup.ts";
import { copy, restore } from "./store_filling.ts";
import { openStoreProgress } from "./store_progress.ts";
import type { StoreTools } from "./store_tools.ts";

/** Backs a whole store up, restores it, or copies it into another. */
export async function runStore(asked: StoreCommand, tools: StoreTools): Promise<Done> {
  const progress = openStoreProgress(tools);
  try {
    switch (asked.kind) {
      case "store backup":
        return await backUp(asked, tools, progress);
      case "store restore":
        return await restore(asked, tools, progress);
      case "store copy":
        return await copy(asked, tools, progress);
      case "store identity":
        return await makeIdentity(asked, tools);
      default:
        return asked satisfies never;
    }
  } catch (thrown) {
    progress.end();
    return failed(thrown instanceof Error ? thrown.message : "The store cannot be used");
  }
}

async function makeIdentity(
  { out }: Extract<StoreCommand, { kind: "store identity" }>,
  tools: StoreTools,
): Promise<Done> {
  const { identity, recipient } = await makeAgeKey();
  const made = `# created: ${tools.clock.now().toString({ smallestUnit: "second" })}`;
  const text = `${made}\n# public key: ${recipient}\n${identity}\n`;
  try {
    await Deno.writeTextFile(out, text, { createNew: true, mode: 0o600 });
  } catch (thrown) {
    if (!(thrown instanceof Deno.errors.AlreadyExists)) throw thrown;
    return failed(`${out} is there already: an identity is never written over`);
  }
  tools.out(`${recipient}\n`);
  tools.err(`Who has ${out} reads the backups: keep it off this machine\n`);
  return ok(null);
}
