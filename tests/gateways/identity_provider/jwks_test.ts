import assert from "node:assert/strict";
import { exportJWK, generateKeyPair } from "jose";
import { jsonLog } from "../../../base/json_log.ts";
import type { StepUpAlgorithm, StepUpKeys } from "../../../core/credentials/step_up_ports.ts";
import { defaultPolicy } from "../../../core/policy/policy.ts";
import { openProviderKeys } from "../../../gateways/identity_provider/jwks.ts";
import { type FixedClock, fixedClock } from "../../support/clock.ts";
import {
  endlessBody,
  type FakeProvider,
  fakeProvider,
  REALM,
} from "../../support/identity_provider.ts";
import { type ProviderKey, providerKey } from "../../support/step_up.ts";

const one = await providerKey("one");
const two = await providerKey("two");

const publish = (...keys: readonly ProviderKey[]) => () =>
  Response.json({ keys: keys.map(({ jwk }) => jwk) });

interface Opened extends AsyncDisposable {
  readonly idp: FakeProvider;
  readonly keys: StepUpKeys;
  readonly clock: FixedClock;
  readonly lines: string[];
  readonly deadlines: number[];
  readonly passDeadline: () => void;
  /** @returns the kind of the key that is found */
  find(kid: string, alg?: StepUpAlgorithm): Promise<string>;
  asked(): number;
}

function open(says: () => Response | Promise<Response>): Opened {
  const idp = fakeProvider(says);
  const clock = fixedClock();
  const lines: string[] = [];
  const deadlines: number[] = [];
  const deadline = new AbortController();
  const keys = openProviderKeys({
    provider: { url: idp.url, realm: REALM },
    rules: defaultPolicy.providerKeys,
    clock,
    log: jsonLog({ level: "debug", clock, write: (line) => void lines.push(line) }),
    deadline: (milliseconds) => {
      deadlines.push(milliseconds);
      return deadline.signal;
    },
  });
  return {
    idp,
    keys,
    clock,
    lines,
    deadlines,
    passDeadline: () => deadline.abort(),
    find: async (kid, alg = "ES256") => (await keys.find({ kid, alg })).kind,
    asked: () => idp.questions.length,
    [Symbol.asyncDispose]: () => idp[Symbol.asyncDispose](),
  };
}

Deno.test("find() reads the realm's keys once, and keeps them for five minutes", async () => {
  await using at = open(publish(one));
  for (let n = 0; n < 3; n++) assert.equal(await at.find("one"), "key");
  assert.deepEqual(
    at.idp.questions.map(({ path, method, authorization }) => [
      path,
      method,
      authorization,
    ]),
    [["/realms/platform/protocol/openid-connect/certs", "GET", null]],
  );
  assert.deepEqual(at.deadlines, [2_000]);
  at.clock.advance({ seconds: 299 });
  assert.equal(await at.find("one"), "key");
  assert.equal(at.asked(), 1);
  at.clock.advance({ seconds: 1 });
  assert.equal(await at.find("one"), "key");
  assert.equal(at.asked(), 2);
});

Deno.test("find() reads anew for an unknown id once a minute at most", async () => {
  await using at = open(publish(one));
  assert.equal(await at.find("one"), "key");
  for (let n = 0; n < 50; n++) assert.equal(await at.find(`invented ${n}`), "unknown");
  assert.equal(at.asked(), 1);
  at.idp.says(publish(two, one));
  at.clock.advance({ seconds: 59 });
  assert.equal(await at.find("two"), "unknown");
  at.clock.advance({ seconds: 1 });
  assert.equal(await at.find("two"), "key");
  assert.equal(await at.find("one"), "key");
  for (let n = 0; n < 50; n++) assert.equal(await at.find(`invented ${n}`), "unknown");
  assert.equal(at.asked(), 2);
});

Deno.test("find() forgets a withdrawn key with the next read", async () => {
  await using at = open(publish(one));
  assert.equal(await at.find("one"), "key");
  at.idp.says(publish(two));
  at.clock.advance({ seconds: 60 });
  assert.equal(await at.find("one"), "key", "what is kept holds for five minutes");
  assert.equal(await at.find("two"), "key");
  assert.equal(await at.find("one"), "unknown");
  at.idp.says(() => Response.json({ keys: [] }));
  at.clock.advance({ seconds: 300 });
  assert.equal(await at.find("two"), "unknown");
});

