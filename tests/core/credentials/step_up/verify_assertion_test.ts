import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { exportSPKI } from "jose";
import fc from "fast-check";
import { reachesLevel } from "../../../../core/credentials/step_up/acr.ts";
import { verifyAssertion } from "../../../../core/credentials/step_up/verify_assertion.ts";
import type { StepUpVerdict } from "../../../../core/credentials/step_up_ports.ts";
import { fixedClock } from "../../../support/clock.ts";
import {
  assertionClaims,
  keysOf,
  type Members,
  providerKey,
  signCompact,
  STEP_UP_ISSUER,
} from "../../../support/step_up.ts";
import { runs } from "../../../support/runs.ts";

const now = fixedClock().now();
const seconds = Math.floor(now.epochMilliseconds / 1_000);
const expected = {
  issuer: STEP_UP_ISSUER,
  audience: "platform-api",
  acr: "2",
  maxAgeSeconds: 300,
  clockSkewSeconds: 60,
};
const key = await providerKey("k1");
const rsa = await providerKey("r1", "RS256");
const pss = await providerKey("p1", "PS256");
const edwards = await providerKey("e1", "EdDSA");
const keys = keysOf(key, rsa, pss, edwards);

const verify = (assertion: string | null) => verifyAssertion({ keys, expected, now }, assertion);
const said = (verdict: StepUpVerdict) =>
  verdict.kind === "insufficient" ? verdict.reason : verdict.kind;
const signed = (members: Members = {}, header: Members = {}) =>
  signCompact(key, assertionClaims(now, members), header);

Deno.test("verifyAssertion() takes an access token of each algorithm that is allowed", async () => {
  for (const each of [key, rsa, pss, edwards]) {
    assert.deepEqual(
      await verify(await signCompact(each, assertionClaims(now))),
      {
        kind: "verified",
        subject: "5f6a1f0e-3b1c-4d2e-9a7b-0c1d2e3f4a5b",
        jti: "onrtac:f954d2ab-d02f-fe3f-a994-0ecd98de5640",
        // 300 s from the authentication on, and the millisecond after it.
        usableUntil: Temporal.Instant.from("2026-03-02T09:05:00.001Z"),
      },
      each.alg,
    );
  }
});

