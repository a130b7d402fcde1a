import assert from "node:assert/strict";
import { runCli } from "../support/cli.ts";
import { inLabels } from "../support/labels.ts";
import { liveSnapshotFile, sharedData } from "../support/lists.ts";

const pair = (id: string, match: boolean, right: string) => ({
  ...{ id, source: "nk_name_bench", group: "g", schema: "Person", kind: "typo", quality: "STRONG" },
  ...{ left: "Ivor Kolvastine", right, match },
});

const listedCase = {
  ...{ id: "q1", source: "listed", dob: null, nationality: null, type: "person", label: "match" },
  ...{ name: "GHAILANI, Ahmed Khalfan", ofac_ent_num: 6925 },
};
const strangerCase = {
  ...listedCase,
  ...{ id: "q2", source: "strangers", label: "clear", name: "Zebulon Quickwater" },
  ofac_ent_num: null,
};
const elsewhereCase = { ...listedCase, id: "q3", ofac_ent_num: null };

const labels = {
  pairs: [
    pair("p1", true, "Ivor Kolvastine"),
    pair("p2", false, "Lucan Terravosa"),
    pair("p3", true, "Esmerald Quivarro Lindaz"),
  ],
  cases: [listedCase, strangerCase, elsewhereCase],
};

/** Cells of the table row that starts with a name. */
function rowOf(report: string, name: string): readonly string[] {
  const row = report.split("\n").find((line) => line.startsWith(`| ${name} |`));
  if (row === undefined) assert.fail(`no row ${name} in ${report}`);
  return row.split("|").slice(2, -1).map((cell) => cell.trim());
}

Deno.test("evaluate --help prints on standard output, and exits 0", async () => {
  const { code, stdout, stderr } = await runCli("evaluate", ["--help"]);
  assert.deepEqual([code, stderr], [0, ""]);
  for (const word of ["DIR", "--errors", "--fit", "--write", "AVAL_LISTS"]) {
    assert(stdout.includes(word), word);
  }
});

Deno.test("evaluate prints quality on labels and on the lists of AVAL_LISTS", async () => {
  const AVAL_LISTS = await liveSnapshotFile();
  await inLabels(labels, async (folder) => {
    const { code, stdout, stderr } = await runCli("evaluate", [folder, "--errors"], { AVAL_LISTS });
    assert.equal(code, 0, stderr);
    const all = rowOf(stdout, "ALL");
    // At the gate one of two matches is called, and nothing else: F1 is 2 / 3.
    assert.deepEqual([all[0], all.at(-1)], ["3", "0.667"]);
    assert.deepEqual(rowOf(stdout, "orgs")[0], "0");
    assert.deepEqual(rowOf(stdout, "listed").slice(0, 4), ["1", "1", "1.000 (1)", "1.000 (1)"]);
    assert.deepEqual(rowOf(stdout, "strangers").slice(0, 3), ["1", "0.000 (0)", "0.000 (0)"]);
    // A stranger whom nobody was found for: no score to put into a row.
    assert.deepEqual(rowOf(stdout, "90 to 100").at(-2), "1.000 (1) of 1");
    assert.match(stdout, /^LEFT OUT: families of spellings/m);
    assert.match(stdout, /### Pairs missed: 1\n\n- p3 /);
    assert.match(stdout, /### Pairs falsely matched: 0/);
  });
});

Deno.test("evaluate exits 1 and says what is missing or malformed", async (t) => {
  await t.step("no folder", async () => {
    const { code, stdout, stderr } = await runCli("evaluate", ["no-such-folder"]);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /^evaluate: no-such-folder\/pairs-dev\.jsonl: no such file/);
  });
  await t.step("a label that is none", async () => {
    const pairs = [...labels.pairs, { ...pair("p4", true, "x"), match: "yes" }];
    await inLabels({ ...labels, pairs }, async (folder) => {
      const { code, stderr } = await runCli("evaluate", [folder]);
      assert.equal(code, 1);
      assert.match(stderr, /pairs-dev\.jsonl: line 4: "match": /);
    });
  });
  await t.step("empty", async () => {
    await inLabels({ ...labels, cases: [] }, async (folder) => {
      const { code, stderr } = await runCli("evaluate", [folder]);
      assert.equal(code, 1);
      assert.match(stderr, /query_cases-dev\.jsonl: holds nothing/);
    });
  });
  await t.step("no lists beside the labels", async () => {
    await inLabels(labels, async (folder) => {
      const { code, stderr } = await runCli("evaluate", [folder]);
      assert.equal(code, 1);
      assert.match(stderr, /sdn\.csv: no such file.*; name a snapshot by AVAL_LISTS instead/);
    });
  });
});

Deno.test("evaluate exits 2 when it is called wrongly", async (t) => {
  for (const args of [["a", "b"], ["--folds", "3"], ["--write"], ["--fit", "--json"]]) {
    await t.step(args.join(" "), async () => {
      const { code, stdout, stderr } = await runCli("evaluate", args);
      assert.deepEqual([code, stdout], [2, ""]);
      assert(stderr.endsWith("See evaluate --help.\n"));
    });
  }
});

Deno.test("evaluate judges the shared labels, every slice and source", async () => {
  const folder = `${sharedData.pathname}labelled`;
  if (!await Deno.stat(folder).then(() => true, () => false)) {
    console.error("LEFT OUT: no ../shared/data/labelled to evaluate");
    return;
  }
  // The published lists and the families made of them: tests/cli/quality_long_test.ts.
  const AVAL_LISTS = await liveSnapshotFile();
  const { code, stdout, stderr } = await runCli("evaluate", [folder], { AVAL_LISTS });
  assert.equal(code, 0, stderr);
  const sizes = ["ALL", "persons", "eu_persons_latin", "eu_persons_xscript", "nk_bench", "orgs"];
  assert.deepEqual(
    sizes.map((slice) => rowOf(stdout, slice)[0]),
    ["2681", "1589", "773", "643", "243", "1092"],
  );
  assert.equal(rowOf(stdout, "yente_neg_us")[0], "513");
  assert.equal(rowOf(stdout, "yente_neg_global")[0], "473");
});
