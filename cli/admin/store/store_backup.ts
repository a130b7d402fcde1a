import { ok } from "../../../base/result.ts";
import { readOrigin } from "../../../kv/audit/audit_checkpoint_reading.ts";
import { encodeBackup } from "../../../kv/copying/backup_format.ts";
import { assertComplete } from "../../../kv/copying/incomplete.ts";
import { openQuietCheck } from "../../../kv/copying/quiet_check.ts";
import { createStore } from "../../../kv/store/create_store.ts";
import { timestamp } from "../../../kv/store/lifetime.ts";
import { openBackend } from "../../../kv/opening/open_store.ts";
import { type Done, failed } from "../../command/command.ts";
import type { AdminTools } from "../command/admin_command.ts";
import { writeEncrypted } from "./backup_file.ts";
import { isThere, readNamedStore } from "./store_location.ts";
import type { StoreProgress } from "./store_progress.ts";

/** `admin store backup`: writes the whole store as one encrypted file. */
export async function backUp(
  { out, recipients }: {
    readonly out: string;
    /** Recipients who may read it: `age1...`. */
    readonly recipients: readonly string[];
  },
  tools: AdminTools,
  progress: StoreProgress,
): Promise<Done> {
  const named = readNamedStore(tools.location, { ...tools, from: "AVAL_KV" });
  if (!named.ok) return named;
  const { name, location } = named.value;
  if (!await isThere(named.value)) return failed(`No store at ${name}`);
  const { clock } = tools;
  const backend = await openBackend({ ...tools, location });
  try {
    await assertComplete(backend, tools);
    const header = {
      format: "aval-backup" as const,
      v: 1 as const,
      backend: location.kind,
      at: timestamp(clock.now()),
      origin: await readOrigin(createStore(backend, tools)) || null,
    };
    const reading = openQuietCheck(backend, tools);
    progress.step("reading");
    const encoded = keepingResult(encodeBackup(header, reading.records, progress.record));
    const size = await writeEncrypted(out, {
      recipients,
      bytes: encoded.stream,
      confirm: async () => {
        progress.step("reading again");
        return await reading.isUnchanged();
      },
    });
    progress.end();
    if (size === null) {
      return failed(
        "The store was written to while it was read, and its server has no snapshots: stop the " +
          "servers, or back up the file of denokv on its own machine",
      );
    }
    const { records, sha256 } = encoded.result();
    tools.out(`records ${records}\nsha256 ${sha256}\nbytes ${size}\n`);
    tools.err(
      "AVAL_SECRET_KEY is not in the backup, and the backup is of no use without it: keep it too\n",
    );
    return ok(null);
  } finally {
    backend.close();
  }
}

/** Returns a stream whose final value is kept for later. */
function keepingResult<Chunk, T>(generator: AsyncGenerator<Chunk, T>) {
  let result: { readonly value: T } | null = null;
  async function* stream(): AsyncGenerator<Chunk> {
    result = { value: yield* generator };
  }
  return {
    stream: stream(),
    result: () => {
      if (result === null) throw new Error("The stream has not come to its end");
      return result.value;
    },
  };
}