Deno.test("verifyAssertion() holds each claim to its rule", async (t) => {
  const cases: readonly {
    readonly why: string;
    readonly members: Members;
    readonly expected: string;
  }[] = [
    { why: "another realm", members: { iss: `${STEP_UP_ISSUER}2` }, expected: "another_issuer" },
    { why: "iss with a slash", members: { iss: `${STEP_UP_ISSUER}/` }, expected: "another_issuer" },
    { why: "iss as a list", members: { iss: [STEP_UP_ISSUER] }, expected: "another_issuer" },
    { why: "no iss", members: { iss: undefined }, expected: "another_issuer" },
    { why: "aud as a list", members: { aud: ["account", "platform-api"] }, expected: "verified" },
    { why: "another audience", members: { aud: "platform-api2" }, expected: "another_audience" },
    { why: "other audiences", members: { aud: ["account"] }, expected: "another_audience" },
    {
      why: "azp alone",
      members: { aud: undefined, azp: "platform-api" },
      expected: "another_audience",
    },
    { why: "level 3", members: { acr: "3" }, expected: "verified" },
    { why: "level 1", members: { acr: "1" }, expected: "below_the_level" },
    { why: "level 0", members: { acr: "0" }, expected: "below_the_level" },
    { why: "a named level", members: { acr: "gold" }, expected: "below_the_level" },
    { why: "a level with a sign", members: { acr: "+3" }, expected: "below_the_level" },
    { why: "a level with a point", members: { acr: "2.5" }, expected: "below_the_level" },
    { why: "acr as a number", members: { acr: 2 }, expected: "malformed" },
    { why: "acr as a list", members: { acr: ["2"] }, expected: "malformed" },
    { why: "no acr", members: { acr: undefined }, expected: "malformed" },
    { why: "300 s ago", members: { auth_time: seconds - 300 }, expected: "verified" },
    { why: "301 s ago", members: { auth_time: seconds - 301 }, expected: "stale" },
    { why: "within the skew", members: { auth_time: seconds + 60 }, expected: "verified" },
    {
      why: "beyond the skew",
      members: { auth_time: seconds + 61 },
      expected: "authenticated_in_the_future",
    },
    { why: "auth_time 0", members: { auth_time: 0 }, expected: "stale" },
    { why: "auth_time below 0", members: { auth_time: -1 }, expected: "malformed" },
    { why: "auth_time as text", members: { auth_time: String(seconds) }, expected: "malformed" },
    { why: "no auth_time, though iat", members: { auth_time: undefined }, expected: "malformed" },
    { why: "exp within the skew", members: { exp: seconds - 59 }, expected: "verified" },
    { why: "exp at the skew's end", members: { exp: seconds - 60 }, expected: "expired" },
    { why: "exp beyond every calendar", members: { exp: 1e300 }, expected: "verified" },
    { why: "exp as text", members: { exp: "never" }, expected: "malformed" },
    { why: "no exp", members: { exp: undefined }, expected: "malformed" },
    { why: "nbf within the skew", members: { nbf: seconds + 60 }, expected: "verified" },
    { why: "nbf to come", members: { nbf: seconds + 61 }, expected: "not_yet_valid" },
    { why: "no sub", members: { sub: undefined }, expected: "malformed" },
    { why: "an empty sub", members: { sub: "" }, expected: "malformed" },
    { why: "a long sub", members: { sub: "s".repeat(256) }, expected: "malformed" },
    { why: "no jti", members: { jti: undefined }, expected: "malformed" },
    { why: "an empty jti", members: { jti: "" }, expected: "malformed" },
    { why: "a long jti", members: { jti: "j".repeat(256) }, expected: "malformed" },
    { why: "jti as a number", members: { jti: 7 }, expected: "malformed" },
    { why: "an id_token", members: { typ: "ID" }, expected: "not_an_access_token" },
    { why: "a refresh token", members: { typ: "Refresh" }, expected: "not_an_access_token" },
    { why: "an offline token", members: { typ: "Offline" }, expected: "not_an_access_token" },
    { why: "a DPoP token", members: { typ: "DPoP" }, expected: "not_an_access_token" },
    {
      why: "a token bound to a key",
      members: { cnf: { "x5t#S256": "x" } },
      expected: "not_an_access_token",
    },
    { why: "another provider's, without typ", members: { typ: undefined }, expected: "verified" },
  ];
  for (const { why, members, expected } of cases) {
    await t.step(
      why,
      async () => assert.equal(said(await verify(await signed(members))), expected),
    );
  }
});

Deno.test("verifyAssertion() reads of a header its algorithm, key id and type alone", async (t) => {
  const cases: readonly {
    readonly why: string;
    readonly header: Members;
    readonly expected: string;
  }[] = [
    { why: "RFC 9068's type", header: { typ: "at+jwt" }, expected: "verified" },
    { why: "its long form", header: { typ: "application/AT+JWT" }, expected: "verified" },
    { why: "no type", header: { typ: undefined }, expected: "verified" },
    { why: "a logout token", header: { typ: "logout+jwt" }, expected: "not_an_access_token" },
    { why: "a credential", header: { typ: "dc+sd-jwt" }, expected: "not_an_access_token" },
    { why: "a critical header", header: { crit: ["exp"], exp: 1 }, expected: "critical" },
    { why: "no key id", header: { kid: undefined }, expected: "malformed" },
    { why: "an empty key id", header: { kid: "" }, expected: "malformed" },
    { why: "a long key id", header: { kid: "k".repeat(256) }, expected: "malformed" },
    { why: "another key id", header: { kid: "k2" }, expected: "key_unknown" },
    {
      why: "a key of its own beside it",
      header: { jwk: edwards.jwk, jku: "https://evil.example/jwks", x5u: "https://evil.example" },
      expected: "verified",
    },
  ];
  for (const { why, header, expected } of cases) {
    await t.step(why, async () => {
      assert.equal(said(await verify(await signed({}, header))), expected);
    });
  }
});

