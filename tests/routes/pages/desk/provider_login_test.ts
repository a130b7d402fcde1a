import "../../../../base/temporal.ts";
import assert from "node:assert/strict";
import { z } from "zod";
import { defaultClientRecord } from "../../../../core/access/client_schema.ts";
import { ClientId, PersonId } from "../../../../core/access/schema.ts";
import { putRecord } from "../../../support/clients.ts";
import { POSSIBLE_LIVE_NAME } from "../../../support/names.ts";
import { folderOf } from "../../../support/folder.ts";
import { OWN_CLIENT, OWN_SECRET } from "../../../support/identity_provider.ts";
import { catalogues } from "../../../../routes/html/languages/choose_words.ts";
import { defineRoute, reply } from "../../../../routes/http/route.ts";
import {
  type At,
  beginSession,
  formTokenOf,
  logIn,
  pathOf,
  type PersonBrowser,
  personBrowser,
  type ProviderBehaviour,
  serviceAt,
} from "../../../support/person_provider.ts";
import { serviceInMemory } from "../../../support/service.ts";

async function consoleEvents({ service }: At) {
  return (await service.auditEvents()).filter(({ kind }) => kind.startsWith("CONSOLE_"));
}

const operator = "0b4c9a5e-5c1b-4c0e-9df5-6a6f8f1b2c3d";

