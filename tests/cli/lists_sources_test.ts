import assert from "node:assert/strict";
import { defaultWeights } from "../../core/matching/weights.ts";
import { openMatcher } from "../../wasm/matcher.ts";
import { runCli } from "../support/cli.ts";
import { folderOf } from "../support/folder.ts";

const FIXTURES = new URL("../../fixtures/lists/", import.meta.url).pathname;
const SAMPLES = `${FIXTURES}samples/`;

/** Every list in one of its formats: real rows if available, else samples of our own. */
const sources = [
  `ofac-sdn=${FIXTURES}ofac/sdn`,
  `ofac-cons=${FIXTURES}ofac/xml`,
  `ofac-crypto=${FIXTURES}ofac/crypto`,
  `un-sc=${FIXTURES}un`,
  `eu-fsf=${SAMPLES}eu_fsf.xml`,
  `uk-sl=${SAMPLES}uk_sanctions_list.csv`,
  `ca-sema=${FIXTURES}ca`,
  `us-dpl=${FIXTURES}bis`,
  `us-pep=${FIXTURES}pep`,
  `ftm:invented_peps=${SAMPLES}ftm`,
];

async function inFolder(test: (folder: string) => Promise<void>): Promise<void> {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  await test(folder);
}

async function build(out: string, sources: readonly string[], ...more: readonly string[]) {
  const named = sources.flatMap((source) => ["--source", source]);
  return await runCli("lists", ["build", ...named, "--out", out, ...more]);
}

Deno.test("lists build reads every kind of list in one command, and prints its seconds", async () => {
  await inFolder(async (folder) => {
    const out = `${folder}/lists.aval`;
    const built = await build(out, sources, "--as-of", "2026-06-02", "--home", "US");
    assert.equal(built.code, 0, built.stderr);
    assert.match(built.stderr, /^Built in \d+\.\d s$/m);
    assert.match(built.stderr, /entries that also contain, unused here: .*DATAID/);

    const inspected = await runCli("lists", ["inspect", out, "--json"]);
    const { lists } = JSON.parse(inspected.stdout);
    const printed = lists.map((
      one: { source: string; asOf: string; entities: number },
    ) => [one.source, one.asOf, one.entities]);
    assert.deepEqual(printed, [
      ["ca-sema", "2026-06-02", 11],
      ["eu-fsf", "2026-08-05", 2],
      ["ftm:invented_peps", "2026-06-03", 4],
      ["ofac-cons", "2025-03-28", 4],
      ["ofac-sdn", "2026-06-02", 33],
      ["uk-sl", "2026-08-08", 3],
      ["un-sc", "2026-02-27", 15],
      ["us-dpl", "2026-06-02", 6],
      ["us-pep", "2026-06-02", 6],
      ["ofac-crypto", "2026-06-02", 0],
    ]);
    for (const { title, publisher, licence } of lists) {
      assert(title.length > 5 && publisher.length > 5 && licence.length > 5);
    }

    const matcher = openMatcher(defaultWeights);
    const snapshot = matcher.load(await Deno.readFile(out));
    const find = (name: string) =>
      matcher.match(snapshot, { name, dob: null, nationalities: [], addresses: [] }).candidates;
    const [reed] = find("Jack Reed");
    assert.deepEqual([reed?.source, reed?.listRef], ["us-pep", "R000122"]);
    assert.deepEqual(reed?.pep, {
      category: "DOMESTIC",
      functionalCategory: "LEGISLATOR",
      status: "CURRENT",
      jurisdiction: "US",
      linked: [],
    });
    const minister = find("Amara Inventova").find(({ listRef }) => listRef === "NK-minister");
    assert.equal(minister?.pep?.linked[0]?.name, "Bela Inventov");
    // One person on two lists is a candidate of each.
    const found = find("Oleg Borisovich Vymyshlennikov").filter(({ exact }) => exact);
    assert.deepEqual(new Set(found.map(({ source }) => source)), new Set(["eu-fsf", "uk-sl"]));
  });
});

