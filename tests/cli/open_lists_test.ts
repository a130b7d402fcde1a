import assert from "node:assert/strict";
import { readPublishedLists } from "../../cli/open_lists.ts";
import { smallSnapshot, testSigner } from "../support/published_lists.ts";

const { id, bytes } = smallSnapshot([
  { source: "ofac-sdn", asOf: "2026-03-01", names: ["Ivo Brandau"] },
]);

Deno.test("readPublishedLists() returns the bytes that it checked, whatever the file becomes", async () => {
  const file = await Deno.makeTempFile({ suffix: ".bin" });
  try {
    await Deno.writeFile(file, bytes);
    const unloaded: string[] = [];
    const matcher = {
      // Whoever publishes replaces the file while it is being opened.
      load: () => {
        Deno.writeTextFileSync(file, "another snapshot");
        return { id, lists: [], holds: { peps: false, sanctioned: false } };
      },
      unload: (snapshot: { readonly id: string }) => void unloaded.push(snapshot.id),
    };
    const read = await readPublishedLists(`${file}#sha256=${id}`, matcher);
    assert(read.ok);
    assert.deepEqual([read.value, unloaded], [bytes, [id]]);
    const again = await readPublishedLists(`${file}#sha256=${id}`, matcher);
    assert(!again.ok);
    assert.match(again.refusal.message, /is not the snapshot that its sha256 pins$/);
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("readPublishedLists() reads no manifest, and nothing where nothing is named", async () => {
  const matcher = {
    load: () => assert.fail("nothing is loaded"),
    unload: () => assert.fail("nothing is unloaded"),
  };
  const { verifierKey } = await testSigner();
  const read = await readPublishedLists(`lists.note#key=${verifierKey}`, matcher);
  assert.match(read.ok ? "" : read.refusal.message, /^AVAL_LISTS: expected a snapshot/);
  for (const written of [undefined, " "]) {
    assert.deepEqual(await readPublishedLists(written, matcher), { ok: true, value: null });
  }
});
