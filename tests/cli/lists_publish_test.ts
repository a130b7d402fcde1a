import "../../base/temporal.ts";
import assert from "node:assert/strict";
import { openManifest } from "../../core/lists_in_force/manifest.ts";
import { runCli } from "../support/cli.ts";
import { folderOf } from "../support/folder.ts";
import { manyNames, smallSnapshot } from "../support/published_lists.ts";

const hundred = manyNames(100);
const list = (names: readonly string[]) => ({ source: "ofac-sdn", asOf: "2026-03-01", names });

/** Runs a test on a folder with a key, and snapshots of a hundred and of ninety names. */
async function withKey(
  test: (folder: string, verifierKey: string) => Promise<void>,
): Promise<void> {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const made = await runCli("lists", [
    "keygen",
    "--name",
    "acme-lists",
    "--out",
    `${folder}/key`,
  ]);
  assert.equal(made.code, 0, made.stderr);
  for (const count of [100, 90]) {
    const { bytes } = smallSnapshot([list(hundred.slice(0, count))]);
    await Deno.writeFile(`${folder}/${count}.bin`, bytes);
  }
  await test(folder, made.stdout.trimEnd());
}

const publish = async (folder: string, snapshot: string, ...more: readonly string[]) =>
  await runCli("lists", [
    "publish",
    `${folder}/${snapshot}`,
    "--key",
    `${folder}/key`,
    "--to",
    `${folder}/www`,
    ...more,
  ]);

Deno.test("lists keygen writes a key that only its owner reads, and overwrites none", async () => {
  await withKey(async (folder, verifierKey) => {
    assert.match(verifierKey, /^acme-lists\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}$/);
    const { mode } = await Deno.stat(`${folder}/key`);
    assert.equal((mode ?? 0) & 0o777, 0o600);
    const key = await Deno.readTextFile(`${folder}/key`);
    assert.match(key, /^PRIVATE\+KEY\+acme-lists\+/);
    const again = await runCli("lists", ["keygen", "--out", `${folder}/key`]);
    assert.deepEqual([again.code, await Deno.readTextFile(`${folder}/key`)], [1, key]);
  });
});

Deno.test("lists publish makes a folder that AVAL_LISTS names", async () => {
  await withKey(async (folder, verifierKey) => {
    const { id } = smallSnapshot([list(hundred)]);
    const checkedAt = { "ofac-sdn": "2026-03-02T08:00:00.000Z" };
    await Deno.writeTextFile(`${folder}/100.bin.checked.json`, JSON.stringify({ id, checkedAt }));
    const published = await publish(folder, "100.bin");
    assert.equal(published.code, 0, published.stderr);
    assert.equal(published.stdout, `${id}  ${folder}/www/lists.note\n`);
    const opened = await openManifest(await Deno.readTextFile(`${folder}/www/lists.note`), [
      verifierKey,
    ]);
    assert(opened.ok);
    assert.deepEqual(opened.value.lists, [{
      source: "ofac-sdn",
      asOf: "2026-03-01",
      entities: 100,
      checkedAt: "2026-03-02T08:00:00.000Z",
    }]);
    const [, place] = /AVAL_LISTS=PLACE\/(\S+)/.exec(published.stderr) ?? [];
    const asked = await runCli("match", ["query", hundred[3] ?? "", "--json"], {
      AVAL_LISTS: `${folder}/www/${place}`,
      AVAL_MODE: "live",
    });
    assert.equal(asked.code, 0, asked.stderr);
    assert.deepEqual(JSON.parse(asked.stdout).meta.listSnapshotIds, [id]);
  });
});

Deno.test("lists publish refuses a list that shrank until its loss is accepted", async () => {
  await withKey(async (folder, verifierKey) => {
    assert.equal((await publish(folder, "100.bin")).code, 0);
    const before = await Deno.readTextFile(`${folder}/www/lists.note`);
    const refused = await publish(folder, "90.bin");
    assert.deepEqual([refused.code, refused.stdout], [1, ""]);
    assert.match(
      refused.stderr,
      /ofac-sdn has 90 entities, previously 100; if that is correct, add --accept-loss ofac-sdn/,
    );
    assert.equal(await Deno.readTextFile(`${folder}/www/lists.note`), before);
    assert.equal((await publish(folder, "90.bin", "--accept-loss", "un-sc")).code, 2);
    assert.equal((await publish(folder, "90.bin", "--accept-loss", "ofac-sdn")).code, 0);
    const note = await Deno.readTextFile(`${folder}/www/lists.note`);
    const opened = await openManifest(note, [verifierKey]);
    assert(opened.ok);
    assert.deepEqual(opened.value.shrunken, ["ofac-sdn"]);
  });
});

Deno.test("lists publish refuses what it cannot stand for", async (t) => {
  await withKey(async (folder) => {
    await Deno.writeTextFile(`${folder}/page.bin`, "<!doctype html>");
    await Deno.writeTextFile(`${folder}/damaged`, "PRIVATE+KEY+acme-lists+00000000+AAAA");
    await Deno.copyFile(`${folder}/100.bin`, `${folder}/noted.bin`);
    await Deno.writeTextFile(`${folder}/noted.bin.checked.json`, '{"id":');
    await runCli("lists", ["keygen", "--out", `${folder}/other`]);
    const to = ["--to", `${folder}/www`];
    const cases = [
      {
        why: "no snapshot",
        args: [`${folder}/page.bin`, "--key", `${folder}/key`, ...to],
        code: 1,
        says: /page\.bin: no list snapshot of this version/,
      },
      {
        why: "no file",
        args: [`${folder}/none.bin`, "--key", `${folder}/key`, ...to],
        code: 1,
        says: /none\.bin: no such file/,
      },
      {
        why: "a damaged note of when its lists were checked",
        args: [`${folder}/noted.bin`, "--key", `${folder}/key`, ...to],
        code: 1,
        says: /noted\.bin\.checked\.json is damaged/,
      },
      {
        why: "a damaged key",
        args: [`${folder}/100.bin`, "--key", `${folder}/damaged`, ...to],
        code: 1,
        says: /damaged: no key that lists keygen made/,
      },
      { why: "no key", args: [`${folder}/100.bin`, ...to], code: 2, says: /--key FILE is needed/ },
      {
        why: "nowhere to put it",
        args: [`${folder}/100.bin`, "--key", `${folder}/key`],
        code: 2,
        says: /--to DIR is needed/,
      },
      { why: "no name of one who signs", args: null, code: 2, says: /--name is given once/ },
    ];
    for (const { why, args, code, says } of cases) {
      await t.step(why, async () => {
        const done = args === null
          ? await runCli("lists", ["keygen", "--name", "a b", "--out", `${folder}/k2`])
          : await runCli("lists", ["publish", ...args]);
        assert.deepEqual([done.code, done.stdout], [code, ""]);
        assert.match(done.stderr, says);
      });
    }
    await t.step("over another's manifest", async () => {
      assert.equal((await publish(folder, "100.bin")).code, 0);
      const done = await runCli("lists", [
        "publish",
        `${folder}/100.bin`,
        "--key",
        `${folder}/other`,
        ...to,
      ]);
      assert.equal(done.code, 1);
      assert.match(done.stderr, /lists\.note is not signed by/);
    });
  });
});
