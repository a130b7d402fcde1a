import assert from "node:assert/strict";
import { sandboxBrowsers } from "../../../../kv/console/sandbox_browsers.ts";
import { openDesk, ownOrigin } from "../../../support/desk.ts";
import { serviceInMemory } from "../../../support/service.ts";

const form = { "content-type": "application/x-www-form-urlencoded" };

Deno.test("a live deployment mounts neither desk nor login", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  for (const path of ["/desk", "/desk/login", "/console"]) {
    assert.equal((await service.fetch(path)).status, 404, path);
  }
});

Deno.test("a page without a session leads to one, and back to the page", async () => {
  await using service = await serviceInMemory();
  const sent = await service.fetch("/desk?state=open");
  assert.equal(sent.status, 303);
  assert.equal(sent.headers.get("location"), "/desk/login?next=%2Fdesk%3Fstate%3Dopen");
  const page = await (await service.fetch(sent.headers.get("location")!)).text();
  assert.ok(page.includes('name="next" value="/desk?state=open"'));
});

Deno.test("a login goes on to a page of the desk or the console alone", async () => {
  await using service = await serviceInMemory();
  const nexts = [
    ["/console/kyb", "/console/kyb"],
    ["//evil.example", "/desk"],
    ["https://evil.example", "/desk"],
    ["/\\evil.example", "/desk"],
    ["/desk.evil.example", "/desk"],
    ["/deskx", "/desk"],
    ["/desk\r\nx: y", "/desk"],
    ["javascript:alert(1)", "/desk"],
  ] as const;
  for (const [next, expected] of nexts) {
    const answer = await service.fetch("/desk/login", {
      method: "POST",
      headers: { ...form, origin: ownOrigin },
      body: new URLSearchParams({ next }).toString(),
    });
    assert.equal(answer.headers.get("location"), expected, next);
  }
});

Deno.test("the cookie is for this service alone, and for https where that is how it is reached", async () => {
  for (
    const [AVAL_BASE_URL, expected] of [
      [
        "http://localhost:8000",
        /^aval_session=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/,
      ],
      [
        "https://aval.example/trust",
        /^__Secure-aval_session=[\w-]{43}; Max-Age=86400; Path=\/trust\/; HttpOnly; Secure; SameSite=Lax$/,
      ],
    ] as const
  ) {
    await using service = await serviceInMemory({ env: { AVAL_BASE_URL } });
    const answer = await service.fetch("/desk/login", {
      method: "POST",
      headers: { ...form, origin: new URL(AVAL_BASE_URL).origin },
      body: "next=/desk",
    });
    assert.match(answer.headers.get("set-cookie")!, expected);
  }
});

Deno.test("a session begins under another id than the browser brought", async () => {
  await using service = await serviceInMemory();
  const fixed = "aval_session=" + "A".repeat(43);
  assert.equal((await service.fetch("/desk", { headers: { cookie: fixed } })).status, 303);
  const answer = await service.fetch("/desk/login", {
    method: "POST",
    headers: { ...form, origin: ownOrigin, cookie: fixed },
    body: "next=/desk",
  });
  assert.ok(!answer.headers.get("set-cookie")!.includes("A".repeat(43)));
  assert.equal((await service.fetch("/desk", { headers: { cookie: fixed } })).status, 303);
});

Deno.test("a post of another origin, or of none, changes nothing", async () => {
  await using service = await serviceInMemory();
  const browser = await openDesk(service);
  const foreign = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: ownOrigin, "sec-fetch-site": "cross-site" },
    { origin: ownOrigin, "sec-fetch-site": "same-site" },
  ];
  for (const headers of foreign) {
    assert.equal((await browser.post("/desk/logout", {}, headers)).status, 403);
  }
  const { cookie } = browser;
  const body = new URLSearchParams({ formToken: await browser.formToken() }).toString();
  const bare = { method: "POST", headers: { ...form, cookie }, body };
  assert.equal((await service.fetch("/desk/logout", bare)).status, 403);
  const login = { method: "POST", headers: form, body: "next=/desk" };
  assert.equal((await service.fetch("/desk/login", login)).status, 400);
  assert.equal((await browser.get("/desk")).status, 200);
});

