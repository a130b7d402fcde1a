import "../../../../base/temporal.ts";
import assert from "node:assert/strict";
import { makeBackups, makeIdentity, succeeds } from "../../../support/backups.ts";
import { runCli } from "../../../support/cli.ts";
import { startServer } from "../../../support/server.ts";

const isThere = (path: string) => Deno.stat(path).then(() => true, () => false);

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).toSorted();
}

/**
 * Starts an act and kills it without warning as soon as a condition holds, unless it ends before.
 */
async function killWhen(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  holds: () => Promise<boolean>,
): Promise<void> {
  const path = new URL("../../../../cli/admin.ts", import.meta.url).pathname;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--cached-only", "--no-prompt", "--allow-all", path, ...args],
    env: { ...env },
    stdout: "null",
    stderr: "null",
  }).spawn();
  let ended = false;
  const status = child.status.then(() => ended = true);
  while (!ended && !await holds()) await new Promise((resolve) => setTimeout(resolve, 1));
  if (!ended) child.kill("SIGKILL");
  await status;
}

Deno.test("admin store restores a whole audit log, and refuses what it must", async (t) => {
  await using made = await makeBackups(2_500);
  const { folder, env, backup, identity, recipient, verified } = made;
  const target = `${folder}/restored.sqlite3`;
  const into = { ...env, AVAL_KV: target };
  const restore = (file: string, by = identity, to = into) =>
    runCli("admin", ["store", "restore", file, "--identity", by], to);
  const refuses = async (file: string, why: RegExp, by = identity) => {
    const { code, stdout, stderr } = await restore(file, by);
    assert.equal(code, 1);
    assert.equal(stdout, "");
    assert.match(stderr, why);
    assert(!await isThere(target), "something was written");
  };

  await t.step("an identity that does not open it", async () => {
    const other = await makeIdentity(folder, "other.txt");
    await refuses(backup, /no identity opens it/, other.identity);
    await refuses(backup, /no age identity/, backup);
    await refuses(backup, /Cannot read .*nowhere/, `${folder}/nowhere`);
  });

  await t.step("a file that is truncated, changed, or no backup", async () => {
    const whole = await Deno.readFile(backup);
    const bad = `${folder}/bad.age`;
    const changedAt = (place: number) => whole.map((byte, at) => at === place ? byte ^ 1 : byte);
    const files: [Uint8Array, RegExp][] = [
      [whole.slice(0, -1), /truncated or was changed/],
      [whole.slice(0, whole.length / 2), /truncated or was changed/],
      [new Uint8Array([...whole, 0]), /truncated or was changed/],
      [changedAt(whole.length - 1), /truncated or was changed/],
      [changedAt(Math.floor(whole.length / 2)), /truncated or was changed/],
      [changedAt(100), /no identity opens it/],
      [whole.slice(0, 60), /no identity opens it/],
      [new Uint8Array(0), /./],
      [new TextEncoder().encode("SQLite format 3\u0000 and so on"), /not an age file/],
    ];
    for (const [bytes, why] of files) {
      await Deno.writeFile(bad, bytes);
      await refuses(bad, why);
    }
    await refuses(`${folder}/nowhere.age`, /Cannot read/);
  });

  await t.step("a restore that was killed is not served, and made whole by another", async () => {
    let broken = 0;
    // One that was quicker than the kill is whole.
    for (let kill = 0; kill < 4 || broken === 0 && kill < 20; kill++) {
      for (const end of ["", "-wal", "-shm"]) await Deno.remove(`${target}${end}`).catch(() => {});
      const begun = async () =>
        await isThere(`${target}-wal`) &&
        (await Deno.stat(`${target}-wal`)).size > 150_000 + kill % 4 * 200_000;
      await killWhen(["store", "restore", backup, "--identity", identity], into, begun);
      const { code, stderr } = await runCli("admin", ["audit", "verify"], into);
      if (code === 0) continue;
      assert.match(stderr, /in part only: run admin store restore or copy into it again/);
      await assert.rejects(startServer({ ...into, AVAL_MODE: "sandbox" }), /in part only/);
      const backedUp = await runCli(
        "admin",
        ["store", "backup", "--out", `${folder}/half.age`, "--recipient", recipient],
        into,
      );
      assert.match(backedUp.stderr, /in part only/);
      broken++;
    }
    assert(broken > 0, "no restore was caught while it wrote");
    assert(!await isThere(`${folder}/half.age`));
    const again = await restore(backup);
    assert.equal(again.code, 0, again.stderr);
    assert.equal((await succeeds(["audit", "verify"], into)).stdout, verified);
  });

  await t.step("a store that is not empty, or that a server uses", async () => {
    const before = (await succeeds(["keys", "list"], into)).stdout;
    const { code, stderr } = await restore(backup);
    assert.equal(code, 1);
    assert.match(stderr, /restored\.sqlite3 is not empty: nothing was written/);
    assert.equal((await succeeds(["keys", "list"], into)).stdout, before);
    await using _server = await startServer({ ...into, AVAL_MODE: "sandbox" });
    const served = await restore(backup);
    assert.equal(served.code, 1);
    assert.match(served.stderr, /another server/);
  });

  await t.step(
    "a backup that was killed leaves no backup, and nothing once another is made",
    async () => {
      const out = `${folder}/second.age`;
      const args = ["store", "backup", "--out", out, "--recipient", recipient];
      for (let kill = 0; kill < 10 && !await isThere(`${out}.part`); kill++) {
        // One that was quicker than the kill has made its backup.
        await Deno.remove(out).catch(() => {});
        await killWhen(args, env, () => isThere(`${out}.part`));
      }
      const left = (await namesIn(folder)).filter((name) => name.startsWith("second"));
      assert.deepEqual(left, ["second.age.part"]);
      const part = await restore(`${out}.part`, identity, {
        ...env,
        AVAL_KV: `${folder}/p.sqlite3`,
      });
      assert.equal(part.code, 1);
      await succeeds(args, env);
      assert.deepEqual((await namesIn(folder)).filter((name) => name.startsWith("second")), [
        "second.age",
      ]);
      const over = await runCli("admin", args, env);
      assert.equal(over.code, 1);
      assert.match(over.stderr, /never overwritten/);
    },
  );
});
