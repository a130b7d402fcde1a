import assert from "node:assert/strict";
import { readBuild, shippedSources } from "../../../service/process/build.ts";

const root = new URL("../../../", import.meta.url);

/** A small tree with a file for every shipped source; for a folder, a file in a nested folder. */
async function smallTree(): Promise<{ readonly folder: URL; readonly files: readonly string[] }> {
  const folder = new URL(`file://${await Deno.makeTempDir()}/`);
  const files = shippedSources.map((path) =>
    Deno.statSync(new URL(path, root)).isDirectory ? `${path}/inner/file.ts` : path
  );
  for (const file of files) await put(folder, file, file);
  return { folder, files };
}

async function put(folder: URL, path: string, text: string): Promise<void> {
  await Deno.mkdir(new URL("./", new URL(path, folder)), { recursive: true });
  await Deno.writeTextFile(new URL(path, folder), text);
}

Deno.test("readBuild() names two trees that differ in any shipped source by two names", async () => {
  const { folder, files } = await smallTree();
  const before = readBuild(folder);
  assert.match(before ?? "", /^[0-9a-f]{12}$/);
  const builds = new Set([before]);
  for (const file of files) {
    await put(folder, file, `${file} `);
    builds.add(readBuild(folder));
    await put(folder, file, file);
  }
  assert.equal(builds.size, files.length + 1, "each change has a name of its own");
  assert.equal(readBuild(folder), before);
  await Deno.rename(new URL("core/inner/file.ts", folder), new URL("core/inner/other.ts", folder));
  assert.notEqual(readBuild(folder), before, "a file of another name");
  await Deno.remove(folder, { recursive: true });
});

Deno.test("readBuild() is the same with and without what no image holds", async () => {
  const { folder } = await smallTree();
  const before = readBuild(folder);
  const more = [
    ...["wasm/matcher/src/lib.rs", "wasm/Cargo.toml", "wasm/Cargo.lock", "wasm/target/x"],
    ...["tests/x.ts", "deploy/aval.env", ".git/HEAD", ".aval/kv.sqlite3", "secrets/secret.txt"],
  ];
  for (const path of more) await put(folder, path, "x");
  assert.equal(readBuild(folder), before);
  await put(folder, "wasm/built/matcher_bg.wasm", "x");
  assert.notEqual(readBuild(folder), before);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("readBuild() is null where a source is not there or may not be read", async () => {
  const { folder } = await smallTree();
  await Deno.remove(new URL("deno.lock", folder));
  assert.equal(readBuild(folder), null);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("deno task start --version prints the build that this folder serves", async () => {
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--cached-only", "--allow-read=.", "main.ts", "--version"],
    cwd: root.pathname,
  }).output();
  const { version } = JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));
  assert.equal(code, 0);
  assert.equal(
    new TextDecoder().decode(stdout),
    `aval ${version}, build ${readBuild(root)}\n`,
  );
});
