import assert from "node:assert/strict";
import { makeIdentity, succeeds } from "../support/backups.ts";
import { invalidGrant, outcome } from "../support/logged_in.ts";
import {
  authorizePath,
  logIn,
  openBrowser,
  openPage,
  proveLogin,
  returned,
} from "../support/login_journey.ts";
import { readIdToken, redeemAt, relyingParty } from "../support/login_relying_party.ts";
import { seededRandom } from "../support/random.ts";
import { type Answer, serviceInMemory, type TestService } from "../support/service.ts";

async function subjectOf(service: TestService, { body }: Answer): Promise<string | undefined> {
  return (await readIdToken(service, body.id_token)).payload.sub;
}

Deno.test("restored from a backup: no poll, code or cookie of before is known, and the person is the same subject", async () => {
  const folder = await Deno.makeTempDir();
  const env = { AVAL_MODE: "sandbox", AVAL_SECRET_KEY: seededRandom(5).bytes(32).toBase64() };
  const { identity, recipient } = await makeIdentity(folder);
  const from = `${folder}/from.sqlite3`;
  const to = `${folder}/to.sqlite3`;
  let cookies: ReadonlyMap<string, string> = new Map();
  const paths: string[] = [];
  let code: string | undefined;
  let subject: string | undefined;
  let basic = "";
  {
    await using service = await serviceInMemory({ kv: from, seed: 1, env });
    const acme = await relyingParty(service);
    ({ basic } = acme);
    const own = openBrowser(service);
    const first = await logIn(service, own);
    subject = await subjectOf(service, await acme.redeem(first["code"]));
    ({ code } = returned(await own.get(authorizePath())));
    const pending = await openPage(own, { prompt: "login" });
    const proved = await openPage(own, { prompt: "login" });
    await proveLogin(service, proved);
    paths.push(pending.statusPath, proved.statusPath);
    ({ cookies } = own);
    const backup = ["--out", `${folder}/backup.age`, "--recipient", recipient];
    const polling = own.get(proved.statusPath);
    await succeeds(["store", "backup", ...backup], { ...env, AVAL_KV: from });
    assert.equal((await polling).body.status, "completed");
  }
  await succeeds(["store", "restore", `${folder}/backup.age`, "--identity", identity], {
    ...env,
    AVAL_KV: to,
  });
  {
    await using service = await serviceInMemory({ kv: to, seed: 2, env });
    const own = openBrowser(service);
    for (const [name, value] of cookies) own.cookies.set(name, value);
    const polls = await Promise.all(paths.map((path) => own.get(path)));
    for (const { status } of polls) assert.equal(status, 404);
    const none = await own.get(authorizePath({ prompt: "none" }));
    assert.equal(returned(none)["error"], "login_required");
    const redeem = redeemAt(service, basic);
    assert.deepEqual(outcome(await redeem(code)), invalidGrant);
    const again = await logIn(service, openBrowser(service));
    assert.equal(await subjectOf(service, await redeem(again["code"])), subject);
  }
  await Deno.remove(folder, { recursive: true });
});