Deno.test("find() takes one id for the algorithm of its key alone", async () => {
  const rsa = await providerKey("rsa", "RS256");
  const { alg: _, ...open256 } = rsa.jwk;
  await using at = open(() =>
    Response.json({ keys: [one.jwk, rsa.jwk, { ...open256, kid: "any" }] })
  );
  assert.equal(await at.find("rsa", "RS256"), "key");
  assert.equal(await at.find("rsa", "PS256"), "unknown");
  assert.equal(await at.find("rsa", "ES256"), "unknown");
  assert.equal(await at.find("one", "EdDSA"), "unknown");
  assert.equal(await at.find("any", "PS256"), "key");
});

Deno.test("find() passes over keys that no assertion may be signed by", async (t) => {
  const weak = await exportJWK(
    (await crypto.subtle.generateKey(
      {
        name: "RSASSA-PKCS1-v1_5",
        modulusLength: 1_024,
        publicExponent: new Uint8Array([1, 0, 1]),
        hash: "SHA-256",
      },
      true,
      ["sign", "verify"],
    )).publicKey,
  );
  const rsa = (await providerKey("rsa", "RS256")).jwk;
  const secret = await exportJWK(one.privateKey);
  const p384 = await exportJWK((await generateKeyPair("ES384", { extractable: true })).publicKey);
  const cases: readonly {
    readonly why: string;
    readonly jwk: unknown;
    readonly alg?: StepUpAlgorithm;
    readonly logged?: string;
  }[] = [
    { why: "for encryption", jwk: { ...one.jwk, use: "enc" } },
    { why: "for encryption by key_ops", jwk: { ...one.jwk, key_ops: ["encrypt"] } },
    { why: "of another algorithm", jwk: { ...rsa, alg: "RSA-OAEP" }, alg: "RS256" },
    { why: "with its private part", jwk: { ...one.jwk, d: secret.d }, logged: "private" },
    { why: "a shared secret", jwk: { kty: "oct", k: "c2VjcmV0", alg: "HS256" }, logged: "private" },
    { why: "RSA of 1,024 bits", jwk: weak, alg: "RS256", logged: "weak" },
    { why: "RSA with the exponent 1", jwk: { ...rsa, e: "AQ" }, alg: "RS256", logged: "weak" },
    {
      why: "RSA with zeros before it",
      jwk: { ...weak, n: `AAAA${weak.n}` },
      alg: "RS256",
      logged: "weak",
    },
    { why: "of another curve", jwk: p384 },
    { why: "off its curve", jwk: { ...one.jwk, y: one.jwk.x }, logged: "malformed" },
    { why: "without coordinates", jwk: { kty: "EC", crv: "P-256" } },
    { why: "a number", jwk: 7 },
    { why: "null", jwk: null },
  ];
  for (const { why, jwk, alg = "ES256", logged } of cases) {
    await t.step(why, async () => {
      const bad = typeof jwk === "object" && jwk !== null ? { ...jwk, kid: "bad" } : jwk;
      await using at = open(() => Response.json({ keys: [bad, two.jwk] }));
      assert.equal(await at.find("bad", alg), "unknown");
      assert.equal(await at.find("two"), "key", "the others hold");
      const refused = at.lines.map((line) => JSON.parse(line)).map((
        { event, reason },
      ) => [event, reason]);
      assert.deepEqual(refused, logged === undefined ? [] : [["jwks_key_refused", logged]]);
    });
  }
  await t.step("two of one id", async () => {
    await using at = open(() => Response.json({ keys: [one.jwk, { ...two.jwk, kid: "one" }] }));
    assert.equal(await at.find("one"), "unknown");
  });
  await t.step("without an id", async () => {
    const { kid: _, ...nameless } = one.jwk;
    await using at = open(() => Response.json({ keys: [nameless] }));
    assert.equal(await at.find("one"), "unknown");
    assert.equal(await at.find(""), "unknown");
  });
});

