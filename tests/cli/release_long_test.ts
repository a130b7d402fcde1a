import assert from "node:assert/strict";
import { packFiles } from "../../cli/release/tarball.ts";

const root = new URL("../../", import.meta.url);

/** Runs `deno task release`. */
async function release(...args: readonly string[]) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--allow-all", "cli/release.ts", ...args],
    cwd: root,
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, out: text(stdout), err: text(stderr) };
}

Deno.test("release writes the same bytes twice, and a client that npm's rules can load", async () => {
  const folder = await Deno.makeTempDir();
  const digests: string[] = [];
  for (const out of [`${folder}/one`, `${folder}/other`]) {
    const { code, err } = await release("--preview", "--out", out);
    assert.equal(code, 0, err);
    digests.push(await Deno.readTextFile(`${out}/SHA256SUMS`));
    const sums = await new Deno.Command("sha256sum", { args: ["-c", "SHA256SUMS"], cwd: out })
      .output();
    assert(sums.success);
  }
  assert.equal(digests[0], digests[1]);
  const { version } = JSON.parse(await Deno.readTextFile(new URL("sdk/package.json", root)));
  const unpacked = await new Deno.Command("tar", {
    args: ["-xzf", `one/aval-client-${version}.tgz`],
    cwd: folder,
  }).output();
  assert(unpacked.success);
  const { exports } = JSON.parse(await Deno.readTextFile(`${folder}/package/package.json`));
  for (const { types, default: module } of Object.values<Record<string, string>>(exports)) {
    assert((await Deno.stat(`${folder}/package/${types}`)).isFile);
    await import(`file://${folder}/package/${module}`);
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("release refuses a folder with files in it, and a call without a folder", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/mine.txt`, "mine");
  const full = await release("--preview", "--out", folder);
  assert.deepEqual([full.code, full.err], [1, `release: ${folder} already contains mine.txt\n`]);
  assert.equal((await release()).code, 2);
  assert.equal((await release("--out", folder, "more")).code, 2);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("packFiles() packs what tar reads, without times or owners", async () => {
  const folder = await Deno.makeTempDir();
  const files = [
    { path: "dist/empty.js", bytes: new Uint8Array() },
    { path: "dist/main.js", bytes: new Uint8Array(512).fill(7) },
    { path: "package.json", bytes: new TextEncoder().encode("{}\n") },
  ];
  await Deno.writeFile(`${folder}/client.tgz`, packFiles(files));
  const { success, stdout } = await new Deno.Command("tar", {
    args: ["-xvzf", "client.tgz"],
    cwd: folder,
  }).output();
  assert(success);
  const listed = new TextDecoder().decode(stdout).trimEnd().split("\n");
  assert.deepEqual(listed, files.map(({ path }) => `package/${path}`));
  for (const { path, bytes } of files) {
    assert.deepEqual(await Deno.readFile(`${folder}/package/${path}`), bytes);
  }
  assert.throws(() => packFiles([{ path: "x".repeat(93), bytes: new Uint8Array() }]), /too long/);
  await Deno.remove(folder, { recursive: true });
});
