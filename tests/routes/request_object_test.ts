import { Openid4vpClient } from "@openid4vc/openid4vp";
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { compactVerify, importX509, jwtVerify } from "jose";
import { folderOf } from "../support/folder.ts";
import { makeVerifier, verifierEnvironment } from "../support/pem.ts";
import { X509Certificate } from "@peculiar/x509";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { present, start } from "../support/verifying.ts";

/** Starts an age check. @returns also the path of its signed request; empty if there is none */
async function startSigned(service: TestService) {
  const started = await start(service.as("acme"), "age-verification");
  const address = new URL(started.authorizationRequestUri).searchParams.get("request_uri");
  return { ...started, path: address === null ? "" : new URL(address).pathname };
}

for (const kind of ["P-256", "P-384"] as const) {
  Deno.test(`GET request_uri answers the request, signed on ${kind}, under the certificate's hash`, async () => {
    const { own, ca, env } = await makeVerifier(kind);
    await using service = await serviceInMemory({ env });
    const session = await startSigned(service);
    const answer = await service.fetch(session.path);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("content-type"), "application/oauth-authz-req+jwt");
    assert.equal(answer.headers.get("cache-control"), "no-store");
    const text = await answer.text();
    const algorithm = kind === "P-256" ? "ES256" : "ES384";
    const { payload, protectedHeader } = await jwtVerify(text, own.keys.publicKey, {
      typ: "oauth-authz-req+jwt",
      algorithms: [algorithm],
      audience: "https://self-issued.me/v2",
      currentDate: new Date(service.clock.now().epochMilliseconds),
      requiredClaims: ["iat", "exp", "client_id", "nonce", "state", "response_uri"],
    });
    const base64 = (der: Uint8Array) => Buffer.from(der).toString("base64");
    // The chain without its anchor.
    assert.deepEqual(protectedHeader, {
      alg: algorithm,
      typ: "oauth-authz-req+jwt",
      x5c: [base64(own.der), base64(ca.der)],
    });
    const { aud: _aud, iat, exp, ...members } = payload;
    assert.deepEqual(members, session.authorizationRequest);
    assert.equal(iat, service.clock.now().epochMilliseconds / 1000);
    assert.equal(exp, Date.parse(session.expiresAt) / 1000);
    const hash = createHash("sha256").update(own.der).digest("base64url");
    assert.equal(session.authorizationRequest.client_id, `x509_hash:${hash}`);
    const uri = new URL(session.authorizationRequestUri);
    assert.deepEqual([...uri.searchParams.keys()], ["client_id", "request_uri"]);
    assert.equal(uri.searchParams.get("client_id"), `x509_hash:${hash}`);
    assert.match(session.path, /\/requests\/[A-Za-z0-9_-]{43}$/);
  });
}

Deno.test("GET request_uri answers twice while the session is pending, and 404 ever after", async () => {
  const { own, env } = await makeVerifier();
  await using service = await serviceInMemory({ env });
  const { path } = await startSigned(service);
  for (const status of [200, 200, 404, 404]) {
    const answer = await service.fetch(path);
    assert.equal(answer.status, status);
    const text = await answer.text();
    if (status === 200) await compactVerify(text, own.keys.publicKey);
  }
  const crowded = await startSigned(service);
  const crowd = await Promise.all(
    Array.from({ length: 8 }, () => service.fetch(crowded.path).then(({ status }) => status)),
  );
  assert.equal(crowd.filter((status) => status === 200).length, 2);
});

Deno.test("policy requestFetchesMax bounds how often a request is served, at once too", async () => {
  const { env } = await makeVerifier();
  const policy = { verification: { requestFetchesMax: 10 } } as const;
  await using service = await serviceInMemory({ env, policy });
  const { path } = await startSigned(service);
  const crowd = await Promise.all(
    Array.from({ length: 20 }, () => service.fetch(path).then(({ status }) => status)),
  );
  assert.equal(crowd.filter((status) => status === 200).length, 10);
});

Deno.test("HEAD of request_uri is no fetch", async () => {
  const { env } = await makeVerifier();
  await using service = await serviceInMemory({ env });
  const { path } = await startSigned(service);
  const statusOf = async (method: string) => {
    const answer = await service.fetch(path, { method });
    await answer.body?.cancel();
    return answer.status;
  };
  for (let times = 0; times < 3; times++) assert.equal(await statusOf("HEAD"), 200);
  for (const status of [200, 200, 404]) assert.equal(await statusOf("GET"), status);
  assert.equal(await statusOf("HEAD"), 404);
});

Deno.test("GET request_uri answers 404 to whatever is not its id, always alike", async () => {
  const { env } = await makeVerifier();
  await using service = await serviceInMemory({ env });
  const [one, other] = [await startSigned(service), await startSigned(service)];
  const id = one.path.split("/").at(-1) ?? "";
  const unknown = await service.fetch(
    `/v1/verify/sessions/${crypto.randomUUID()}/requests/${id}`,
  );
  assert.equal(unknown.status, 404);
  const expected = await unknown.text();
  for (
    const path of [
      one.path.replace(/.{4}$/, "AAAA"),
      one.path.slice(0, -1),
      `${one.path}A`,
      other.path.replace(/[^/]+$/, id),
      one.path.replace(/[^/]+\/requests/, "no-uuid/requests"),
    ]
  ) {
    const answer = await service.fetch(path);
    assert.deepEqual([answer.status, await answer.text()], [404, expected], path);
  }
  service.clock.advance({ minutes: 10 });
  assert.equal((await service.fetch(one.path)).status, 404);
});

