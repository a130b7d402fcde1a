/**
 * Policy `verification.requestUriMethod: post`: signed requests with the wallet's nonce (§5.10).
 */

import assert from "node:assert/strict";
import { jwtVerify } from "jose";
import { readRequest } from "../../sandbox/wallet/read_request.ts";
import { startEmployer } from "../support/employing.ts";
import { makeVerifier } from "../support/pem.ts";
import { seededRandom } from "../support/random.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { pathOf, start } from "../support/verifying.ts";
import { runWallet } from "../support/wallet.ts";

const policy = { verification: { requestUriMethod: "post" } } as const;

async function startPosting() {
  const { own, env } = await makeVerifier();
  const service = await serviceInMemory({ env, policy });
  return { service, publicKey: own.keys.publicKey };
}

/** Path and query of the request that a link names. */
function addressIn(uri: string) {
  const parameters = new URL(uri).searchParams;
  return { parameters, path: new URL(parameters.get("request_uri") ?? "").pathname };
}

async function post(service: TestService, path: string, body: string) {
  const answer = await service.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body,
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

Deno.test("POST request_uri answers the request with the wallet's nonce in it, of every service", async () => {
  const { service, publicKey } = await startPosting();
  await using _ = service;
  const acme = service.as("acme");
  for (
    const { authorizationRequestUri, authorizationRequest } of [
      await start(acme, "age-verification"),
      await startEmployer(acme),
    ]
  ) {
    const { parameters, path } = addressIn(authorizationRequestUri);
    assert.deepEqual([...parameters.keys()], ["client_id", "request_uri", "request_uri_method"]);
    assert.equal(parameters.get("request_uri_method"), "post");
    for (const nonce of ["qPmxiNFCR3QTm19POc8u", "a.signed.nonce~/+=".repeat(50)]) {
      // Of metadata without a key nothing is read, and what a form holds besides is ignored.
      const fields = { wallet_nonce: nonce, wallet_metadata: "{}", other: "1" };
      const answer = await post(service, path, new URLSearchParams(fields).toString());
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.headers.get("content-type"), "application/oauth-authz-req+jwt");
      assert.equal(answer.headers.get("cache-control"), "no-store");
      const { payload } = await jwtVerify(answer.text, publicKey, {
        typ: "oauth-authz-req+jwt",
        currentDate: new Date(service.clock.now().epochMilliseconds),
      });
      const { wallet_nonce, aud: _aud, iat: _iat, exp: _exp, ...members } = payload;
      assert.equal(wallet_nonce, nonce);
      assert.deepEqual(members, authorizationRequest);
    }
    const third = await post(service, path, "wallet_nonce=three");
    assert.equal(third.status, 404);
  }
});

Deno.test("the OpenAPI description has the POST of both services", async () => {
  const { service } = await startPosting();
  await using _ = service;
  const { paths } = await (await service.fetch("/openapi.json")).json();
  for (const base of ["/v1/verify", "/v1/credentials/verify"]) {
    const { post } = paths[`${base}/sessions/{sessionId}/requests/{requestId}`];
    const { schema } = post.requestBody.content["application/x-www-form-urlencoded"];
    assert.deepEqual(Object.keys(schema.properties), ["wallet_nonce", "wallet_metadata"]);
  }
});

Deno.test("GET and POST of one request_uri are counted together, and a nonce is not needed", async () => {
  const { service } = await startPosting();
  await using _ = service;
  const { path } = addressIn(
    (await start(service.as("acme"), "age-verification")).authorizationRequestUri,
  );
  const got = await service.fetch(path);
  assert.equal(got.status, 200);
  assert(!atob((await got.text()).split(".")[1] ?? "").includes("wallet_nonce"));
  assert.equal((await post(service, path, "")).status, 200);
  assert.equal((await service.fetch(path)).status, 404);
  assert.equal((await post(service, path, "")).status, 404);
});

