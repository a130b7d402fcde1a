import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { lists } from "../../cli/lists.ts";
import type { ListsTools } from "../../cli/lists/commands.ts";
import { publisherOf } from "../../sources/lists/publishers.ts";
import { listFileBounds } from "../../core/policy/list_files.ts";
import { readOfac } from "../../sources/lists/ofac/read_ofac.ts";
import { defaultWeights } from "../../core/matching/weights.ts";
import { openMatcher } from "../../wasm/matcher.ts";
import { type CliResult, runCli } from "../support/cli.ts";
import { folderOf } from "../support/folder.ts";

const EXCERPTS = new URL("../../fixtures/lists/ofac/", import.meta.url).pathname;
const SDN = `ofac-sdn=${EXCERPTS}sdn`;
const AS_OF = ["--as-of", "2026-06-02"];

/** Runs a test in a folder of its own, which is deleted afterwards. */
async function inFolder(test: (folder: string) => Promise<void>): Promise<void> {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  await test(folder);
}

async function build(out: string, sources: readonly string[], more: readonly string[] = AS_OF) {
  const named = sources.flatMap((source) => ["--source", source]);
  return await runCli("lists", ["build", ...named, "--out", out, ...more]);
}

/** Copies the SDN excerpts and changes one file. */
async function copySdn(folder: string, name: string, change: (bytes: Uint8Array) => Uint8Array) {
  for (const file of ["sdn.csv", "alt.csv", "add.csv", "sdn_comments.csv"]) {
    const bytes = await Deno.readFile(`${EXCERPTS}sdn/${file}`);
    await Deno.writeFile(`${folder}/${file}`, file === name ? change(bytes) : bytes);
  }
}

function succeeded({ code, stderr }: CliResult): void {
  assert.equal(code, 0, stderr);
}

Deno.test("lists --help prints on standard output what works, and exits 0", async () => {
  const { code, stdout, stderr } = await runCli("lists", ["--help"]);
  assert.deepEqual([code, stderr], [0, ""]);
  for (
    const word of [
      "build",
      "inspect",
      "--source",
      "--out",
      "--as-of",
      "ofac-cons",
      "fetch",
      "publish",
    ]
  ) {
    assert(stdout.includes(word), word);
  }
});

Deno.test("lists exits 2 and says why when it is called wrongly", async (t) => {
  const cases: readonly { why: string; args: readonly string[]; says: RegExp }[] = [
    { why: "no command", args: [], says: /fetch, build, inspect, keygen or publish/ },
    { why: "another command", args: ["bild"], says: /Unknown command "bild"/ },
    { why: "no source", args: ["build", "--out", "x"], says: /--source KIND=PATH/ },
    { why: "no file to write", args: ["build", "--source", SDN], says: /--out FILE/ },
    { why: "no kind", args: ["build", "--source", "a", "--out", "x"], says: /KIND=PATH/ },
    { why: "no path", args: ["build", "--source", "ofac-sdn=", "--out", "x"], says: /KIND=PATH/ },
    {
      why: "another kind",
      args: ["build", "--source", "un-gc=a", "--out", "x"],
      says: /"un-gc" cannot be read; known are ofac-sdn, .*us-pep, ftm:DATASET/,
    },
    {
      why: "no dataset",
      args: ["build", "--source", "ftm:=a", "--out", "x"],
      says: /"ftm:" cannot be read/,
    },
    {
      why: "no country",
      args: ["build", "--source", SDN, "--out", "x", "--home", "Germany"],
      says: /not a country code/,
    },
    {
      why: "no day",
      args: ["build", "--source", SDN, "--out", "x", "--as-of", "2026-02-30"],
      says: /not a calendar date/,
    },
    {
      why: "two files to write",
      args: ["build", "--source", SDN, "--out", "x", "--out", "y"],
      says: /--out FILE is needed, once/,
    },
    { why: "an unknown option", args: ["build", "--force"], says: /--force/ },
    { why: "a stray word", args: ["build", "x", "--source", SDN, "--out", "x"], says: /"x"/ },
    { why: "nothing to inspect", args: ["inspect"], says: /one FILE/ },
    { why: "two to inspect", args: ["inspect", "a", "b"], says: /one FILE/ },
    {
      why: "a file that is read is to be written",
      args: ["build", "--source", SDN, "--out", `${EXCERPTS}sdn/sdn.csv`],
      says: /one of the files to read/,
    },
  ];
  for (const { why, args, says } of cases) {
    await t.step(why, async () => {
      const { code, stdout, stderr } = await runInProcess(args);
      assert.deepEqual([code, stdout], [2, ""]);
      assert.match(stderr, says);
    });
  }
  await t.step("and the process ends with that status", async () => {
    assert.equal((await runCli("lists", ["build"])).code, 2);
  });
});

