import canonicalize from "canonicalize";
import type { ChainHead } from "../../core/audit/entry.ts";
import type { Hash } from "../../standards/tlog/merkle.ts";
import { auditTiles, Tile, treeKey, TreeState } from "./audit_records.ts";
import { readTile, tileHashesMax, tileRoot } from "./audit_tree.ts";
import { getExact } from "./audit_exact_reading.ts";
import { exactJson } from "../store/codec.ts";
import { DamagedValueError } from "../store/damaged_value.ts";
import type { Store } from "../store/store.ts";

/** Compares the stored tree with the tree of the entries, which are added one by one. */
export interface TreeCheck {
  /** The name of the log; empty without a tree. */
  readonly origin: string;
  /** The size of the stored tree at the start of the comparison. */
  readonly size: number;
  /** Whether the tree states that there are checkpoints; trees of older versions never do. */
  readonly signed: boolean;
  /** Adds an entry; returns whether the stored tree matches up to this entry. */
  add(head: ChainHead, leaf: Hash): Promise<boolean>;
}

/** Opens the comparison. @returns null when the tree's state is unreadable */
export async function openTreeCheck(store: Store): Promise<TreeCheck | null> {
  const state = await readState(store);
  if (state === null) return null;
  const { origin, head: { seq: size, hash } } = state;
  /** Hashes of the incomplete tile of each level. */
  const filling: Hash[][] = [];

  async function add(level: number, count: number, leaf: Hash): Promise<boolean> {
    const tile = filling[level] ??= [];
    tile.push(leaf);
    const whole = tile.length === tileHashesMax;
    if (!whole && count < Math.floor(size / tileHashesMax ** level)) return true;
    const stored = await readTileOrNone(store, level, Math.floor((count - 1) / tileHashesMax));
    if (!tile.every((expected, at) => expected.toHex() === stored[at]?.toHex())) return false;
    if (!whole) return true;
    filling[level] = [];
    return await add(level + 1, count / tileHashesMax, tileRoot(tile));
  }

  return {
    origin,
    size,
    signed: state.signed === true,
    add: async (reached, leaf) => {
      if (reached.seq > size) return true;
      if (reached.seq === size && reached.hash !== hash) return false;
      return await add(0, reached.seq, leaf);
    },
  };
}

/**
 * Finds a stored tile that does not belong to the tree: after its end, too long, or malformed.
 *
 * @returns the first entry that the tile covers; null if there is no such tile
 */
export async function findStrayTile(store: Store): Promise<number | null> {
  const size = (await readState(store))?.head.seq ?? 0;
  const tiles = store.list(exactJson, { prefix: auditTiles.key() });
  for await (const { key: [, level, index], value } of tiles) {
    const tile = Tile.safeParse(value);
    if (!Number.isSafeInteger(level) || !Number.isSafeInteger(index) || !tile.success) return 1;
    if (canonicalize(tile.data) !== canonicalize(value)) return 1;
    const width = tileHashesMax ** Number(level);
    const first = Number(index) * tileHashesMax * width + 1;
    const hashes = Uint8Array.fromBase64(tile.data.hashes).length / 32;
    const reach = first - 1 + hashes * width;
    if (hashes === 0 || !Number.isInteger(hashes)) return first;
    // The tree may have grown since: its state moves with its tiles.
    if (reach > size && reach > ((await readState(store))?.head.seq ?? 0)) return first;
  }
  return null;
}

async function readTileOrNone(store: Store, level: number, index: number): Promise<Hash[]> {
  try {
    return await readTile(store, level, index);
  } catch (cause) {
    if (cause instanceof DamagedValueError) return [];
    throw cause;
  }
}

/** @returns null when it is unreadable */
async function readState(store: Store): Promise<TreeState | null> {
  try {
    const found = await getExact(store, TreeState, treeKey);
    return found ?? { origin: "", head: { seq: 0, hash: "" } };
  } catch (cause) {
    if (cause instanceof DamagedValueError) return null;
    throw cause;
  }
}
