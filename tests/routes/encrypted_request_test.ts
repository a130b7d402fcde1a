/** `wallet_metadata`: signed requests that are encrypted to the wallet (OpenID4VP 1.0 §5.10). */

import assert from "node:assert/strict";
import {
  compactDecrypt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
} from "jose";
import { readRequest } from "../../sandbox/wallet/read_request.ts";
import { startEmployer } from "../support/employing.ts";
import { openLibraryWallet } from "../support/library_wallet.ts";
import { makeVerifier } from "../support/pem.ts";
import { seededRandom } from "../support/random.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { pathOf, start } from "../support/verifying.ts";
import { runWallet } from "../support/wallet.ts";

const policy = { verification: { requestUriMethod: "post" } } as const;
const [alg, enc] = ["alg", "enc"].map((what) =>
  `request_object_encryption_${what}_values_supported`
) as [string, string];
const [answerAlg, answerEnc] = ["alg", "enc"].map((what) =>
  `authorization_encryption_${what}_values_supported`
) as [string, string];

/** A wallet's key, made by a library that is not the service's own code. */
async function makeKey(curve = "P-256") {
  const { publicKey, privateKey } = await generateKeyPair("ECDH-ES", {
    crv: curve,
    extractable: true,
  });
  return { jwk: await exportJWK(publicKey), privateKey, secret: await exportJWK(privateKey) };
}

const wallet = await makeKey();
const keyed = (...keys: readonly unknown[]) => ({ jwks: { keys } });

async function startPosting() {
  const { own, env } = await makeVerifier();
  const service = await serviceInMemory({ env, policy });
  return { service, publicKey: own.keys.publicKey };
}

async function startedPath(service: TestService) {
  const started = await start(service.as("acme"), "age-verification");
  return requestPath(started.authorizationRequestUri);
}

function requestPath(uri: string): string {
  return new URL(new URL(uri).searchParams.get("request_uri") ?? "").pathname;
}

async function post(service: TestService, path: string, metadata: unknown) {
  const wallet_metadata = typeof metadata === "string" ? metadata : JSON.stringify(metadata);
  const answer = await service.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ wallet_nonce: "n-1", wallet_metadata }).toString(),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const encryptions = [
  ["both for requests", { [alg]: ["ECDH-ES"], [enc]: ["A128GCM", "A256GCM"] }, "A256GCM"],
  ["one for requests", { [alg]: ["RSA-OAEP", "ECDH-ES"], [enc]: ["A128GCM"] }, "A128GCM"],
  ["those for answers", { [answerAlg]: ["ECDH-ES"], [answerEnc]: ["A256GCM"] }, "A256GCM"],
  [
    "those for requests, before those for answers",
    { [enc]: ["A128GCM"], [answerAlg]: ["ECDH-ES"], [answerEnc]: ["A256GCM"] },
    "A128GCM",
  ],
  ["none", {}, "A128GCM"],
] as const;

for (const [why, algorithms, expected] of encryptions) {
  Deno.test(`a request is signed, then encrypted to the wallet's key; named algorithms: ${why}`, async () => {
    const { service, publicKey } = await startPosting();
    await using _ = service;
    const acme = service.as("acme");
    for (
      const { authorizationRequestUri, authorizationRequest } of [
        await start(acme, "age-verification"),
        await startEmployer(acme),
      ]
    ) {
      const jwk = { ...wallet.jwk, kid: "wallet-1", use: "enc", alg: "ECDH-ES" };
      const metadata = { ...keyed(jwk), ...algorithms, vp_formats_supported: {} };
      const answer = await post(service, requestPath(authorizationRequestUri), metadata);
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.headers.get("content-type"), "application/oauth-authz-req+jwt");
      assert.equal(answer.headers.get("cache-control"), "no-store");
      const { plaintext, protectedHeader } = await compactDecrypt(answer.text, wallet.privateKey);
      const { epk, ...header } = protectedHeader;
      assert.deepEqual(header, {
        alg: "ECDH-ES",
        enc: expected,
        typ: "oauth-authz-req+jwt",
        cty: "JWT",
        kid: "wallet-1",
      });
      assert.deepEqual(Object.keys(epk ?? {}).toSorted(), ["crv", "kty", "x", "y"]);
      const { payload } = await jwtVerify(new TextDecoder().decode(plaintext), publicKey, {
        typ: "oauth-authz-req+jwt",
        audience: "https://self-issued.me/v2",
        currentDate: new Date(service.clock.now().epochMilliseconds),
      });
      const { wallet_nonce, aud: _aud, iat: _iat, exp: _exp, ...members } = payload;
      assert.equal(wallet_nonce, "n-1");
      assert.deepEqual(members, authorizationRequest);
      const other = await makeKey();
      await assert.rejects(compactDecrypt(answer.text, other.privateKey));
    }
  });
}