Deno.test("a browser is sent to the provider with PKCE, state and nonce, and comes back with a session", async () => {
  await using at = await serviceAt();
  const { idp, service } = at;
  const browser = personBrowser(service);
  const location = new URL(await browser.begin("/console/kyb?x=1"));
  const asked = Object.fromEntries(location.searchParams);
  assert.equal(location.origin + location.pathname, `${idp.url}/realms/platform/auth`);
  const { state, nonce, code_challenge, ...rest } = asked;
  assert.deepEqual(rest, {
    client_id: OWN_CLIENT,
    redirect_uri: "http://localhost:8000/desk/login/return",
    response_type: "code",
    scope: "openid",
    code_challenge_method: "S256",
    max_age: "28800",
    ui_locales: "en",
  });
  for (const secret of [state, nonce, code_challenge]) assert.match(secret!, /^[\w-]{43}$/);
  assert.equal(new Set([state, nonce, code_challenge]).size, 3);
  const back = idp.logIn(location.href);
  const answer = await browser.get(pathOf(back));
  assert.equal(answer.status, 303, await answer.text());
  assert.equal(answer.headers.get("location"), "/console/kyb?x=1");
  assert.match(
    answer.headers.get("set-cookie")!,
    /^aval_session=[\w-]{43}; Max-Age=28800; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const page = await browser.get("/console");
  assert.equal(page.status, 200);
  assert.match(await page.text(), new RegExp(`<bdi>${operator}</bdi></small>`));
  assert.deepEqual(await consoleEvents(at), [
    { kind: "CONSOLE_LOGIN", person: operator, login: "provider" },
  ]);
  const logged = service.logLines.join("\n");
  for (const secret of [state!, nonce!, OWN_SECRET, new URL(back).searchParams.get("code")!]) {
    assert.ok(!logged.includes(secret));
  }
});

const hostile: readonly { readonly why: string; readonly behaviour: ProviderBehaviour }[] = [
  { why: "another nonce", behaviour: { claims: { nonce: "other" } } },
  { why: "no nonce", behaviour: { claims: { nonce: undefined } } },
  { why: "another audience", behaviour: { claims: { aud: "other" } } },
  { why: "two audiences without azp", behaviour: { claims: { aud: [OWN_CLIENT, "other"] } } },
  { why: "azp of another client", behaviour: { claims: { aud: [OWN_CLIENT, "o"], azp: "o" } } },
  { why: "azp of another client beside our audience", behaviour: { claims: { azp: "other" } } },
  { why: "another issuer", behaviour: { claims: { iss: "https://evil.example/realms/platform" } } },
  { why: "alg none", behaviour: { signature: "none" } },
  { why: "our secret as a key", behaviour: { signature: "HS256" } },
  { why: "another key", behaviour: { signature: "another key" } },
  { why: "expired", behaviour: { claims: { exp: 1_000_000_000 } } },
  { why: "no exp", behaviour: { claims: { exp: undefined } } },
  { why: "not valid yet", behaviour: { claims: { nbf: 4_000_000_000 } } },
  { why: "authenticated yesterday", behaviour: { claims: { auth_time: 1_700_000_000 } } },
  { why: "no auth_time", behaviour: { claims: { auth_time: undefined } } },
  { why: "no sub", behaviour: { claims: { sub: undefined } } },
  { why: "an empty sub", behaviour: { claims: { sub: "" } } },
  {
    why: "roles of another form",
    behaviour: { claims: { realm_access: { roles: "aval-operator" } } },
  },
  {
    why: "no id_token",
    behaviour: { token: () => Response.json({ access_token: "t", token_type: "Bearer" }) },
  },
  {
    why: "no JSON",
    behaviour: {
      token: () => new Response("<html>", { headers: { "content-type": "text/html" } }),
    },
  },
  {
    why: "refused",
    behaviour: { token: () => Response.json({ error: "invalid_grant" }, { status: 400 }) },
  },
];

Deno.test("a login with a token that is not for it begins no session", async (t) => {
  await using at = await serviceAt();
  for (const { why, behaviour } of hostile) {
    await t.step(why, async () => {
      const { answer, browser, text } = await logIn(at, behaviour);
      assert.equal(answer.status, 400, text);
      assert.match(text, /came to nothing/);
      assert.ok(!browser.cookies.has("aval_session"));
    });
  }
  assert.deepEqual(await consoleEvents(at), []);
});

Deno.test("a login comes back once, with its state, to its browser, in ten minutes", async () => {
  await using at = await serviceAt();
  const { idp, service } = at;
  const browser = personBrowser(service);
  const refused = async (address: string, from = browser) => {
    const before = idp.redeemed.length;
    const answer = await from.get(pathOf(address));
    assert.equal(answer.status, 400, await answer.text());
    assert.equal(idp.redeemed.length, before, "no code is redeemed");
  };
  const changed = (address: string, name: string, value: string | null) => {
    const url = new URL(address);
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
    return url.href;
  };
  const [first, second] = [idp.logIn(await browser.begin()), idp.logIn(await browser.begin())];
  // Two tabs of one browser both come back; at once, each once.
  const twice = await Promise.all([first, first].map((one) => browser.get(pathOf(one))));
  assert.deepEqual(twice.map(({ status }) => status).toSorted(), [303, 400]);
  assert.equal(idp.redeemed.length, 1);
  await refused(first);
  assert.equal((await browser.get(pathOf(second))).status, 303);
  for (const state of [null, "", "A".repeat(43), "\u0000", "__proto__"]) {
    await refused(changed(idp.logIn(await browser.begin()), "state", state));
  }
  // A login that was begun in another browser, such as an attacker's.
  const stranger = personBrowser(service);
  const theirs = idp.logIn(await stranger.begin());
  await refused(theirs);
  await refused(idp.logIn(await browser.begin()), personBrowser(service));
  await refused(changed(idp.logIn(await browser.begin()), "iss", "https://evil.example"));
  await refused(changed(idp.logIn(await browser.begin()), "iss", null));
  await refused(changed(idp.logIn(await browser.begin()), "code", null));
  await refused(
    changed(changed(idp.logIn(await browser.begin()), "code", null), "error", "access_denied"),
  );
  const late = idp.logIn(await browser.begin());
  service.clock.advance({ minutes: 10 });
  await refused(late);
});

Deno.test("a login's cookie that another host of the domain has set is none", async () => {
  await using at = await serviceAt({
    env: { AVAL_BASE_URL: "https://aval.example", AVAL_TRUSTED_PROXIES: "127.0.0.1" },
  });
  const { idp, service } = at;
  const attacker = personBrowser(service);
  const back = pathOf(idp.logIn(await attacker.begin()));
  const [[name, value] = ["", ""]] = attacker.cookies;
  // A browser takes a name of this prefix from this host alone.
  assert.equal(name, "__Host-aval_person_login");
  for (const planted of ["aval_person_login", "__Secure-aval_person_login"]) {
    const victim = personBrowser(service);
    victim.cookies.set(planted, value);
    assert.equal((await victim.get(back)).status, 400, planted);
    assert.notEqual(victim.cookies.get(name), value);
    await victim.begin();
    assert.notEqual(victim.cookies.get(name), value, "its own login does not take it over");
  }
  // A return to another browser has taken the attempt.
  const own = pathOf(idp.logIn(await attacker.begin()));
  assert.equal((await attacker.get(own)).status, 303);
  assert.ok(attacker.cookies.has("__Host-aval_session"));
});

Deno.test("HEAD and a fetch ahead of a person take no login", async () => {
  await using at = await serviceAt();
  const { idp, service } = at;
  const browser = personBrowser(service);
  const back = pathOf(idp.logIn(await browser.begin()));
  const cookie = [...browser.cookies].map((pair) => pair.join("=")).join("; ");
  const head = await service.fetch(back, { method: "HEAD", headers: { cookie } });
  assert.equal(head.status, 400);
  assert.notEqual((await browser.get(back, { "sec-purpose": "prefetch" })).status, 303);
  assert.equal((await browser.get(back)).status, 303);
});

Deno.test("a provider that does not answer is 503, and asks for no session", async (t) => {
  await using at = await serviceAt({ policy: { sessions: { providerSeconds: 1 } } });
  const { idp, service } = at;
  const huge = () =>
    new Response(new Uint8Array(300_000).fill(32), {
      headers: { "content-type": "application/json" },
    });
  const answers: Readonly<Record<string, () => Response | Promise<Response>>> = {
    "nothing": () => idp.hang(),
    "a huge answer": huge,
    "an error": () => new Response(null, { status: 500 }),
    "our secret is wrong": () => Response.json({ error: "invalid_client" }, { status: 401 }),
    "an endless answer": () =>
      new Response(
        new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode("{")) }),
        { headers: { "content-type": "application/json" } },
      ),
  };
  for (const [why, token] of Object.entries(answers)) {
    await t.step(`to a code: ${why}`, async () => {
      const { answer, browser } = await logIn(at, { token });
      assert.equal(answer.status, 503);
      assert.ok(!browser.cookies.has("aval_session"));
    });
  }
  service.clock.advance({ minutes: 5 });
  const discoveries: Readonly<Record<string, () => Response | Promise<Response>>> = {
    ...answers,
    "a redirect": () => Response.redirect("https://evil.example/"),
    "another issuer": () => Response.json({ issuer: "https://evil.example" }),
    "no JSON": () => new Response("{"),
  };
  for (const [why, discovery] of Object.entries(discoveries)) {
    await t.step(`to discovery: ${why}`, async () => {
      idp.discovery = discovery;
      const answer = await personBrowser(service).get("/desk/login/provider?next=/desk");
      assert.equal(answer.status, 503);
      assert.match(await answer.text(), /does not answer/);
    });
  }
  await t.step("an endpoint of another origin gets no code and no secret", async () => {
    let asked = 0;
    const other = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
      asked++;
      return new Response();
    });
    try {
      const issuer = `${idp.url}/realms/platform`;
      idp.discovery = () =>
        Response.json({
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `http://127.0.0.1:${other.addr.port}/token`,
          jwks_uri: `${issuer}/certs`,
          authorization_response_iss_parameter_supported: true,
        });
      const { answer } = await logIn(at);
      assert.equal(answer.status, 503);
      assert.equal(asked, 0);
    } finally {
      await other.shutdown();
    }
  });
});

