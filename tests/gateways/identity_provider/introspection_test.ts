import assert from "node:assert/strict";
import fc from "fast-check";
import { silentTelemetry } from "../../../core/telemetry/silent.ts";
import { openIntrospection } from "../../../gateways/identity_provider/introspection.ts";
import { jsonLog } from "../../../base/json_log.ts";
import { type Introspection as Rules } from "../../../core/policy/introspection.ts";
import { defaultPolicy } from "../../../core/policy/policy.ts";
import type { Introspector } from "../../../core/access/ports.ts";
import { type FixedClock, fixedClock } from "../../support/clock.ts";
import {
  activeAnswer,
  endlessBody,
  type FakeProvider,
  fakeProvider,
  OWN_CLIENT,
  OWN_SECRET,
  REALM,
} from "../../support/identity_provider.ts";
import { runs } from "../../support/runs.ts";

interface LookUp {
  readonly clock: FixedClock;
  readonly introspector: Introspector;
  readonly lines: string[];
  /** Requested deadlines in milliseconds. */
  readonly deadlines: number[];
  /** Lets every deadline pass. */
  readonly passDeadline: () => void;
}

function lookUpAt(url: string, rules: Partial<Rules> = {}): LookUp {
  const clock = fixedClock();
  const lines: string[] = [];
  const deadlines: number[] = [];
  const deadline = new AbortController();
  const introspector = openIntrospection({
    provider: { url, realm: REALM, clientId: OWN_CLIENT, clientSecret: OWN_SECRET },
    rules: { ...defaultPolicy.introspection, ...rules },
    clock,
    telemetry: silentTelemetry,
    log: jsonLog({ level: "debug", clock, write: (line) => void lines.push(line) }),
    deadline: (milliseconds) => {
      deadlines.push(milliseconds);
      return deadline.signal;
    },
  });
  return { clock, introspector, lines, deadlines, passDeadline: () => deadline.abort() };
}

const json = (value: unknown, status = 200) => Response.json(value, { status });
const inactive = () => json({ active: false });

/** A provider at which all tokens are active, and a look-up at it. */
function activeProvider(rules: Partial<Rules> = {}): LookUp & { readonly idp: FakeProvider } {
  const idp = fakeProvider(inactive);
  const lookUp = lookUpAt(idp.url, rules);
  idp.says(() => json(activeAnswer(idp, lookUp.clock.now())));
  return { idp, ...lookUp };
}

const kinds = async (introspector: Introspector, tokens: readonly string[]) => {
  const found: string[] = [];
  for (const token of tokens) found.push((await introspector.introspect(token)).kind);
  return found;
};

Deno.test("introspect() asks as RFC 7662 §2.1 and RFC 6749 §2.3.1 say", async () => {
  const { idp, introspector, deadlines, clock } = activeProvider();
  await using _ = idp;
  assert.deepEqual(await introspector.introspect("a.b-c_d~e+f/g=="), {
    kind: "active",
    clientId: "acme",
    roles: ["credentials-api-client"],
    scopes: [],
    expiresAt: clock.now().add({ seconds: 60 }),
  });
  assert.deepEqual(idp.questions, [{
    path: "/realms/platform/protocol/openid-connect/token/introspect",
    method: "POST",
    // The secret's reserved characters, percent-encoded by hand; "+" is a blank in a form.
    authorization: `Basic ${btoa("platform-api:s3cr%3At%25+%2B%7E%2F")}`,
    contentType: "application/x-www-form-urlencoded;charset=UTF-8",
    form: [["token", "a.b-c_d~e+f/g=="], ["token_type_hint", "access_token"]],
  }]);
  assert.deepEqual(deadlines, [2_000]);
});

