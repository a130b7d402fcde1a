import assert from "node:assert/strict";
import fc from "fast-check";
import { z } from "zod";
import {
  cookieCharactersMax,
  cookieNames,
  cookieScope,
  readCookies,
  type SetCookie,
  writeCookie,
} from "../../../routes/http/cookies.ts";
import { defineRoute, reply } from "../../../routes/http/route.ts";
import { serviceInMemory } from "../../support/service.ts";

const https = cookieScope("https://aval.example");
const http = cookieScope("http://localhost:8000");

const someName = fc.constantFrom(...cookieNames);
const unreserved = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"];
const someValue = fc.string({
  unit: fc.constantFrom(...unreserved),
  maxLength: cookieCharactersMax,
});
const someScope = fc.constantFrom(https, http, cookieScope("https://x.example/a/b%20c,d"));
const someCookie: fc.Arbitrary<SetCookie> = fc.record({
  name: someName,
  value: someValue,
  maxAgeSeconds: fc.nat({ max: 34_560_000 }),
});

Deno.test("writeCookie() writes name, Secure and Path by the scheme and path of the base URL", () => {
  const cases = [
    {
      baseUrl: "https://aval.example",
      expected:
        "__Secure-aval_login=v; Max-Age=300; Path=/v1/login; HttpOnly; Secure; SameSite=Lax",
    },
    {
      baseUrl: "https://x.example/aval",
      expected:
        "__Secure-aval_login=v; Max-Age=300; Path=/aval/v1/login; HttpOnly; Secure; SameSite=Lax",
    },
    {
      baseUrl: "http://localhost:8000",
      expected: "aval_login=v; Max-Age=300; Path=/v1/login; HttpOnly; SameSite=Lax",
    },
  ];
  for (const { baseUrl, expected } of cases) {
    const cookie = { name: "aval_login", value: "v", maxAgeSeconds: 300 } as const;
    assert.equal(writeCookie(cookieScope(baseUrl), cookie), expected);
  }
});

Deno.test("cookieScope() refuses a path that would end the attribute Path", () => {
  assert.throws(() => cookieScope("https://x.example/a;b"), /semicolon/);
});

Deno.test("writeCookie() writes nothing that breaks out of its attribute", () => {
  const anyCookie = fc.record({
    name: fc.oneof(someName, fc.string()),
    value: fc.oneof(fc.string({ unit: "binary" }), fc.string(), someValue),
    maxAgeSeconds: fc.oneof(fc.nat(), fc.double(), fc.integer()),
  }) as fc.Arbitrary<SetCookie>;
  fc.assert(fc.property(someScope, anyCookie, (scope, cookie) => {
    let written;
    try {
      written = writeCookie(scope, cookie);
    } catch {
      return;
    }
    const [pair, maxAge, path, ...flags] = written.split("; ");
    const { path: loginPath, sessionPath, secure } = scope;
    const isOfPerson = cookie.name === "aval_session" || cookie.name === "aval_person_login";
    const expected = isOfPerson ? sessionPath : loginPath;
    const prefix = !secure ? "" : expected === "/" ? "__Host-" : "__Secure-";
    assert.equal(pair, `${prefix}${cookie.name}=${cookie.value}`);
    assert.equal(maxAge, `Max-Age=${cookie.maxAgeSeconds}`);
    assert.equal(path, `Path=${expected}`);
    assert.deepEqual(flags, ["HttpOnly", ...(scope.secure ? ["Secure"] : []), "SameSite=Lax"]);
    assert.match(written, /^[\x20-\x7e]*$/);
  }));
});

Deno.test("writeCookie() writes every cookie that has the form of one, in bounded length", () => {
  fc.assert(fc.property(someScope, someCookie, (scope, cookie) => {
    // The longest name, Max-Age and the attributes have 100 characters at most.
    const bound = 100 + scope.path.length + cookieCharactersMax;
    assert(writeCookie(scope, cookie).length <= bound);
  }));
});

Deno.test("writeCookie() refuses names, values and lifetimes that no cookie of the service has", () => {
  const cookie = { name: "aval_login", value: "v", maxAgeSeconds: 300 } as const;
  const wrong = [
    { ...cookie, name: "session" },
    { ...cookie, name: "__Host-aval_login" },
    { ...cookie, name: "aval_login; Domain=example" },
    { ...cookie, value: "a;b" },
    { ...cookie, value: "a\r\nset-cookie: b=c" },
    { ...cookie, value: "a,b" },
    { ...cookie, value: "%3B" },
    { ...cookie, value: "a b" },
    { ...cookie, value: "v\n" },
    { ...cookie, value: "v".repeat(cookieCharactersMax + 1) },
    { ...cookie, maxAgeSeconds: -1 },
    { ...cookie, maxAgeSeconds: 0.5 },
    { ...cookie, maxAgeSeconds: NaN },
    { ...cookie, maxAgeSeconds: Infinity },
  ];
  for (const given of wrong) {
    assert.throws(() => writeCookie(https, given as SetCookie), Error, JSON.stringify(given));
  }
});

