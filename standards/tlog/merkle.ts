import { createHash } from "node:crypto";

/** SHA-256: 32 bytes. */
export type Hash = Uint8Array<ArrayBuffer>;

/**
 * Hash of the perfect subtree of 2^`level` leaves that begins at leaf `index` * 2^`level`. Only
 * complete subtrees are requested, so that an answer never changes while the tree grows.
 */
export type ReadNode = (level: number, index: number) => Promise<Hash>;

/** Root of the tree without leaves (RFC 9162 §2.1.1). */
export const EMPTY_ROOT: Hash = sha256();

/**
 * Hash of a leaf (RFC 9162 §2.1.1), with a first byte of 0, so that a node cannot be taken for a
 * leaf.
 */
export function hashLeaf(data: Uint8Array): Hash {
  return sha256(Uint8Array.of(0), data);
}

/** Hash of a node over its two children (RFC 9162 §2.1.1). */
export function hashChildren(left: Uint8Array, right: Uint8Array): Hash {
  return sha256(Uint8Array.of(1), left, right);
}

/**
 * Root of the first `size` leaves (RFC 9162 §2.1.1), computed from one node for each bit of the
 * size.
 */
export async function rootOf(size: number, node: ReadNode): Promise<Hash> {
  return size === 0 ? EMPTY_ROOT : await subtree({ start: 0, end: size }, node);
}

/**
 * Proof that leaf `index` is one of the first `size` leaves (RFC 9162 §2.1.3.1), from the leaf up.
 *
 * @throws RangeError when `index` is not below `size`
 */
export async function proveInclusion(
  { index, size }: { readonly index: number; readonly size: number },
  node: ReadNode,
): Promise<readonly Hash[]> {
  if (!(index >= 0 && index < size)) throw new RangeError("A leaf stands within its tree");
  const path: Hash[] = [];
  for (let start = 0, end = size; end - start > 1;) {
    const middle = start + splitOf(end - start);
    const left = index < middle;
    path.push(await subtree(left ? { start: middle, end } : { start, end: middle }, node));
    if (left) end = middle;
    else start = middle;
  }
  return path.reverse();
}

/** Two sizes of one tree; the older one is not larger. */
export interface Sizes {
  readonly from: number;
  readonly to: number;
}

/**
 * Proof that the tree of `from` leaves is a prefix of the tree of `to` leaves (RFC 9162 §2.1.4.1).
 *
 * @throws RangeError when `from` is 0 or larger than `to`
 */
export async function proveConsistency(
  { from, to }: Sizes,
  node: ReadNode,
): Promise<readonly Hash[]> {
  if (!(from >= 1 && from <= to)) throw new RangeError("A tree begins with a smaller one");
  const path: Hash[] = [];
  let [start, end] = [0, to];
  while (end !== from) {
    const middle = start + splitOf(end - start);
    const left = from <= middle;
    path.push(await subtree(left ? { start: middle, end } : { start, end: middle }, node));
    if (left) end = middle;
    else start = middle;
  }
  // Where the older tree is a whole subtree of the newer one, its root is what the verifier has.
  if (start > 0) path.push(await subtree({ start, end }, node));
  return path.reverse();
}

/** The claim of an inclusion proof. */
export interface Inclusion {
  /** {@link hashLeaf} of the entry. */
  readonly leaf: Uint8Array;
  readonly index: number;
  readonly size: number;
  readonly root: Uint8Array;
}

/** Verifies an inclusion proof (RFC 9162 §2.1.3.2). */
export function verifyInclusion(
  { leaf, index, size, root }: Inclusion,
  proof: readonly Uint8Array[],
): boolean {
  if (!(Number.isSafeInteger(index) && index >= 0 && index < size)) return false;
  if (leaf.length !== 32) return false;
  let [place, last] = [index, size - 1];
  let hash = leaf;
  for (const sibling of proof) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      hash = hashChildren(sibling, hash);
      while (!isOdd(place) && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      hash = hashChildren(hash, sibling);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && equal(hash, root);
}

/** The claim of a consistency proof. */
export interface Consistency extends Sizes {
  readonly fromRoot: Uint8Array;
  readonly toRoot: Uint8Array;
}

/**
 * Verifies a consistency proof (RFC 9162 §2.1.4.2). Equal sizes require equal roots and an empty
 * proof.
 */
export function verifyConsistency(
  { from, to, fromRoot, toRoot }: Consistency,
  proof: readonly Uint8Array[],
): boolean {
  if (!(Number.isSafeInteger(from) && from >= 1 && from <= to)) return false;
  if (from === to) return proof.length === 0 && equal(fromRoot, toRoot);
  const [first, ...rest] = isPowerOfTwo(from) ? [fromRoot, ...proof] : proof;
  if (first === undefined || proof.length === 0) return false;
  let [place, last] = [from - 1, to - 1];
  while (isOdd(place)) [place, last] = [half(place), half(last)];
  let [older, newer] = [first, first];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      [older, newer] = [hashChildren(sibling, older), hashChildren(sibling, newer)];
      while (!isOdd(place) && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      newer = hashChildren(newer, sibling);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && equal(older, fromRoot) && equal(newer, toRoot);
}

/** An append-only tree that keeps one hash for each bit of its size. */
export interface GrowingTree {
  add(leaf: Hash): void;
  root(): Hash;
}

/** Opens a tree without leaves. */
export function growTree(): GrowingTree {
  const peaks: { readonly leaves: number; readonly hash: Hash }[] = [];
  return {
    add: (leaf) => {
      let peak = { leaves: 1, hash: leaf };
      while (peaks.at(-1)?.leaves === peak.leaves) {
        const left = peaks.pop()!;
        peak = { leaves: 2 * left.leaves, hash: hashChildren(left.hash, peak.hash) };
      }
      peaks.push(peak);
    },
    root: () =>
      peaks.length === 0
        ? EMPTY_ROOT
        : peaks.map(({ hash }) => hash).reduceRight((right, left) => hashChildren(left, right)),
  };
}

/** Leaves from `start` to before `end`. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Root of a range in the recursion of RFC 9162, starting with the range's largest complete subtree.
 */
async function subtree({ start, end }: Range, node: ReadNode): Promise<Hash> {
  const width = end - start;
  if (isPowerOfTwo(width)) return await node(Math.log2(width), start / width);
  const middle = start + splitOf(width);
  const left = await subtree({ start, end: middle }, node);
  return hashChildren(left, await subtree({ start: middle, end }, node));
}

/** The largest power of two below a width of at least 2. */
function splitOf(width: number): number {
  let split = 1;
  while (split * 2 < width) split *= 2;
  return split;
}

function isPowerOfTwo(count: number): boolean {
  return splitOf(count + 1) === count;
}

// Sizes may pass 2^31, where the bit operators end.
function isOdd(place: number): boolean {
  return place % 2 === 1;
}

function half(place: number): number {
  return Math.floor(place / 2);
}

/** Whether two hashes are equal. Hashes are public, so constant time is not needed. */
function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

function sha256(...parts: readonly Uint8Array[]): Hash {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}