Deno.test("roles of the id_token decide, of the realm and of our own client there", async (t) => {
  await using at = await serviceAt();
  await putRecord(at.service, "acme", defaultClientRecord);
  await putRecord(at.service, "gone", {
    ...defaultClientRecord,
    status: "SUSPENDED",
    suspendedBy: ["OPERATOR"],
  });
  const own = (...roles: readonly string[]) => ({
    realm_access: undefined,
    resource_access: { [OWN_CLIENT]: { roles } },
  });
  const reviewer = (client: unknown) => ({ ...own("screening-reviewer"), aval_client: client });
  const cases = [
    { why: "an operator", claims: {}, expected: ["/console", 403, 200, 403] },
    { why: "KYB alone", claims: own("kyb-reviewer"), expected: ["/console/kyb", 403, 403, 200] },
    { why: "a reviewer", claims: reviewer("acme"), expected: ["/desk", 200, 403, 403] },
    {
      why: "both",
      claims: { ...own("screening-reviewer", "aval-operator"), aval_client: "acme" },
      expected: ["/console", 200, 200, 403],
    },
    {
      why: "an operator who reviews for a suspended client",
      claims: { ...own("screening-reviewer", "aval-operator"), aval_client: "gone" },
      expected: ["/console", 403, 200, 403],
    },
    { why: "no role", claims: { realm_access: { roles: ["offline_access"] } }, expected: null },
    { why: "no claim of roles", claims: { realm_access: undefined }, expected: null },
    { why: "a suspended client", claims: reviewer("gone"), expected: null },
    { why: "an unknown client", claims: reviewer("nobody"), expected: null },
    { why: "no client", claims: reviewer(undefined), expected: null },
    { why: "a client that is no id", claims: reviewer("a b"), expected: null },
    {
      why: "roles of another client at the provider",
      claims: {
        realm_access: undefined,
        resource_access: { other: { roles: ["aval-operator"] } },
      },
      expected: null,
    },
    { why: "a client without the role", claims: { ...own(), aval_client: "acme" }, expected: null },
    {
      why: "__proto__",
      claims: { ...own(), realm_access: { roles: ["__proto__"] } },
      expected: null,
    },
  ];
  for (const { why, claims, expected } of cases) {
    await t.step(why, async () => {
      const { answer, browser, text } = await logIn(at, { claims });
      if (expected === null) {
        assert.equal(answer.status, 403, text);
        assert.match(text, /no role here/);
        assert.ok(!browser.cookies.has("aval_session"));
        return;
      }
      assert.equal(answer.status, 303, text);
      const statuses = await Promise.all(
        ["/desk", "/console", "/console/kyb"].map(async (path) => (await browser.get(path)).status),
      );
      assert.deepEqual([answer.headers.get("location"), ...statuses], expected);
    });
  }
  const refused = cases.filter(({ expected }) => expected === null).length;
  const events = await consoleEvents(at);
  assert.deepEqual(
    events.filter(({ kind }) => kind === "CONSOLE_REFUSED"),
    Array.from({ length: refused }, () => ({ kind: "CONSOLE_REFUSED", person: operator })),
  );
});