Deno.test("a key without id, use and algorithm will do, and the first of several that is usable is taken", async () => {
  const { service } = await startPosting();
  await using _ = service;
  const path = await startedPath(service);
  const bare = await post(service, path, keyed(wallet.jwk));
  await compactDecrypt(bare.text, wallet.privateKey);
  assert.equal(decodeProtectedHeader(bare.text).kid, undefined);
  const other = (await makeKey()).jwk;
  const keys = [
    null,
    { kty: "RSA", n: "AQAB", e: "AQAB" },
    (await makeKey("P-384")).jwk,
    { ...other, use: "sig" },
    { ...other, alg: "ECDH-ES+A256KW" },
    wallet.jwk,
    other,
  ];
  await compactDecrypt((await post(service, path, keyed(...keys))).text, wallet.privateKey);
});

Deno.test("a request is signed alone for a wallet without a key or algorithm that we have", async (t) => {
  const { service, publicKey } = await startPosting();
  await using _ = service;
  const cases = [
    ["no set", { jwks: null }],
    ["no key", { [alg]: ["ECDH-ES"], [enc]: ["A256GCM"] }],
    ["an empty set", keyed()],
    ["an RSA key", keyed({ kty: "RSA", n: "AQAB", e: "AQAB" })],
    ["another curve", keyed((await makeKey("P-384")).jwk)],
    ["a key for signatures", keyed({ ...wallet.jwk, use: "sig" })],
    ["a key for wrapping", keyed({ ...wallet.jwk, alg: "ECDH-ES+A256KW" })],
    ["wrapping alone", { ...keyed(wallet.jwk), [alg]: ["ECDH-ES+A256KW"] }],
    ["no algorithm", { ...keyed(wallet.jwk), [alg]: [] }],
    ["other encryption", { ...keyed(wallet.jwk), [enc]: ["A128CBC-HS256"] }],
    ["other encryption for answers", { ...keyed(wallet.jwk), [answerEnc]: ["A128CBC-HS256"] }],
  ] as const;
  for (const [why, metadata] of cases) {
    await t.step(why, async () => {
      const answer = await post(service, await startedPath(service), metadata);
      assert.equal(answer.status, 200, answer.text);
      const { payload } = await jwtVerify(answer.text, publicKey, {
        currentDate: new Date(service.clock.now().epochMilliseconds),
      });
      assert.equal(payload["wallet_nonce"], "n-1");
    });
  }
});

Deno.test("metadata that is none is a 400 and no fetch", async (t) => {
  const { service } = await startPosting();
  await using _ = service;
  const path = await startedPath(service);
  const { jwk, secret } = wallet;
  const flipped = `${jwk.y?.startsWith("A") ? "B" : "A"}${jwk.y?.slice(1)}`;
  const cases = [
    ["no JSON", "{"],
    ["nothing", ""],
    ["an array", []],
    ["a text", '"{}"'],
    ["a member twice", '{"jwks":{"keys":[]},"jwks":{"keys":[]}}'],
    ["too long", JSON.stringify({ a: "x".repeat(16_384) })],
    ["too many values", { a: Array(1_001).fill(1) }],
    ["jwks that is no set", { jwks: [jwk] }],
    ["keys that are no array", { jwks: { keys: jwk } }],
    ["a point off the curve", keyed({ ...jwk, y: flipped })],
    ["a point at 0", keyed({ ...jwk, x: "A".repeat(43), y: "A".repeat(43) })],
    ["a short coordinate", keyed({ ...jwk, x: "AAAA" })],
    ["no coordinate", keyed({ kty: "EC", crv: "P-256" })],
    ["another alphabet", keyed({ ...jwk, x: `+${jwk.x?.slice(1)}` })],
    ["a private key", keyed(secret)],
    ["an id that is no text", keyed({ ...jwk, kid: 1 })],
    ["an id of two lines", keyed({ ...jwk, kid: "a\nb" })],
    ["algorithms that are no array", { ...keyed(jwk), [alg]: "ECDH-ES" }],
    ["encryption that is no array", { ...keyed(jwk), [enc]: {} }],
  ] as const;
  for (const [why, metadata] of cases) {
    await t.step(why, async () => {
      const answer = await post(service, path, metadata);
      assert.equal(answer.status, 400, answer.text);
      const { error, message } = JSON.parse(answer.text);
      assert.equal(error, "bad_request");
      assert.match(message, /wallet_metadata/);
    });
  }
  const twice = `wallet_metadata=${encodeURIComponent("{}")}&`.repeat(2);
  const repeated = await service.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: twice,
  });
  assert.equal(repeated.status, 400);
  await repeated.body?.cancel();
  for (const status of [200, 200, 404]) {
    assert.equal((await post(service, path, keyed(jwk))).status, status);
  }
});

