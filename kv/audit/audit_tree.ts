import { z } from "zod";
import { type BadEntry, verifyNext } from "../../core/audit/chain.ts";
import { ChainHead, EMPTY_CHAIN } from "../../core/audit/entry.ts";
import { type Hash, hashChildren, hashLeaf, type ReadNode } from "../../standards/tlog/merkle.ts";
import type { Random } from "../../base/random.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import {
  entryKey,
  entryPrefix,
  headKey,
  Tile,
  tileKey,
  treeKey,
  TreeState,
} from "./audit_records.ts";
import { DamagedValueError } from "../store/damaged_value.ts";
import { jitter } from "../../base/jitter.ts";
import type { RetryDependencies } from "../store/retry.ts";
import { absent, type Operation, put, type Store } from "../store/store.ts";

/**
 * The RFC 9162 tree over the hashes of the audit chain's entries, stored as tiles of 256 hashes (as
 * C2SP tlog-tiles cuts them): root and proofs read one tile for every eight levels, never the
 * chain. Tiles are append-only, so that a tile of a larger tree serves every smaller one.
 */

/** Levels of the tree in one tile. */
const tileLevels = 8;
/** Number of hashes of a full tile. */
export const tileHashesMax = 2 ** tileLevels;
/** Maximum entries added by a commit: at most seven tiles of 11 KB. */
const batchEntriesMax = 1_024;
/** Maximum successive commits that other processes may win; more indicate a fault. */
const lossesMax = 200;
/** Longest wait after a lost commit, milliseconds. */
const pauseMillisecondsMax = 20;
/** Maximum tiles cached by a reader; a path in a chain of 10^9 entries has four. */
const tilesKeptMax = 64;

/**
 * Adds new entries to the tree, each only if it follows the previous one. Any number of processes
 * may do so at once: a batch is committed on condition that no other process has done it.
 *
 * @returns the size of the tree, at least the size of the chain at the start; or the first entry
 *   that differs from what was written
 */
export async function growStoredTree(
  store: Store,
  retry: RetryDependencies,
): Promise<Result<TreeState, BadEntry>> {
  const { random, pause } = retry;
  for (let losses = 0; losses < lossesMax;) {
    const found = await store.get(TreeState, treeKey);
    const state = found?.value ?? { origin: makeOrigin(random), head: EMPTY_CHAIN };
    const chain = (await store.get(ChainHead, headKey))?.value ?? EMPTY_CHAIN;
    if (chain.seq === state.head.seq && chain.hash === state.head.hash) return ok(state);
    const added = await readNext(store, state.head);
    if (!added.ok) return added;
    const head = added.value.at(-1);
    // Entries and head move together: a head without entries up to it was tampered with.
    if (head === undefined) return refuse({ code: "head_mismatch", seq: state.head.seq + 1 });
    const next: TreeState = { ...state, head };
    const leaves = added.value.map(({ hash }) => hashLeaf(Uint8Array.fromHex(hash)));
    const committed = await store.commit([
      found?.check ?? absent(treeKey),
      found?.set(next) ?? put(TreeState, treeKey, next),
      ...await extendTiles(store, { level: 0, start: state.head.seq, hashes: leaves }),
    ]);
    if (committed) {
      losses = 0;
      if (head.seq >= chain.seq) return ok(next);
    } else {
      losses++;
      await pause(jitter(random, pauseMillisecondsMax));
    }
  }
  throw new Error(`The tree of the audit chain has moved ${lossesMax} times in a row`);
}

/**
 * Opens a reader of complete subtrees of the stored tree. It caches what it reads: open one for
 * each task.
 */