Deno.test("a reviewer of KYB alone comes to KYB, and has no link to what is an operator's", async () => {
  await using at = await serviceAt();
  const claims = { sub: "kim", realm_access: { roles: ["kyb-reviewer"] } };
  for (
    const [next, expected] of [
      ["/desk", "/console/kyb"],
      ["/console", "/console/kyb"],
      ["/console/clients", "/console/kyb"],
      ["/console/kyb?x=1", "/console/kyb?x=1"],
    ] as const
  ) {
    const { answer, browser } = await logIn(at, { claims }, next);
    assert.equal(answer.headers.get("location"), expected, next);
    const html = await (await browser.get(expected)).text();
    const links = [...html.matchAll(/href="(\/console[^"]*)"/g)].map(([, path]) => path);
    assert.deepEqual(links, ["/console/kyb"], next);
  }
});

Deno.test("a person is their sub: no two have one id, whatever their case or length", async () => {
  await using at = await serviceAt();
  const subjects = [
    "ann",
    "Ann",
    "ANN",
    "ann ",
    "a".repeat(64),
    "a".repeat(65),
    "ä",
    "sub-1",
    "SUB-1",
  ];
  for (const sub of subjects) {
    const { answer, text } = await logIn(at, { claims: { sub, preferred_username: "ann" } });
    assert.equal(answer.status, 303, text);
  }
  const people = (await consoleEvents(at)).map((event) =>
    "person" in event ? event.person ?? "" : ""
  );
  assert.equal(people[0], "ann");
  assert.equal(new Set(people.map((one) => one.toLowerCase())).size, subjects.length);
  for (const person of people) assert.match(person, /^[a-z0-9-]{1,64}$/);
});

Deno.test("a login goes on to a page of the desk or the console alone", async () => {
  await using at = await serviceAt();
  const climbing = ["..", "../x", "a/.%2E/x", "..%2f..%5Cx", "\\..\\x", "."].map((path) =>
    `/console/${path}`
  );
  const foreign = ["//evil.example", "https://evil.example", "/desk\\@evil", "/v1/screen"];
  for (const next of [...foreign, ...climbing]) {
    const { answer } = await logIn(at, {}, next);
    // The desk is not an operator's.
    assert.equal(answer.headers.get("location"), "/console", next);
  }
  for (const next of ["/console/client?clientId=../a", "/console/a..b/.c"]) {
    assert.equal((await logIn(at, {}, next)).answer.headers.get("location"), next);
  }
});

Deno.test("a login that a suspension of its client overtakes begins no session", async () => {
  await using at = await serviceAt();
  const { service, idp } = at;
  await putRecord(service, "acme", defaultClientRecord);
  idp.behaveAs({
    claims: { realm_access: { roles: ["screening-reviewer"] }, aval_client: "acme" },
  });
  const browser = personBrowser(service);
  const back = pathOf(idp.logIn(await browser.begin()));
  const { promise, resolve } = Promise.withResolvers<void>();
  const { reached } = service.holdNextCommit(promise);
  const coming = browser.get(back);
  await reached;
  await putRecord(service, "acme", {
    ...defaultClientRecord,
    status: "SUSPENDED",
    suspendedBy: ["OPERATOR"],
  });
  resolve();
  const answer = await coming;
  assert.equal(answer.status, 403, await answer.text());
  assert.ok(!browser.cookies.has("aval_session"));
  assert.equal(idp.redeemed.length, 1);
});