/** Runs the command in this process, for the many cases of wrong usage. */
async function runInProcess(args: readonly string[], columns: number | null = null) {
  const [out, err]: [string[], string[]] = [[], []];
  const tools: ListsTools = {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    columns,
    publisherOf,
    now: () => "2026-03-02T09:00:00.000Z",
    limits: { answerMilliseconds: 1_000, fileMilliseconds: 1_000 },
    openBuilder: async () => (await import("../../wasm/matcher.ts")).openSnapshotBuilder(),
    openMatcher: () => Promise.resolve(openMatcher(defaultWeights)),
  };
  const code = await lists(args, tools);
  return { code, stdout: out.join(""), stderr: err.join("") };
}

Deno.test("lists build writes a snapshot that holds every entity and address of its lists", async () => {
  await inFolder(async (folder) => {
    const out = `${folder}/lists.aval`;
    const sources = [SDN, `ofac-crypto=${EXCERPTS}crypto`, `ofac-cons=${EXCERPTS}cons`];
    const built = await build(out, sources);
    succeeded(built);
    const bytes = await Deno.readFile(out);
    const id = createHash("sha256").update(bytes).digest("hex");
    assert.equal(built.stdout, `${id}  ${out}\n`);
    assert.match(built.stderr, /8 {2}dropped: alias of an entity missing in the list/);
    assert(!built.stderr.includes("\x1b"), "no progress bar outside a terminal");
    assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["lists.aval"]);

    const matcher = openMatcher(defaultWeights);
    const snapshot = matcher.load(bytes);
    assert.deepEqual(
      snapshot.lists.map(({ source, asOf, entities }) => [source, asOf, entities]),
      [
        ["ofac-cons", "2026-06-02", 7],
        ["ofac-sdn", "2026-06-02", 33],
        ["ofac-crypto", "2026-06-02", 0],
      ],
    );
    const files = ["sdn.csv", "alt.csv", "sdn_comments.csv"].map((name) => ({
      name,
      bytes: Deno.readFileSync(`${EXCERPTS}sdn/${name}`),
    }));
    const read = readOfac("ofac-sdn", files, listFileBounds);
    assert(read.ok);
    for (const entity of read.value.entities) {
      for (const { address } of entity.addresses) {
        const hits = matcher.match(snapshot, {
          name: null,
          dob: null,
          nationalities: [],
          addresses: [address],
        }).addresses;
        assert(hits.some((hit) => hit.entity?.entityId === entity.entityId), address);
      }
    }
    const orphan = matcher.match(snapshot, {
      name: null,
      dob: null,
      nationalities: [],
      addresses: ["123WBUDmSJv4GctdVEz6Qq6z8nXSKrJ4KX"],
    }).addresses;
    assert.deepEqual(orphan, [{
      address: "123WBUDmSJv4GctdVEz6Qq6z8nXSKrJ4KX",
      network: "BTC",
      source: "ofac-sdn",
      entity: null,
    }]);
  });
});

