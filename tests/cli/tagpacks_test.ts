import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { tagPacks } from "../../cli/tagpacks.ts";
import { runCli } from "../support/cli.ts";
import { folderOf } from "../support/folder.ts";
import { serviceInMemory } from "../support/service.ts";
import { corpusTag, smallCorpus } from "../support/wallet_risk.ts";
import { builtAt, excerpts, opened } from "../sources/tag_packs/packs.ts";

/** Runs a test in a folder of its own, which is deleted afterwards. */
async function inFolder(test: (folder: string) => Promise<void>): Promise<void> {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  await test(folder);
}

/** Runs the command in this process. */
async function run(args: readonly string[], columns: number | null = null, now = builtAt) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await tagPacks(args, {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    now: () => new Date(now),
    columns,
  });
  return { code, stdout: out.join(""), stderr: err.join("") };
}

Deno.test("tagpacks exits 2 and says why when it is called wrongly", async (t) => {
  const cases: readonly { why: string; args: readonly string[]; says: RegExp }[] = [
    { why: "no command", args: [], says: /build, inspect or publish/ },
    { why: "another command", args: ["bild"], says: /Unknown command "bild"/ },
    { why: "no path", args: ["build", "--out", "x"], says: /one PATH/ },
    { why: "two paths", args: ["build", "a", "b", "--out", "x"], says: /one PATH/ },
    { why: "no file to write", args: ["build", excerpts], says: /--out FILE/ },
    { why: "two files", args: ["build", excerpts, "--out", "a", "--out", "b"], says: /once/ },
    { why: "an unknown option", args: ["build", excerpts, "--force"], says: /--force/ },
    { why: "nothing to inspect", args: ["inspect"], says: /one FILE/ },
    {
      why: "a file that is read is to be written",
      args: ["build", excerpts, "--out", `${excerpts}packs/demo.yaml`],
      says: /one of the files to read/,
    },
  ];
  for (const { why, args, says } of cases) {
    await t.step(why, async () => {
      const { code, stdout, stderr } = await run(args);
      assert.deepEqual([code, stdout], [2, ""]);
      assert.match(stderr, says);
      assert.match(stderr, /See tagpacks --help/);
    });
  }
});

Deno.test("tagpacks build writes a corpus that opens, and reports what it read and dropped", async () => {
  await inFolder(async (folder) => {
    const out = `${folder}/tags.aval`;
    const { code, stdout, stderr } = await runCli("tagpacks", ["build", excerpts, "--out", out]);
    assert.equal(code, 0, stderr);
    const bytes = await Deno.readFile(out);
    assert.equal(stdout, `${createHash("sha256").update(bytes).digest("hex")}  ${out}\n`);
    assert.match(stderr, / 128 {2}tags in them\n +122 {2}tags in the corpus\n/);
    assert.match(stderr, / 5 {2}dropped: tag of a pack that is a demonstration\n.*demo\.yaml:12: /);
    assert.match(stderr, /tags by network: ETH 34, BTC 24, /);
    assert(!stderr.includes("\x1b"), "no progress bar outside a terminal");
    assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["tags.aval"]);
    assert.equal(opened(bytes).meta.tags, 122);
  });
});