Deno.test("introspect() takes active access tokens for this service, and no others", async (t) => {
  const now = Math.floor(fixedClock().now().epochMilliseconds / 1_000);
  const cases: readonly {
    readonly why: string;
    readonly members: Record<string, unknown>;
    readonly kind: string;
    readonly rules?: Partial<Rules>;
  }[] = [
    { why: "aud as a string", members: { aud: OWN_CLIENT }, kind: "active" },
    { why: "aud as a list", members: { aud: ["x", OWN_CLIENT] }, kind: "active" },
    { why: "aud of another", members: { aud: "platform-api2" }, kind: "inactive" },
    { why: "aud of others", members: { aud: ["account"] }, kind: "inactive" },
    { why: "aud empty", members: { aud: [] }, kind: "inactive" },
    { why: "no aud", members: { aud: undefined }, kind: "inactive" },
    {
      why: "no aud where the policy asks for none",
      members: { aud: undefined },
      rules: { audienceRequired: false },
      kind: "active",
    },
    { why: "aud of a wrong type", members: { aud: 7 }, kind: "unavailable" },
    { why: "no iss", members: { iss: undefined }, kind: "active" },
    { why: "iss of another realm", members: { iss: "http://x/realms/other" }, kind: "inactive" },
    {
      why: "iss of another name where the policy lets it",
      members: { iss: "http://x/realms/platform" },
      rules: { issuerChecked: false },
      kind: "active",
    },
    { why: "no exp", members: { exp: undefined }, kind: "inactive" },
    { why: "exp now", members: { exp: now }, kind: "inactive" },
    { why: "exp in a moment", members: { exp: now + 0.5 }, kind: "active" },
    { why: "exp past", members: { exp: now - 1 }, kind: "inactive" },
    { why: "exp beyond every calendar", members: { exp: 1e300 }, kind: "active" },
    { why: "exp as text", members: { exp: String(now + 60) }, kind: "unavailable" },
    { why: "exp null", members: { exp: null }, kind: "unavailable" },
    { why: "nbf now", members: { nbf: now }, kind: "active" },
    { why: "nbf to come", members: { nbf: now + 1 }, kind: "inactive" },
    { why: "token_type in small letters", members: { token_type: "bearer" }, kind: "active" },
    {
      why: "neither token_type nor typ",
      members: { token_type: undefined, typ: undefined },
      kind: "active",
    },
    { why: "a DPoP token", members: { token_type: "DPoP" }, kind: "inactive" },
    { why: "a refresh token", members: { typ: "Refresh" }, kind: "inactive" },
    { why: "an offline token", members: { typ: "Offline" }, kind: "inactive" },
    { why: "an id token", members: { typ: "ID" }, kind: "inactive" },
    {
      why: "no client_id, though azp and sub",
      members: { client_id: undefined },
      kind: "inactive",
    },
    { why: "an empty client_id", members: { client_id: "" }, kind: "inactive" },
    { why: "active as text", members: { active: "true" }, kind: "unavailable" },
    { why: "active as a number", members: { active: 1 }, kind: "unavailable" },
    { why: "no active", members: { active: undefined }, kind: "unavailable" },
    { why: "active: false with all the rest", members: { active: false }, kind: "inactive" },
    { why: "scope as a list", members: { scope: ["agent:read-only"] }, kind: "unavailable" },
    { why: "roles as text", members: { realm_access: { roles: "x" } }, kind: "unavailable" },
    { why: "no roles", members: { realm_access: {} }, kind: "active" },
    {
      why: "own roles of a wrong type",
      members: { resource_access: { [OWN_CLIENT]: "x" } },
      kind: "unavailable",
    },
    {
      why: "roles elsewhere of a wrong type",
      members: { resource_access: { account: "x" } },
      kind: "active",
    },
  ];
  for (const { why, members, kind, rules } of cases) {
    await t.step(why, async () => {
      const { idp, introspector, clock, lines } = activeProvider(rules);
      await using _ = idp;
      idp.says(() => json(activeAnswer(idp, clock.now(), members)));
      assert.deepEqual(await kinds(introspector, ["t0ken"]), [kind]);
      assert(!/t0ken|s3cr|acme|http/.test(lines.join()), lines.join());
    });
  }
});

Deno.test("introspect() reads roles of the realm and of this service's client, and every scope", async () => {
  const { idp, introspector, clock } = activeProvider();
  await using _ = idp;
  idp.says(() =>
    json(activeAnswer(idp, clock.now(), {
      realm_access: { roles: ["kyb-reviewer", "uma_authorization"] },
      resource_access: {
        [OWN_CLIENT]: { roles: ["credentials-api-issuer"] },
        "another-api": { roles: ["credentials-api-reviewer"] },
      },
      scope: " profile  agent:read-only ",
    }))
  );
  const found = await introspector.introspect("t");
  assert(found.kind === "active");
  assert.deepEqual([found.roles.toSorted(), found.scopes], [
    ["credentials-api-issuer", "kyb-reviewer"],
    ["profile", "agent:read-only"],
  ]);
});

