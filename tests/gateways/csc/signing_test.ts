import assert from "node:assert/strict";
import {
  DIALECTS,
  find,
  findUsable,
  HASH,
  PIN,
  sign,
  trustServiceClient,
  verifies,
} from "../../support/trust_service_client.ts";

for (const dialect of DIALECTS) {
  Deno.test(`signHash() has one hash signed by each kind of key, ${dialect}`, async (t) => {
    await using client = await trustServiceClient({ dialect });
    const cases = [
      ["seal-p256", "ecdsa-p256", null],
      ["seal-p384", "ecdsa-p384", null],
      ["seal-rsa", "rsa-pkcs1", null],
      ["seal-pss", "rsa-pss", null],
      ["seal-bare-rsa", "rsa-pkcs1", null],
      ["sign-p256-pin", "ecdsa-p256", PIN],
      ["sign-rsa-pin", "rsa-pkcs1", PIN],
      ["seal-unqualified", "ecdsa-p256", null],
    ] as const;
    for (const [id, algorithm, authorization] of cases) {
      await t.step(id, async () => {
        const credential = await findUsable(client, id);
        assert.equal(credential.algorithm, algorithm);
        assert.equal(credential.certificates.length, 3);
        const signed = await sign(client, id, authorization);
        assert(signed.ok, JSON.stringify(signed));
        assert(await verifies(client, id, algorithm, signed.value));
      });
    }
    assert.equal(client.service.calls.get("credentials/authorize"), cases.length);
    assert.equal(client.service.calls.get("signatures/signHash"), cases.length);
    assert.deepEqual([client.service.calls.get("token"), client.service.calls.get("info")], [1, 1]);
    assert.deepEqual(client.lines, []);
  });
}

for (const dialect of DIALECTS) {
  Deno.test(`signHash() rejects what is not the answer that a credential wants, ${dialect}`, async (t) => {
    await using client = await trustServiceClient({ dialect });
    const rejected = { ok: false, refusal: { code: "authorization_data_rejected" } };
    await t.step("what can be known beforehand is not asked", async () => {
      assert.deepEqual(await sign(client, "sign-p256-pin"), rejected);
      assert.deepEqual(await sign(client, "sign-p256-pin", { ...PIN, pin: "" }), rejected);
      assert.deepEqual(
        await sign(client, "sign-p256-pin", { ...PIN, pinObjectId: "pin" }),
        rejected,
      );
      assert.deepEqual(await sign(client, "seal-p256", PIN), rejected);
      assert.equal(client.service.calls.get("credentials/authorize"), 0);
    });
    await t.step("a wrong PIN is asked once; three lock the credential", async () => {
      for (const attempt of [1, 2, 3]) {
        const answer = await sign(client, "sign-p256-pin", { ...PIN, pin: "0000" });
        assert.deepEqual(answer, rejected);
        assert.equal(client.service.calls.get("credentials/authorize"), attempt);
      }
      assert.deepEqual(await find(client, "sign-p256-pin"), {
        ok: false,
        refusal: { code: "signing_credential_unusable", problem: "key_not_enabled" },
      });
    });
    assert.equal(client.service.calls.get("signatures/signHash"), 0);
    assert.equal(client.service.signed(), 0);
  });
}

Deno.test("signHash() polls while somebody is still asked, and authorizes once", async (t) => {
  await using client = await trustServiceClient();
  const { calls } = client.service;
  await t.step("without a PIN", async () => {
    const signed = await sign(client, "seal-pending");
    assert(signed.ok && await verifies(client, "seal-pending", "ecdsa-p256", signed.value));
    assert.equal(calls.get("credentials/authorize"), 1);
    // Two answers 202, and the one with the SAD.
    assert.equal(calls.get("credentials/authorizeCheck"), 3);
  });
  await t.step("when a later 202 says nothing more", async () => {
    client.service.answerOnce("credentials/authorizeCheck", { status: 202, body: undefined });
    const credential = await findUsable(client, "seal-pending");
    const asked = { credential, hash: HASH, authorization: null };
    assert((await client.provider.signHash(asked, client.signal)).ok);
    client.service.answerOnce("credentials/authorize", { status: 202, body: {} });
    assert(!(await client.provider.signHash(asked, client.signal)).ok);
  });
  await t.step("with one, which goes out once", async () => {
    const signed = await sign(client, "sign-pin-pending", PIN);
    assert(signed.ok && await verifies(client, "sign-pin-pending", "ecdsa-p256", signed.value));
    const withPin = client.service.bodies.filter(([, body]) => String(body).includes(PIN.pin));
    assert.deepEqual(withPin.map(([call]) => call), ["credentials/authorize"]);
  });
  await t.step("until the act has taken too long", async () => {
    const ended = new AbortController();
    const credential = await findUsable(client, "seal-asks-for-ever");
    const asked = { credential, hash: HASH, authorization: null };
    const signing = client.provider.signHash(asked, ended.signal);
    const before = calls.get("credentials/authorizeCheck")!;
    const polled = (async () => {
      while (calls.get("credentials/authorizeCheck")! < before + 4) await turn();
      ended.abort();
    })();
    assert.deepEqual(await signing, {
      ok: false,
      refusal: { code: "upstream_unavailable", fault: "timeout" },
    });
    await polled;
    assert.equal(calls.get("credentials/authorize"), 5);
  });
  assert.equal(calls.get("signatures/signHash"), 3);
});

/** Lets pending work continue for one turn. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

Deno.test("signHash() sends what its version of the API has, and no member of the other", async () => {
  const sent = async (dialect: "v1" | "v2") => {
    await using client = await trustServiceClient({ dialect });
    await sign(client, "sign-rsa-pin", PIN);
    await sign(client, "seal-pss");
    return client.service.bodies.filter(([call]) => /authorize|signHash/.test(call))
      .map(([, body]) => Object.keys(JSON.parse(String(body))).toSorted().join(" "));
  };
  assert.deepEqual(await sent("v2"), [
    "authData credentialID hashAlgorithmOID hashes numSignatures",
    "SAD credentialID hashAlgorithmOID hashes signAlgo",
    "authData credentialID hashAlgorithmOID hashes numSignatures",
    "SAD credentialID hashAlgorithmOID hashes signAlgo signAlgoParams",
  ]);
  assert.deepEqual(await sent("v1"), [
    "PIN credentialID hash numSignatures",
    "SAD credentialID hash hashAlgo signAlgo",
    "credentialID hash numSignatures",
    "SAD credentialID hash hashAlgo signAlgo signAlgoParams",
  ]);
});
