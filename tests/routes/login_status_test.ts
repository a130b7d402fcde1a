import assert from "node:assert/strict";
import {
  asked,
  authorizePath,
  ISSUER,
  openBrowser,
  openPage,
  parametersOf,
  proveLogin,
  REDIRECT_URI,
  registerLogin,
  type WaitingPage,
} from "../support/login_journey.ts";
import { putRecord } from "../support/clients.ts";
import { costedService } from "../support/costed_service.ts";
import { liveEnvironment, serviceInMemory, type TestServiceOptions } from "../support/service.ts";
import { believingSandbox, sendAnswer } from "../support/verifying.ts";

async function started(options: TestServiceOptions = {}) {
  const service = await serviceInMemory(options);
  await registerLogin(service);
  return service;
}

Deno.test("status: before completion no code", async () => {
  await using service = await started();
  const browser = openBrowser(service);
  const { statusPath } = await openPage(browser);
  const answer = await browser.get(statusPath);
  assert.deepEqual([answer.status, answer.text], [200, '{"status":"pending"}']);
  assert.deepEqual(answer.headers.getSetCookie(), []);
  assert.equal(answer.headers.get("cache-control"), "no-store");
  assert.equal(answer.headers.get("access-control-allow-origin"), null);
});

Deno.test("status: a poll that changes nothing writes nothing", async () => {
  await using service = await costedService({
    mode: "sandbox",
    policy: { login: { bindToBrowser: false } },
  });
  const get = (path: string) => service.send({ method: "GET", path });
  const { text } = await get(
    authorizePath({ client_id: "sandbox-login", redirect_uri: "http://localhost:9000/callback" }),
  );
  const statusPath = `/v1/login/authorize/${/authorize.([\w-]{43}).status/.exec(text)?.[1]}/status`;
  const written = async (path: string) => {
    const { text, cost: { commits, puts, adds, removes } } = await get(path);
    return { text, writes: { commits, puts, adds, removes } };
  };
  const unknown = await written(`/v1/login/authorize/${"A".repeat(43)}/status`);
  const pending = await written(statusPath);
  assert.equal(pending.text, '{"status":"pending"}');
  // Both take one token from their source's bucket.
  assert.deepEqual(pending.writes, unknown.writes);
});

Deno.test("status: the first poll that sees completion gets the code, later ones the same", async () => {
  await using service = await started();
  const browser = openBrowser(service);
  const waiting = await openPage(browser);
  await proveLogin(service, waiting);
  const first = await browser.get(waiting.statusPath);
  const { status, redirectTo } = first.body;
  assert.equal(status, "completed");
  const { code, ...read } = parametersOf(redirectTo);
  assert.deepEqual(read, { tenant: "1", state: asked.state, iss: ISSUER });
  assert(redirectTo.startsWith(`${REDIRECT_URI}&code=`));
  assert.match(code ?? "", /^[\w-]{43}$/);
  const [cookie = ""] = first.headers.getSetCookie();
  assert.match(
    cookie,
    /^aval_login_sso=[\w-]{43}; Max-Age=28800; Path=\/v1\/login; HttpOnly; SameSite=Lax$/,
  );
  const later = await browser.get(waiting.statusPath);
  assert.deepEqual([later.text, later.headers.getSetCookie()], [first.text, [cookie]]);
  service.clock.advance({ seconds: 60 });
  const over = await browser.get(waiting.statusPath);
  assert.deepEqual([over.text, over.headers.getSetCookie()], ['{"status":"completed"}', []]);
});

Deno.test("status: 64 polls at completion get one code", async () => {
  await using service = await started();
  const browser = openBrowser(service);
  const waiting = await openPage(browser);
  await proveLogin(service, waiting);
  const polls = await Promise.all(
    Array.from({ length: 64 }, () => browser.get(waiting.statusPath)),
  );
  const codes = new Set(polls.map(({ body }) => parametersOf(body.redirectTo)["code"]));
  assert.equal(codes.size, 1);
  assert.equal(new Set(polls.flatMap(({ headers }) => headers.getSetCookie())).size, 1);
});

