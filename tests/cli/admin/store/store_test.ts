import "../../../../base/temporal.ts";
import assert from "node:assert/strict";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { admin } from "../../../../cli/admin.ts";
import { type Backups, makeBackups, makeIdentity, succeeds } from "../../../support/backups.ts";
import { runCli } from "../../../support/cli.ts";
import { namedDenokv, sayLeftOut } from "../../../support/denokv.ts";
import { startDenokv } from "../../../support/denokv_process.ts";
import { emptyDatabase, needsPostgres } from "../../../support/postgres.ts";

const outside = {
  clock: { now: () => Temporal.Now.instant() },
  random: { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) },
  pause: () => Promise.resolve(),
};

Deno.test("admin store says what it needs", async (t) => {
  const cases = [
    { args: ["backup"], why: /--out FILE is needed/ },
    { args: ["backup", "--out", "a"], why: /--recipient age1\.\.\. is needed/ },
    { args: ["backup", "--out", "a", "--recipient", "bob"], why: /takes an age recipient/ },
    { args: ["backup", "--out", "a", "--out", "b", "--recipient", "x"], why: /--out FILE/ },
    { args: ["restore"], why: /needs the FILE/ },
    { args: ["restore", "a"], why: /--identity FILE is needed/ },
    { args: ["restore", "a", "b", "--identity", "c"], why: /Unexpected argument "b"/ },
    { args: ["copy", "a"], why: /needs FROM and TO/ },
    { args: ["copy", "a", "b", "c"], why: /FROM and TO only/ },
    { args: ["copy", "a", "a"], why: /the same store/ },
    { args: ["copy", ":memory:", "a"], why: /in memory/ },
    { args: ["identity"], why: /--out FILE is needed/ },
    { args: ["burn"], why: /Unknown command "store burn"/ },
  ];
  for (const { args, why } of cases) {
    await t.step(args.join(" "), async () => {
      let printed = "";
      const tools = { out: () => {}, err: (text: string) => void (printed += text), variables: {} };
      const code = await admin(["store", ...args], { ...tools, ...outside, location: ":memory:" });
      assert.equal(code, 2);
      assert.match(printed, why);
    });
  }
});

Deno.test("admin says that a KV Connect server's access token is missing", async () => {
  const { code, stderr } = await runCli("admin", ["audit", "verify"], {
    AVAL_KV: "http://localhost:1",
    DENO_KV_ACCESS_TOKEN: "",
  });
  assert.equal(code, 1);
  assert.match(stderr, /^admin: AVAL_KV_TOKEN: is not set/m);
});