Deno.test("a nonce that is none is a 400 and no fetch; an unknown request is a 404", async () => {
  const { service } = await startPosting();
  await using _ = service;
  const { path } = addressIn(
    (await start(service.as("acme"), "age-verification")).authorizationRequestUri,
  );
  for (const nonce of ["", "a b", "ä", "\n", "A".repeat(1_025)]) {
    const body = new URLSearchParams({ wallet_nonce: nonce }).toString();
    assert.equal((await post(service, path, body)).status, 400, nonce);
  }
  assert.equal((await post(service, path, "wallet_nonce=a&wallet_nonce=b")).status, 400);
  const json = await service.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"wallet_nonce":"a"}',
  });
  assert.equal(json.status, 400);
  await json.body?.cancel();
  const wrong = await post(service, path.replace(/.{4}$/, "AAAA"), "wallet_nonce=a");
  assert.equal(wrong.status, 404);
  const unknown = path.replace(/sessions\/[^/]+/, `sessions/${crypto.randomUUID()}`);
  assert.deepEqual((await post(service, unknown, "wallet_nonce=a")).text, wrong.text);
  for (const status of [200, 200, 404]) {
    assert.equal((await post(service, path, "wallet_nonce=a")).status, status);
  }
});

Deno.test("of many POSTs at once as many are answered as the policy allows", async () => {
  const { service } = await startPosting();
  await using _ = service;
  const { path } = addressIn(
    (await start(service.as("acme"), "age-verification")).authorizationRequestUri,
  );
  const crowd = await Promise.all(
    Array.from({ length: 16 }, (_, n) => post(service, path, `wallet_nonce=${n}`)),
  );
  assert.equal(crowd.filter(({ status }) => status === 200).length, 2);
});

Deno.test("the terminal's wallet sends a nonce, and believes no request without it", async () => {
  const { service } = await startPosting();
  await using _ = service;
  const acme = service.as("acme");
  const started = await start(acme, "age-verification");
  const uri = started.authorizationRequestUri;
  const ran = await runWallet(service, ["present", uri]);
  assert.equal(ran.code, 0, ran.stderr);
  assert.equal((await acme.get(pathOf(started))).body.status, "completed");

  const other = (await start(acme, "age-verification")).authorizationRequestUri;
  const methods: (string | undefined)[] = [];
  const read = async (change: (init: RequestInit) => RequestInit) =>
    await readRequest(other, (url, init) => {
      methods.push(init.method);
      const { redirect: _, ...changed } = change(init);
      return service.fetch(new URL(url).pathname, changed);
    }, seededRandom());
  const replayed = await read((init) => ({ ...init, body: "wallet_nonce=another" }));
  assert(!replayed.ok);
  assert.match(replayed.refusal.message, /does not contain this wallet's nonce/);
  assert((await read((init) => init)).ok);
  assert.deepEqual(methods, ["POST", "POST"]);
});

Deno.test("requests that are not signed have no address to POST to", async () => {
  await using service = await serviceInMemory({
    env: { AVAL_VERIFIER_ID: "redirect_uri" },
    policy,
  });
  const { authorizationRequestUri } = await start(service.as("acme"), "age-verification");
  assert(!authorizationRequestUri.includes("request_uri_method"));
  const described = await (await service.fetch("/openapi.json")).json();
  assert(!Object.keys(described.paths).some((path) => path.includes("/requests/")));
});

Deno.test("a replayed start asks for the method that it was started with", async () => {
  const { env } = await makeVerifier();
  const folder = await Deno.makeTempDir();
  const kv = `${folder}/kv.sqlite3`;
  const again = async (requestUriMethod: "get" | "post", seed: number) => {
    await using service = await serviceInMemory({
      env,
      kv,
      seed,
      policy: { verification: { requestUriMethod } },
    });
    return await start(service.as("acme"), "age-verification", { "idempotency-key": "one" });
  };
  try {
    assert.deepEqual(await again("post", 7), await again("get", 8));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
