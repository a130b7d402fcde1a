import assert from "node:assert/strict";
import { runAdmin } from "../../../support/admin.ts";
import { openLoginSigningKeys } from "../../../../kv/login/login_signing_keys.ts";
import { openStore } from "../../../../kv/opening/open_store.ts";
import type { Store } from "../../../../kv/store/store.ts";
import { fixedClock } from "../../../support/clock.ts";
import { folderOf } from "../../../support/folder.ts";
import { seededRandom } from "../../../support/random.ts";
import { filePause } from "../../../support/store.ts";
import { locationOf } from "../../../support/store_location.ts";

const SECRET = seededRandom(1).bytes(32);

async function inFolder(run: (folder: string) => Promise<void>): Promise<void> {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  await run(folder);
}

/** Starts a server, does something, and stops it. */
async function asServer<Value>(
  folder: string,
  run: (keys: Awaited<ReturnType<typeof openLoginSigningKeys>>, store: Store) => Promise<Value>,
): Promise<Value> {
  const tools = { clock: fixedClock(), random: seededRandom(), pause: filePause };
  const store = await openStore({ location: locationOf(`${folder}/kv.sqlite3`), ...tools });
  try {
    const keys = await openLoginSigningKeys({
      store,
      ...tools,
      secrets: { current: SECRET },
    });
    return await run(keys, store);
  } finally {
    store.close();
  }
}

async function call(folder: string, args: readonly string[], policy?: string) {
  return await runAdmin(`${folder}/kv.sqlite3`, args, {
    variables: { AVAL_SECRET_KEY: SECRET.toBase64(), AVAL_POLICY: policy },
  });
}

/** What `keys list` prints of the signing keys: id, state, stops, revocable, opened by. */
async function listed(folder: string) {
  const { status, out, err } = await call(folder, ["keys", "list"]);
  assert.equal(status, 0, err);
  return out.trimEnd().split("\n").map((line) => line.split("\t"))
    .filter(([purpose]) => purpose === "login-signing")
    .map(([, id, state, , retired, revocable, , openedBy]) => [
      id,
      state,
      retired,
      revocable,
      openedBy,
    ]);
}

Deno.test("admin keys new, activate and revoke lead from one signing key to the next", async () => {
  await inFolder(async (folder) => {
    const first = await asServer(folder, async (keys) => (await keys.signer()).kid);
    const made = await call(folder, ["keys", "new", "login-signing"]);
    assert.equal(made.status, 0, made.err);
    const second = made.out.trimEnd();
    assert.match(second, /^[\w-]{43}$/);
    assert.deepEqual(await listed(folder), [
      [first, "ACTIVE", "-", "-", "AVAL_SECRET_KEY"],
      [second, "NEW", "-", "-", "AVAL_SECRET_KEY"],
    ]);
    const activated = await call(folder, ["keys", "activate", "login-signing", second]);
    assert.deepEqual([activated.status, activated.out], [0, ""]);
    assert.match(activated.err, /ACTIVE and published, and signs from 2026-03-02T09:05:00.000Z/);
    assert.deepEqual(await listed(folder), [
      [
        first,
        "ROTATED",
        "2026-03-02T09:05:00.000Z",
        "2026-03-02T09:10:00.000Z",
        "AVAL_SECRET_KEY",
      ],
      [second, "ACTIVE", "-", "-", "AVAL_SECRET_KEY"],
    ]);
    const revoked = await call(folder, ["keys", "revoke", "login-signing", first]);
    assert.equal(revoked.status, 0, revoked.err);
    assert.deepEqual(await listed(folder), [
      [first, "REVOKED", "2026-03-02T09:00:00.000Z", "-", "deleted"],
      [second, "ACTIVE", "-", "-", "AVAL_SECRET_KEY"],
    ]);
    await asServer(folder, async (keys) => {
      assert.deepEqual((await keys.published()).map(({ kid }) => kid), [second]);
      assert.equal((await keys.signer()).kid, second);
    });
    const exported = await call(folder, ["audit", "export", "--out", "-"]);
    const moves = exported.out.match(/"kind":"SIGNING_KEY_MOVED"/g);
    assert.equal(moves?.length, 4, "made, rotated and activated, revoked");
  });
});

Deno.test("admin keys activate reads the policy of the servers", async () => {
  await inFolder(async (folder) => {
    await asServer(folder, () => Promise.resolve());
    const kid = (await call(folder, ["keys", "new", "login-signing"])).out.trimEnd();
    const policy = `${folder}/policy.json`;
    const activate = () => call(folder, ["keys", "activate", "login-signing", kid], policy);
    const missing = await activate();
    assert.equal(missing.status, 1);
    assert.match(missing.err, /AVAL_POLICY: its file cannot be read/);
    await Deno.writeTextFile(policy, '{"login":{"jwksCacheSeconds":"60"}}');
    const wrong = await activate();
    assert.equal(wrong.status, 1);
    assert.match(wrong.err, /AVAL_POLICY: login.jwksCacheSeconds: expected a number/);
    await Deno.writeTextFile(policy, '{"login":{"jwksCacheSeconds":60}}');
    assert.match((await activate()).err, /signs from 2026-03-02T09:01:00.000Z/);
  });
});

Deno.test("admin keys says what to do in place of what it refuses", async () => {
  await inFolder(async (folder) => {
    const first = await asServer(folder, async (keys) => (await keys.signer()).kid);
    const cases = [
      { args: ["revoke", "login-signing", first], status: 1, says: /activate another first/ },
      { args: ["activate", "login-signing", first], status: 1, says: /is ACTIVE: only a NEW one/ },
      { args: ["revoke", "login-signing", "-".repeat(43)], status: 1, says: /There is no key/ },
      { args: ["new"], status: 2, says: /keys new takes what the key is for: login-signing/ },
      { args: ["new", "at-rest"], status: 2, says: /login-signing/ },
      { args: ["new", "login-signing", "x"], status: 2, says: /Unexpected argument "x"/ },
      { args: ["activate", "login-signing"], status: 2, says: /needs a KID/ },
      { args: ["revoke", "login-signing", "short"], status: 2, says: /needs a KID/ },
      { args: ["rotate", "login-signing"], status: 2, says: /keys new login-signing, then/ },
    ];
    for (const { args, status, says } of cases) {
      const done = await call(folder, ["keys", ...args]);
      assert.equal(done.status, status, args.join(" "));
      assert.match(done.err, says);
    }
    assert.deepEqual(await listed(folder), [[first, "ACTIVE", "-", "-", "AVAL_SECRET_KEY"]]);
  });
});

Deno.test("admin keys new makes no first key: a server does", async () => {
  await inFolder(async (folder) => {
    const tools = { clock: fixedClock(), random: seededRandom(), pause: filePause };
    const store = await openStore({ location: locationOf(`${folder}/kv.sqlite3`), ...tools });
    store.close();
    const made = await call(folder, ["keys", "new", "login-signing"]);
    assert.equal(made.status, 1);
    assert.match(made.err, /No server has made a signing key yet/);
    const listing = await call(folder, ["keys", "list", "--json"]);
    assert.deepEqual([listing.status, listing.out], [0, ""]);
  });
});