Deno.test("introspect() takes a token that the provider cannot read for inactive, for a while", async (t) => {
  for (const status of [400, 413, 414, 422, 431]) {
    await t.step(`${status}`, async () => {
      await using idp = fakeProvider(() => json({ error: "invalid_request" }, status));
      const { introspector, lines } = lookUpAt(idp.url);
      assert.deepEqual(await kinds(introspector, ["t0ken", "t0ken"]), ["inactive", "inactive"]);
      assert.equal(idp.questions.length, 1);
      assert.match(lines.join(), /introspection_unreadable/);
      assert(!/t0ken|s3cr/.test(lines.join()));
    });
  }
});

Deno.test("introspect() is unavailable, never a pass or a refusal, whatever the provider does", async (t) => {
  const cases: readonly { readonly why: string; readonly says: () => Response }[] = [
    { why: "our own secret is refused", says: () => json({ error: "invalid_client" }, 401) },
    {
      why: "our own secret is refused by a 400",
      says: () => json({ error: "invalid_client" }, 400),
    },
    {
      why: "our client may not authenticate so",
      says: () => json({ error: "unauthorized_client" }, 400),
    },
    { why: "it has to be paid first", says: () => json({ active: false }, 402) },
    { why: "the law forbids an answer", says: () => json({ active: false }, 451) },
    { why: "our client may not ask", says: () => json({ active: true }, 403) },
    { why: "no such realm", says: () => json({ error: "Realm does not exist" }, 404) },
    { why: "too many questions", says: () => json({ active: false }, 429) },
    { why: "it fails", says: () => json({ active: true }, 500) },
    { why: "its proxy fails", says: () => new Response("<html>", { status: 502 }) },
    {
      why: "a firewall before it, or its proxy",
      says: () => new Response("<html>Forbidden", { status: 403 }),
    },
    { why: "another method is wanted", says: () => json({ active: false }, 405) },
    { why: "it waited too long for us", says: () => json({ active: false }, 408) },
    { why: "created", says: () => json({ active: false }, 201) },
    { why: "nothing", says: () => new Response() },
    { why: "no content", says: () => new Response(null, { status: 204 }) },
    { why: "a page", says: () => new Response("<html>login</html>") },
    { why: "half an answer", says: () => new Response('{"active":true') },
    { why: "null", says: () => json(null) },
    { why: "a list", says: () => json([{ active: true }]) },
    { why: "text", says: () => json("active") },
    {
      why: "a redirect, which would take token and secret elsewhere",
      says: () => new Response(null, { status: 307, headers: { location: "/elsewhere" } }),
    },
    {
      why: "an answer without end",
      says: () =>
        new Response(
          new ReadableStream({
            pull: (stream) => stream.enqueue(new TextEncoder().encode(" ".repeat(8_192))),
          }),
        ),
    },
  ];
  for (const { why, says } of cases) {
    await t.step(why, async () => {
      await using idp = fakeProvider(says);
      const { introspector, lines } = lookUpAt(idp.url);
      assert.deepEqual(await introspector.introspect("t0ken"), { kind: "unavailable" });
      assert.equal(idp.questions.length, 1, "only a connection is tried again");
      assert.match(lines.join(), /introspection_unavailable/);
      assert(!/t0ken|s3cr/.test(lines.join()));
    });
  }
});

Deno.test("introspect() lets nobody in by an answer of any shape", async () => {
  const { idp, introspector, clock } = activeProvider({ breakerFailuresMin: 1_000 });
  await using _ = idp;
  let number = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("active", "client_id", "exp", "aud", "token_type", "scope", "realm_access"),
      fc.jsonValue({ maxDepth: 2 }).filter((value) => value !== true),
      async (member, value) => {
        const answer = activeAnswer(idp, clock.now(), { [member]: value });
        idp.says(() => json(answer));
        const found = await introspector.introspect(`t${number++}`);
        if (found.kind !== "active") return;
        // Whoever passes has every member in the form that the standard gives it.
        assert.equal(answer["active"], true);
        assert.equal(found.clientId, answer["client_id"]);
        assert(Number(answer["exp"]) * 1_000 > clock.now().epochMilliseconds);
        assert([answer["aud"]].flat().includes(OWN_CLIENT));
        assert.match(String(answer["token_type"]), /^bearer$/i);
        assert.equal(typeof (answer["scope"] ?? ""), "string");
      },
    ),
    { numRuns: runs(300) },
  );
});

