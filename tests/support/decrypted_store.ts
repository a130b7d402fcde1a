import { BatchId, CredentialBatch } from "../../core/credentials/batch_schema.ts";
import { snapshotOfFile } from "../../kv/backends/sqlite_snapshot.ts";
import { openDataKeys } from "../../kv/keys/data_keys.ts";
import { importSecretKey } from "../../kv/store/secret_key.ts";
import type { RawRecord } from "../../kv/store/backend.ts";
import { type EncryptionKeys, Sealed, unseal } from "../../kv/store/encrypted.ts";
import { seededRandom } from "./random.ts";
import { liveEnvironment, type TestService } from "./service.ts";

/** A record as whoever has every key reads it. */
export interface ReadRecord {
  readonly kind: string;
  /** Unix milliseconds. */
  readonly expiresAt: number | null;
  /** Key and value; null: nobody can read it. */
  readonly text: string | null;
}

const items = "credential_batch_item";

/** Decrypts every record of a service's file by all keys that are in it, of the secret of live tests. */
export async function decryptedRecords(
  kv: string,
  { store, clock }: Pick<TestService, "store" | "clock">,
): Promise<readonly ReadRecord[]> {
  const { AVAL_SECRET_KEY = "" } = await liveEnvironment();
  const secrets = { current: Uint8Array.fromBase64(AVAL_SECRET_KEY) };
  const keys = await openDataKeys({ store, clock, random: seededRandom(3), secrets });
  const records: RawRecord[] = [];
  for await (const record of snapshotOfFile(kv)) records.push(record);
  const ofBatches = new Map<string, EncryptionKeys>();
  const read: ReadRecord[] = [];
  for (const record of records.filter(({ key }) => key[0] !== items)) {
    const one = await readRecord(record, keys["at-rest"]);
    read.push(one);
    if (one.kind === "credential_batch") await keepKey(ofBatches, one);
  }
  for (const record of records.filter(({ key }) => key[0] === items)) {
    read.push(await readRecord(record, ofBatches.get(String(record.key[1])) ?? null));
  }
  return read;
}

async function readRecord(
  { key, bytes, expiresAt, isCounter }: RawRecord,
  keys: EncryptionKeys | null,
): Promise<ReadRecord> {
  const kind = String(key[0]);
  const name = key.join("/");
  const clear = isCounter ? "" : new TextDecoder().decode(bytes);
  // A piece of a long value is no value.
  const isWhole = kind !== "chunk" && clear.startsWith("{");
  const sealed = isWhole ? Sealed.safeParse(JSON.parse(clear)) : null;
  if (sealed?.success !== true) return { kind, expiresAt, text: `${name} ${clear}` };
  if (keys === null) return { kind, expiresAt, text: null };
  return { kind, expiresAt, text: `${name} ${await unseal(keys, { key, sealed: sealed.data })}` };
}

/** Takes the key of a batch's items out of its record, which is the one place where it stands. */
async function keepKey(
  ofBatches: Map<string, EncryptionKeys>,
  { text }: ReadRecord,
): Promise<void> {
  const value = JSON.parse((text ?? "").replace(/^\S+ /, ""));
  const { id } = CredentialBatch.parse(value.batch);
  const cryptoKey = await importSecretKey(
    Uint8Array.fromBase64(value.itemSecret, { alphabet: "base64url" }),
    { algorithm: { name: "AES-GCM", length: 256 }, usages: ["encrypt", "decrypt"] },
  );
  const active = { id: "batch", cryptoKey };
  ofBatches.set(BatchId.parse(id), {
    active,
    byId: new Map([[active.id, active]]),
    reload: () => Promise.resolve(),
  });
}
