import assert from "node:assert/strict";
import { z } from "zod";
import { runAdmin } from "../../../support/admin.ts";
import { PUBLISHED_SANDBOX_KEY } from "../../../../service/config/sandbox_secret.ts";
import { openDataKeys } from "../../../../kv/keys/data_keys.ts";
import { macOf } from "../../../../kv/keys/mac.ts";
import { openStore } from "../../../../kv/opening/open_store.ts";
import type { Store } from "../../../../kv/store/store.ts";
import { ringPrefix } from "../../../../kv/keys/stored_ring.ts";
import { fixedClock } from "../../../support/clock.ts";
import { folderOf } from "../../../support/folder.ts";
import { seededRandom } from "../../../support/random.ts";
import { locationOf } from "../../../support/store_location.ts";

const OLD = seededRandom(1).bytes(32).toBase64();
const NEW = seededRandom(2).bytes(32).toBase64();
const WRONG = seededRandom(3).bytes(32).toBase64();
const RETRIES_WHILE_LOCKED = {
  clock: fixedClock(),
  random: seededRandom(5),
  pause: (milliseconds: number) =>
    new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
};

async function inFolder(run: (location: string) => Promise<void>): Promise<void> {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  await run(`${folder}/kv.sqlite3`);
}

async function withStore<Value>(
  location: string,
  run: (store: Store) => Promise<Value>,
): Promise<Value> {
  const store = await openStore({ location: locationOf(location), ...RETRIES_WHILE_LOCKED });
  try {
    return await run(store);
  } finally {
    store.close();
  }
}

/** A value that can be computed only with the stored data keys. */
function keysUnder(location: string, current: string, previous?: string): Promise<string> {
  const bytes = (text: string) => Uint8Array.fromBase64(text);
  const secrets = {
    current: bytes(current),
    ...(previous === undefined ? {} : { previous: bytes(previous) }),
  };
  return withStore(location, async (store) => {
    const keys = await openDataKeys({ store, ...RETRIES_WHILE_LOCKED, secrets });
    return macOf(keys.idempotency.active.cryptoKey, ["test", "text"]);
  });
}

function stored(location: string): Promise<readonly unknown[]> {
  return withStore(location, (store) =>
    Array.fromAsync(
      store.list(z.unknown(), { prefix: ringPrefix }),
      ({ value, check }) => ({ value, check }),
    ));
}

/** The secrets, by environment variable. */
interface SecretVariables {
  readonly current?: string;
  readonly previous?: string;
}

async function call(
  location: string,
  secretKeys: SecretVariables,
  ...args: readonly string[]
) {
  return await runAdmin(location, ["keys", ...args], {
    variables: {
      AVAL_SECRET_KEY: secretKeys.current,
      AVAL_SECRET_KEY_PREVIOUS: secretKeys.previous,
    },
  });
}

Deno.test("admin keys list, rewrap and rotate lead from one secret to the next", async () => {
  await inFolder(async (location) => {
    const before = await keysUnder(location, OLD);
    const under = async (secretKeys: SecretVariables) => {
      const { status, out, err } = await call(location, secretKeys, "list");
      assert.equal(status, 0, err);
      return new Set(out.trimEnd().split("\n").map((line) => line.split("\t").at(-1)));
    };
    const both = { current: NEW, previous: OLD };
    assert.deepEqual(await under(both), new Set(["AVAL_SECRET_KEY_PREVIOUS"]));
    assert.deepEqual(await under({ current: WRONG }), new Set(["unknown"]));
    const rewrapped = await call(location, both, "rewrap");
    assert.equal(rewrapped.status, 0, rewrapped.err);
    assert.match(rewrapped.out, /^rewrapped [2-9]\n$/);
    assert.match(rewrapped.err, /AVAL_SECRET_KEY_PREVIOUS is not needed any more/);
    assert.equal((await call(location, both, "rewrap")).out, "rewrapped 0\n");
    assert.deepEqual(await under({ current: NEW }), new Set(["AVAL_SECRET_KEY"]));
    assert.equal(await keysUnder(location, NEW), before);

    const rotated = await call(location, { current: NEW }, "rotate", "at-rest");
    assert.equal(rotated.status, 0, rotated.err);
    const { out } = await call(location, { current: NEW }, "list");
    const atRest = out.split("\n").map((line) => line.split("\t"))
      .filter(([purpose]) => purpose === "at-rest");
    assert.deepEqual(atRest.map(([, , state]) => state), ["RETIRED", "ACTIVE"]);
    assert.equal(atRest[1]?.[1], rotated.out.trim());
    assert.equal(await keysUnder(location, NEW), before);
  });
});