Deno.test("introspect() gives up at its deadline, before and within an answer", async (t) => {
  for (const why of ["no answer", "a slow body"] as const) {
    await t.step(why, async () => {
      const reached = Promise.withResolvers<void>();
      await using idp = fakeProvider(() => {
        reached.resolve();
        return why === "no answer" ? idp.hang() : endlessBody();
      });
      const { introspector, passDeadline, lines } = lookUpAt(idp.url);
      const asked = introspector.introspect("t");
      await reached.promise;
      passDeadline();
      assert.deepEqual(await asked, { kind: "unavailable" });
      assert.match(lines.join(), /"reason":"deadline"/);
      assert.equal(idp.questions.length, 1);
    });
  }
});

Deno.test("introspect() tries a connection that breaks once more, and no more than that", async (t) => {
  for (
    const { breaks, kind } of [{ breaks: 1, kind: "inactive" }, { breaks: 9, kind: "unavailable" }]
  ) {
    await t.step(`${breaks} connections break`, async () => {
      using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      let connections = 0;
      const serving = (async () => {
        for await (const connection of listener) {
          await connection.read(new Uint8Array(4_096));
          if (++connections > breaks) {
            const answer = "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 16\r\n\r\n";
            await connection.write(new TextEncoder().encode(`${answer}{"active":false}`));
          }
          connection.close();
        }
      })();
      const { introspector } = lookUpAt(`http://127.0.0.1:${listener.addr.port}`);
      assert.equal((await introspector.introspect("t")).kind, kind);
      assert.equal(connections, 2);
      listener.close();
      await serving;
    });
  }
});

Deno.test("introspect() believes an active answer for 10 s: then a revoked token is refused", async () => {
  const { idp, introspector, clock } = activeProvider();
  await using _ = idp;
  assert.deepEqual(await kinds(introspector, ["t"]), ["active"]);
  idp.says(inactive);
  clock.advance({ milliseconds: 9_999 });
  assert.deepEqual(await kinds(introspector, ["t"]), ["active"]);
  assert.equal(idp.questions.length, 1);
  clock.advance({ milliseconds: 1 });
  assert.deepEqual(await kinds(introspector, ["t", "t"]), ["inactive", "inactive"]);
  assert.equal(idp.questions.length, 2);
});

Deno.test("introspect() believes nothing longer because the clock was set back", async () => {
  const { idp, introspector, clock } = activeProvider();
  await using _ = idp;
  assert.deepEqual(await kinds(introspector, ["t"]), ["active"]);
  idp.says(inactive);
  clock.advance({ hours: -1 });
  assert.deepEqual(await kinds(introspector, ["t"]), ["inactive"]);
});

Deno.test("introspect() never believes an answer past the token's exp", async () => {
  const { idp, introspector, clock } = activeProvider();
  await using _ = idp;
  const answer = activeAnswer(idp, clock.now(), {
    exp: clock.now().epochMilliseconds / 1_000 + 3,
  });
  idp.says(() => json(answer)); // the provider itself goes on calling it active
  assert.deepEqual(await kinds(introspector, ["t"]), ["active"]);
  clock.advance({ milliseconds: 2_999 });
  assert.deepEqual(await kinds(introspector, ["t"]), ["active"]);
  assert.equal(idp.questions.length, 1);
  clock.advance({ milliseconds: 1 });
  assert.deepEqual(await kinds(introspector, ["t"]), ["inactive"]);
});

Deno.test("introspect() believes an inactive answer for 5 s, and an error not at all", async () => {
  const { idp, introspector, clock } = activeProvider();
  await using _ = idp;
  idp.says(inactive);
  assert.deepEqual(await kinds(introspector, ["t", "t"]), ["inactive", "inactive"]);
  assert.equal(idp.questions.length, 1);
  idp.says(() => json(activeAnswer(idp, clock.now())));
  clock.advance({ seconds: 5 });
  assert.deepEqual(await kinds(introspector, ["t"]), ["active"]);
  idp.says(() => json({}, 500));
  assert.deepEqual(await kinds(introspector, ["u"]), ["unavailable"]);
  idp.says(() => json(activeAnswer(idp, clock.now())));
  assert.deepEqual(await kinds(introspector, ["u"]), ["active"]);
});

Deno.test("introspect() asks every time where the policy caches nothing", async () => {
  const { idp, introspector } = activeProvider({ activeCacheSeconds: 0, inactiveCacheSeconds: 0 });
  await using _ = idp;
  assert.deepEqual(await kinds(introspector, ["t", "t"]), ["active", "active"]);
  idp.says(inactive);
  assert.deepEqual(await kinds(introspector, ["t", "t"]), ["inactive", "inactive"]);
  assert.equal(idp.questions.length, 4);
});