Deno.test("find() is unavailable, never a pass, whatever the provider does", async (t) => {
  const cases: readonly { readonly why: string; readonly says: () => Response }[] = [
    { why: "no such realm", says: () => Response.json({ error: "x" }, { status: 404 }) },
    { why: "it fails", says: () => Response.json({ keys: [one.jwk] }, { status: 500 }) },
    { why: "created", says: () => Response.json({ keys: [one.jwk] }, { status: 201 }) },
    { why: "nothing", says: () => new Response() },
    { why: "a page", says: () => new Response("<html>") },
    { why: "a list", says: () => Response.json([one.jwk]) },
    { why: "no list", says: () => Response.json({ keys: one.jwk }) },
    { why: "null", says: () => Response.json(null) },
    {
      why: "a redirect to other keys",
      says: () => new Response(null, { status: 302, headers: { location: "/elsewhere" } }),
    },
    {
      why: "an answer that is too long",
      says: () => Response.json({ keys: [one.jwk], more: "x".repeat(70_000) }),
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
      await using at = open(says);
      assert.equal(await at.find("one"), "unavailable");
      assert.equal(at.asked(), 1, "only a connection is tried again");
      assert.match(at.lines.join(), /jwks_unavailable/);
    });
  }
});

Deno.test("find() gives up at its deadline, before and within an answer", async () => {
  for (const within of [false, true]) {
    const reached = Promise.withResolvers<void>();
    await using at = open(() => {
      reached.resolve();
      return within ? endlessBody() : at.idp.hang();
    });
    const found = at.find("one");
    await reached.promise;
    at.passDeadline();
    assert.equal(await found, "unavailable");
    assert.match(at.lines.join(), /"reason":"deadline"/);
  }
});

Deno.test("find() does not use keys past their time while the provider is down", async () => {
  await using at = open(publish(one));
  assert.equal(await at.find("one"), "key");
  at.idp.says(() => new Response(null, { status: 503 }));
  at.clock.advance({ seconds: 60 });
  // What is not among the keys may be by now: nobody can tell.
  assert.equal(await at.find("two"), "unavailable");
  assert.deepEqual(await at.keys.find({ kid: "two", alg: "ES256" }), {
    kind: "unavailable",
    retryAfterSeconds: 60,
  });
  assert.equal(await at.find("one"), "key", "what is kept holds");
  assert.equal(at.asked(), 2);
  at.clock.advance({ seconds: 240 });
  assert.equal(await at.find("one"), "unavailable");
  at.idp.says(publish(one));
  assert.equal(await at.find("one"), "key");
});

Deno.test("find() leaves a provider alone that fails, and comes back by one probe", async () => {
  await using at = open(() => new Response(null, { status: 500 }));
  for (let n = 0; n < 9; n++) assert.equal(await at.find("one"), "unavailable");
  assert.equal(at.asked(), 5);
  assert.deepEqual(await at.keys.find({ kid: "one", alg: "ES256" }), {
    kind: "unavailable",
    retryAfterSeconds: 5,
  });
  at.idp.says(publish(one));
  assert.equal(await at.find("one"), "unavailable");
  at.clock.advance({ seconds: 5 });
  assert.equal(await at.find("one"), "key");
  assert.equal(at.asked(), 6);
  const breaker = at.lines.map((line) => JSON.parse(line)).filter(({ event }) =>
    event === "jwks_breaker"
  );
  assert.deepEqual(breaker.map(({ state }) => state), ["opened", "closed"]);
});

Deno.test("find() asks once for all who wait, known ids and unknown ones", async () => {
  const answer = Promise.withResolvers<Response>();
  const reached = Promise.withResolvers<void>();
  await using at = open(() => {
    reached.resolve();
    return answer.promise;
  });
  const waiting = ["one", "two", "one", "three"].flatMap((kid) => [at.find(kid), at.find(kid)]);
  await reached.promise;
  waiting.push(at.find("one"));
  answer.resolve(publish(one, two)());
  assert.deepEqual(await Promise.all(waiting), [
    ...["key", "key", "key", "key", "key", "key", "unknown", "unknown"],
    "key",
  ]);
  assert.equal(at.asked(), 1);
});

Deno.test("find() reads anew when the clock was set back", async () => {
  await using at = open(publish(one));
  assert.equal(await at.find("one"), "key");
  at.clock.advance({ hours: -1 });
  at.idp.says(publish(two));
  assert.equal(await at.find("one"), "unknown");
  assert.equal(at.asked(), 2);
});