Deno.test("two servers do not both end one login", async () => {
  await using folder = await folderOf({});
  const kv = `${folder.path}/kv.sqlite3`;
  await using one = await serviceAt({ kv, seed: 1 });
  await using other = await serviceInMemory({
    mode: "live",
    kv,
    seed: 2,
    env: { AVAL_CONSOLE: "desk,console", ...one.idp.env },
  });
  for (let round = 0; round < 5; round++) {
    const browser = personBrowser(one.service);
    const back = pathOf(one.idp.logIn(await browser.begin()));
    const cookie = [...browser.cookies].map((pair) => pair.join("=")).join("; ");
    const answers = await Promise.all(
      [one.service, other].map((service) => service.fetch(back, { headers: { cookie } })),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 400]);
  }
  assert.equal(one.idp.redeemed.length, 5);
});

Deno.test("without a provider, and in a sandbox, there is no such login", async () => {
  for (const mode of ["live", "sandbox"] as const) {
    await using service = await serviceInMemory({ mode, env: { AVAL_CONSOLE: "desk,console" } });
    assert.equal((await service.fetch("/desk/login/provider")).status, 404);
    const back = await service.fetch("/desk/login/return?code=c&state=s");
    assert.equal(back.status, mode === "live" ? 400 : 404);
    const page = await (await service.fetch("/desk/login")).text();
    assert.ok(!page.includes("/desk/login/provider"));
  }
});

const navigating = { "sec-fetch-mode": "navigate", "sec-fetch-site": "same-origin" };

Deno.test("an act that needs a fresh login sends its browser to one, and back to the page", async () => {
  await using at = await serviceAt();
  const { idp, service } = at;
  await putRecord(service, "acme", defaultClientRecord);
  const reviewer = { realm_access: { roles: ["screening-reviewer"] }, aval_client: "acme" };
  const { browser } = await logIn(at, { claims: reviewer }, "/desk");
  const { body } = await service.as("acme").post("/v1/screen", { name: POSSIBLE_LIVE_NAME });
  const page = `/desk/matches/${body.meta.decisionId}`;
  const judge = async (headers: Readonly<Record<string, string>> = {}) => {
    const formToken = await formTokenOf(browser, page);
    const fields = { formToken, judgement: "confirmed_match" };
    return await browser.post(`${page}/judgements`, fields, headers);
  };
  const seconds = () => Math.floor(service.clock.now().epochMilliseconds / 1_000);
  const shown = await (await browser.get(page)).text();
  const freshUntil = seconds() * 1_000 + 300_000;
  assert.match(shown, new RegExp(`data-fresh-until="${freshUntil}"`));
  service.clock.advance({ minutes: 6 });
  assert.equal((await judge()).status, 403);
  const sent = await judge({ ...navigating, referer: `http://localhost:8000${page}?x=1` });
  assert.equal(sent.status, 303);
  const login = sent.headers.get("location")!;
  assert.equal(login, `/desk/login?${new URLSearchParams({ fresh: "true", next: `${page}?x=1` })}`);
  const html = await (await browser.get(login)).text();
  assert.match(html, /needs a login of the last 5 minutes/);
  const provider = /href="(\/desk\/login\/provider[^"]*)"/.exec(html)![1]!.replaceAll("&amp;", "&");
  const asked = (await browser.get(provider)).headers.get("location")!;
  const query = new URL(asked).searchParams;
  assert.deepEqual([query.get("prompt"), query.get("max_age")], ["login", "300"]);
  // The provider has not asked anew, whatever it was asked for.
  idp.behaveAs({ claims: { ...reviewer, auth_time: seconds() - 360 } });
  assert.equal((await browser.get(pathOf(idp.logIn(asked)))).status, 400);
  const before = browser.cookies.get("aval_session");
  idp.behaveAs({ claims: reviewer });
  const again = (await browser.get(provider)).headers.get("location")!;
  const back = await browser.get(pathOf(idp.logIn(again)));
  assert.equal(back.headers.get("location"), `${page}?x=1`);
  assert.equal((await judge()).status, 303);
  const old = await service.fetch("/desk", { headers: { cookie: `aval_session=${before}` } });
  assert.equal(old.status, 303, "the session before it has ended");
});