Deno.test("status: unknown, malformed and another browser's read alike, and issue nothing", async (t) => {
  await using service = await started();
  const browser = openBrowser(service);
  const { statusPath, request } = await openPage(browser);
  await proveLogin(service, { request });
  const stranger = openBrowser(service);
  await openPage(stranger);
  const path = (id: string) => `/v1/login/authorize/${id}/status`;
  const cases: readonly { readonly why: string; readonly path: string; readonly own?: true }[] = [
    { why: "an unknown id", path: path("A".repeat(43)), own: true },
    { why: "a malformed id", path: path("not%20an%20id"), own: true },
    { why: "a very long id", path: path("a".repeat(4_000)), own: true },
    { why: "another browser's", path: statusPath },
  ];
  const texts = new Set<string>();
  for (const { why, path, own } of cases) {
    await t.step(why, async () => {
      const answer = await (own === true ? browser : stranger).get(path);
      assert.equal(answer.status, 404);
      assert.deepEqual(answer.headers.getSetCookie(), []);
      texts.add(answer.text);
    });
  }
  await t.step("no cookie at all", async () => {
    const answer = await openBrowser(service).get(statusPath);
    assert.equal(answer.status, 404);
    texts.add(answer.text);
  });
  assert.equal(texts.size, 1);
  await t.step("as a page, where a browser asks for one", async () => {
    const stranger = openBrowser(service);
    const [here, unknown] = [
      await stranger.get(statusPath, { accept: "text/html" }),
      await stranger.get(path("A".repeat(43)), { accept: "text/html" }),
    ];
    assert.deepEqual([here.status, unknown.status], [404, 404]);
    assert.match(here.text, /^<!DOCTYPE html>/);
    assert.equal(here.text, unknown.text);
  });
  // The browser that began still gets its code: nobody has taken it.
  assert.equal((await browser.get(statusPath)).body.status, "completed");
});

Deno.test("status: with bindToBrowser off, the id alone is the authorization", async () => {
  await using service = await started({ policy: { login: { bindToBrowser: false } } });
  const { page, statusPath } = await openPage(openBrowser(service));
  assert.deepEqual(page.headers.getSetCookie(), []);
  assert.equal((await openBrowser(service).get(statusPath)).body.status, "pending");
});

Deno.test("status: failed, by the wallet, by the fifth bad presentation, or by a client that is gone", async (t) => {
  await using service = await started();
  const browser = openBrowser(service);
  const statusOf = async ({ statusPath }: WaitingPage) => {
    const { body, headers } = await browser.get(statusPath);
    assert.deepEqual([Object.keys(body), headers.getSetCookie()], [["status"], []]);
    return body.status;
  };
  await t.step("the wallet refuses", async () => {
    const waiting = await openPage(browser);
    await sendAnswer(service, waiting.request, { error: "access_denied" });
    assert.equal(await statusOf(waiting), "failed");
  });
  await t.step("five presentations that do not verify", async () => {
    const waiting = await openPage(browser);
    const bad = { sdJwt: { binding: { nonce: "another" } } };
    for (let at = 1; at <= 5; at++) {
      assert.equal(await statusOf(waiting), "pending");
      assert.equal((await proveLogin(service, waiting, bad)).status, 400);
    }
    assert.equal(await statusOf(waiting), "failed");
  });
  await t.step("the client was suspended meanwhile", async () => {
    const waiting = await openPage(browser);
    await proveLogin(service, waiting);
    const loginClient = { redirectUris: [REDIRECT_URI] };
    await putRecord(service, "acme", { status: "SUSPENDED", loginClient });
    assert.equal(await statusOf(waiting), "failed");
    await putRecord(service, "acme", { loginClient });
  });
  await t.step("the redirect URI was taken from it meanwhile", async () => {
    const waiting = await openPage(browser);
    await proveLogin(service, waiting);
    await putRecord(service, "acme", { loginClient: { redirectUris: ["https://rp.example/b"] } });
    assert.equal(await statusOf(waiting), "failed");
  });
});

