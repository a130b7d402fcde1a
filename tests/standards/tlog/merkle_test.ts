import assert from "node:assert/strict";
import fc from "fast-check";
import "../../../base/temporal.ts";
import {
  EMPTY_ROOT,
  growTree,
  type Hash,
  hashChildren,
  hashLeaf,
  proveConsistency,
  proveInclusion,
  type ReadNode,
  rootOf,
  verifyConsistency,
  verifyInclusion,
} from "../../../standards/tlog/merkle.ts";
import vectors from "../../../fixtures/vectors/merkle/rfc9162.json" with { type: "json" };
import { runs } from "../../support/runs.ts";

const base64 = (text: string | null) => Uint8Array.fromBase64(text ?? "");
const hex = (hash: Uint8Array) => hash.toHex();

/** The tree hash as defined in RFC 9162 §2.1.1, literally. */
function treeHash(leaves: readonly Hash[]): Hash {
  if (leaves.length === 0) return EMPTY_ROOT;
  if (leaves.length === 1) return leaves[0]!;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return hashChildren(treeHash(leaves.slice(0, split)), treeHash(leaves.slice(split)));
}

/** Complete subtrees of a list of leaves. @throws Error for an incomplete one */
function nodesOf(leaves: readonly Hash[]): ReadNode {
  return (level, index) => {
    const part = leaves.slice(index * 2 ** level, (index + 1) * 2 ** level);
    assert.equal(part.length, 2 ** level, "only whole subtrees are read");
    return Promise.resolve(treeHash(part));
  };
}

const leavesOf = (count: number) =>
  Array.from({ length: count }, (_, n) => hashLeaf(new TextEncoder().encode(`${n}`)));