Deno.test("admin keys refuses what would lose or weaken the keys, and changes nothing", async (t) => {
  await inFolder(async (location) => {
    await keysUnder(location, OLD);
    const before = await stored(location);
    const cases: readonly {
      readonly secretKeys: SecretVariables;
      readonly args: readonly string[];
      readonly says: RegExp;
    }[] = [
      { secretKeys: {}, args: ["rewrap"], says: /AVAL_SECRET_KEY: set it/ },
      { secretKeys: { previous: OLD }, args: ["rewrap"], says: /AVAL_SECRET_KEY: set it/ },
      { secretKeys: { current: NEW }, args: ["rewrap"], says: /AVAL_SECRET_KEY is not the secret/ },
      {
        secretKeys: { current: NEW, previous: WRONG },
        args: ["rewrap"],
        says: /AVAL_SECRET_KEY is not the secret/,
      },
      {
        secretKeys: { current: PUBLISHED_SANDBOX_KEY, previous: OLD },
        args: ["rewrap"],
        says: /published sandbox key/,
      },
      {
        secretKeys: { current: NEW, previous: PUBLISHED_SANDBOX_KEY },
        args: ["rewrap"],
        says: /published sandbox key/,
      },
      { secretKeys: { current: "short" }, args: ["list"], says: /AVAL_SECRET_KEY: .*32 bytes/ },
      {
        secretKeys: { current: NEW, previous: "short" },
        args: ["rewrap"],
        says: /AVAL_SECRET_KEY_PREVIOUS: .*32 bytes/,
      },
      { secretKeys: {}, args: ["rotate", "at-rest"], says: /AVAL_SECRET_KEY is not the secret/ },
      {
        secretKeys: { current: NEW, previous: OLD },
        args: ["rotate", "at-rest"],
        says: /keys rewrap/,
      },
      { secretKeys: { current: OLD }, args: ["rotate", "pairwise"], says: /never rotates/ },
      {
        secretKeys: { current: OLD },
        args: ["rotate", "door"],
        says: /No data key "door" that rotates: (?!.*pairwise)/,
      },
    ];
    for (const [index, { secretKeys, args, says }] of cases.entries()) {
      await t.step(`${index}: ${args.join(" ")}`, async () => {
        const { status, out, err } = await call(location, secretKeys, ...args);
        assert.deepEqual([status, out], [1, ""]);
        assert.match(err, says);
        for (const secret of [OLD, NEW, WRONG]) assert(!err.includes(secret));
        assert.deepEqual(await stored(location), before);
      });
    }
  });
});

Deno.test("admin keys refuses wrong usage and does not make a store", async () => {
  await inFolder(async (location) => {
    const usages = [["rotate"], ["list", "all"], ["rewrap", "all"], ["rotate", "a", "b"], ["melt"]];
    for (const args of usages) assert.equal((await call(location, {}, ...args)).status, 2);
    for (const args of [["list"], ["rewrap"], ["rotate", "at-rest"]]) {
      const { status, err } = await call(location, { current: NEW }, ...args);
      assert.equal(status, 1);
      assert.match(err, /No store at/);
    }
    await assert.rejects(Deno.stat(location));
  });
});

const kills = 12;

Deno.test(`kill -9 during keys rewrap leaves a store that opens, ${kills} times`, async () => {
  await inFolder(async (location) => {
    const before = await keysUnder(location, OLD);
    const script = new URL("../../../../cli/admin.ts", import.meta.url).pathname;
    let finished = 0;
    let [from, to] = [OLD, NEW];
    for (let round = 0; round < kills; round++) {
      const child = new Deno.Command(Deno.execPath(), {
        args: ["run", "--cached-only", "--no-prompt", "-A", script, "keys", "rewrap"],
        env: { AVAL_KV: location, AVAL_SECRET_KEY: to, AVAL_SECRET_KEY_PREVIOUS: from },
        stdout: "null",
        stderr: "null",
      }).spawn();
      // From before its first read to after its commit, wherever this machine gets to in that time.
      const timer = setTimeout(() => {
        try {
          child.kill("SIGKILL");
        } catch {
          // it has ended
        }
      }, 60 + 40 * round);
      if ((await child.status).success) finished++;
      clearTimeout(timer);
      assert.equal(await keysUnder(location, to, from), before);
      const opensUnderOld = await keysUnder(location, from).then(() => true, () => false);
      const opensUnderNew = await keysUnder(location, to).then(() => true, () => false);
      assert.notEqual(opensUnderOld, opensUnderNew, "one secret or the other has all keys");
      if (opensUnderNew) [from, to] = [to, from];
    }
    assert(finished < kills, "no process was killed in time");
  });
});