Deno.test("lists build gives the same bytes for the same files, in any order and place", async () => {
  await inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/a`);
    await copySdn(`${folder}/a`, "", (bytes) => bytes);
    await Deno.mkdir(`${folder}/b`);
    for (const name of ["sdn.csv", "sdn_comments.csv"]) {
      await Deno.rename(`${folder}/a/${name}`, `${folder}/b/${name}`);
    }
    const crypto = `ofac-crypto=${EXCERPTS}crypto`;
    const apart = [`ofac-sdn=${folder}/b/sdn_comments.csv`, `ofac-sdn=${folder}/b/sdn.csv`];
    succeeded(await build(`${folder}/one`, [SDN, crypto]));
    succeeded(await build(`${folder}/two`, [crypto, `ofac-sdn=${folder}/a/`, ...apart]));
    assert.deepEqual(await Deno.readFile(`${folder}/one`), await Deno.readFile(`${folder}/two`));
  });
});

Deno.test("lists build takes the day of the newest file of a list where no date is given", async () => {
  await inFolder(async (folder) => {
    await copySdn(folder, "", (bytes) => bytes);
    for (const [index, name] of ["sdn.csv", "alt.csv", "add.csv", "sdn_comments.csv"].entries()) {
      const changed = new Date(Date.UTC(2026, 4, 30, 23, 59 - index));
      await Deno.utime(`${folder}/${name}`, changed, changed);
    }
    const out = `${folder}/lists.aval`;
    succeeded(await build(out, [`ofac-sdn=${folder}`], []));
    const { stdout } = await runCli("lists", ["inspect", out, "--json"]);
    assert.equal(JSON.parse(stdout).lists[0].asOf, "2026-05-30");
  });
});

Deno.test("lists build exits 1 with file and line, and leaves the snapshot as it was", async (t) => {
  const encode = (text: string) => new TextEncoder().encode(text);
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const cases: readonly {
    readonly why: string;
    readonly name: string;
    readonly change: (bytes: Uint8Array) => Uint8Array;
    readonly says: RegExp;
  }[] = [
    {
      why: "cut off",
      name: "alt.csv",
      change: (bytes) => bytes.subarray(0, bytes.length / 2),
      says: /alt\.csv: The end row .* is missing/,
    },
    {
      why: "empty",
      name: "sdn.csv",
      change: () => new Uint8Array(),
      says: /sdn\.csv: File is empty/,
    },
    {
      why: "another file's content",
      name: "sdn.csv",
      change: () => Deno.readFileSync(`${EXCERPTS}sdn/alt.csv`),
      says:
        /sdn\.csv:1: Expected 12 columns of the entities, found 5, as in the file of the aliases/,
    },
    {
      why: "Latin-1",
      name: "sdn.csv",
      change: (bytes) => bytes.with(200, 0xe9),
      says: /sdn\.csv:3: Byte 200 \(0xE9\) is not UTF-8/,
    },
    {
      why: "NUL",
      name: "sdn_comments.csv",
      change: (bytes) => bytes.with(30, 0),
      says: /sdn_comments\.csv:1: The text contains the control character 0x00/,
    },
    {
      why: "a quote too many",
      name: "sdn.csv",
      change: (bytes) => encode(decode(bytes).replace("MAR AZUL", '"MAR AZUL')),
      says: /sdn\.csv:\d+: /,
    },
    {
      why: "an entity twice",
      name: "sdn.csv",
      change: (bytes) => encode(decode(bytes).replace("\r\n173,", "\r\n36,")),
      says: /sdn\.csv:3: Entity 36 has another row on line 2/,
    },
  ];
  for (const { why, name, change, says } of cases) {
    await t.step(why, async () => {
      await inFolder(async (folder) => {
        await copySdn(folder, name, change);
        const out = `${folder}/lists.aval`;
        await Deno.writeTextFile(out, "the snapshot in use");
        const { code, stdout, stderr } = await build(out, [`ofac-sdn=${folder}`]);
        assert.deepEqual([code, stdout], [1, ""], stderr);
        assert.match(stderr, says);
        assert(!stderr.includes("    at "), "no stack");
        assert.equal(await Deno.readTextFile(out), "the snapshot in use");
        assert.equal([...Deno.readDirSync(folder)].length, 5, "nothing else was left");
      });
    });
  }
});

Deno.test("lists build exits 1 when files are missing, there twice, or can't be written", async (t) => {
  await inFolder(async (folder) => {
    const out = `${folder}/lists.aval`;
    const cases: readonly { why: string; sources: readonly string[]; out: string; says: RegExp }[] =
      [
        {
          why: "no such path",
          sources: [`ofac-sdn=${folder}/x`],
          out,
          says: /no such file or folder/,
        },
        {
          why: "an empty folder",
          sources: [`ofac-sdn=${folder}`],
          out,
          says: /sdn\.csv .* is missing/,
        },
        {
          why: "no address file",
          sources: [`ofac-crypto=${EXCERPTS}sdn`],
          out,
          says: /No file sanctioned_addresses_CUR\.txt/,
        },
        { why: "half a set", sources: [`${SDN}/sdn.csv`], out, says: /alt\.csv .* is missing/ },
        {
          why: "twice the same file",
          sources: [SDN, `${SDN}/sdn.csv`],
          out,
          says: /already gives the entities of ofac-sdn/,
        },
        { why: "no file of a list", sources: ["ofac-sdn=/dev/zero"], out, says: /no regular file/ },
        {
          why: "a file of another name",
          sources: [`ofac-sdn=${EXCERPTS}../README.md`],
          out,
          says: /expected sdn\.csv/,
        },
        { why: "no folder to write to", sources: [SDN], out: `${folder}/x/y`, says: /x\/y: / },
        { why: "a folder to write over", sources: [SDN], out: folder, says: /: / },
      ];
    for (const { why, sources, out, says } of cases) {
      await t.step(why, async () => {
        const { code, stdout, stderr } = await build(out, sources);
        assert.deepEqual([code, stdout], [1, ""], stderr);
        assert.match(stderr, says);
        assert.deepEqual([...Deno.readDirSync(folder)], []);
      });
    }
  });
});

Deno.test("lists build refuses a file over the size limit before it reads it", async () => {
  await inFolder(async (folder) => {
    await copySdn(folder, "", (bytes) => bytes);
    await Deno.truncate(`${folder}/add.csv`, listFileBounds.fileBytesMax + 1);
    const { code, stderr } = await build(`${folder}/out`, [`ofac-sdn=${folder}`]);
    assert.equal(code, 1);
    assert.match(stderr, /add\.csv: File has \d+ bytes, more than the \d+ allowed/);
  });
});

Deno.test("lists build names files of a folder that it does not read", async () => {
  await inFolder(async (folder) => {
    await copySdn(folder, "", (bytes) => bytes);
    await Deno.writeTextFile(`${folder}/sdn_new.csv`, "1,x");
    const built = await build(`${folder}/out`, [`ofac-sdn=${folder}`]);
    succeeded(built);
    assert.match(built.stderr, /^not read: .*sdn_new\.csv$/m);
  });
});

Deno.test("lists build shows progress on a terminal, and wipes it", async () => {
  await inFolder(async (folder) => {
    const args = ["build", "--source", SDN, "--out", `${folder}/out`, ...AS_OF];
    const { code, stderr } = await runInProcess(args, 60);
    assert.equal(code, 0);
    const shown = stderr.split("\r\x1b[K");
    assert.match(shown[1] ?? "", /^\[-+\] {3}0 % reading /);
    assert(shown.slice(0, -1).every((line) => line.length <= 60 && !line.includes("\n")));
    assert.match(shown.at(-1) ?? "", /^ofac-sdn: /);
  });
});

Deno.test("lists inspect prints id, dates, licence and counts, and refuses what is no snapshot", async () => {
  await inFolder(async (folder) => {
    const out = `${folder}/lists.aval`;
    const built = await build(out, [`ofac-cons=${EXCERPTS}cons`]);
    succeeded(built);
    const text = await runCli("lists", ["inspect", out]);
    succeeded(text);
    for (const part of [built.stdout.slice(0, 64), "2026-06-02", "public domain", "entities   7"]) {
      assert(text.stdout.includes(part), part);
    }
    const json = JSON.parse((await runCli("lists", ["inspect", out, "--json"])).stdout);
    assert.deepEqual(
      [json.id, json.lists.length, json.lists[0].source, json.lists[0].entities],
      [built.stdout.slice(0, 64), 1, "ofac-cons", 7],
    );
    const bytes = await Deno.readFile(out);
    await Deno.writeFile(out, bytes.subarray(0, bytes.length - 1));
    for (const path of [out, `${EXCERPTS}sdn/sdn.csv`, folder, `${folder}/none`]) {
      const { code, stdout, stderr } = await runCli("lists", ["inspect", path]);
      assert.deepEqual([code, stdout], [1, ""]);
      assert(stderr.startsWith(`lists: ${path}: `), stderr);
    }
  });
});
