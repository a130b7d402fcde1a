import assert from "node:assert/strict";
import { openFolderWitness } from "../../../gateways/audit_witness/folder_witness.ts";
import { folderOf } from "../../support/folder.ts";

Deno.test("openFolderWitness() keeps a head once, two of one size both, and reads nothing else", async () => {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const witness = openFolderWitness(folder);
  for (const note of ["one\n", "one\n", "another\n"]) {
    assert((await witness.send({ size: 7, note })).ok);
  }
  await Deno.writeTextFile(`${folder}/.unfinished.tmp`, "x");
  await Deno.writeTextFile(`${folder}/README`, "x");
  const read = await witness.read();
  assert(read.ok);
  assert.deepEqual(read.value.toSorted(), ["another\n", "one\n"]);
  await Deno.writeTextFile(`${folder}/huge.checkpoint`, "x".repeat(5_000));
  const again = await witness.read();
  assert(
    again.ok && again.value.includes(""),
    "what is no note is no head, and is not passed over",
  );
});

Deno.test("openFolderWitness() makes no folder, and says why it cannot be used", async () => {
  const witness = openFolderWitness("/nowhere/at/all");
  const refusal = { code: "unreachable", reason: "NotFound" };
  assert.deepEqual(await witness.send({ size: 1, note: "x\n" }), { ok: false, refusal });
  assert.deepEqual(await witness.read(), { ok: false, refusal });
});
