import { ok } from "../../../base/result.ts";
import type { RawRecord } from "../../../kv/store/backend.ts";
import { BadBackupError } from "../../../kv/copying/bad_backup.ts";
import type { BackupTrailer } from "../../../kv/copying/backup_format.ts";
import { fillFrom, type FillRefusal } from "../../../kv/copying/fill_from.ts";
import { assertComplete } from "../../../kv/copying/incomplete.ts";
import { allRecords } from "../../../kv/copying/all_records.ts";
import { withoutOneTimeRecords } from "../../../kv/client_data/without_one_time_records.ts";
import { openBackup } from "../../../kv/copying/read_backup.ts";
import { disclosedClaims } from "../../../kv/credentials/disclosed_claims.ts";
import { evidencePacks } from "../../../kv/verification/evidence_packs.ts";
import type { StoreLocation } from "../../../kv/backends/location.ts";
import { openBackend } from "../../../kv/opening/open_store.ts";
import { lockForServer } from "../../../kv/opening/file_lock.ts";
import { type Done, failed } from "../../command/command.ts";
import type { AdminTools } from "../command/admin_command.ts";
import { readEncrypted, readIdentities } from "./backup_file.ts";
import { isThere, type NamedStore, readNamedStore } from "./store_location.ts";
import type { StoreProgress } from "./store_progress.ts";

/**
 * `admin store restore`: restores a backup into an empty store, and compares both. Evidence packs
 * and disclosed claims stay in the backup.
 */
export async function restore(
  { file, identity }: { readonly file: string; readonly identity: string },
  tools: AdminTools,
  progress: StoreProgress,
): Promise<Done> {
  const to = readNamedStore(tools.location, { ...tools, from: "AVAL_KV" });
  if (!to.ok) return to;
  const identities = await readIdentities(identity);
  if (!identities.ok) return identities;
  const size = await Deno.stat(file).then((info) => info.size, () => null);
  if (size === null) return failed(`Cannot read ${file}`);
  const source = (): AsyncGenerator<RawRecord, BackupTrailer> => {
    let read = 0;
    const onBytes = (count: number) => progress.share((read += count) / size);
    return recordsIn(readEncrypted(file, { identities: identities.value, onBytes }));
  };
  try {
    progress.step("checking");
    const now = tools.clock.now().epochMilliseconds;
    const waiting = { packs: 0, claims: 0 };
    const each = ({ key: [kind], expiresAt }: RawRecord) => {
      progress.record();
      if (expiresAt !== null && expiresAt <= now) return;
      if (kind === evidencePacks.name) waiting.packs++;
      if (kind === disclosedClaims.name) waiting.claims++;
    };
    const { sha256 } = await readToEnd(source(), each);
    const kept = () => withoutOneTimeRecords(source());
    const restored = await fillStore({ to: to.value, source: kept }, tools, progress);
    if (!restored.ok) return restored;
    const { packs, claims } = waiting;
    tools.out(`sha256 ${sha256}\npacks_left_out ${packs}\nclaims_left_out ${claims}\n`);
    if (packs + claims > 0) {
      tools.err(
        "Evidence packs and disclosed claims stay in the backup: some may have been delivered since\n",
      );
    }
    return restored;
  } catch (thrown) {
    if (!(thrown instanceof BadBackupError)) throw thrown;
    return failed(`${file} cannot be restored: ${thrown.message}`);
  } finally {
    progress.end();
  }
}

/** `admin store copy`: copies one store into another, and reads both again. */
export async function copy(
  asked: { readonly from: string; readonly to: string },
  tools: AdminTools,
  progress: StoreProgress,
): Promise<Done> {
  const from = readNamedStore(asked.from, { ...tools, from: "FROM" });
  if (!from.ok) return from;
  const to = readNamedStore(asked.to, { ...tools, from: "TO" });
  if (!to.ok) return to;
  const { name, location } = from.value;
  if (!await isThere(from.value)) return failed(`No store at ${name}`);
  await lockIfFile(location);
  const backend = await openBackend({ ...tools, location });
  try {
    await assertComplete(backend, tools);
    const source = () => allRecords(backend, tools);
    return await fillStore({ to: to.value, source }, tools, progress);
  } finally {
    backend.close();
    progress.end();
  }
}

async function fillStore(
  { to: { name, location }, source }: {
    readonly to: NamedStore;
    readonly source: () => AsyncIterable<RawRecord>;
  },
  tools: AdminTools,
  progress: StoreProgress,
): Promise<Done> {
  await lockIfFile(location);
  const backend = await openBackend({ ...tools, location });
  try {
    let step = "";
    const onRecord = (next: "writing" | "verifying") => {
      if (step !== next) progress.step(step = next);
      progress.record();
    };
    const filled = await fillFrom(backend, { source, onRecord }, tools);
    progress.end();
    if (!filled.ok) return failed(reasonOf(filled.refusal, name));
    tools.out(`records ${filled.value}\n`);
    return ok(null);
  } finally {
    backend.close();
  }
}

/** Locks a file against servers until this process ends. @throws Error when a server runs */
async function lockIfFile(location: StoreLocation): Promise<void> {
  if (location.kind === "file") await lockForServer(location.path);
}

function reasonOf(refusal: FillRefusal, to: string): string {
  switch (refusal.code) {
    case "not_empty":
      return `${to} is not empty: nothing was written`;
    case "missing":
    case "unexpected":
    case "changed":
      return `${to} is not what was to be copied (${refusal.kind}: ${refusal.code}): it was ` +
        "written to meanwhile. Stop the servers and run this again: until then it cannot be used";
    default:
      return refusal satisfies never;
  }
}

/** Yields the records of a backup, which is opened with the first of them. */
async function* recordsIn(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<RawRecord, BackupTrailer> {
  const { records } = await openBackup(chunks);
  return yield* records;
}

async function readToEnd<Read, T>(
  records: AsyncGenerator<Read, T>,
  each: (record: Read) => void,
): Promise<T> {
  for (;;) {
    const next = await records.next();
    if (next.done) return next.value;
    each(next.value);
  }
}
