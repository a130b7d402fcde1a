import assert from "node:assert/strict";
import { openDataKeys } from "../../kv/keys/data_keys.ts";
import { openStore } from "../../kv/opening/open_store.ts";
import { fillAuditLog } from "./audit_entries.ts";
import { runCli } from "./cli.ts";
import { filePause } from "./store.ts";
import { locationOf } from "./store_location.ts";

/** A folder with a store of many audit entries, an identity file and a backup of the store. */
export interface Backups extends AsyncDisposable {
  readonly folder: string;
  /** Variables of the store that was backed up. */
  readonly env: { readonly AVAL_KV: string; readonly AVAL_SECRET_KEY: string };
  /** What `admin audit verify` prints for the store's audit log. */
  readonly verified: string;
  readonly recipient: string;
  readonly identity: string;
  readonly backup: string;
}

/** Makes an identity file in a folder. */
export async function makeIdentity(folder: string, name = "identity.txt") {
  const identity = `${folder}/${name}`;
  const made = await succeeds(["store", "identity", "--out", identity]);
  return { identity, recipient: made.stdout.trim() };
}

/** Runs a command that must succeed. */
export async function succeeds(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const done = await runCli("admin", args, env);
  assert.equal(done.code, 0, `admin ${args.join(" ")}: ${done.stderr}`);
  return done;
}

/** Fills a store through its audit log, and backs it up. */
export async function makeBackups(entries: number): Promise<Backups> {
  const folder = await Deno.makeTempDir();
  const secret = crypto.getRandomValues(new Uint8Array(32));
  const env = { AVAL_KV: `${folder}/source.sqlite3`, AVAL_SECRET_KEY: secret.toBase64() };
  const runtime = {
    clock: { now: () => Temporal.Now.instant() },
    random: { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) },
    pause: filePause,
  };
  const store = await openStore({ location: locationOf(env.AVAL_KV), ...runtime });
  const keys = await openDataKeys({ store, ...runtime, secrets: { current: secret } });
  await fillAuditLog({ store, ...runtime, dataKeys: keys, entries });
  store.close();
  const key = await makeIdentity(folder);
  const backup = `${folder}/backup.age`;
  await succeeds(["store", "backup", "--out", backup, "--recipient", key.recipient], env);
  const { stdout: verified } = await succeeds(["audit", "verify"], env);
  return {
    folder,
    env,
    verified,
    ...key,
    backup,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}
