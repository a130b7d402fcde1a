import assert from "node:assert/strict";
import { signNote } from "../../../standards/tlog/note.ts";
import { Manifest, openManifest } from "../../../core/lists_in_force/manifest.ts";
import { shrunkenLists } from "../../../core/lists_in_force/shrinkage.ts";
import { manifestOf, smallSnapshot, testSigner } from "../../support/published_lists.ts";

const snapshot = smallSnapshot([{
  source: "ofac-sdn",
  asOf: "2026-03-01",
  names: ["Ivo Brandau"],
}]);
const createdAt = "2026-03-02T08:00:00.000Z";

Deno.test("openManifest() reads back what was signed, by any of the keys in force", async () => {
  const [old, current] = [await testSigner(1), await testSigner(2)];
  const keys = [old.verifierKey, current.verifierKey];
  for (const signer of [old, current]) {
    const opened = await openManifest(await manifestOf(snapshot, signer, { createdAt }), keys);
    assert(opened.ok);
    const { snapshot: { sha256, bytes }, lists } = opened.value;
    assert.deepEqual([sha256, bytes, lists], [snapshot.id, snapshot.bytes.length, [
      { source: "ofac-sdn", asOf: "2026-03-01", entities: 1 },
    ]]);
  }
});

Deno.test("openManifest() refuses a manifest with any byte of it changed, cut off or added", async () => {
  const signer = await testSigner();
  const note = await manifestOf(snapshot, signer, { createdAt });
  for (let at = 0; at < note.length; at++) {
    const changed = `${note.slice(0, at)}${note[at] === "0" ? "1" : "0"}${note.slice(at + 1)}`;
    const cut = note.slice(0, at);
    for (const forged of [changed, cut]) {
      assert.equal((await openManifest(forged, [signer.verifierKey])).ok, false, `byte ${at}`);
    }
  }
  assert.equal((await openManifest(`${note} `, [signer.verifierKey])).ok, false);
});

Deno.test("openManifest() distinguishes a foreign signature from a signed text that is no manifest", async () => {
  const signer = await testSigner();
  const code = async (note: string) => {
    const opened = await openManifest(note, [signer.verifierKey]);
    return opened.ok ? "opened" : opened.refusal.code;
  };
  assert.equal(
    await code(await manifestOf(snapshot, await testSigner(9), { createdAt })),
    "signature",
  );
  const sameName = await testSigner(9, "test-lists");
  assert.equal(await code(await manifestOf(snapshot, sameName, { createdAt })), "signature");
  assert.equal(await code(""), "signature");
  const manifest = JSON.parse(
    (await manifestOf(snapshot, signer, { createdAt })).split("\n\n")[0]!,
  );
  const texts = [
    "not JSON",
    "[]",
    JSON.stringify({ ...manifest, format: "aval-lists@2" }),
    JSON.stringify({ ...manifest, more: 1 }),
    JSON.stringify({ ...manifest, lists: [] }),
    JSON.stringify({ ...manifest, createdAt: "yesterday" }),
    JSON.stringify({ ...manifest, snapshot: { ...manifest.snapshot, sha256: "AB".repeat(32) } }),
    JSON.stringify({ ...manifest, snapshot: { ...manifest.snapshot, bytes: -1 } }),
  ];
  for (const text of texts) {
    assert.equal(await code(await signNote(`${text}\n`, signer)), "manifest");
  }
  assert.equal(await code(await signNote(`${JSON.stringify(manifest)}\n`, signer)), "opened");
  assert(Manifest.safeParse(manifest).success);
});

Deno.test("shrunkenLists() names lists that lost more than the policy believes", async (t) => {
  const list = (source: string, entities: number) => ({ source, entities });
  const cases = [
    { why: "no loss", after: [list("a", 100), list("b", 10)], accepted: [], expected: [] },
    { why: "5 of 100", after: [list("a", 95), list("b", 10)], accepted: [], expected: [] },
    { why: "6 of 100", after: [list("a", 94), list("b", 10)], accepted: [], expected: ["a"] },
    { why: "1 of 10", after: [list("a", 100), list("b", 9)], accepted: [], expected: ["b"] },
    { why: "gone", after: [list("a", 100)], accepted: [], expected: ["b"] },
    { why: "both, one accepted", after: [], accepted: ["a"], expected: ["b"] },
    { why: "accepted and gone", after: [list("a", 100)], accepted: ["b"], expected: [] },
    {
      why: "a new one",
      after: [list("a", 100), list("b", 10), list("c", 1)],
      accepted: [],
      expected: [],
    },
  ];
  for (const { why, after, accepted, expected } of cases) {
    await t.step(why, () => {
      const lost = shrunkenLists([list("a", 100), list("b", 10)], after, {
        shrinkPercentMax: 5,
        accepted,
      });
      assert.deepEqual(lost.map(({ source }) => source), expected);
    });
  }
});