Deno.test("readCookies() reads what writeCookie() wrote, among whatever else a host has set", () => {
  const foreign = fc.array(
    fc.tuple(fc.string(), fc.string()).map(([name, value]) => `foreign${name}=${value}`)
      .filter((pair) => !/aval_login|;/.test(pair)),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(someScope, someCookie, foreign, foreign, (scope, cookie, before, after) => {
      const [pair = ""] = writeCookie(scope, cookie).split(";");
      const header = [...before, pair, ...after].join("; ");
      assert.deepEqual(readCookies(scope, header), { [cookie.name]: cookie.value });
    }),
  );
});

Deno.test("readCookies() takes any header, and returns only values that it could have written", () => {
  const pieces = fc.array(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("__Secure-aval_login", "aval_login_sso", "=", ";", " ", '"', "%", "%41"),
    ),
    { maxLength: 40 },
  ).map((parts) => parts.join(""));
  fc.assert(fc.property(someScope, pieces, (scope, header) => {
    for (const [name, value] of Object.entries(readCookies(scope, header))) {
      writeCookie(scope, { name, value, maxAgeSeconds: 1 } as SetCookie);
    }
  }));
});

Deno.test("readCookies() reads the name of the deployment's scheme alone", () => {
  const both = "aval_login=plain; __Secure-aval_login=secure";
  assert.deepEqual(readCookies(https, both), { aval_login: "secure" });
  assert.deepEqual(readCookies(http, both), { aval_login: "plain" });
  // A browser takes the name in any case; ours has one.
  assert.deepEqual(readCookies(https, "__SECURE-aval_login=a; __Host-aval_login=b"), {});
});

Deno.test("readCookies() takes the first of a name, which is the one of the longer path", () => {
  assert.deepEqual(readCookies(http, "aval_login=first; aval_login=second"), {
    aval_login: "first",
  });
});

Deno.test("readCookies() reads nothing where there is no header, or one that is too long", () => {
  assert.deepEqual(readCookies(http, null), {});
  assert.deepEqual(readCookies(http, ""), {});
  const long = `aval_login=v; ${"a=b; ".repeat(10_000)}`;
  assert.deepEqual(readCookies(http, long), {});
  assert.deepEqual(readCookies(http, `aval_login=v; ${";".repeat(16_000)}`), { aval_login: "v" });
});

const setsTwo = defineRoute({
  method: "get",
  path: "/test/two_cookies",
  summary: "A test route",
  service: "edge",
  kind: "test",
  auth: "none",
  answers: { 302: { redirect: true, description: "On to the client" } },
  run: () =>
    reply(302, { location: "https://client.example/" }, { "x-test": "1" }, [
      { name: "aval_login", value: "", maxAgeSeconds: 0 },
      { name: "aval_login_sso", value: "s1", maxAgeSeconds: 3600 },
    ]),
});

Deno.test("an answer sets several cookies, each in a header of its own", async () => {
  await using service = await serviceInMemory({
    routes: [setsTwo],
    env: { AVAL_BASE_URL: "https://x.example/aval/" },
  });
  const answer = await service.fetch("/test/two_cookies");
  assert.deepEqual([answer.status, answer.headers.get("location"), answer.headers.get("x-test")], [
    302,
    "https://client.example/",
    "1",
  ]);
  assert.deepEqual(answer.headers.getSetCookie(), [
    "__Secure-aval_login=; Max-Age=0; Path=/aval/v1/login; HttpOnly; Secure; SameSite=Lax",
    "__Secure-aval_login_sso=s1; Max-Age=3600; Path=/aval/v1/login; HttpOnly; Secure; SameSite=Lax",
  ]);
});

Deno.test("an answer with cookies is never kept for a replay", async () => {
  const idempotent = defineRoute({
    method: "post",
    path: "/test/kept",
    summary: "A test route",
    service: "screening",
    kind: "test",
    auth: "bearer",
    idempotency: { owner: "client" },
    body: z.object({}),
    answers: { 200: z.object({}) },
    run: () => reply(200, {}, {}, [{ name: "aval_login", value: "v", maxAgeSeconds: 1 }]),
  });
  await using service = await serviceInMemory({ routes: [idempotent] });
  const answer = await service.as("acme").post("/test/kept", {}, { "idempotency-key": "k" });
  assert.deepEqual([answer.status, answer.headers.getSetCookie()], [500, []]);
});