Deno.test("rootOf() and growTree() reach the roots of the reference tree", async () => {
  assert.equal(hex(EMPTY_ROOT), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  const leaves = vectors.leaves.map((leaf) => hashLeaf(Uint8Array.fromHex(leaf)));
  const tree = growTree();
  assert.equal(hex(tree.root()), hex(EMPTY_ROOT));
  for (const [at, root] of vectors.roots.entries()) {
    tree.add(leaves[at]!);
    assert.equal(hex(tree.root()), root);
    assert.equal(hex(await rootOf(at + 1, nodesOf(leaves))), root);
  }
});

Deno.test("verifyInclusion() and verifyConsistency() judge the published proofs", () => {
  for (const { name, leafIdx, treeSize, root, leafHash, proof, wantErr } of vectors.inclusion) {
    const claim = {
      leaf: base64(leafHash),
      index: leafIdx,
      size: treeSize,
      root: base64(root),
    };
    assert.equal(verifyInclusion(claim, (proof ?? []).map(base64)), !wantErr, name);
  }
  for (const { name, size1, size2, root1, root2, proof, wantErr } of vectors.consistency) {
    const claim = { from: size1, to: size2, fromRoot: base64(root1), toRoot: base64(root2) };
    // An empty tree begins every other; we make no claim of it (RFC 9162 §2.1.4: 0 < m).
    const holds = !wantErr && size1 > 0;
    assert.equal(verifyConsistency(claim, (proof ?? []).map(base64)), holds, name);
  }
  assert(vectors.inclusion.length > 50 && vectors.consistency.length > 50);
});

Deno.test("proveInclusion() and proveConsistency() make the published proofs", async () => {
  const node = nodesOf(vectors.leaves.map((leaf) => hashLeaf(Uint8Array.fromHex(leaf))));
  let made = 0;
  for (const { leafIdx: index, treeSize: size, proof, wantErr, root } of vectors.inclusion) {
    if (wantErr || size > 8 || hex(base64(root)) !== vectors.roots[size - 1]) continue;
    const path = await proveInclusion({ index, size }, node);
    assert.deepEqual(path.map(hex), (proof ?? []).map((hash) => hex(base64(hash))));
    made++;
  }
  for (const { size1: from, size2: to, proof, wantErr, root2 } of vectors.consistency) {
    if (wantErr || from === 0 || hex(base64(root2)) !== vectors.roots[to - 1]) continue;
    const path = await proveConsistency({ from, to }, node);
    assert.deepEqual(path.map(hex), (proof ?? []).map((hash) => hex(base64(hash))));
    made++;
  }
  assert(made >= 8, `${made}`);
});

Deno.test("every proof of every tree up to 40 leaves holds, and no other does", async () => {
  const leaves = leavesOf(40);
  const node = nodesOf(leaves);
  const roots = leaves.map((_, at) => treeHash(leaves.slice(0, at + 1)));
  for (let size = 1; size <= 40; size++) {
    const root = roots[size - 1]!;
    assert.equal(hex(await rootOf(size, node)), hex(root));
    for (let index = 0; index < size; index++) {
      const proof = await proveInclusion({ index, size }, node);
      const claim = { leaf: leaves[index]!, index, size, root };
      assert(verifyInclusion(claim, proof));
      assert(!verifyInclusion({ ...claim, index: index + 1 }, proof));
      assert(!verifyInclusion({ ...claim, leaf: leaves[(index + 1) % 40]! }, proof));
      assert(!verifyInclusion(claim, [...proof, root]));
      assert(proof.length === 0 || !verifyInclusion(claim, proof.slice(1)));
    }
    for (let from = 1; from <= size; from++) {
      const proof = await proveConsistency({ from, to: size }, node);
      const claim = { from, to: size, fromRoot: roots[from - 1]!, toRoot: root };
      assert(verifyConsistency(claim, proof));
      assert(!verifyConsistency({ ...claim, fromRoot: roots[from % 40]! }, proof));
      assert(!verifyConsistency(claim, [...proof, root]));
    }
  }
});

Deno.test("a proof with one bit changed does not hold", async () => {
  const node = nodesOf(leavesOf(200));
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 200 }),
      fc.nat(),
      fc.nat(),
      async (size, pick, bit) => {
        const index = pick % size;
        const proof = await proveInclusion({ index, size }, node);
        const claim = { leaf: leavesOf(200)[index]!, index, size, root: await rootOf(size, node) };
        const changed = proof.map((hash) => hash.slice());
        const hash = changed[bit % changed.length]!;
        hash[bit % 32]! ^= 1 << (bit % 8);
        assert(verifyInclusion(claim, proof) && !verifyInclusion(claim, changed));
      },
    ),
    { numRuns: runs(100) },
  );
});

Deno.test("proofs work at sizes past 2^32", async () => {
  // Every leaf alike, so that every whole subtree of a level is.
  const levels: Hash[] = [hashLeaf(new Uint8Array())];
  for (let level = 1; level < 40; level++) {
    levels.push(hashChildren(levels.at(-1)!, levels.at(-1)!));
  }
  const node: ReadNode = (level) => Promise.resolve(levels[level]!);
  const [from, size] = [2 ** 32 + 1, 2 ** 33 + 7];
  const root = await rootOf(size, node);
  for (const index of [0, 2 ** 32 - 1, 2 ** 32, size - 1]) {
    const proof = await proveInclusion({ index, size }, node);
    assert(verifyInclusion({ leaf: levels[0]!, index, size, root }, proof));
  }
  const claim = { from, to: size, fromRoot: await rootOf(from, node), toRoot: root };
  assert(verifyConsistency(claim, await proveConsistency({ from, to: size }, node)));
});

Deno.test("proofs of what is not there are refused", async () => {
  const node = nodesOf(leavesOf(3));
  await assert.rejects(proveInclusion({ index: 3, size: 3 }, node), RangeError);
  await assert.rejects(proveConsistency({ from: 0, to: 3 }, node), RangeError);
  await assert.rejects(proveConsistency({ from: 4, to: 3 }, node), RangeError);
});
