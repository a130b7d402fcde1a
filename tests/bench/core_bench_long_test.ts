import assert from "node:assert/strict";
import project from "../../deno.json" with { type: "json" };

const root = new URL("../../", import.meta.url).pathname;

/** Runs `deno task bench` in a checkout without neighbouring folders, like a user's clone. */
async function inClone(args: readonly string[]) {
  const folder = await Deno.makeTempDir();
  const clone = `${folder}/aval`;
  await Deno.mkdir(clone);
  for await (const { name } of Deno.readDir(root)) {
    await Deno.symlink(`${root}${name}`, `${clone}/${name}`);
  }
  const words = project.tasks.bench.command.split(" ").slice(1);
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...words, ...args],
    cwd: clone,
    env: { NO_COLOR: "1" },
  }).output();
  await Deno.remove(folder, { recursive: true });
  const text = new TextDecoder();
  return { code, out: text.decode(stdout), err: text.decode(stderr) };
}

Deno.test("deno task bench measures the committed excerpts in a clone, and says what it left out", async () => {
  const { code, out, err } = await inClone(["core", "-", "0.1"]);
  assert.equal(code, 0, err);
  assert.match(err, /^LEFT OUT: no \.\.\/shared: excerpts in fixtures\/lists stand .*ofac-sdn/m);
  assert.match(out, /^snapshot .* names/m);
  assert.match(out, /^realistic /m);
});

Deno.test("deno task bench scale grows the committed excerpts of every list in a clone", async () => {
  const { code, out, err } = await inClone(["scale", "300"]);
  assert.equal(code, 0, err);
  assert.match(err, /^LEFT OUT: .*us-pep/m);
  assert.match(out, /^ *300 /m);
});

Deno.test("deno task bench peers says in a clone that there is nothing to compare on", async () => {
  const { code, out, err } = await inClone(["peers"]);
  assert.deepEqual([code, out], [0, ""], err);
  assert.match(err, /^LEFT OUT: no \.\.\/shared\/data\/labelled/m);
});