Deno.test("introspect() keeps a bounded number of answers; garbage drives no active one out", async () => {
  const { idp, introspector, clock } = activeProvider({ cacheEntriesMax: 3 });
  await using _ = idp;
  idp.says((token) => token.startsWith("bad") ? inactive() : json(activeAnswer(idp, clock.now())));
  const asked = () => idp.questions.map(({ form }) => form[0]?.[1]);
  await kinds(introspector, ["a", "b", "c", "a"]);
  await kinds(introspector, ["bad1", "bad2", "bad3", "bad4", "bad5"]);
  await kinds(introspector, ["d", "a"]); // b was used the longest time ago
  assert.deepEqual(asked().filter((token) => !token?.startsWith("bad")), ["a", "b", "c", "d"]);
  await kinds(introspector, ["b"]);
  assert.equal(asked().filter((token) => token === "b").length, 2);
  await kinds(introspector, ["bad5", "bad1"]);
  assert.deepEqual(asked().slice(-1), ["bad1"]);
});

Deno.test("introspect() asks once for 50 callers of one token, and for each token by itself", async () => {
  const { idp, introspector, clock } = activeProvider();
  await using _ = idp;
  const go = Promise.withResolvers<void>();
  idp.says(async (token) => {
    await go.promise;
    return json(activeAnswer(idp, clock.now(), { client_id: `client-${token}` }));
  });
  const asked = Array.from({ length: 50 }, () => introspector.introspect("a"));
  asked.push(introspector.introspect("b"));
  go.resolve();
  const clients = (await Promise.all(asked)).map((found) =>
    found.kind === "active" ? found.clientId : found.kind
  );
  assert.deepEqual(clients, [...Array(50).fill("client-a"), "client-b"]);
  assert.equal(idp.questions.length, 2);
});

Deno.test("introspect() anew lets nobody pass by the cache or a question under way, and corrects both", async () => {
  const { idp, introspector, clock } = activeProvider();
  await using _ = idp;
  const fresh = { fresh: true };
  const reached = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const before = json(activeAnswer(idp, clock.now()));
  idp.says(async () => {
    reached.resolve();
    await go.promise;
    return before;
  });
  const slow = introspector.introspect("t");
  await reached.promise;
  idp.says(inactive); // revoked meanwhile
  assert.equal((await introspector.introspect("t", fresh)).kind, "inactive");
  go.resolve();
  assert.equal((await slow).kind, "active"); // it was, when it was asked
  assert.deepEqual(await kinds(introspector, ["t"]), ["inactive"]);
  assert.equal(idp.questions.length, 2);
  assert.equal((await introspector.introspect("t", fresh)).kind, "inactive");
  assert.equal(idp.questions.length, 2, "one bad caller does not hammer the provider");
});

Deno.test("introspect() leaves a failing provider alone, tries it with one request, and goes on", async () => {
  const { idp, introspector, clock, lines } = activeProvider();
  await using _ = idp;
  await kinds(introspector, ["known"]);
  const works = () => json(activeAnswer(idp, clock.now()));
  const fails = () => json({}, 503);
  idp.says(fails);
  assert.deepEqual(
    await kinds(introspector, ["a", "b", "c", "d", "e"]),
    Array(5).fill("unavailable"),
  );
  const asked = idp.questions.length;
  assert.deepEqual(await introspector.introspect("f"), {
    kind: "unavailable",
    retryAfterSeconds: 5,
  });
  clock.advance({ milliseconds: 3_001 });
  assert.deepEqual(await introspector.introspect("f", { fresh: true }), {
    kind: "unavailable",
    retryAfterSeconds: 2,
  });
  assert.deepEqual(await kinds(introspector, ["known"]), ["active"], "what is known still holds");
  assert.equal(idp.questions.length, asked);

  clock.advance({ milliseconds: 1_999 }); // one probe, which fails
  const reached = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  idp.says(async () => {
    reached.resolve();
    await go.promise;
    return fails();
  });
  const probes = ["g", "h", "i"].map((token) => introspector.introspect(token)); // any may be it
  await reached.promise;
  assert.deepEqual(await kinds(introspector, ["while the probe runs"]), ["unavailable"]);
  go.resolve();
  await Promise.all(probes);
  assert.equal(idp.questions.length, asked + 1);
  idp.says(works);
  assert.deepEqual(await kinds(introspector, ["j"]), ["unavailable"]);
  assert.equal(idp.questions.length, asked + 1);

  clock.advance({ seconds: 5 }); // one probe, which works
  assert.deepEqual(await kinds(introspector, ["k", "l"]), ["active", "active"]);
  const states = lines.map((line) => JSON.parse(line)).filter(({ event }) =>
    event === "introspection_breaker"
  ).map(({ state }) => state);
  assert.deepEqual(states, ["opened", "closed"]);
});