Deno.test("a wallet that we did not write takes the request that jose decrypts, and its answer is bound to it", async () => {
  const { root, env } = await makeVerifier();
  await using service = await serviceInMemory({
    env: { ...env, AVAL_BASE_URL: "https://verifier.example" },
    policy,
  });
  // The library reads the clock of the machine.
  service.clock.advance({ milliseconds: Date.now() - service.clock.now().epochMilliseconds });
  const session = await start(service.as("acme"), "age-verification");
  const other = openLibraryWallet(service, root);
  const read = await other.read(session.authorizationRequestUri);
  assert.deepEqual([read.prefix, read.fetched], ["x509_hash", ["post"]]);
  const reply = await other.proveAge(read, "mdoc");
  assert.equal(reply.status, 200, await reply.clone().text());
  assert.deepEqual((await reply.json()).booleanProofs, { ageOver18: true });
});

Deno.test("the terminal's wallet has the request encrypted to a key of its own, a new one each time", async () => {
  const { service } = await startPosting();
  await using _ = service;
  const acme = service.as("acme");
  const keys: JWK[] = [];
  const answers: string[] = [];
  const noting: TestService = {
    ...service,
    fetch: async (path, init) => {
      const answer = await service.fetch(path, init);
      if (!path.includes("/requests/")) return answer;
      const form = new URLSearchParams(String(init?.body));
      keys.push(JSON.parse(form.get("wallet_metadata") ?? "").jwks.keys[0]);
      answers.push(await answer.clone().text());
      return answer;
    },
  };
  for (const format of ["sd-jwt", "mdoc"]) {
    const started = await start(acme, "age-verification");
    const args = ["present", started.authorizationRequestUri, "--format", format];
    const ran = await runWallet(noting, args);
    assert.equal(ran.code, 0, ran.stderr);
    assert.equal((await acme.get(pathOf(started))).body.status, "completed");
  }
  for (const [n, key] of keys.entries()) {
    assert.equal(Object.hasOwn(key, "d"), false);
    await importJWK(key, "ECDH-ES");
    const { kid, enc, cty } = decodeProtectedHeader(answers[n] ?? "");
    assert.deepEqual([kid, enc, cty], [key.kid, "A256GCM", "JWT"]);
  }
  assert.equal(keys.length, 2);
});

Deno.test("the terminal's wallet reads a request in clear, and none that is encrypted to others or was changed", async () => {
  const { service } = await startPosting();
  await using _ = service;
  const read = async (change: (form: URLSearchParams) => void, alter = (text: string) => text) => {
    const { authorizationRequestUri } = await start(service.as("acme"), "age-verification");
    return await readRequest(authorizationRequestUri, async (url, init) => {
      const form = new URLSearchParams(String(init.body));
      change(form);
      const { redirect: _, ...sent } = init;
      const answer = await service.fetch(new URL(url).pathname, { ...sent, body: form.toString() });
      return new Response(alter(await answer.text()), { status: answer.status });
    }, seededRandom());
  };
  assert((await read(() => {})).ok);
  assert((await read((form) => form.delete("wallet_metadata"))).ok);
  const own = (form: URLSearchParams) => JSON.parse(form.get("wallet_metadata") ?? "");
  const toOther = await read((form) => {
    const [key] = own(form).jwks.keys;
    form.set("wallet_metadata", JSON.stringify(keyed({ ...wallet.jwk, kid: key.kid })));
  });
  assert.match(toOther.ok ? "" : toOther.refusal.message, /cannot be decrypted/);
  const named = await read((form) =>
    form.set("wallet_metadata", JSON.stringify(keyed({ ...wallet.jwk, kid: "k" })))
  );
  assert.match(named.ok ? "" : named.refusal.message, /for another wallet/);
  const changed = await read(() => {}, (text) => text.replace(/.{22}$/, "A".repeat(22)));
  assert.match(changed.ok ? "" : changed.refusal.message, /cannot be decrypted/);
  const cut = await read(() => {}, (text) => text.replace(/.{10}$/, ""));
  assert.match(cut.ok ? "" : cut.refusal.message, /jwe_malformed/);
  const replayed = await read((form) => form.set("wallet_nonce", "another"));
  assert.match(replayed.ok ? "" : replayed.refusal.message, /does not contain this wallet's nonce/);
});