Deno.test("status: expired by the clock; a wallet's last second can still be fetched", async (t) => {
  await using service = await started();
  const browser = openBrowser(service);
  await t.step("nobody answered", async () => {
    const waiting = await openPage(browser);
    service.clock.advance({ seconds: 299 });
    assert.equal((await browser.get(waiting.statusPath)).body.status, "pending");
    service.clock.advance({ seconds: 1 });
    assert.equal((await browser.get(waiting.statusPath)).text, '{"status":"expired"}');
    assert.equal((await proveLogin(service, waiting)).status, 409, "the wallet is too late");
    service.clock.advance({ seconds: 60 });
    assert.equal((await browser.get(waiting.statusPath)).status, 404);
  });
  await t.step("answered at the end", async () => {
    const waiting = await openPage(browser);
    service.clock.advance({ seconds: 299 });
    await proveLogin(service, waiting);
    service.clock.advance({ seconds: 60 });
    const polled = await browser.get(waiting.statusPath);
    assert.equal(polled.body.status, "completed");
    assert.match(polled.body.redirectTo, /code=/);
  });
});

Deno.test("status: HEAD issues nothing, and a prefetch is refused", async () => {
  await using service = await started();
  const browser = openBrowser(service);
  const waiting = await openPage(browser);
  await proveLogin(service, waiting);
  const head = await browser.head(waiting.statusPath);
  assert.deepEqual([head.status, head.headers.getSetCookie()], [200, []]);
  const prefetched = await browser.get(waiting.statusPath, { "sec-purpose": "prefetch" });
  assert.deepEqual([prefetched.status, prefetched.headers.getSetCookie()], [400, []]);
  assert.match((await browser.get(waiting.statusPath)).body.redirectTo, /code=/);
});