Deno.test("verifyAssertion() refuses an algorithm that is not the key's", async (t) => {
  const [, payload] = (await signed()).split(".");
  const encode = (value: unknown) => btoa(JSON.stringify(value)).replaceAll("=", "");
  const hmac = async (spki: string, kid: string) => {
    const input = `${encode({ alg: "HS256", typ: "JWT", kid })}.${payload}`;
    return `${input}.${createHmac("sha256", await spki).update(input).digest("base64url")}`;
  };
  const relabelled = async (by: typeof rsa, alg: string, kid: string) => {
    const [, claims, signature] = (await signCompact(by, assertionClaims(now))).split(".");
    return `${encode({ alg, typ: "JWT", kid })}.${claims}.${signature}`;
  };
  const cases: readonly {
    readonly why: string;
    readonly text: string;
    readonly expected: string;
  }[] = [
    {
      why: "HS256 with the public key",
      text: await hmac(await exportSPKI(rsa.publicKey), "r1"),
      expected: "algorithm",
    },
    {
      why: "none",
      text: `${encode({ alg: "none", kid: "k1" })}.${payload}.`,
      expected: "algorithm",
    },
    {
      why: "NONE",
      text: `${encode({ alg: "NONE", kid: "k1" })}.${payload}.`,
      expected: "algorithm",
    },
    {
      why: "PS256 of an RS256 key",
      text: await relabelled(rsa, "PS256", "r1"),
      expected: "key_unknown",
    },
    {
      why: "RS256 of a PS256 key",
      text: await relabelled(pss, "RS256", "p1"),
      expected: "key_unknown",
    },
    {
      why: "RS256 signed as PS256",
      text: await relabelled(rsa, "PS256", "p1"),
      expected: "signature",
    },
    { why: "RS512", text: await relabelled(rsa, "RS512", "r1"), expected: "algorithm" },
    { why: "another's key id", text: await relabelled(key, "EdDSA", "e1"), expected: "signature" },
    {
      why: "no signature",
      text: `${encode({ alg: "ES256", kid: "k1" })}.${payload}.`,
      expected: "signature",
    },
  ];
  for (const { why, text, expected } of cases) {
    await t.step(why, async () => assert.equal(said(await verify(text)), expected));
  }
});

Deno.test("verifyAssertion() takes one spelling of a compact JWS, of 8 KiB at most", async (t) => {
  const good = await signed();
  const [header = "", payload = "", signature = ""] = good.split(".");
  const long = await signed({ scope: "s".repeat(6_200) });
  const cases: readonly {
    readonly why: string;
    readonly text: string | null;
    readonly expected: string;
  }[] = [
    { why: "none", text: null, expected: "missing" },
    { why: "empty", text: "", expected: "malformed" },
    { why: "with its scheme", text: `Bearer ${good}`, expected: "malformed" },
    { why: "a blank behind it", text: `${good} `, expected: "malformed" },
    { why: "padded", text: `${good}=`, expected: "malformed" },
    { why: "two of them", text: `${good},${good}`, expected: "malformed" },
    { why: "four parts", text: `${good}.x`, expected: "malformed" },
    { why: "a disclosure behind it", text: `${good}~`, expected: "malformed" },
    {
      why: "another's payload",
      text: `${header}.${btoa('{"a":1}').replaceAll("=", "")}.${signature}`,
      expected: "signature",
    },
    { why: "no JSON header", text: `AAAA.${payload}.${signature}`, expected: "malformed" },
    { why: "a list for claims", text: await signCompact(key, []), expected: "malformed" },
    { why: "text for claims", text: await signCompact(key, "claims"), expected: "malformed" },
    { why: "8 KiB and more", text: long, expected: "too_long" },
  ];
  for (const { why, text, expected } of cases) {
    await t.step(why, async () => assert.equal(said(await verify(text)), expected));
  }
  assert(long.length > 8_192 && long.length < 9_000);
});

