import { snapshotOfFile } from "../../kv/backends/sqlite_snapshot.ts";
import { openDataKeys } from "../../kv/keys/data_keys.ts";
import { importSecretKey } from "../../kv/store/secret_key.ts";
import { keysOf as keysOfBook } from "../../kv/monitoring/monitored_book.ts";
import { unsealSubject } from "../../kv/monitoring/sealed_subject.ts";
import type { RawRecord } from "../../kv/store/backend.ts";
import { type EncryptionKeys, Sealed, unseal } from "../../kv/store/encrypted.ts";
import { seededRandom } from "./random.ts";
import { liveEnvironment, type TestService } from "./service.ts";

/** A record as a holder of every key reads it. */
export interface ReadRecord {
  readonly kind: string;
  /** Unix milliseconds. */
  readonly expiresAt: number | null;
  /** Key and value; null if no key decrypts it. */
  readonly text: string | null;
}

/** Kinds of records that are encrypted by the key of their batch. */
const underBatches = ["credential_batch_item", "screening_batch_rows"];

/**
 * Decrypts every record of a service's file with the keys in it and the secret of the live tests.
 */
export async function decryptedRecords(
  kv: string,
  { store, clock }: Pick<TestService, "store" | "clock">,
): Promise<readonly ReadRecord[]> {
  const { AVAL_SECRET_KEY = "" } = await liveEnvironment();
  const secrets = { current: Uint8Array.fromBase64(AVAL_SECRET_KEY) };
  const keys = await openDataKeys({ store, clock, random: seededRandom(3), secrets });
  const records: RawRecord[] = [];
  for await (const record of snapshotOfFile(kv)) records.push(record);
  const wrappings: Uint8Array[] = [];
  const ofBatches = new Map<string, EncryptionKeys>();
  const read: ReadRecord[] = [];
  for (
    const record of records.filter(({ key }) =>
      ![...underBatches, "monitored_subject"].includes(key[0])
    )
  ) {
    const one = await readRecord(record, keys["at-rest"]);
    read.push(one);
    if (["credential_batch", "screening_batch"].includes(one.kind)) await keepKey(ofBatches, one);
    if (one.kind === "monitored_book") {
      const { secret } = JSON.parse(one.text?.slice(one.text.indexOf("{")) ?? "");
      wrappings.push((await keysOfBook({ secret })).wrapping);
    }
  }
  for (const record of records.filter(({ key }) => underBatches.includes(key[0]))) {
    read.push(await readRecord(record, ofBatches.get(String(record.key[1])) ?? null));
  }
  for (const { key, bytes, expiresAt } of records) {
    if (key[0] !== "monitored_subject") continue;
    const { value: { sealed } } = JSON.parse(new TextDecoder().decode(bytes));
    const opened = wrappings.flatMap((wrapping) => {
      try {
        return [unsealSubject(wrapping, { key, sealed })];
      } catch {
        return [];
      }
    });
    read.push({ kind: key[0], expiresAt, text: opened[0] ?? null });
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

/**
 * Removes the key of a batch from its record, the only place that holds it; an ended batch has
 * none.
 */
async function keepKey(
  ofBatches: Map<string, EncryptionKeys>,
  { text }: ReadRecord,
): Promise<void> {
  const { batch, itemSecret, secret = itemSecret } = JSON.parse((text ?? "").replace(/^\S+ /, ""));
  if (secret === undefined) return;
  const cryptoKey = await importSecretKey(
    Uint8Array.fromBase64(secret, { alphabet: "base64url" }),
    { algorithm: { name: "AES-GCM", length: 256 }, usages: ["encrypt", "decrypt"] },
  );
  const active = { id: "batch", cryptoKey };
  ofBatches.set(String(batch.id), {
    active,
    byId: new Map([[active.id, active]]),
    reload: () => Promise.resolve(),
  });
}
