import assert from "node:assert/strict";
import { z } from "zod";
import { link } from "../../core/audit/chain.ts";
import { type AuditEntry, ChainHead, EMPTY_CHAIN, LinkedEntry } from "../../core/audit/entry.ts";
import {
  auditOfClient,
  auditOutbox,
  auditTiles,
  checkpointPrefix,
  clientPrefix,
  entryKey,
  entryPrefix,
  headKey,
  lastCheckpointKey,
  treeKey,
  TreeState,
} from "../../kv/audit/audit_records.ts";
import { growStoredTree } from "../../kv/audit/audit_tree.ts";
import { sealKey } from "../../kv/keys/audit_seal.ts";
import type { Backend } from "../../kv/store/backend.ts";
import type { Key } from "../../kv/store/key.ts";
import { put, type Store } from "../../kv/store/store.ts";
import { seededRandom } from "./random.ts";
import { noPause } from "./store.ts";

/** All records of the audit log, by their keys as JSON. */
export type AuditRecords = ReadonlyMap<string, { readonly key: Key; readonly value: unknown }>;

/** The state that an attacker uses who can write to the store, but does not have the key. */
export interface Forging {
  readonly store: Store;
  readonly backend: Backend;
  /** An earlier state of the log, which the attacker may have copied. */
  readonly older: AuditRecords;
}

/** The event of an entry, before the entry is linked. */
export type Content = Pick<AuditEntry, "id" | "at" | "event">;

/** How an attacker adapts checkpoints and seal after rewriting the chain. */
export interface Cover {
  readonly checkpoints: "kept" | "later removed" | "all removed";
  readonly seal: "kept" | "removed" | "older";
}

const prefixes: readonly Key[] = [
  entryPrefix,
  checkpointPrefix,
  auditTiles.key(),
  auditOfClient.key(),
  auditOutbox.key(),
];
const singles: readonly Key[] = [headKey, treeKey, lastCheckpointKey, sealKey];

/** Reads every record of the audit log. */
export async function readAuditRecords(store: Store): Promise<AuditRecords> {
  const records = new Map<string, { readonly key: Key; readonly value: unknown }>();
  for (const key of singles) {
    const found = await store.get(z.unknown(), key);
    if (found !== null) records.set(JSON.stringify(key), found);
  }
  for (const prefix of prefixes) {
    for await (const { key, value } of store.list(z.unknown(), { prefix })) {
      records.set(JSON.stringify(key), { key, value });
    }
  }
  return records;
}

/** Writes any value. */
export async function set(store: Store, key: Key, value: unknown): Promise<void> {
  await store.commit([put(z.unknown(), key, value)]);
}

/** Removes keys. */
export async function remove(store: Store, ...keys: readonly Key[]): Promise<void> {
  await store.commit(keys.map((key) => ({ kind: "remove", key, chunks: 0 })));
}

/** Reads the value at a key, which must exist. */
// deno-lint-ignore no-explicit-any -- a forger reaches into any shape
export async function valueAt(store: Store, key: Key): Promise<any> {
  const found = await store.get(z.unknown(), key);
  assert(found !== null, JSON.stringify(key));
  return found.value;
}

/** Writes a value's JSON with its first member repeated, which no encoder does. */
export async function repeatMember({ store, backend }: Forging, key: Key): Promise<void> {
  const value = await valueAt(store, key);
  const [first] = Object.keys(value);
  const text = JSON.stringify(value).replace("{", `{${JSON.stringify(first)}:0,`);
  const bytes = new TextEncoder().encode(`{"v":1,"value":${text}}`);
  await backend.commit({
    checks: [],
    puts: [{ key, bytes, expireIn: null }],
    removes: [],
    adds: [],
  });
}

/** The events of the chain in order. */
export async function contentsOf(store: Store): Promise<readonly Content[]> {
  const rows = await Array.fromAsync(store.list(LinkedEntry, { prefix: entryPrefix }));
  return rows.map(({ value: { entry: { id, at, event } } }) => ({ id, at, event }));
}

/**
 * Rewrites the whole log from other events, correctly hashed and linked, with index, head, tiles
 * and tree, as an attacker with write access can.
 */
export async function rewriteLog(
  { store, older }: Forging,
  contents: readonly Content[],
  { checkpoints, seal }: Cover,
): Promise<void> {
  const before = await contentsOf(store);
  const same = contents.findIndex((content, at) =>
    JSON.stringify(content) !== JSON.stringify(before[at])
  );
  const first = (same < 0 ? contents.length : same) + 1;
  await writeChain(store, contents);
  if (checkpoints !== "kept") {
    await removeCheckpoints(store, checkpoints === "all removed" ? 1 : first);
  }
  if (seal === "removed") await remove(store, sealKey);
  const old = older.get(JSON.stringify(sealKey));
  if (seal === "older" && old !== undefined) await set(store, sealKey, old.value);
}

async function writeChain(store: Store, contents: readonly Content[]): Promise<void> {
  const stale = await Array.fromAsync(store.list(z.unknown(), { prefix: entryPrefix }));
  const index = await Array.fromAsync(store.list(z.unknown(), { prefix: auditOfClient.key() }));
  const tiles = await Array.fromAsync(store.list(z.unknown(), { prefix: auditTiles.key() }));
  await remove(store, ...[...stale, ...index, ...tiles].map(({ key }) => key));
  let head: ChainHead = EMPTY_CHAIN;
  for (const content of contents) {
    const linked = link(head, content);
    head = { seq: linked.entry.seq, hash: linked.hash };
    const { clientId } = content.event;
    await set(store, entryKey(head.seq), linked);
    if (clientId !== undefined) {
      await set(store, [...clientPrefix(clientId), head.seq], { seq: head.seq });
    }
  }
  await set(store, headKey, head);
  const { origin, signed } = await valueAt(store, treeKey);
  await store.commit([
    put(TreeState, treeKey, { origin, head: EMPTY_CHAIN, ...(signed ? { signed } : {}) }),
  ]);
  const grown = await growStoredTree(store, { random: seededRandom(), pause: noPause });
  assert(grown.ok);
}

/** Removes the checkpoints from a size on and marks the one before as the last. */
export async function removeCheckpoints(store: Store, from: number): Promise<void> {
  const rows = await Array.fromAsync(store.list(z.unknown(), { prefix: checkpointPrefix }));
  const sizes = rows.map(({ key }) => Number(key.at(-1)));
  const gone = sizes.filter((size) => size >= from);
  await remove(store, ...gone.map((size): Key => [...checkpointPrefix, size]));
  const left = sizes.filter((size) => size < from).at(-1);
  if (left === undefined) await remove(store, lastCheckpointKey);
  else await set(store, lastCheckpointKey, { seq: left });
}

/** Restores every record of the log to its earlier state. */
export async function setBack({ store, older }: Forging): Promise<void> {
  const now = await readAuditRecords(store);
  await remove(store, ...[...now.values()].map(({ key }) => key));
  for (const { key, value } of older.values()) await set(store, key, value);
}
