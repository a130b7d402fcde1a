import "../../../../base/temporal.ts";
import assert from "node:assert/strict";
import { defaultClientRecord } from "../../../../core/access/client_schema.ts";
import { putRecord } from "../../../support/clients.ts";
import { folderOf } from "../../../support/folder.ts";
import { OWN_CLIENT, OWN_SECRET } from "../../../support/identity_provider.ts";
import {
  type HostileProvider,
  hostileProvider,
  pathOf,
  personBrowser,
  type Told,
} from "../../../support/person_provider.ts";
import { serviceInMemory, type TestService } from "../../../support/service.ts";

interface At extends AsyncDisposable {
  readonly idp: HostileProvider;
  readonly service: TestService;
}

/** A live service at a provider. */
async function serviceAt(options: Parameters<typeof serviceInMemory>[0] = {}): Promise<At> {
  const clock: { now: () => Temporal.Instant } = { now: () => Temporal.Now.instant() };
  const idp = await hostileProvider(() => clock.now());
  const service = await serviceInMemory({
    mode: "live",
    ...options,
    env: { AVAL_CONSOLE: "desk,console", ...idp.env, ...options.env },
  });
  clock.now = () => service.clock.now();
  return {
    idp,
    service,
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await idp[Symbol.asyncDispose]();
    },
  };
}

/** Logs a person in. @returns the answer to the browser that comes back */
async function logIn({ idp, service }: At, told: Told = {}, next = "/console") {
  const browser = personBrowser(service);
  idp.tells(told);
  const back = idp.logIn(await browser.begin(next));
  const answer = await browser.get(pathOf(back));
  return { browser, back, answer, text: await answer.text() };
}

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

const hostile: readonly { readonly why: string; readonly told: Told }[] = [
  { why: "another nonce", told: { claims: { nonce: "other" } } },
  { why: "no nonce", told: { claims: { nonce: undefined } } },
  { why: "another audience", told: { claims: { aud: "other" } } },
  { why: "two audiences without azp", told: { claims: { aud: [OWN_CLIENT, "other"] } } },
  { why: "azp of another client", told: { claims: { aud: [OWN_CLIENT, "o"], azp: "o" } } },
  { why: "azp of another client beside our audience", told: { claims: { azp: "other" } } },
  { why: "another issuer", told: { claims: { iss: "https://evil.example/realms/platform" } } },
  { why: "alg none", told: { signature: "none" } },
  { why: "our secret as a key", told: { signature: "HS256" } },
  { why: "another key", told: { signature: "another key" } },
  { why: "expired", told: { claims: { exp: 1_000_000_000 } } },
  { why: "no exp", told: { claims: { exp: undefined } } },
  { why: "not valid yet", told: { claims: { nbf: 4_000_000_000 } } },
  { why: "authenticated yesterday", told: { claims: { auth_time: 1_700_000_000 } } },
  { why: "no auth_time", told: { claims: { auth_time: undefined } } },
  { why: "no sub", told: { claims: { sub: undefined } } },
  { why: "an empty sub", told: { claims: { sub: "" } } },
  { why: "roles of another form", told: { claims: { realm_access: { roles: "aval-operator" } } } },
  {
    why: "no id_token",
    told: { token: () => Response.json({ access_token: "t", token_type: "Bearer" }) },
  },
  {
    why: "no JSON",
    told: { token: () => new Response("<html>", { headers: { "content-type": "text/html" } }) },
  },
  {
    why: "refused",
    told: { token: () => Response.json({ error: "invalid_grant" }, { status: 400 }) },
  },
];

Deno.test("a login with a token that is not for it begins no session", async (t) => {
  await using at = await serviceAt();
  for (const { why, told } of hostile) {
    await t.step(why, async () => {
      const { answer, browser, text } = await logIn(at, told);
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
    { why: "KYB alone", claims: own("kyb-reviewer"), expected: ["/console", 403, 403, 200] },
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
  const people = (await consoleEvents(at)).map((event) => "person" in event ? event.person : "");
  assert.equal(people[0], "ann");
  assert.equal(new Set(people.map((one) => one.toLowerCase())).size, subjects.length);
  for (const person of people) assert.match(person, /^[a-z0-9-]{1,64}$/);
});

Deno.test("a login goes on to a page of the desk or the console alone", async () => {
  await using at = await serviceAt();
  for (const next of ["//evil.example", "https://evil.example", "/desk\\@evil", "/v1/screen"]) {
    const { answer } = await logIn(at, {}, next);
    // The desk is not an operator's.
    assert.equal(answer.headers.get("location"), "/console", next);
  }
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