Deno.test("introspect() does not open for failures far apart, nor for what concerns one token", async () => {
  const { idp, introspector, clock } = activeProvider();
  await using _ = idp;
  idp.says(() => json({}, 500));
  for (const token of "abcdefgh") {
    await kinds(introspector, [token]);
    clock.advance({ milliseconds: 2_500 }); // at most four of them within 10 s
  }
  assert.equal(idp.questions.length, 8);
  for (
    const says of [
      ...[400, 413, 414, 422, 431].map((status) => () =>
        json({ error: "invalid_request" }, status)
      ),
      () => new Response("<html>Request blocked", { status: 403 }),
      () => json(activeAnswer(idp, clock.now(), { scope: 7 })),
      () => new Response(" ".repeat(70_000)),
    ]
  ) {
    idp.says(says);
    const before: number = idp.questions.length;
    await kinds(introspector, Array.from({ length: 6 }, (_, n) => `${before} ${n}`));
    assert.equal(idp.questions.length, before + 6);
  }
});

Deno.test("introspect() opens for what every token meets", async (t) => {
  const faults: Readonly<Record<string, () => Response>> = {
    "our secret": () => json({ error: "invalid_client" }, 401),
    "our client": () => json({ error: "invalid_request" }, 403),
    "our address": () => json({ error: "Realm does not exist" }, 404),
    "too many requests": () => json({}, 429),
    "a fault": () => json({}, 503),
  };
  for (const [why, says] of Object.entries(faults)) {
    await t.step(why, async () => {
      const { idp, introspector } = activeProvider();
      await using _ = idp;
      idp.says(says);
      const { breakerFailuresMin } = defaultPolicy.introspection;
      await kinds(introspector, [..."abcdefgh"]);
      assert.equal(idp.questions.length, breakerFailuresMin);
    });
  }
});

Deno.test("introspect() lets one source look up only its share, and garbage opens no breaker for others", async () => {
  const answers: (() => void)[] = [];
  let asked = 0;
  const idp = fakeProvider(async () => {
    asked++;
    await new Promise<void>((resolve) => answers.push(resolve));
    return inactive();
  });
  await using _ = idp;
  const rules = { totalRequestsMax: 8, sourceRequestsMax: 2, waitingRequestsMax: 8 };
  const { introspector, lines } = lookUpAt(idp.url, rules);
  const flood = Array.from(
    { length: 500 },
    (_, n) => introspector.introspect(`garbage-${n}`, { fresh: false, source: "192.0.2.1" }),
  );
  const other = introspector.introspect("token", { fresh: false, source: "192.0.2.2" });
  while (answers.length < 3) await new Promise((resolve) => setTimeout(resolve, 1));
  assert.equal(asked, 3);
  let isOver = false;
  const found = Promise.all([...flood, other]).finally(() => isOver = true);
  while (!isOver) {
    for (const answer of answers.splice(0)) answer();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const kindsFound = (await found).map(({ kind }) => kind);
  // Two at once and two that wait: the source's quarter of both.
  assert.deepEqual(kindsFound.filter((kind) => kind === "inactive").length, 5);
  assert.equal(kindsFound.at(-1), "inactive");
  assert.equal(asked, 5);
  const events = lines.map((line) => JSON.parse(line).event);
  assert.deepEqual(events, ["introspection_crowded"]);
});

Deno.test("introspect() counts no failure of the provider where the wait took the time", async () => {
  const idp = fakeProvider(() => new Promise<Response>(() => {}));
  await using _ = idp;
  const rules = { totalRequestsMax: 1, sourceRequestsMax: 1, breakerFailuresMin: 2 };
  const { introspector, lines, passDeadline } = lookUpAt(idp.url, rules);
  const asked = ["a", "b", "c"].map((token) => introspector.introspect(token));
  passDeadline();
  const found = await Promise.all(asked);
  assert.deepEqual(found.map(({ kind }) => kind), ["unavailable", "unavailable", "unavailable"]);
  assert(!lines.some((line) => line.includes("introspection_breaker")));
});