Deno.test("lists build takes from a folder what belongs to the list, by its content", async () => {
  await inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/all`);
    for (
      const [from, to] of [
        ["un/consolidated.xml", "one.dat"],
        ["samples/eu_fsf.xml", "two.dat"],
        ["README.md", "README.md"],
      ]
    ) await Deno.copyFile(FIXTURES + from, `${folder}/all/${to}`);
    const lists = [`un-sc=${folder}/all`, `eu-fsf=${folder}/all`];
    const built = await build(`${folder}/out`, lists);
    assert.equal(built.code, 0, built.stderr);
    assert.match(built.stderr, /^un-sc: .* as of 2026-02-27$/m);
    assert.match(built.stderr, /^eu-fsf: .* as of 2026-08-05$/m);
    assert.match(built.stderr, /^not read: .*README\.md$/m);

    await Deno.copyFile(`${SAMPLES}eu_fsf.csv`, `${folder}/all/three.dat`);
    const twice = await build(`${folder}/out`, lists);
    assert.equal(twice.code, 1);
    assert.match(twice.stderr, /would be read twice: .* name the one to read/);
  });
});

Deno.test("lists build says which dates it took from when files were changed", async () => {
  await inFolder(async (folder) => {
    const [dpl, un] = [`${folder}/dpl.txt`, `${folder}/un.xml`];
    await Deno.copyFile(`${FIXTURES}bis/dpl.txt`, dpl);
    await Deno.copyFile(`${FIXTURES}un/consolidated.xml`, un);
    const changed = new Date("2020-02-03T04:05:06Z");
    for (const path of [dpl, un]) await Deno.utime(path, changed, changed);
    const lists = [`us-dpl=${dpl}`, `un-sc=${un}`];
    const guessed = await build(`${folder}/out`, lists);
    assert.equal(guessed.code, 0, guessed.stderr);
    assert.match(guessed.stderr, /^us-dpl: .* as of 2020-02-03 \(guessed: .*--as-of dates it\)$/m);
    assert.match(guessed.stderr, /^un-sc: .* as of 2026-02-27$/m);
    const dated = await build(`${folder}/out`, lists, "--as-of", "2021-07-07");
    assert.match(dated.stderr, /^us-dpl: .* as of 2021-07-07$/m);
    const one = await build(`${folder}/out`, lists, "--as-of", "us-dpl=2022-08-09");
    assert.match(one.stderr, /^us-dpl: .* as of 2022-08-09$/m);
    const { lists: built } = openMatcher(defaultWeights).load(await Deno.readFile(`${folder}/out`));
    assert.deepEqual(built.map(({ source, asOf, asOfFrom }) => [source, asOf, asOfFrom]), [
      ["un-sc", "2026-02-27", "publisher"],
      ["us-dpl", "2022-08-09", "operator"],
    ]);
  });
});

Deno.test("lists build refuses a date of a list that it does not read, or that is none", async (t) => {
  const cases = [
    { why: "not read", dates: ["un-sc=2026-01-01"], says: /un-sc, which is not read/ },
    { why: "no list", dates: ["sdn=2026-01-01"], says: /names no list/ },
    { why: "no date", dates: ["us-dpl=soon"], says: /"soon" is not a calendar date/ },
    { why: "twice", dates: ["us-dpl=2026-01-01", "us-dpl=2026-01-02"], says: /us-dpl twice/ },
    { why: "to come", dates: ["us-dpl=2999-01-01"], says: /a day to come/ },
  ];
  await inFolder(async (folder) => {
    for (const { why, dates, says } of cases) {
      await t.step(why, async () => {
        const { code, stderr } = await build(
          `${folder}/out`,
          [`us-dpl=${FIXTURES}bis/dpl.txt`],
          ...dates.flatMap((date) => ["--as-of", date]),
        );
        assert.equal(code, 2);
        assert.match(stderr, says);
      });
    }
  });
});

Deno.test("lists build takes of a dataset's folder the one export that it reads", async () => {
  await inFolder(async (folder) => {
    for (const name of ["entities.ftm.json", "index.json"]) {
      await Deno.copyFile(`${SAMPLES}ftm/${name}`, `${folder}/${name}`);
    }
    await Deno.copyFile(`${SAMPLES}ftm/entities.ftm.json`, `${folder}/targets.nested.json`);
    const built = await build(`${folder}/out`, [`ftm:invented_peps=${folder}`]);
    assert.equal(built.code, 0, built.stderr);
    assert.match(built.stderr, /^not read: .*targets\.nested\.json$/m);
  });
});

Deno.test("lists build exits 1 when a list is cut off or of another publisher, with file and line", async () => {
  await inFolder(async (folder) => {
    const text = await Deno.readTextFile(`${FIXTURES}un/consolidated.xml`);
    await Deno.writeTextFile(`${folder}/un.xml`, text.slice(0, text.length / 2));
    const cut = await build(`${folder}/out`, [`un-sc=${folder}/un.xml`]);
    assert.deepEqual([cut.code, cut.stdout], [1, ""]);
    assert.match(cut.stderr, /un\.xml:\d+: .*truncated|un\.xml:\d+: Not well-formed/);
    const other = await build(`${folder}/out`, [`uk-sl=${folder}/un.xml`]);
    assert.equal(other.code, 1);
    assert.match(
      other.stderr,
      /File is UN Security Council XML .*; of uk-sl expected: UK sanctions/,
    );
    assert.equal([...Deno.readDirSync(folder)].length, 1, "nothing was written");
  });
});

Deno.test("lists --help says which readers were written without a file of the publisher", async () => {
  const { stdout } = await runCli("lists", ["--help"]);
  assert.match(
    stdout,
    /no file of the publisher\nwas at hand: SDN_ADVANCED\.XML.*eu-fsf, uk-sl, ftm/s,
  );
});
