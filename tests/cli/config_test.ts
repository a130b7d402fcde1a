import assert from "node:assert/strict";
import project from "../../deno.json" with { type: "json" };
import { startServer } from "../support/server.ts";

const root = new URL("../../", import.meta.url);
/** The permissions of the task. */
const grants = project.tasks.config.command.match(/--[\w-]+/g) ?? [];

/** Runs `config check` like its task, with these variables. */
async function check(env: Readonly<Record<string, string>>) {
  const inherited = ["HOME", "PATH", "DENO_DIR", "XDG_CACHE_HOME"].flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", ...grants, "cli/config.ts", "check"],
    cwd: root,
    clearEnv: true,
    env: { ...Object.fromEntries(inherited), ...env },
  }).output();
  const text = new TextDecoder();
  return { code, out: text.decode(stdout), lines: text.decode(stderr).split("\n").slice(0, -1) };
}

Deno.test("config check names a mistyped variable by the nearest that is known", async (t) => {
  const cases = [
    { name: "AVAL_POLCY", meant: "AVAL_POLICY" },
    { name: "AVAL_TRUSTED_PROXY", meant: "AVAL_TRUSTED_PROXIES" },
    { name: "AVAL_SECRET", meant: null },
    { name: "aval_mode", meant: "AVAL_MODE" },
  ];
  for (const { name, meant } of cases) {
    await t.step(name, async () => {
      const { code, out, lines } = await check({ [name]: "a value that nobody reads" });
      const question = meant === null ? "" : `; did you mean ${meant}?`;
      assert.deepEqual([code, out], [1, ""]);
      assert.deepEqual(lines, [`${name}: unknown variable${question}`, "config: 1 problem"]);
    });
  }
});

Deno.test("config check names everything that is wrong at once, and no value that is a secret", async () => {
  const { code, lines } = await check({
    AVAL_MODE: "live",
    AVAL_SECRET_KEY: "c2hvcnQ=",
    AVAL_LISTS: "no/such/lists.bin",
    // A key without its frame reads as a path.
    AVAL_VERIFIER_ID: "x509_hash",
    AVAL_VERIFIER_KEY: "MIGHAgEAMBMGByqG",
    AVAL_TRUST_ANCHORS: "no/such/folder",
    AVAL_POLICY: "no/such/policy.json",
    AVAL_LOGG: "info",
    PORT: "x",
  });
  assert.equal(code, 1);
  const named = lines.map((line) => line.split(":")[0]);
  assert.deepEqual(named, [
    ...["AVAL_LOGG", "PORT", "AVAL_SECRET_KEY", "AVAL_POLICY", "AVAL_VERIFIER_CERT"],
    ...["AVAL_LISTS", "AVAL_VERIFIER_KEY", "AVAL_TRUST_ANCHORS", "config"],
  ]);
  assert.equal(lines.at(-1), "config: 8 problems");
  assert.doesNotMatch(lines.join("\n"), /c2hvcnQ|MIGHAgEA/);
});

Deno.test("config check says what holds, and prints names alone", async () => {
  const empty = await check({});
  assert.deepEqual([empty.code, empty.lines], [0, []]);
  assert.equal(empty.out, "The configuration is valid: sandbox; no variable is set\n");
  const set = await check({ AVAL_KV: ":memory:", AVAL_LOG: "warn" });
  assert.equal(set.out, "The configuration is valid: sandbox; set are AVAL_KV, AVAL_LOG\n");
});

Deno.test("a start stops at a mistyped variable, whether it may list variables or read ours alone", async (t) => {
  const unit = (await Deno.readTextFile(new URL("deploy/aval.service", root)))
    .match(/--allow-env=\S+/)?.[0] ?? "";
  const flags = ["--no-prompt", "--allow-net", "--allow-read", "--allow-write"];
  for (const env of ["--allow-env", unit]) {
    await t.step(env, async () => {
      const started = startServer({ AVAL_KV: ":memory:", AVAL_POLCY: "x" }, [...flags, env]);
      await assert.rejects(started, /AVAL_POLCY: unknown variable; did you mean AVAL_POLICY\?/);
    });
  }
});