Deno.test("a login is as old as the person's authentication at the provider", async () => {
  await using at = await serviceAt();
  const seconds = Math.floor(at.service.clock.now().epochMilliseconds / 1_000);
  await putRecord(at.service, "acme", defaultClientRecord);
  const { browser } = await logIn(at, {
    claims: {
      realm_access: { roles: ["screening-reviewer"] },
      aval_client: "acme",
      auth_time: seconds - 3_600,
    },
  }, "/desk");
  const { body } = await at.service.as("acme").post("/v1/screen", { name: POSSIBLE_LIVE_NAME });
  const page = `/desk/matches/${body.meta.decisionId}`;
  const formToken = await formTokenOf(browser, page);
  const fields = { formToken, judgement: "confirmed_match" };
  assert.equal((await browser.post(`${page}/judgements`, fields)).status, 403);
});

Deno.test("a fresh login goes back to a page of the desk or the console alone", async () => {
  await using at = await serviceAt({
    env: { AVAL_BASE_URL: "https://aval.example/trust", AVAL_TRUSTED_PROXIES: "127.0.0.1" },
    routes: [defineRoute({
      method: "post",
      path: "/console/test",
      summary: "Needs a fresh login",
      service: "edge",
      kind: "console",
      auth: "console",
      access: { freshLogin: true },
      form: { errors: "page", urlencoded: z.object({ formToken: z.string() }) },
      answers: { 303: { redirect: true, description: "Done" } },
      run: () => reply(303, { location: "/console" }),
    })],
  });
  const secret = await beginSession(at.service, {
    login: "provider",
    loggedInAt: "2026-01-01T00:00:00.000Z",
  });
  const cases = [
    ["https://aval.example/trust/console/kyb?a=b", "/console/kyb?a=b"],
    ["https://aval.example/other", "/console"],
    ["https://evil.example/trust//evil.example", "//evil.example"],
    ["no address", "/console"],
  ] as const;
  for (const [referer, next] of cases) {
    const answer = await at.service.fetch("/console/test", {
      method: "POST",
      headers: {
        ...navigating,
        referer,
        origin: "https://aval.example",
        cookie: `__Secure-aval_session=${secret}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: "formToken=x",
    });
    const query = new URLSearchParams({ fresh: "true", next });
    // The page of the login takes none but its own.
    assert.equal(answer.headers.get("location"), `/trust/desk/login?${query}`);
  }
});

Deno.test("a logout ends the session here, and names the provider's", async () => {
  await using at = await serviceAt();
  const { idp, service } = at;
  const { browser } = await logIn(at);
  const cookie = `aval_session=${browser.cookies.get("aval_session")}`;
  const formToken = await formTokenOf(browser, "/console");
  const out = await browser.post("/console/logout", { formToken });
  assert.equal(out.headers.get("location"), "/desk/login?loggedOut=true");
  assert.equal((await service.fetch("/console", { headers: { cookie } })).status, 303);
  const html = await (await browser.get("/desk/login?loggedOut=true")).text();
  const link = /href="([^"]*\/logout[^"]*)"/.exec(html)![1]!.replaceAll("&amp;", "&");
  const url = new URL(link);
  assert.equal(url.origin + url.pathname, `${idp.url}/realms/platform/logout`);
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    post_logout_redirect_uri: "http://localhost:8000/desk/login",
    client_id: OWN_CLIENT,
  });
  idp.discovery = () => new Response(null, { status: 500 });
  service.clock.advance({ minutes: 5 });
  const alone = await browser.get("/desk/login?loggedOut=true");
  assert.equal(alone.status, 200);
  assert.ok(!(await alone.text()).includes(idp.url));
});

Deno.test("the login's page is in the languages of the browser, or of ui_locales", async () => {
  await using at = await serviceAt();
  const { service } = at;
  for (const { language, personLogin: { provider } } of catalogues) {
    const byHeader = await service.fetch("/desk/login", {
      headers: { "accept-language": `${language};q=0.9` },
    });
    const byQuery = await service.fetch(`/desk/login?ui_locales=${language}`);
    for (const html of [await byHeader.text(), await byQuery.text()]) {
      assert.ok(html.includes(`<html lang="${language}"`), language);
      assert.ok(html.includes(provider), language);
    }
    assert.match(byHeader.headers.get("vary")!, /accept-language/);
    const query = `next=/desk&ui_locales=${language}`;
    const sent = await service.fetch(`/desk/login/provider?${query}`, { redirect: "manual" });
    const location = new URL(sent.headers.get("location")!);
    assert.equal(location.searchParams.get("ui_locales"), language);
  }
});

/** Claims of a reviewer of acme. */
const reviewerOf = (sub: string) => ({
  sub,
  realm_access: { roles: ["screening-reviewer"] },
  aval_client: "acme",
});

/** Reviews a match at the desk. @returns the status of the answer */
async function judgeAt(browser: PersonBrowser, id: string, judgement: string): Promise<number> {
  const page = `/desk/matches/${id}`;
  const formToken = await formTokenOf(browser, page);
  return (await browser.post(`${page}/judgements`, { formToken, judgement })).status;
}

Deno.test("where a provider is, four eyes are those of two people whom it has authenticated", async () => {
  await using at = await serviceAt();
  const { service } = at;
  await putRecord(service, "acme", { ...defaultClientRecord, fourEyes: "all" });
  const api = service.as("acme");
  const screened = await api.post("/v1/screen", { name: POSSIBLE_LIVE_NAME });
  const id: string = screened.body.meta.decisionId;
  const state = async () => (await api.get(`/v1/screen/${id}`)).body.meta.review.state;
  const review = { decision: "false_positive", reasonCode: "name_only" };
  for (const reviewer of ["carl", "dora"]) {
    service.clock.advance({ seconds: 1 });
    const { status, body } = await api.post(`/v1/screen/${id}/review`, { ...review, reviewer });
    assert.equal(status, 200);
    assert.ok(!("identity" in body.customerReviews[0]));
    assert.equal(await state(), "PROPOSED");
  }
  const ann = (await logIn(at, { claims: reviewerOf("ann") }, "/desk")).browser;
  assert.equal(await judgeAt(ann, id, "name_only"), 303);
  service.clock.advance({ seconds: 1 });
  // An id that the API sends is not the person at the provider.
  const forged = { ...review, reviewer: "bob" };
  assert.equal((await api.post(`/v1/screen/${id}/review`, forged)).status, 200);
  assert.equal(await state(), "PROPOSED");
  service.clock.advance({ seconds: 1 });
  const bob = (await logIn(at, { claims: reviewerOf("bob") }, "/desk")).browser;
  assert.equal(await judgeAt(bob, id, "name_only"), 303);
  assert.equal(await state(), "CLOSED");
  const { body } = await api.get(`/v1/screen/${id}`);
  assert.deepEqual(
    body.customerReviews.map((
      { reviewer, identity }: Record<string, string>,
    ) => [reviewer, identity]),
    [
      ["bob", "authenticated"],
      ["bob", undefined],
      ["ann", "authenticated"],
      ["dora", undefined],
      ["carl", undefined],
    ],
  );
  const said = (await service.auditEvents()).filter(({ kind }) => kind === "SCREENING_REVIEWED");
  assert.deepEqual(said.map((event) => "identity" in event ? event.identity : null), [
    null,
    null,
    "authenticated",
    null,
    "authenticated",
  ]);
});

Deno.test("what an authenticated person has confirmed, no two reviews by the API overturn", async () => {
  await using at = await serviceAt();
  const { service } = at;
  await putRecord(service, "acme", { ...defaultClientRecord, fourEyes: "confirmed" });
  const api = service.as("acme");
  const { body } = await api.post("/v1/screen", { name: POSSIBLE_LIVE_NAME });
  const id: string = body.meta.decisionId;
  const state = async () => (await api.get(`/v1/screen/${id}`)).body.meta.review.state;
  const ann = (await logIn(at, { claims: reviewerOf("ann") }, "/desk")).browser;
  assert.equal(await judgeAt(ann, id, "confirmed_match"), 303);
  for (const reviewer of ["x", "y"]) {
    service.clock.advance({ seconds: 1 });
    const review = { decision: "false_positive", reasonCode: "name_only", reviewer };
    assert.equal((await api.post(`/v1/screen/${id}/review`, review)).status, 200);
    assert.equal(await state(), "ESCALATED");
  }
  service.clock.advance({ seconds: 1 });
  const bob = (await logIn(at, { claims: reviewerOf("bob") }, "/desk")).browser;
  assert.equal(await judgeAt(bob, id, "name_only"), 303);
  assert.equal(await state(), "CLOSED");
});

Deno.test("what is said in a person's name does not close their own form, where it does not count", async () => {
  await using at = await serviceAt();
  const { service } = at;
  await putRecord(service, "acme", { ...defaultClientRecord, fourEyes: "all" });
  const api = service.as("acme");
  const { body } = await api.post("/v1/screen", { name: POSSIBLE_LIVE_NAME });
  const id: string = body.meta.decisionId;
  const secret = await beginSession(service, {
    personId: PersonId.parse("bob"),
    clientId: ClientId.parse("acme"),
    roles: [],
  });
  const named = personBrowser(service);
  named.cookies.set("aval_session", secret);
  const bob = (await logIn(at, { claims: reviewerOf("bob") }, "/desk")).browser;
  const page = async (browser: PersonBrowser) =>
    await (await browser.get(`/desk/matches/${id}`)).text();
  const form = /\/judgements"/;
  const review = { decision: "false_positive", reasonCode: "name_only", reviewer: "bob" };
  assert.equal((await api.post(`/v1/screen/${id}/review`, review)).status, 200);
  assert.match(await page(bob), form);
  service.clock.advance({ seconds: 1 });
  assert.equal(await judgeAt(named, id, "name_only"), 303);
  assert.match(await page(named), /You have judged this match/);
  assert.match(await page(bob), form);
  service.clock.advance({ seconds: 1 });
  assert.equal(await judgeAt(bob, id, "name_only"), 303);
  const html = await page(bob);
  assert.match(html, /You have judged this match/);
  assert.doesNotMatch(html, form);
});

Deno.test("what a person does at the desk is on record with the person, and a call of the API with none", async () => {
  await using at = await serviceAt();
  const { service } = at;
  await putRecord(service, "acme", { ...defaultClientRecord, monitoring: true });
  const api = service.as("acme");
  const subjects = "/v1/monitoring/subjects";
  await api.put(`${subjects}/c-1`, { name: "Anna Berg" });
  await api.delete(`${subjects}/c-1`);
  await api.put(`${subjects}/c-2`, { name: "Anna Berg" });
  const url = "https://1.1.1.1/aval";
  await api.post("/v1/events/endpoints", { url });
  const screened = await api.post("/v1/screen", { name: POSSIBLE_LIVE_NAME, subjectRef: "c-3" });
  const id: string = screened.body.meta.decisionId;
  const ann = (await logIn(at, { claims: reviewerOf("ann") }, "/desk")).browser;
  const formToken = await formTokenOf(ann, "/desk");
  const act = async (path: string, fields: Readonly<Record<string, string>> = {}) => {
    const answer = await ann.post(path, { formToken, ...fields });
    const text = await answer.text();
    assert.ok(answer.status === 303 || answer.status === 200, text);
    return text;
  };
  const found = async (path: string, pattern: RegExp) =>
    pattern.exec(await (await ann.get(path)).text())![1]!;
  await act(`/desk/matches/${id}/judgements`, { judgement: "name_only", clearForDays: "30" });
  await act(await found("/desk/watched/cleared", /action="([^"]*\/end)"/));
  const data = { subjectRef: "c-9", name: "Anna Berg", dob: "", nationality: "" };
  await act("/desk/watched/subjects", data);
  await act("/desk/watched/subjects/c-9/removal");
  await act("/desk/watched/runs");
  await act("/desk/events", { url });
  const { body } = await api.get("/v1/events/endpoints");
  const endpoint = `/desk/events/${body.endpoints.at(-1).endpointId}`;
  await act(`${endpoint}/secret`);
  await act(`${endpoint}/state`, { enabled: "no" });
  await act(`${endpoint}/removal`);
  const kinds = new Set([
    ...["MONITORED_SUBJECT_PUT", "MONITORED_SUBJECT_REMOVED", "MONITORING_RUN_REQUESTED"],
    ...["CLEARED_PAIR_ENDED", "EVENT_ENDPOINT_CHANGED"],
  ]);
  const recorded = (await service.auditEvents()).flatMap((event) => {
    if (!kinds.has(event.kind)) return [];
    const person = "person" in event ? event.person : undefined;
    const identity = "identity" in event ? event.identity : undefined;
    return [[event.kind, person, identity]];
  });
  const byAnn = (kind: string) => [kind, "ann", "authenticated"];
  const byApi = (kind: string) => [kind, undefined, undefined];
  assert.deepEqual(recorded, [
    byApi("MONITORED_SUBJECT_PUT"),
    byApi("MONITORED_SUBJECT_REMOVED"),
    byApi("MONITORED_SUBJECT_PUT"),
    byApi("EVENT_ENDPOINT_CHANGED"),
    byAnn("CLEARED_PAIR_ENDED"),
    byAnn("MONITORED_SUBJECT_PUT"),
    byAnn("MONITORED_SUBJECT_REMOVED"),
    byAnn("MONITORING_RUN_REQUESTED"),
    ...Array.from({ length: 4 }, () => byAnn("EVENT_ENDPOINT_CHANGED")),
  ]);
});