Deno.test("a replayed start names the same request", async () => {
  const { env } = await makeVerifier();
  await using service = await serviceInMemory({ env });
  const again = () =>
    start(service.as("acme"), "age-verification", { "idempotency-key": "order-1" });
  assert.deepEqual(await again(), await again());
});

Deno.test("a verifier with another certificate signs no request of the one before", async () => {
  const { own, ca, env } = await makeVerifier();
  const other = await makeVerifier();
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const kv = `${folder}/kv.sqlite3`;
  const path = await (async () => {
    await using service = await serviceInMemory({ env, kv });
    return (await startSigned(service)).path;
  })();
  {
    await using service = await serviceInMemory({ env: other.env, kv, seed: 8 });
    assert.equal((await service.fetch(path)).status, 404);
  }
  const same = await verifierEnvironment(own, ca);
  await using service = await serviceInMemory({ env: same, kv, seed: 9 });
  assert.equal((await service.fetch(path)).status, 200);
});

Deno.test("requests that are not signed have no address", async () => {
  for (
    const [AVAL_VERIFIER_ID, prefix] of [
      ["url", "http"],
      ["redirect_uri", "redirect_uri:"],
    ] as const
  ) {
    await using service = await serviceInMemory({ env: { AVAL_VERIFIER_ID } });
    const session = await startSigned(service);
    assert.equal(session.path, "");
    const { client_id, response_uri } = session.authorizationRequest;
    assert(client_id.startsWith(prefix), client_id);
    if (AVAL_VERIFIER_ID === "redirect_uri") assert(client_id.endsWith(response_uri));
    const guess = `/v1/verify/sessions/${session.sessionId}/requests/${"A".repeat(43)}`;
    assert.equal((await service.fetch(guess)).status, 404);
    const described = await (await service.fetch("/openapi.json")).json();
    assert(!Object.keys(described.paths).some((path) => path.includes("/requests/")));
  }
});

for (const method of ["get", "post"] as const) {
  Deno.test(`a wallet that we did not write takes the signed request by ${method}, and its answer is bound to it`, async () => {
    const { root, ca, env } = await makeVerifier();
    await using service = await serviceInMemory({
      env: { ...env, AVAL_BASE_URL: "https://verifier.example" },
      policy: { verification: { requestUriMethod: method } },
    });
    // The library reads the clock of the machine.
    const late = Date.now() - service.clock.now().epochMilliseconds;
    service.clock.advance({ milliseconds: late });
    const session = await startSigned(service);
    const fetched: string[] = [];
    const unused = () => assert.fail("not needed to read a request");
    const wallet = new Openid4vpClient({
      callbacks: {
        fetch: async (input, init) => {
          const { pathname } = new URL(input instanceof Request ? input.url : input);
          fetched.push(`${init?.method?.toLowerCase()} ${pathname}`);
          return await service.fetch(pathname, init ?? {});
        },
        hash: (data) => new Uint8Array(createHash("sha256").update(data).digest()),
        verifyJwt: async (signer, { compact }) => {
          assert(signer.method === "x5c");
          const [own, below] = signer.x5c.map((der) => new X509Certificate(der));
          assert(own !== undefined && below !== undefined && signer.x5c.length === 2);
          for (const [issued, by] of [[own, ca], [below, root]] as const) {
            const { publicKey } = by.certificate;
            assert(await issued.verify({ publicKey, signatureOnly: true }));
          }
          const key = await importX509(own.toString("pem"), signer.alg, { extractable: true });
          await compactVerify(compact, key);
          return { verified: true, signerJwk: await crypto.subtle.exportKey("jwk", key) as never };
        },
        getX509CertificateMetadata: () => ({ sanDnsNames: [], sanUriNames: [] }),
        decryptJwe: unused,
        encryptJwe: unused,
        signJwt: unused,
      },
    });
    const resolved = await wallet.resolveOpenId4vpAuthorizationRequest({
      authorizationRequestPayload: Object.fromEntries(
        new URL(session.authorizationRequestUri).searchParams,
      ) as never,
    });
    assert.deepEqual(fetched, [`${method} ${session.path}`]);
    assert.equal(resolved.client.prefix, "x509_hash");
    assert.equal(resolved.client.effective, session.authorizationRequest.client_id);

    const answerWith = (aud: string) =>
      present(service, session, { pid_birthdate: { birthdate: "1984-08-12" } }, {
        sdJwt: { binding: { aud } },
      });
    const foreign = await answerWith(session.authorizationRequest.response_uri);
    assert.deepEqual([foreign.status, foreign.body.error], [400, "invalid_presentation"]);
    const answered = await answerWith(session.authorizationRequest.client_id);
    assert.deepEqual([answered.status, answered.body.booleanProofs], [200, { ageOver18: true }]);
    // It waits for nothing any more.
    assert.equal((await service.fetch(session.path)).status, 404);
  });
}
