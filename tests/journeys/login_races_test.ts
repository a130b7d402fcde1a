import assert from "node:assert/strict";
import { runAdmin } from "../support/admin.ts";
import { succeeds } from "../support/backups.ts";
import {
  authorizePath,
  openBrowser,
  openPage,
  parametersOf,
  proveLogin,
} from "../support/login_journey.ts";
import { basicOf, postToken, readIdToken, shownWith } from "../support/login_relying_party.ts";
import { type Served, servedAt } from "../support/login_traces.ts";
import { emptyDatabase, needsPostgres } from "../support/postgres.ts";
import { startServer } from "../support/server.ts";
import { serviceInMemory } from "../support/service.ts";

/** The secret of the shared store, so that commands can change keys while servers run. */
const secret = {
  AVAL_MODE: "sandbox",
  AVAL_SECRET_KEY: crypto.getRandomValues(new Uint8Array(32)).toBase64(),
};

const published: {
  readonly clientId: string;
  readonly secret: string;
  readonly redirectUris: readonly string[];
} = JSON.parse(
  await Deno.readTextFile(new URL("../../fixtures/login/sandbox.json", import.meta.url)),
);
const asked = { client_id: published.clientId, redirect_uri: published.redirectUris[0] ?? "" };

/** Concurrent polls, and concurrent token calls, of one login at each server. */
const calls = 16;

/** Calls a function `calls` times, at one server after the other. */
function everywhere<Value>(
  servers: readonly Served[],
  act: (server: Served) => Promise<Value>,
): Promise<readonly Value[]> {
  return Promise.all(
    Array.from({ length: calls }, (_, at) => act(servers[at % servers.length] as Served)),
  );
}

function redeem(server: Served, code: string | undefined) {
  return postToken(server, { ...shownWith(code), redirect_uri: asked.redirect_uri }, {
    authorization: basicOf(published.clientId, published.secret),
  });
}

/** Runs one login whose page, wallet, polls and token calls go to several servers. */
async function raceLogin(servers: readonly Served[]): Promise<void> {
  const [first, ...others] = servers;
  assert(first !== undefined);
  const browser = openBrowser(first);
  const waiting = await openPage(browser, asked);
  // The wallet's answer comes to another server than the page did.
  assert.equal((await proveLogin(others[0] ?? first, waiting)).status, 200);
  const polls = await everywhere(servers, async (server) => {
    const tab = openBrowser(server);
    for (const [name, value] of browser.cookies) tab.cookies.set(name, value);
    const { body } = await tab.get(waiting.statusPath);
    return { ...body, singleSignOn: tab.cookies.get("aval_login_sso") };
  });
  const codes = new Set(polls.map(({ redirectTo }) => parametersOf(redirectTo)["code"]));
  assert.equal(codes.size, 1, "one code");
  assert.equal(new Set(polls.map(({ singleSignOn }) => singleSignOn)).size, 1);
  const [code] = codes;
  const answers = await everywhere(servers, (server) => redeem(server, code));
  const given = answers.filter(({ status }) => status === 200);
  assert.equal(given.length, 1, "one id_token");
  for (const { status, body } of answers) {
    if (status !== 200) assert.deepEqual([status, body.error], [400, "invalid_grant"]);
  }
  for (const server of servers) await readIdToken(server, given[0]?.body.id_token);
  // The others were replays, wherever they came.
  for (const server of servers) {
    const tab = openBrowser(server);
    tab.cookies.set("aval_login_sso", polls[0]?.singleSignOn ?? "");
    const answer = await tab.get(authorizePath({ ...asked, prompt: "none" }));
    assert.match(answer.headers.get("location") ?? "", /error=login_required/);
  }
}

async function kidsAt(server: Served): Promise<readonly string[]> {
  const answer = await server.fetch("/v1/login/.well-known/jwks.json");
  const { keys } = await answer.json();
  return keys.map(({ kid }: { readonly kid: string }) => kid).toSorted();
}

/** Runs `admin keys ... login-signing ...`. @returns its output */
type AdminKeys = (act: "new" | "activate" | "revoke", ...kid: readonly string[]) => Promise<string>;

/** Asserts that a revoked key is missing in every server's next answer, and signs nothing more. */
async function revokeKey(servers: readonly Served[], keys: AdminKeys): Promise<void> {
  const [old = ""] = await kidsAt(servers[0] as Served);
  const fresh = (await keys("new")).trim();
  for (const server of servers) assert.deepEqual(await kidsAt(server), [old]);
  await keys("activate", fresh);
  for (const server of servers) assert.deepEqual(await kidsAt(server), [old, fresh].toSorted());
  await keys("revoke", old);
  for (const server of servers) assert.deepEqual(await kidsAt(server), [fresh]);
  await raceLogin(servers);
}

Deno.test("16 polls and 16 token calls over two servers on one file: one code, one id_token, and no revoked key", async () => {
  const folder = await Deno.makeTempDir();
  const kv = `${folder}/kv.sqlite3`;
  {
    await using one = await serviceInMemory({ kv, seed: 1, env: secret });
    await using other = await serviceInMemory({ kv, seed: 2, env: secret });
    for (let round = 0; round < 3; round++) await raceLogin([one, other]);
    // Not a third process: Deno 2.5 has two connections of one process to a file miss its commits.
    await revokeKey([one, other], async (act, ...kid) => {
      const { status, out } = await runAdmin(kv, ["keys", act, "login-signing", ...kid], {
        clock: one.clock,
        variables: { AVAL_SECRET_KEY: secret.AVAL_SECRET_KEY, AVAL_POLICY: undefined },
      });
      assert.equal(status, 0);
      return out;
    });
    const replays = (await one.auditEvents()).filter(({ kind }) => kind === "LOGIN_CODE_REPLAYED");
    assert.equal(replays.length, 4, "each login's replays are one");
  }
  await Deno.remove(folder, { recursive: true });
});

if (needsPostgres("the races of two processes for a code") !== undefined) {
  Deno.test("16 polls and 16 token calls over two processes on PostgreSQL: one code, one id_token, and no revoked key", async () => {
    await using database = await emptyDatabase();
    const env = { ...secret, AVAL_KV: database.url };
    await using one = await startServer(env);
    await using other = await startServer({ ...env, AVAL_BASE_URL: one.url });
    const servers = [servedAt(one.url), servedAt(other.url)];
    for (let round = 0; round < 3; round++) await raceLogin(servers);
    await revokeKey(
      servers,
      async (act, ...kid) => (await succeeds(["keys", act, "login-signing", ...kid], env)).stdout,
    );
  });
}
