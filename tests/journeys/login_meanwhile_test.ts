import assert from "node:assert/strict";
import { ClientId } from "../../core/access/schema.ts";
import { putRecord } from "../support/clients.ts";
import { heldWrites } from "../support/held_writes.ts";
import { invalidClient, invalidGrant, outcome } from "../support/logged_in.ts";
import {
  authorizePath,
  type Browser,
  logIn,
  openBrowser,
  openPage,
  otherHolder,
  parametersOf,
  proveLogin,
  REDIRECT_URI,
  returned,
} from "../support/login_journey.ts";
import { readIdToken, registrationsOf, relyingParty } from "../support/login_relying_party.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";

/** A service with a relying party; tests can delay its writes. */
async function started() {
  const held = heldWrites();
  const service = await serviceInMemory({ wrapBackend: held.wrapBackend });
  return Object.assign(service, { acme: await relyingParty(service), holdNext: held.holdNext });
}

function erase(service: TestService) {
  return service.as("acme").post("/v1/verify/gdpr/erasure-requests", {});
}

const acme = ClientId.parse("acme");

Deno.test("erasure while a code is being redeemed: no id_token comes of it", async () => {
  await using service = await started();
  const browser = openBrowser(service);
  const { code } = await logIn(service, browser);
  const { reached, release } = service.holdNext("login_code");
  const redeeming = service.acme.redeem(code);
  await reached;
  assert((await erase(service)).body.deleted.logins > 0);
  release();
  assert.deepEqual(outcome(await redeeming), invalidGrant);
  assert.deepEqual(outcome(await service.acme.redeem(code)), invalidGrant);
  const kinds = (await service.auditEvents()).map(({ kind }) => kind);
  assert(!kinds.includes("LOGIN_CODE_REPLAYED"), "nobody has shown it twice");
});

Deno.test("erasure while single sign-on gives a code: the person is asked again", async () => {
  await using service = await started();
  const browser = openBrowser(service);
  await logIn(service, browser);
  const { reached, release } = service.holdNext("login_code");
  const returning = browser.get(authorizePath());
  await reached;
  await erase(service);
  release();
  const answer = await returning;
  assert.deepEqual([answer.status, answer.headers.get("location")], [200, null]);
});

Deno.test("replay while single sign-on gives a code: none comes of the session that it ends", async () => {
  await using service = await started();
  const browser = openBrowser(service);
  const { code } = await logIn(service, browser);
  await service.acme.redeem(code);
  const { reached, release } = service.holdNext("login_code");
  const returning = browser.get(authorizePath());
  await reached;
  assert.deepEqual(outcome(await service.acme.redeem(code)), invalidGrant);
  release();
  assert.equal((await returning).status, 200);
});

Deno.test("erasure among polls, visits and token calls: afterwards no code and no cookie is worth anything", async () => {
  await using service = await started();
  const browsers: Browser[] = [];
  const codes: (string | undefined)[] = [];
  for (let at = 0; at < 6; at++) {
    const browser = openBrowser(service);
    const waiting = await openPage(browser);
    await proveLogin(service, waiting);
    browsers.push(browser);
    if (at % 2 === 0) {
      const { body } = await browser.get(waiting.statusPath);
      codes.push(parametersOf(body.redirectTo)["code"]);
    }
    const poll = async () => {
      const { body } = await browser.get(waiting.statusPath);
      if (body.redirectTo !== undefined) codes.push(parametersOf(body.redirectTo)["code"]);
    };
    const visit = async () => {
      const answer = await browser.get(authorizePath());
      if (answer.status === 302) codes.push(returned(answer)["code"]);
    };
    const acts = [poll(), visit(), poll(), erase(service), poll(), visit()];
    await Promise.all([...acts, ...codes.map((code) => service.acme.redeem(code))]);
  }
  assert(codes.length >= 3);
  await erase(service);
  for (const code of codes) {
    assert.deepEqual(outcome(await service.acme.redeem(code)), invalidGrant);
  }
  for (const browser of browsers) {
    const answer = await browser.get(authorizePath({ prompt: "none" }));
    assert.equal(returned(answer)["error"], "login_required");
  }
});