Deno.test("tagpacks build shows how far it is on a terminal, and clears it", async () => {
  await inFolder(async (folder) => {
    const { code, stderr } = await run(["build", excerpts, "--out", `${folder}/tags`], 60);
    assert.equal(code, 0);
    assert.match(stderr, /\[#+-*\] +\d+ % reading /);
    const bars = stderr.split("\r\x1b[K").slice(1, -1);
    assert(bars.every((bar) => [...bar].length <= 60), "a bar is one line");
    assert(!stderr.slice(stderr.lastIndexOf("\x1b[K")).includes("%"));
  });
});

Deno.test("tagpacks build fails with file and line, and leaves an earlier file as it was", async (t) => {
  const cases: readonly {
    why: string;
    change: (folder: string) => Promise<void>;
    says: RegExp;
  }[] = [
    {
      why: "a pack that does not parse",
      change: (folder) => Deno.writeTextFile(`${folder}/packs/z.yaml`, "title: A\n  b: c\n"),
      says: /packs\/z\.yaml:2: Not well-formed YAML: /,
    },
    {
      why: "no taxonomy",
      change: (folder) => Deno.remove(`${folder}/taxonomy`),
      says: /concepts\.yaml: no such file, or no access; --taxonomy DIR/,
    },
    {
      why: "no packs",
      change: (folder) => Deno.remove(`${folder}/packs`, { recursive: true }),
      says: /packs: no such folder/,
    },
    {
      why: "actor packs that cannot be read",
      change: (folder) => Deno.writeTextFile(`${folder}/actors`, "actors: []\n"),
      says: /actors: no folder, or no access/,
    },
    {
      why: "packs that are none",
      change: (folder) => Deno.rename(`${folder}/packs/a.yaml`, `${folder}/packs/a.txt`),
      says: /no pack \(\.yaml, \.yaml\.gz\) is in it/,
    },
  ];
  for (const { why, change, says } of cases) {
    await t.step(why, () =>
      inFolder(async (folder) => {
        await Deno.mkdir(`${folder}/packs`);
        await Deno.copyFile(`${excerpts}packs/ofac.yaml`, `${folder}/packs/a.yaml`);
        await Deno.symlink(`${excerpts}taxonomy`, `${folder}/taxonomy`);
        await Deno.writeTextFile(`${folder}/out`, "earlier");
        await change(folder);
        const { code, stdout, stderr } = await run(["build", folder, "--out", `${folder}/out`]);
        assert.deepEqual([code, stdout], [1, ""]);
        assert.match(stderr, says);
        assert.equal(await Deno.readTextFile(`${folder}/out`), "earlier");
      }));
  }
});

Deno.test("tagpacks build takes a taxonomy from elsewhere, and says what it does not read", async () => {
  await inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/packs`);
    await Deno.copyFile(`${excerpts}packs/ofac.yaml`, `${folder}/packs/ofac.yaml`);
    await Deno.writeTextFile(`${folder}/packs/README.md`, "");
    const { code, stderr } = await run(
      ["build", `${folder}/`, "--taxonomy", `${excerpts}taxonomy/`, "--out", `${folder}/out`],
    );
    assert.equal(code, 0, stderr);
    assert.match(stderr, /not read: .*README\.md/);
  });
});

Deno.test("tagpacks inspect prints what a corpus is, and fails on what is none", async () => {
  await inFolder(async (folder) => {
    const out = `${folder}/tags`;
    assert.equal((await run(["build", excerpts, "--out", out])).code, 0);
    const text = await run(["inspect", out]);
    assert.equal(text.code, 0);
    assert.match(text.stdout, /^run +20260512T083000Z-[0-9a-f]{16}$/m);
    assert.match(text.stdout, /^addresses +122$/m);
    const json = await run(["inspect", out, "--json"]);
    assert.deepEqual(JSON.parse(json.stdout), opened(await Deno.readFile(out)).meta);
    const none = await run(["inspect", `${excerpts}README.md`]);
    assert.deepEqual([none.code, none.stdout], [1, ""]);
    assert.match(none.stderr, /not a tag corpus of this version/);
    assert.match((await run(["inspect", `${folder}/nothing`])).stderr, /no such file/);
  });
});

Deno.test("tagpacks publish makes a folder that AVAL_TAGPACKS names, and refuses what it cannot stand for", async () => {
  await inFolder(async (folder) => {
    const path = (name: string) => `${folder}/${name}`;
    const made = await runCli("lists", ["keygen", "--name", "acme", "--out", path("key")]);
    const verifierKey = made.stdout.trim();
    const many = smallCorpus("many", [corpusTag(), corpusTag({ network: "BSC" })]);
    const few = smallCorpus("few", [corpusTag()]);
    await Deno.writeFile(path("many"), many.bytes);
    await Deno.writeFile(path("few"), few.bytes);
    const publish = (file: string, at: string, ...more: readonly string[]) =>
      run(["publish", path(file), "--key", path("key"), "--to", path("www"), ...more], null, at);
    const first = await publish("many", "2026-03-02T07:00:00Z");
    assert.equal(first.code, 0, first.stderr);
    assert.equal(first.stdout, `${many.id}  ${path("www")}/tagpacks.note\n`);
    assert(first.stderr.includes(`AVAL_TAGPACKS=PLACE/tagpacks.note#key=${verifierKey}`));
    const refusals: readonly (readonly [file: string, at: string, says: RegExp])[] = [
      ["many", "2026-03-02T07:00:00Z", /clock right/],
      ["few", "2026-03-02T08:00:00Z", /2 tags to 1; .*--accept-loss/],
      ["key", "2026-03-02T08:00:00Z", /not a tag corpus of this version/],
      ["none", "2026-03-02T08:00:00Z", /no such file/],
    ];
    for (const [file, at, says] of refusals) {
      const { code, stderr } = await publish(file, at);
      assert.equal(code, 1);
      assert.match(stderr, says);
    }
    const env = { AVAL_TAGPACKS: `${path("www")}/tagpacks.note#key=${verifierKey}` };
    await using service = await serviceInMemory({ mode: "live", env });
    const published = async () =>
      (await service.as("acme").get("/v1/lists")).body.tagpacks.etlRunId;
    assert.equal(await published(), "many");
    const second = await publish("few", "2026-03-02T08:00:00Z", "--accept-loss");
    assert.equal(second.code, 0, second.stderr);
    await service.refreshTagPacks();
    assert.equal(await published(), "few");
  });
});