export function openStoredTree(store: Store): ReadNode {
  const tiles = new Map<string, Promise<Rows>>();

  function rowsOf(level: number, index: number): Promise<Rows> {
    const name = `${level}/${index}`;
    const known = tiles.get(name);
    if (known !== undefined) return known;
    const oldest = tiles.keys().next().value;
    if (tiles.size >= tilesKeptMax && oldest !== undefined) tiles.delete(oldest);
    const read = readTile(store, level, index).then(fold);
    tiles.set(name, read);
    return read;
  }

  return async (level, index) => {
    const height = level % tileLevels;
    const width = 2 ** (tileLevels - height);
    const rows = await rowsOf((level - height) / tileLevels, Math.floor(index / width));
    const node = rows[height]?.[index % width];
    if (node === undefined) throw new Error("A part of the audit tree is not on file");
    return node;
  };
}

/** The hashes of a tile, as far as it is filled. */
export async function readTile(store: Store, level: number, index: number): Promise<Hash[]> {
  const found = await store.get(Tile, tileKey(level, index));
  const bytes = Uint8Array.fromBase64(found?.value.hashes ?? "");
  return Array.from({ length: bytes.length / 32 }, (_, at) => bytes.slice(at * 32, at * 32 + 32));
}

/** Root of a full tile. */
export function tileRoot(hashes: readonly Hash[]): Hash {
  return fold(hashes)[tileLevels]![0]!;
}

/**
 * The levels within a tile, from its hashes up: only complete pairs, so that no node ever changes.
 */
type Rows = readonly (readonly Hash[])[];

function fold(hashes: readonly Hash[]): Rows {
  const rows = [hashes];
  for (let height = 1; height <= tileLevels; height++) {
    const below = rows[height - 1]!;
    rows.push(
      Array.from(
        { length: Math.floor(below.length / 2) },
        (_, at) => hashChildren(below[2 * at]!, below[2 * at + 1]!),
      ),
    );
  }
  return rows;
}

/** Hashes to add to a level, starting at an index. */
interface Extension {
  readonly level: number;
  readonly start: number;
  readonly hashes: readonly Hash[];
}

/** Makes the writes of the changed tiles; every full tile is one hash of the level above. */
async function extendTiles(
  store: Store,
  { level, start, hashes }: Extension,
): Promise<readonly Operation[]> {
  const operations: Operation[] = [];
  const roots: Hash[] = [];
  const first = Math.floor(start / tileHashesMax);
  const kept = start % tileHashesMax;
  const before = kept === 0 ? [] : (await readTile(store, level, first)).slice(0, kept);
  if (before.length !== kept) throw new Error("A part of the audit tree is not on file");
  const all = [...before, ...hashes];
  for (let at = 0; at < all.length; at += tileHashesMax) {
    const tile = all.slice(at, at + tileHashesMax);
    const key = tileKey(level, first + at / tileHashesMax);
    operations.push(put(Tile, key, { hashes: encode(tile) }));
    if (tile.length === tileHashesMax) roots.push(tileRoot(tile));
  }
  if (roots.length === 0) return operations;
  const above = await extendTiles(store, { level: level + 1, start: first, hashes: roots });
  return [...operations, ...above];
}

function encode(hashes: readonly Hash[]): string {
  const bytes = new Uint8Array(hashes.length * 32);
  hashes.forEach((hash, at) => bytes.set(hash, at * 32));
  return bytes.toBase64();
}

/** Reads and verifies the heads that follow a head. */
async function readNext(
  store: Store,
  from: ChainHead,
): Promise<Result<readonly ChainHead[], BadEntry>> {
  const heads: ChainHead[] = [];
  let reached = from;
  const range = { prefix: entryPrefix, start: entryKey(from.seq + 1) };
  try {
    for await (const { value } of store.list(z.unknown(), range, { limit: batchEntriesMax })) {
      const next = verifyNext(reached, value);
      if (!next.ok) return next;
      reached = next.value;
      heads.push(reached);
    }
  } catch (cause) {
    if (!(cause instanceof DamagedValueError)) throw cause;
    return refuse({ code: "schema", seq: reached.seq + 1 });
  }
  return ok(heads);
}

/** Makes a unique name for a log, which reveals nothing about its operator. */
function makeOrigin(random: Random): string {
  return `aval/audit/${random.bytes(8).toHex()}`;
}