Deno.test("verifyAssertion() is unavailable while the keys are", async () => {
  const down = {
    find: () => Promise.resolve({ kind: "unavailable", retryAfterSeconds: 4 } as const),
  };
  assert.deepEqual(await verifyAssertion({ keys: down, expected, now }, await signed()), {
    kind: "unavailable",
    retryAfterSeconds: 4,
  });
  // What is refused without a key is refused all the same.
  assert.equal(said(await verifyAssertion({ keys: down, expected, now }, "x")), "malformed");
});

Deno.test("verifyAssertion() may be used for as long as it can be shown", async () => {
  const verdict = await verify(await signed({ auth_time: seconds - 100, exp: seconds + 20 }));
  assert(verdict.kind === "verified");
  // 20 s and 60 s of skew come before the 200 s that are left of the authentication.
  assert.equal(verdict.usableUntil.toString(), "2026-03-02T09:01:20.001Z");
  for (const [later, kind] of [[80, "insufficient"], [79, "verified"]] as const) {
    const at = now.add({ seconds: later });
    const again = await signed({ auth_time: seconds - 100, exp: seconds + 20 });
    assert.equal(
      (await verifyAssertion({ keys, expected, now: at }, again)).kind,
      kind,
      `${later}`,
    );
  }
});

Deno.test("verifyAssertion() passes no text and no claims of any shape, and never throws", async () => {
  const [header = "", payload = "", signature = ""] = (await signed()).split(".");
  const parts = fc.array(
    fc.oneof(
      fc.constantFrom(header, payload, signature, "", "e30"),
      fc.string(),
      fc.base64String(),
    ),
    { maxLength: 4 },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string({ unit: "binary" }), parts.map((all) => all.join("."))),
      async (text) => {
        if (text === `${header}.${payload}.${signature}`) return;
        assert.equal((await verify(text)).kind, "insufficient");
      },
    ),
    { numRuns: runs(500) },
  );
  const names = Object.keys(assertionClaims(now));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names, "nbf", "cnf"),
      fc.jsonValue({ maxDepth: 2 }),
      async (name, value) => {
        const verdict = await verify(await signed({ [name]: value }));
        if (verdict.kind !== "verified") return;
        // Whoever passes has said so in the form that the standard gives it.
        const claims = assertionClaims(now, { [name]: value });
        assert.equal(claims["iss"], STEP_UP_ISSUER);
        assert([claims["aud"]].flat().includes("platform-api"));
        assert(typeof claims["acr"] === "string" && Number(claims["acr"]) >= 2);
        assert.equal(typeof claims["auth_time"], "number");
        assert.equal(verdict.subject, claims["sub"]);
        assert.equal(verdict.jti, claims["jti"]);
      },
    ),
    { numRuns: runs(300) },
  );
});

Deno.test("reachesLevel() compares whole numbers, and names by their very text", () => {
  const cases = [
    ["2", "2", true],
    ["10", "9", true],
    ["9", "10", false],
    ["02", "2", false],
    ["2", "02", false],
    ["2 ", "2", false],
    ["", "0", false],
    ["9999999999", "2", false],
    ["gold", "gold", true],
    ["Gold", "gold", false],
    ["gold", "2", false],
    ["3", "gold", false],
  ] as const;
  for (const [acr, level, reaches] of cases) {
    assert.equal(reachesLevel(acr, level), reaches, `${acr} ${level}`);
  }
});