Deno.test("a page of this machine under another of its names may post, one of another host may not", async () => {
  await using service = await serviceInMemory();
  const login = (origin: string, site: string) =>
    service.fetch("/desk/login", {
      method: "POST",
      headers: { ...form, origin, "sec-fetch-site": site },
      body: "next=/desk",
    });
  assert.equal((await login("http://127.0.0.1:8000", "same-origin")).status, 303);
  assert.equal((await login("http://127.0.0.1:8000", "cross-site")).status, 400);
  // Its name resolves to this machine, and the browser calls it the same origin.
  assert.equal((await login("http://rebound.example:8000", "same-origin")).status, 400);
});

Deno.test("a post without the token of its session, or with another's, changes nothing", async () => {
  await using service = await serviceInMemory();
  const [one, other] = [await openDesk(service), await openDesk(service)];
  for (const formToken of ["", await other.formToken(), "x".repeat(10_000)]) {
    assert.equal((await one.post("/desk/logout", { formToken })).status, 400);
  }
  assert.equal((await one.get("/desk")).status, 200);
});

Deno.test("a session that was ended is one no more, also for who has its cookie", async () => {
  await using service = await serviceInMemory();
  const browser = await openDesk(service);
  const ended = await browser.post("/desk/logout");
  assert.deepEqual([ended.status, ended.location], [303, "/desk/login"]);
  assert.match(ended.headers.get("set-cookie")!, /^aval_session=; Max-Age=0; /);
  assert.equal((await browser.get("/desk")).status, 303);
  const late = await service.fetch("/desk/logout", {
    method: "POST",
    headers: { ...form, origin: ownOrigin, cookie: browser.cookie },
    body: "formToken=x",
  });
  assert.equal(late.status, 401);
});

Deno.test("a source begins no more sessions in a sandbox than are deleted later", async () => {
  await using service = await serviceInMemory();
  const begin = async () => {
    const { status, headers } = await service.fetch("/desk/login", {
      method: "POST",
      headers: { ...form, origin: ownOrigin },
      body: "next=/desk",
    });
    return { status, retryAfter: headers.get("retry-after") };
  };
  const begun = await Promise.all(Array.from({ length: 32 }, begin));
  const refused = begun.filter(({ status }) => status !== 303);
  assert.deepEqual(refused, [
    { status: 429, retryAfter: "3" },
    { status: 429, retryAfter: "3" },
  ]);
  const browsers = await Array.fromAsync(
    service.store.removalsIn({ prefix: sandboxBrowsers.key() }),
  );
  assert.equal(browsers.length, 30);
  service.clock.advance({ minutes: 1 });
  const later = await Promise.all(Array.from({ length: 21 }, begin));
  assert.equal(later.filter(({ status }) => status === 303).length, 20);
  // The pages are open all the same.
  assert.equal((await service.fetch("/desk/login")).status, 200);
});

Deno.test("a sandbox's session ends after a day", async () => {
  await using service = await serviceInMemory();
  const browser = await openDesk(service);
  service.clock.advance({ hours: 23, minutes: 59 });
  assert.equal((await browser.get("/desk")).status, 200);
  service.clock.advance({ minutes: 1 });
  assert.equal((await browser.get("/desk")).status, 303);
});

Deno.test("pages of a session are kept by no cache and shown in no frame", async () => {
  await using service = await serviceInMemory();
  const { headers } = await (await openDesk(service)).get("/desk");
  assert.equal(headers.get("cache-control"), "no-store");
  assert.equal(headers.get("x-frame-options"), "DENY");
  assert.equal(headers.get("referrer-policy"), "same-origin");
  assert.match(headers.get("content-security-policy")!, /frame-ancestors 'none'/);
  assert.match(headers.get("content-security-policy")!, /form-action 'self'/);
});

Deno.test("one session is that of the console too", async () => {
  await using service = await serviceInMemory();
  const browser = await openDesk(service);
  const page = await browser.get("/console");
  assert.equal(page.status, 200);
  assert.match(page.html, /action="\/console\/logout"/);
  assert.equal((await browser.post("/console/logout")).status, 303);
  assert.equal((await browser.get("/desk")).status, 303);
});
