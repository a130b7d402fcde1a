import assert from "node:assert/strict";
import { z } from "zod";
import { ClientId } from "../../../core/access/schema.ts";
import type { Mode } from "../../../core/nouns.ts";
import type { LoginGrant } from "../../../core/login/schema.ts";
import { silentTelemetry } from "../../../core/telemetry/silent.ts";
import { openAuditLog } from "../../../kv/audit/audit_log.ts";
import { openClientLogins } from "../../../kv/login/client_logins.ts";
import { openLoginCodes } from "../../../kv/login/login_codes.ts";
import { openLoginRequests } from "../../../kv/login/login_requests.ts";
import { openSingleSignOns } from "../../../kv/login/login_sso.ts";
import { openUnits } from "../../../kv/store/unit.ts";
import { SessionId } from "../../../core/presentation/schema.ts";
import { openDataKeys } from "../../../kv/keys/data_keys.ts";
import { rotateDataKey } from "../../../kv/keys/key_rotation.ts";
import { noPause, type StoreInMemory, storeInMemory, TEST_SECRET } from "../../support/store.ts";
import { jsonLog } from "../../../base/json_log.ts";

const acme = ClientId.parse("acme");

/** The logins over a store, as one instance opens them. */
function openLogins(opened: StoreInMemory, mode: Mode = "sandbox") {
  const { store, clock, random, dataKeys } = opened;
  const atRest = dataKeys["at-rest"];
  const log = jsonLog({ level: "error", clock, write: () => {} });
  const audit = openAuditLog({
    store,
    clock,
    random,
    log,
    dataKeys,
    pause: noPause,
    telemetry: silentTelemetry,
  });
  const units = openUnits(store);
  const opening = { store, clock, random, atRest, codeSeconds: 60, ssoHours: 8 };
  const requests = openLoginRequests({ ...opening, tokens: dataKeys["session-token"] });
  const grant: LoginGrant = {
    clientId: acme,
    mode: "sandbox",
    redirectUri: "https://rp.example/cb",
    codeChallenge: "c".repeat(43),
    nonce: null,
    subject: "subject",
    authTime: clock.now().toString({ smallestUnit: "millisecond" }),
  };
  return {
    ...opened,
    units,
    audit,
    grant,
    requests,
    codes: openLoginCodes({
      ...opening,
      mode,
      audit,
      units,
      loginCounts: { note: () => {} },
    }),
    singleSignOns: openSingleSignOns(opening),
    clientLogins: openClientLogins({ store, atRest }),
    /** Stores a request. @returns its id */
    begin: async () => {
      const unit = units.begin();
      const id = requests.add(unit, {
        clientId: acme,
        mode: "sandbox",
        redirectUri: grant.redirectUri,
        codeChallenge: grant.codeChallenge,
        nonce: null,
        state: "s",
        browser: null,
        query: "client_id=acme",
        sessionId: SessionId.parse(crypto.randomUUID()),
        pendingUntil: clock.now().add({ minutes: 5 }).toString({ smallestUnit: "millisecond" }),
      });
      assert.equal((await units.commit(unit)).kind, "committed");
      return id;
    },
    /** Issues a request's code. */
    issue: async (id: string) => {
      const found = await requests.find(id);
      assert(found?.open);
      const unit = units.begin();
      const issued = await found.open.issue(unit, grant);
      return { issued, kind: (await units.commit(unit)).kind };
    },
  };
}

/** A stored code with its data. */
async function issuedCode(logins: ReturnType<typeof openLogins>) {
  const { issued } = await logins.issue(await logins.begin());
  return issued;
}

Deno.test("redeem() has one winner, in the mode of the code, and a used code stays until it expires", async () => {
  await using opened = await storeInMemory();
  const logins = openLogins(opened);
  const { code } = await issuedCode(logins);
  assert.equal(await openLogins(opened, "live").codes.find(code), null);
  const won = await Promise.all(Array.from({ length: 64 }, async () => {
    const found = await logins.codes.find(code);
    return found !== null && await found.redeem();
  }));
  assert.equal(won.filter(Boolean).length, 1);
  const used = await logins.codes.find(code);
  assert.deepEqual([used?.isUsed, used?.grant], [true, logins.grant]);
  assert.equal(await used?.redeem(), false);
  logins.clock.advance({ seconds: 60 });
  assert.equal(await logins.codes.find(code), null);
});

