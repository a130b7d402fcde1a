import assert from "node:assert/strict";
import { runAdmin } from "../../../support/admin.ts";
import { openAuditLog } from "../../../../kv/audit/audit_log.ts";
import { openLoginClients } from "../../../../kv/login/login_clients.ts";
import { type FixedClock, fixedClock } from "../../../support/clock.ts";
import { seededRandom } from "../../../support/random.ts";
import { filePause, type StoreInMemory, storeInMemory } from "../../../support/store.ts";

const uri = "https://rp.example/callback";

/** Runs a test on a store in a file, on which commands run too. */
async function withStore(
  run: (tools: {
    readonly service: StoreInMemory;
    readonly folder: string;
    /** Whether the secret is one of acme's. */
    readonly holds: (secret: string) => Promise<boolean>;
    readonly login: (...args: readonly string[]) => ReturnType<typeof call>;
    readonly client: (...args: readonly string[]) => ReturnType<typeof call>;
    readonly changes: () => Promise<readonly unknown[]>;
  }) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const location = `${folder}/kv.sqlite3`;
  // Commands run as processes do: what one has drawn at random no other draws again.
  const random = seededRandom(7);
  const clock = fixedClock();
  const act = (noun: string) => (...args: readonly string[]) => {
    clock.advance({ seconds: 1 });
    return call({ location, random, clock }, noun, ...args);
  };
  try {
    await using service = await storeInMemory(location);
    const clients = openLoginClients({ ...service, published: [] });
    await run({
      service,
      folder,
      holds: (secret) => clients.verifySecret("acme", secret),
      login: act("login-client"),
      client: act("client"),
      changes: async () => {
        const log = { debug() {}, info() {}, warn() {}, error() {} };
        const audit = openAuditLog({ ...service, log, pause: filePause });
        const events = (await Array.fromAsync(audit.eventsOf("acme"))).map(({ event }) => event);
        return events.filter(({ kind }) => kind !== "CLIENT_CHANGED");
      },
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function call(
  { location, random, clock = fixedClock(), isTerminal = false }: {
    readonly location: string;
    readonly random: ReturnType<typeof seededRandom>;
    readonly clock?: FixedClock;
    readonly isTerminal?: boolean;
  },
  ...args: readonly string[]
) {
  return await runAdmin(location, args, { isTerminal, clock, random });
}

const changed = (change: string) => ({ kind: "LOGIN_CLIENT_CHANGED", clientId: "acme", change });

Deno.test("admin login-client put prints the secret once, alone on the last line", async () => {
  await withStore(async ({ login, holds, changes }) => {
    const first = await login("put", "acme", "--redirect", uri, "--name", "Acme Shop");
    assert.equal(first.status, 0, first.err);
    assert.match(first.out, /^[A-Za-z0-9_-]{43}\n$/);
    assert.match(first.err, /^acme is a login client now\n/);
    assert(await holds(first.out.trim()));
    const again = await login("put", "acme", "--redirect", uri, "--redirect", `${uri}?x=1`);
    assert.deepEqual([again.status, again.out], [0, ""]);
    assert.match(again.err, /keeps the secret/);
    assert(await holds(first.out.trim()));
    const got = JSON.parse((await login("get", "acme")).out);
    assert.deepEqual(got, {
      clientId: "acme",
      status: "ACTIVE",
      redirectUris: [uri, `${uri}?x=1`],
      secrets: [{ createdAt: "2026-03-02T09:00:01.000Z", holdsUntil: null }],
    });
    assert.deepEqual(await changes(), [changed("registered"), changed("changed")]);
  });
});

Deno.test("admin login-client put refuses a redirect URI that can never match, and says why", async () => {
  await withStore(async ({ login, changes }) => {
    const cases = [
      ["https://rp.example/*", /expected no \*: wildcards are not supported/],
      ["https://*.rp.example/callback", /expected no \*: wildcards are not supported/],
      ["https://rp.example/callback?x=*", /expected no \*: wildcards are not supported/],
      ["https://rp.example/callback#top", /without fragment/],
      ["https://user:secret@rp.example/", /expected no user name or password/],
      ["https://rp.example/c llback", /expected visible ASCII characters/],
      ["https://rp.example\\callback", /no backslash/],
      ["https://bücher.example/", /hosts as xn--/],
      [`https://rp.example/${"a".repeat(2_000)}`, /expected at most 2000 characters/],
      ["http://rp.example/callback", /expected an https URL, or http on localhost/],
      ["app.example:/callback", /expected an https URL, or http on localhost/],
      ["/callback", /expected an https URL, or http on localhost/],
      ["https://rp.example:99999/", /a port up to 65535/],
      ["https:///callback", /expected an https URL with a host/],
      ["", /expected an https URL, or http on localhost/],
    ] as const;
    for (const [bad, reason] of cases) {
      const put = await login("put", "acme", "--redirect", uri, "--redirect", bad);
      assert.deepEqual([put.status, put.out], [2, ""], bad);
      assert.match(put.err, reason);
    }
    assert.deepEqual(await changes(), []);
  });
});

Deno.test("admin login-client rotate-secret prints another, and says until when the old one holds", async () => {
  await withStore(async ({ login, holds, changes }) => {
    const one = (await login("put", "acme", "--redirect", uri)).out.trim();
    const rotated = await login("rotate-secret", "acme");
    assert.match(rotated.err, /is valid until 2026-03-03T09:00:02\.000Z/);
    const two = rotated.out.trim();
    assert.deepEqual([await holds(one), await holds(two)], [true, true]);
    const lost = await login("rotate-secret", "acme", "--grace", "0s");
    assert.match(lost.err, /No other secret is valid/);
    assert.deepEqual([await holds(one), await holds(two)], [false, false]);
    assert(await holds(lost.out.trim()));
    const events = [changed("registered"), changed("secret_rotated"), changed("secret_rotated")];
    assert.deepEqual(await changes(), events);
    const none = await login("rotate-secret", "globex");
    assert.deepEqual([none.status, none.out], [1, ""]);
    assert.match(none.err, /globex is not a login client/);
  });
});

Deno.test("admin login-client list shows people a header, and programs JSON; neither shows a hash", async () => {
  await withStore(async ({ login, folder, client }) => {
    await login("put", "acme", "--redirect", uri, "--name", "Acme Shop");
    await login("put", "globex", "--redirect", uri);
    await client("put", "initech");
    const piped = await login("list");
    const rows = piped.out.trimEnd().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual(rows.map(({ clientId, name }) => [clientId, name]), [
      ["acme", "Acme Shop"],
      ["globex", undefined],
    ]);
    const location = `${folder}/kv.sqlite3`;
    const random = seededRandom();
    const shown = await call({ location, random, isTerminal: true }, "login-client", "list");
    assert.equal(
      shown.out,
      [
        "CLIENT  STATUS  NAME       SECRETS  REDIRECT URIS",
        `acme    ACTIVE  Acme Shop  1        ${uri}`,
        `globex  ACTIVE  -          1        ${uri}`,
        "",
      ].join("\n"),
    );
    assert.equal((await login("list", "--json")).out, piped.out);
    assert.doesNotMatch(piped.out, /[0-9a-f]{64}/);
  });
});

Deno.test("admin login-client remove ends registration and secrets, and keeps the record", async () => {
  await withStore(async ({ login, client, holds, changes }) => {
    const secret = (await login("put", "acme", "--redirect", uri)).out.trim();
    const removed = await login("remove", "acme");
    assert.deepEqual([removed.status, removed.out], [0, ""]);
    assert.equal(
      removed.err,
      "acme is no longer a login client, and its secrets are no longer valid\n",
    );
    assert.equal(await holds(secret), false);
    assert.equal(JSON.parse((await client("get", "acme")).out).loginClient, null);
    const again = await login("remove", "acme");
    assert.equal(again.status, 1);
    assert.match(again.err, /acme is not a login client, and has no secret/);
    assert.equal((await login("get", "acme")).status, 1);
    assert.deepEqual(await changes(), [changed("registered"), changed("removed")]);
  });
});

Deno.test("admin client put without loginClient is refused for a login client, whatever else it sets", async () => {
  await withStore(async ({ login, client, folder, holds, changes }) => {
    const secret = (await login("put", "acme", "--redirect", uri)).out.trim();
    const whole = (await client("get", "acme")).out;
    const file = `${folder}/acme.json`;
    for (
      const text of ["{}", '{"status": "SUSPENDED"}', '{"returnOrigins": ["https://a.example"]}']
    ) {
      await Deno.writeTextFile(file, text);
      const refused = await client("put", "acme", "--file", file);
      assert.equal(refused.status, 1, text);
      assert.match(refused.err, /acme is a login client, and .+ has no loginClient/);
      assert.match(refused.err, /change what client get prints, or say "loginClient": null/);
      assert.equal((await client("get", "acme")).out, whole);
    }
    assert(await holds(secret));
    assert.deepEqual(await changes(), [changed("registered")]);
    // Who is no login client needs none.
    assert.equal((await client("put", "globex", "--file", file)).status, 0);
  });
});

Deno.test("admin client put with loginClient null ends the login, is audited, and keeps the secret", async () => {
  await withStore(async ({ login, client, folder, holds, changes }) => {
    const secret = (await login("put", "acme", "--redirect", uri)).out.trim();
    const file = `${folder}/acme.json`;
    const whole = (await client("get", "acme")).out;
    // What get printed, put again with a suspension, is no change of the registration.
    await Deno.writeTextFile(file, whole.replace("ACTIVE", "SUSPENDED"));
    await client("put", "acme", "--file", file);
    assert.equal(await holds(secret), false);
    await Deno.writeTextFile(file, '{"loginClient": null}');
    const dropped = await client("put", "acme", "--file", file);
    assert.match(dropped.err, /It is no longer a login client/);
    assert.equal(await holds(secret), false);
    await Deno.writeTextFile(file, whole);
    const back = await client("put", "acme", "--file", file);
    assert.match(back.err, /It is a login client now/);
    assert(await holds(secret));
    await Deno.writeTextFile(file, whole.replace(uri, `${uri}2`));
    await client("put", "acme", "--file", file);
    const expected = ["registered", "removed", "registered", "changed"].map(changed);
    assert.deepEqual(await changes(), expected);
  });
});

Deno.test("admin client delete refuses a client that is or was a login client", async () => {
  await withStore(async ({ login, client }) => {
    await login("put", "acme", "--redirect", uri);
    const refused = await client("delete", "acme");
    assert.equal(refused.status, 1);
    assert.match(refused.err, /audit entries.*secrets of a login client/);
    await login("remove", "acme");
    const still = await client("delete", "acme");
    assert.equal(still.status, 1);
    assert.doesNotMatch(still.err, /secrets/);
  });
});

Deno.test("admin login-client exits with status 2 on wrong usage, and makes nothing", async () => {
  await withStore(async ({ login, changes }) => {
    const wrong = [
      ["put"],
      ["put", "acme"],
      ["put", "a b", "--redirect", uri],
      ["put", "acme", "globex", "--redirect", uri],
      ["put", "acme", "--redirect", "http://rp.example/callback"],
      ["put", "acme", "--redirect", `${uri}#top`],
      ["put", "acme", "--redirect", "https://user@rp.example/"],
      ["put", "acme", "--redirect", uri, "--name", ""],
      ["put", "acme", "--redirect", uri, "--name", "Bank\u202e"],
      ["put", "acme", "--redirect", uri, "--name", "a", "--name", "b"],
      ["get"],
      ["list", "acme"],
      ["rotate-secret"],
      ["rotate-secret", "acme", "--grace", "1"],
      ["rotate-secret", "acme", "--grace", "31d"],
      ["remove", "acme", "globex"],
      ["delete", "acme"],
    ];
    for (const args of wrong) {
      const { status, out, err } = await login(...args);
      assert.deepEqual([status, out], [2, ""], args.join(" "));
      assert.match(err, /See admin --help\.\n$/);
    }
    assert.deepEqual(await changes(), []);
  });
});

Deno.test("admin login-client put names the option and the URI that it refuses", async () => {
  await withStore(async ({ login }) => {
    const bad = "http://rp.example/$&\u001b[1m";
    const uris = await login("put", "acme", "--redirect", uri, "--redirect", bad);
    assert.match(uris.err, /--redirect http:\/\/rp\.example\/\$&\S*: expected an https URL/);
    assert(!uris.err.includes("\u001b"));
    const name = await login("put", "acme", "--redirect", uri, "--name", "");
    assert.match(name.err, /^admin: --name: expected 1 to 80/);
  });
});

Deno.test("admin login-client get, list, rotate-secret and remove make no store that is not there", async () => {
  const folder = await Deno.makeTempDir();
  const location = `${folder}/new/kv.sqlite3`;
  for (const args of [["get", "a"], ["list"], ["rotate-secret", "a"], ["remove", "a"]]) {
    const done = await call({ location, random: seededRandom() }, "login-client", ...args);
    assert.equal(done.status, 1);
    assert.match(done.err, /No store at/);
  }
  assert.deepEqual(await Array.fromAsync(Deno.readDir(folder)), []);
  await Deno.remove(folder, { recursive: true });
});