Deno.test("status: a browser without script gets the page again, then the way back", async () => {
  await using service = await started();
  const browser = openBrowser(service);
  const waiting = await openPage(browser);
  const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  const page = await browser.get(waiting.statusPath, { accept });
  assert.equal(page.status, 200);
  assert.match(page.headers.get("content-type") ?? "", /^text\/html/);
  assert.match(page.text, /data-state="pending"/);
  assert.match(page.headers.get("content-security-policy") ?? "", /script-src 'nonce-/);
  assert.equal(page.headers.get("x-frame-options"), "DENY");
  await proveLogin(service, waiting);
  const back = await browser.get(waiting.statusPath, { accept });
  assert.equal(back.status, 302);
  assert.match(back.headers.get("location") ?? "", /&code=[\w-]{43}&/);
  assert.match(back.headers.getSetCookie()[0] ?? "", /^aval_login_sso=/);
  service.clock.advance({ seconds: 60 });
  const used = await browser.get(waiting.statusPath, { accept });
  assert.match(used.text, /data-state="used"/);
  const { body } = await browser.get(waiting.statusPath, { accept: "text/html;q=0, */*" });
  assert.equal(body.status, "completed");
});

Deno.test("status: two tabs of one browser log in each for itself", async () => {
  await using service = await started();
  const browser = openBrowser(service);
  const one = await openPage(browser, { state: "one" });
  const two = await openPage(browser, { state: "two" });
  await proveLogin(service, two);
  assert.equal((await browser.get(one.statusPath)).body.status, "pending");
  const { body } = await browser.get(two.statusPath);
  assert.equal(parametersOf(body.redirectTo)["state"], "two");
  await proveLogin(service, one);
  assert.match((await browser.get(one.statusPath)).body.redirectTo, /state=one/);
});

Deno.test("a login-authentication session that the API started logs nobody in", async () => {
  await using service = await started();
  const browser = openBrowser(service);
  const { statusPath } = await openPage(browser);
  const { body } = await service.as("acme").post("/v1/verify/sessions", {
    clientId: "acme",
    checkType: "login-authentication",
  });
  assert.equal((await proveLogin(service, { request: body.authorizationRequest })).status, 200);
  assert.equal((await browser.get(statusPath)).body.status, "pending");
});

Deno.test("erasure takes a client's logins, and a page that waits reads expired", async (t) => {
  await using service = await started({ mode: "live", verifying: believingSandbox });
  await registerLogin(service, "globex");
  const browser = openBrowser(service);
  const done = await openPage(browser);
  await proveLogin(service, done);
  await browser.get(done.statusPath);
  const proved = await openPage(browser, { prompt: "login" });
  await proveLogin(service, proved);
  const pending = await openPage(browser, { prompt: "login" });
  const foreign = await openPage(openBrowser(service), { client_id: "globex" });
  const { body } = await service.as("acme").post("/v1/verify/gdpr/erasure-requests", {});
  // Three requests, one code and one single sign-on.
  assert.deepEqual(body.deleted, { sessions: 3, logins: 5, idempotencyRecords: 0 });
  for (const { statusPath } of [done, proved, pending]) {
    assert.equal((await browser.get(statusPath)).text, '{"status":"expired"}');
  }
  await t.step("another browser still reads as of an unknown id", async () => {
    assert.equal((await openBrowser(service).get(pending.statusPath)).status, 404);
  });
  await t.step("the wallet that answers finds nothing", async () => {
    assert.equal((await proveLogin(service, pending)).status, 404);
  });
  await t.step("the cookie is no session any more", async () => {
    assert.equal((await browser.get(authorizePath())).status, 200);
  });
  await t.step("another client's stay", async () => {
    assert.equal((await proveLogin(service, foreign)).status, 200);
  });
  await t.step("it is recorded by counts", async () => {
    const [erased] = (await service.auditEvents()).filter(({ kind }) => kind === "GDPR_ERASED");
    assert.deepEqual(erased, {
      kind: "GDPR_ERASED",
      clientId: "acme",
      service: "verification",
      idempotencyRecords: 0,
      sessions: 3,
      logins: 5,
    });
  });
});

Deno.test("erasure between a poll and its commit leaves no code", async () => {
  await using service = await started({ mode: "live", verifying: believingSandbox });
  const browser = openBrowser(service);
  const waiting = await openPage(browser);
  await proveLogin(service, waiting);
  const erased = Promise.withResolvers<void>();
  const { reached } = service.holdNextCommit(erased.promise);
  const polling = browser.get(waiting.statusPath);
  await reached;
  const { body } = await service.as("acme").post("/v1/verify/gdpr/erasure-requests", {});
  assert.deepEqual([body.deleted.sessions, body.deleted.logins], [1, 1]);
  erased.resolve();
  const polled = await polling;
  assert.deepEqual([polled.text, polled.headers.getSetCookie()], ['{"status":"expired"}', []]);
});

Deno.test("logins of a deployment that was a sandbox are none in live", async () => {
  const folder = await Deno.makeTempDir();
  const kv = `${folder}/kv.sqlite3`;
  const { AVAL_SECRET_KEY = "" } = await liveEnvironment();
  const secret = { AVAL_SECRET_KEY };
  let cookies = new Map<string, string>();
  let statusPath = "";
  {
    await using service = await started({ kv, env: { ...secret, AVAL_MODE: "sandbox" } });
    const browser = openBrowser(service);
    const waiting = await openPage(browser);
    await proveLogin(service, waiting);
    await browser.get(waiting.statusPath);
    ({ statusPath } = await openPage(browser, { prompt: "login" }));
    cookies = browser.cookies;
  }
  {
    await using service = await started({ kv, mode: "live", seed: 8, env: secret });
    const browser = openBrowser(service);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    assert.equal((await browser.get(statusPath)).status, 404);
    assert.equal((await browser.get(authorizePath())).status, 200, "no single sign-on");
  }
  await Deno.remove(folder, { recursive: true });
});