Deno.test("redeem() has one winner between instances that share a file", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/kv.sqlite3`;
  {
    await using first = await storeInMemory(path);
    await using second = await storeInMemory(path);
    const [one, other] = [openLogins(first), openLogins(second)];
    for (let round = 0; round < 10; round++) {
      const { code } = await issuedCode(one);
      const found = await Promise.all(
        [one, other, one, other].map(({ codes }) => codes.find(code)),
      );
      const won = await Promise.all(found.map((each) => each?.redeem()));
      assert.equal(won.filter(Boolean).length, 1);
    }
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("issue() issues once, whichever poll commits first, and derives the same every time", async () => {
  await using opened = await storeInMemory();
  const logins = openLogins(opened);
  const id = await logins.begin();
  const all = await Promise.all(Array.from({ length: 16 }, () => logins.issue(id)));
  assert.equal(all.filter(({ kind }) => kind === "committed").length, 1);
  assert.equal(new Set(all.map(({ issued }) => JSON.stringify(issued))).size, 1);
  const [{ issued } = { issued: null }] = all;
  assert.deepEqual((await logins.requests.find(id))?.open?.issued, issued);
  const found = await logins.codes.find(issued?.code ?? "");
  assert.equal(await found?.redeem(), true);
  assert.equal((await logins.requests.find(id))?.open?.issued?.isRedeemable, false);
});

Deno.test("a request's code is the same after the data keys were rotated", async () => {
  await using opened = await storeInMemory();
  const logins = openLogins(opened);
  const [before, id] = [await logins.begin(), await logins.begin()];
  const { issued } = await logins.issue(before);
  const rotated = await rotateDataKey(
    { ...opened, secrets: { current: TEST_SECRET } },
    "session-token",
  );
  assert(rotated.ok);
  const elsewhere = openLogins({
    ...opened,
    dataKeys: await openDataKeys({ ...opened, secrets: { current: TEST_SECRET } }),
  });
  assert.deepEqual((await elsewhere.requests.find(before))?.open?.issued, issued);
  const later = await elsewhere.issue(id);
  assert.deepEqual((await logins.requests.find(id))?.open?.issued, later.issued);
});

Deno.test("endReplayed() ends the single sign-on and records it, once", async () => {
  await using opened = await storeInMemory();
  const logins = openLogins(opened);
  const { code, singleSignOn } = await issuedCode(logins);
  const other = await issuedCode(logins);
  await (await logins.codes.find(code))?.redeem();
  assert.notEqual(await logins.singleSignOns.find(singleSignOn), null);
  await Promise.all(Array.from({ length: 8 }, async () => {
    await (await logins.codes.find(code))?.endReplayed();
  }));
  assert.equal(await logins.singleSignOns.find(singleSignOn), null);
  assert.notEqual(await logins.singleSignOns.find(other.singleSignOn), null, "another's stays");
  await logins.audit.drain();
  const events = [];
  for await (const { value } of logins.store.list(z.any(), { prefix: ["audit_entry"] })) {
    events.push(value.entry.event);
  }
  assert.deepEqual(events, [{ kind: "LOGIN_CODE_REPLAYED", clientId: "acme" }]);
});

Deno.test("a code of single sign-on is lost when that has ended meanwhile", async () => {
  await using opened = await storeInMemory();
  const logins = openLogins(opened);
  const { code, singleSignOn } = await issuedCode(logins);
  const found = await logins.singleSignOns.find(singleSignOn);
  const used = await logins.codes.find(code);
  await used?.redeem();
  await used?.endReplayed();
  const unit = logins.units.begin();
  const second = found?.issueCode(unit, logins.grant) ?? "";
  assert.equal((await logins.units.commit(unit)).kind, "lost");
  assert.equal(await logins.codes.find(second), null);
});

Deno.test("replaying a code that single sign-on gave ends that too", async () => {
  await using opened = await storeInMemory();
  const logins = openLogins(opened);
  const { singleSignOn } = await issuedCode(logins);
  const unit = logins.units.begin();
  const code = (await logins.singleSignOns.find(singleSignOn))?.issueCode(unit, logins.grant) ?? "";
  await logins.units.commit(unit);
  const found = await logins.codes.find(code);
  assert.equal(await found?.redeem(), true);
  await found?.endReplayed();
  assert.equal(await logins.singleSignOns.find(singleSignOn), null);
});

Deno.test("codes, ids and cookies are kept by hash, and what they mean is encrypted", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/kv.sqlite3`;
  const secrets: string[] = [];
  {
    await using opened = await storeInMemory(path);
    const logins = openLogins(opened);
    const id = await logins.begin();
    const { issued } = await logins.issue(id);
    secrets.push(id, issued.code, issued.singleSignOn, "rp.example", logins.grant.codeChallenge);
    await logins.clientLogins.erase(ClientId.parse("somebody"));
  }
  for await (const { name } of Deno.readDir(folder)) {
    const bytes = await Deno.readFile(`${folder}/${name}`);
    const content = new TextDecoder("latin1").decode(bytes);
    for (const secret of secrets) assert(!content.includes(secret), `${name} holds ${secret}`);
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("erase() takes all of a client, counts what was there, and does so once", async () => {
  await using opened = await storeInMemory();
  const logins = openLogins(opened);
  const ids = [await logins.begin(), await logins.begin(), await logins.begin()];
  const { issued } = await logins.issue(ids[0] ?? "");
  const counts = await Promise.all([
    logins.clientLogins.erase(acme),
    logins.clientLogins.erase(acme),
  ]);
  assert.equal(counts.reduce((sum, count) => sum + count, 0), 5);
  assert.equal(await logins.codes.find(issued.code), null);
  assert.equal(await logins.singleSignOns.find(issued.singleSignOn), null);
  for (const id of ids) {
    assert.deepEqual(await logins.requests.find(id), {
      mode: "sandbox",
      browser: null,
      open: null,
    });
  }
  assert.equal(await logins.clientLogins.erase(acme), 0);
});