Deno.test("a code is redeemed while its client is suspended, its secret rotated or it is removed: once or not at all", async (t) => {
  const loginClient = { redirectUris: [REDIRECT_URI] };
  const acts: Readonly<Record<string, (service: TestService) => Promise<unknown>>> = {
    suspended: (service) => putRecord(service, "acme", { status: "SUSPENDED", loginClient }),
    rotated: (service) => registrationsOf(service).rotateSecret(acme, 0),
    removed: (service) => registrationsOf(service).remove(acme),
  };
  for (const [why, act] of Object.entries(acts)) {
    await t.step(`${why} among the calls`, async () => {
      await using service = await started();
      const { code } = await logIn(service, openBrowser(service));
      const before = [1, 2, 3, 4].map(() => service.acme.redeem(code));
      const acting = act(service);
      const after = [1, 2, 3, 4].map(() => service.acme.redeem(code));
      const answers = await Promise.all([...before, ...after]);
      await acting;
      assert(answers.filter(({ status }) => status === 200).length <= 1);
      for (const { status, body } of answers) {
        assert(status === 200 || ["invalid_grant", "invalid_client"].includes(body.error));
      }
      assert.deepEqual(outcome(await service.acme.redeem(code)), invalidClient);
    });
    await t.step(`${why} before the only one is written`, async () => {
      await using service = await started();
      const { code } = await logIn(service, openBrowser(service));
      const { reached, release } = service.holdNext("login_code");
      const redeeming = service.acme.redeem(code);
      await reached;
      await act(service);
      release();
      // It was authenticated: what it gets is whole, and the next call gets nothing.
      const answer = await redeeming;
      assert.equal(answer.status, 200);
      await readIdToken(service, answer.body.id_token);
      assert.deepEqual(outcome(await service.acme.redeem(code)), invalidClient);
    });
  }
});

Deno.test("a client that is removed between proof and poll gets no code", async () => {
  await using service = await started();
  const browser = openBrowser(service);
  const waiting = await openPage(browser);
  await proveLogin(service, waiting);
  await registrationsOf(service).remove(acme);
  const polled = await browser.get(waiting.statusPath);
  assert.deepEqual([polled.text, polled.headers.getSetCookie()], ['{"status":"failed"}', []]);
});

Deno.test("two tabs at once of a browser without cookies: none gets the other's login, and one that lost its cookie starts again", async () => {
  await using service = await started();
  const browser = openBrowser(service);
  const tabs = await Promise.all([
    openPage(browser, { state: "one", nonce: "one" }),
    openPage(browser, { state: "two", nonce: "two" }),
  ]);
  const wallets = [await otherHolder(), await otherHolder()];
  for (const [at, tab] of tabs.entries()) await proveLogin(service, tab, wallets[at]);
  const polls = await Promise.all(tabs.map(({ statusPath }) => browser.get(statusPath)));
  // Each answer made a cookie, and a browser keeps one: the page of the other reads expired.
  assert.deepEqual(polls.map(({ status }) => status).toSorted(), [200, 404]);
  const kept = polls.findIndex(({ status }) => status === 200);
  const { state } = parametersOf(polls[kept]?.body.redirectTo);
  assert.equal(state, ["one", "two"][kept]);
  const again = await logIn(service, browser, { state: "again", prompt: "login" });
  assert.equal(again["state"], "again");
});

Deno.test("two tabs of one browser, two wallets: each tab gets its own person, and the cookie is the last one's", async () => {
  await using service = await started();
  const browser = openBrowser(service);
  const tabs = [await openPage(browser), await openPage(browser)];
  const wallets = [await otherHolder(), await otherHolder()];
  for (const [at, tab] of tabs.entries()) await proveLogin(service, tab, wallets[at]);
  const polls = await Promise.all(tabs.map(({ statusPath }) => browser.get(statusPath)));
  const subjects = [];
  for (const { body } of polls) {
    const { code } = parametersOf(body.redirectTo);
    const answer = await service.acme.redeem(code);
    subjects.push((await readIdToken(service, answer.body.id_token)).payload.sub);
  }
  assert.equal(new Set(subjects).size, 2);
  const { code } = returned(await browser.get(authorizePath()));
  const answer = await service.acme.redeem(code);
  const { payload } = await readIdToken(service, answer.body.id_token);
  assert(subjects.includes(payload.sub));
});