Deno.test("admin store identity makes a key once, for its owner alone", async () => {
  const folder = await Deno.makeTempDir();
  const { identity, recipient } = await makeIdentity(folder);
  assert.match(recipient, /^age1[0-9a-z]{58}$/);
  const text = await Deno.readTextFile(identity);
  assert.match(text, /^# created: \S+Z\n# public key: age1\S+\nAGE-SECRET-KEY-1[0-9A-Z]+\n$/);
  assert(text.includes(recipient));
  assert.equal((await Deno.stat(identity)).mode! & 0o777, 0o600);
  const again = await runCli("admin", ["store", "identity", "--out", identity]);
  assert.equal(again.code, 1);
  assert.equal(await Deno.readTextFile(identity), text);
  // An identity given for a recipient by mistake is not repeated.
  const secret = /AGE-SECRET-KEY-1\S+/.exec(text)?.[0] ?? "";
  const { stdout, stderr } = await runCli(
    "admin",
    ["store", "backup", "--out", `${folder}/b.age`, "--recipient", secret],
  );
  assert(secret.length > 60 && !`${stdout}${stderr}`.includes(secret));
  await Deno.remove(folder, { recursive: true });
});

Deno.test("admin store names no store that is not there, and makes none", async () => {
  const folder = await Deno.makeTempDir();
  const { recipient } = await makeIdentity(folder);
  const nowhere = `${folder}/nowhere.sqlite3`;
  const backup = ["store", "backup", "--out", `${folder}/b.age`, "--recipient", recipient];
  const copy = ["store", "copy", nowhere, `${folder}/to.sqlite3`];
  for (const args of [backup, copy]) {
    const { code, stderr } = await runCli("admin", args, { AVAL_KV: nowhere });
    assert.equal(code, 1);
    assert.match(stderr, /No store at .*nowhere/);
  }
  const left = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
  assert.deepEqual(left, ["identity.txt"]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("admin takes no location that a server refuses, and makes no file of it", async () => {
  const folder = await Deno.makeTempDir();
  const { identity, recipient } = await makeIdentity(folder);
  const cases = [
    // The access token would travel in clear.
    {
      location: "http://u.example/t0psecret",
      why: /plain http is permitted only for this machine/,
    },
    { location: "mysql://u:t0psecret@h/d", why: /expected a file, a KV Connect server/ },
    { location: "postgres://u:t0psecret@h", why: /such as postgres:/ },
    { location: "postgres://u:t0psecret/x@h/d", why: /such as postgres:/ },
    { location: ":memory:", why: /in memory/ },
  ];
  const acts = [
    ["token", "mint", "--client", "acme"],
    ["client", "list"],
    ["store", "backup", "--out", `${folder}/b.age`, "--recipient", recipient],
    ["store", "restore", `${folder}/b.age`, "--identity", identity],
  ];
  for (const { location, why } of cases) {
    const asked = acts.map((args) => ({ args, AVAL_KV: location, by: /AVAL_KV: / }));
    if (location !== ":memory:") {
      asked.push({ args: ["store", "copy", location, "a"], AVAL_KV: "", by: /FROM: / });
      asked.push({ args: ["store", "copy", "a", location], AVAL_KV: "", by: /TO: / });
    }
    for (const { args, AVAL_KV, by } of asked) {
      let printed = "";
      const note = (text: string) => void (printed += text);
      const tools = { out: note, err: note, variables: {}, ...outside, location: AVAL_KV };
      assert.equal(await admin(args, tools), 1, printed);
      assert.match(printed, by);
      assert.match(printed, why);
      assert(!printed.includes("t0psecret"));
    }
  }
  await Deno.remove(folder, { recursive: true });
});

const verify = async (made: Backups, location: string, token = "") =>
  (await succeeds(["audit", "verify"], {
    ...made.env,
    AVAL_KV: location,
    DENO_KV_ACCESS_TOKEN: token,
  })).stdout;

Deno.test("admin store copy moves a store from file to file, once", async () => {
  await using made = await makeBackups(20);
  const to = `${made.folder}/to/copy.sqlite3`;
  const { stdout } = await succeeds(["store", "copy", made.env.AVAL_KV, to]);
  assert.match(stdout, /^records \d+\n$/);
  assert.equal(await verify(made, to), made.verified);
  const again = await runCli("admin", ["store", "copy", made.env.AVAL_KV, to]);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /is not empty/);
});

if (needsPostgres("a store that moves to PostgreSQL and back") !== undefined) {
  Deno.test("admin store moves to PostgreSQL and back, and prints no password", async () => {
    await using made = await makeBackups(20);
    await using database = await emptyDatabase();
    await using second = await emptyDatabase();
    const { password } = new URL(database.url);
    assert(password.length > 8);
    const there = await succeeds(["store", "copy", made.env.AVAL_KV, database.url]);
    assert.equal(await verify(made, database.url), made.verified);
    const out = `${made.folder}/postgres.age`;
    const backup = ["store", "backup", "--out", out, "--recipient", made.recipient];
    const backedUp = await succeeds(backup, { AVAL_KV: database.url });
    const restored = await succeeds(
      ["store", "restore", out, "--identity", made.identity],
      { AVAL_KV: second.url },
    );
    assert.equal(await verify(made, second.url), made.verified);
    const back = `${made.folder}/back.sqlite3`;
    const returned = await succeeds(["store", "copy", second.url, back]);
    assert.equal(await verify(made, back), made.verified);
    const full = await runCli("admin", ["store", "copy", back, database.url]);
    assert.match(full.stderr, /postgres:\/\/127\.0\.0\.1:\d+\/\w+ is not empty/);
    for (const { stdout, stderr } of [there, backedUp, restored, returned, full]) {
      assert(!`${stdout}${stderr}`.includes(password));
    }
  });
}

sayLeftOut("a store that moves to denokv and back");
if (namedDenokv !== null) {
  Deno.test("admin store moves to denokv and back, and is backed up from there", async () => {
    await using made = await makeBackups(20);
    await using server = await startDenokv();
    const env = { ...made.env, AVAL_KV: server.url, DENO_KV_ACCESS_TOKEN: server.accessToken };
    const there = await succeeds(["store", "copy", made.env.AVAL_KV, server.url], env);
    assert.equal(await verify(made, server.url, server.accessToken), made.verified);
    const out = `${made.folder}/denokv.age`;
    const backup = ["store", "backup", "--out", out, "--recipient", made.recipient];
    await succeeds(backup, env);
    const back = `${made.folder}/back.sqlite3`;
    const returned = await succeeds(["store", "copy", server.url, back], env);
    assert.equal(returned.stdout, there.stdout);
    assert.equal(await verify(made, back), made.verified);
    const restored = { ...made.env, AVAL_KV: `${made.folder}/restored.sqlite3` };
    await succeeds(["store", "restore", out, "--identity", made.identity], restored);
    assert.equal(await verify(made, restored.AVAL_KV), made.verified);
  });
}

Deno.test("any age library opens our backups, and we what it encrypts", async () => {
  await using made = await makeBackups(20);
  const decrypter = new Decrypter();
  const ours = await Deno.readTextFile(made.identity);
  decrypter.addIdentity(/^AGE-SECRET-KEY-1\S+$/m.exec(ours)?.[0] ?? "");
  const zipped = new Uint8Array(await decrypter.decrypt(await Deno.readFile(made.backup)));
  const plain = new Blob([zipped]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(plain).arrayBuffer());
  assert.equal(new TextDecoder().decode(bytes.subarray(5, 28)), `{"format":"aval-backup"`);
  const key = await generateX25519Identity();
  const theirs = `${made.folder}/theirs.txt`;
  await Deno.writeTextFile(theirs, `# made elsewhere\n${key}\n`);
  const both = `${made.folder}/both.age`;
  const recipients = ["--recipient", made.recipient, "--recipient", await identityToRecipient(key)];
  await succeeds(["store", "backup", "--out", both, ...recipients], made.env);
  for (const [at, identity] of [theirs, made.identity].entries()) {
    const to = `${made.folder}/restored${at}.sqlite3`;
    await succeeds(["store", "restore", both, "--identity", identity], { AVAL_KV: to });
    assert.equal(await verify(made, to), made.verified);
  }
  const encrypter = new Encrypter();
  encrypter.addRecipient(made.recipient);
  const encrypted = `${made.folder}/encrypted.age`;
  await Deno.writeFile(encrypted, await encrypter.encrypt(zipped));
  const to = `${made.folder}/restored2.sqlite3`;
  await succeeds(["store", "restore", encrypted, "--identity", made.identity], { AVAL_KV: to });
  assert.equal(await verify(made, to), made.verified);
});
