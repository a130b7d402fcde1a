/** `AVAL_VERIFIER_ID=x509_san_dns`: the verifier is the DNS name in its certificate (§5.9.3). */

import assert from "node:assert/strict";
import { loadTrust } from "../../service/verification/trust.ts";
import { parseConfig } from "../../service/config/config.ts";
import { fixedClock } from "../support/clock.ts";
import { startEmployer } from "../support/employing.ts";
import { folderOf } from "../support/folder.ts";
import { openLibraryWallet } from "../support/library_wallet.ts";
import { makeVerifier } from "../support/pem.ts";
import { serviceInMemory } from "../support/service.ts";
import { pathOf, present, start } from "../support/verifying.ts";
import { runWallet } from "../support/wallet.ts";

const host = "verifier.example";

/** Variables of a verifier whose certificate has these names. */
async function named(...names: readonly string[]) {
  const { env } = await makeVerifier("P-256", names);
  return { ...env, AVAL_VERIFIER_ID: "x509_san_dns", AVAL_BASE_URL: `https://${host}` };
}

Deno.test("the client_id is the host of AVAL_BASE_URL, in every service, and the answer goes there", async () => {
  await using service = await serviceInMemory({ env: await named("other.example", host) });
  const acme = service.as("acme");
  for (const started of [await start(acme, "age-verification"), await startEmployer(acme)]) {
    const { client_id, response_uri } = started.authorizationRequest;
    assert.equal(client_id, `x509_san_dns:${host}`);
    assert.equal(new URL(response_uri).hostname, host);
    const uri = new URL(started.authorizationRequestUri).searchParams;
    assert.deepEqual([...uri.keys()], ["client_id", "request_uri"]);
    assert.equal(uri.get("client_id"), client_id);
  }
});

Deno.test("a wallet that we did not write finds the name in the certificate, and its answer is bound to it", async () => {
  const { root, env } = await makeVerifier("P-256", ["other.example", host]);
  await using service = await serviceInMemory({
    env: { ...env, AVAL_VERIFIER_ID: "x509_san_dns", AVAL_BASE_URL: `https://${host}` },
  });
  // The library reads the clock of the machine.
  service.clock.advance({ milliseconds: Date.now() - service.clock.now().epochMilliseconds });
  const session = await start(service.as("acme"), "age-verification");
  const read = await openLibraryWallet(service, root).read(session.authorizationRequestUri);
  assert.equal(read.prefix, "x509_san_dns");
  assert.equal(read.request.client_id, `x509_san_dns:${host}`);
  const answerWith = (aud: string) =>
    present(service, session, { pid_birthdate: { birthdate: "1984-08-12" } }, {
      sdJwt: { binding: { aud } },
    });
  const foreign = await answerWith(host);
  assert.deepEqual([foreign.status, foreign.body.error], [400, "invalid_presentation"]);
  const answered = await answerWith(`x509_san_dns:${host}`);
  assert.deepEqual([answered.status, answered.body.booleanProofs], [200, { ageOver18: true }]);
});

Deno.test("the terminal's wallet answers by both formats, in clear and encrypted", async () => {
  for (const AVAL_RESPONSE_MODE of ["direct_post", "direct_post.jwt"]) {
    const env = { ...await named(host), AVAL_RESPONSE_MODE };
    await using service = await serviceInMemory({ env });
    const acme = service.as("acme");
    for (const format of ["sd-jwt", "mdoc"]) {
      const started = await start(acme, "age-verification");
      const ran = await runWallet(service, [
        "present",
        started.authorizationRequestUri,
        "--format",
        format,
      ]);
      assert.equal(ran.code, 0, ran.stderr);
      assert.equal((await acme.get(pathOf(started))).body.status, "completed");
    }
  }
});

Deno.test("a new certificate of the same name signs the requests of the one before; of another name it does not", async () => {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const kv = `${folder}/kv.sqlite3`;
  const path = await (async () => {
    await using service = await serviceInMemory({ env: await named(host), kv });
    const { authorizationRequestUri } = await start(service.as("acme"), "age-verification");
    const address = new URL(authorizationRequestUri).searchParams.get("request_uri") ?? "";
    return new URL(address).pathname;
  })();
  const renewed = await named(host);
  const moved = await named("moved.example");
  for (
    const [env, status] of [
      [{ ...moved, AVAL_BASE_URL: "https://moved.example" }, 404],
      [renewed, 200],
    ] as const
  ) {
    await using service = await serviceInMemory({ env, kv, seed: status });
    const answer = await service.fetch(path);
    await answer.body?.cancel();
    assert.equal(answer.status, status);
  }
});

Deno.test("a certificate that does not name the very host stops the start", async (t) => {
  const cases = [
    ["no name", [], host],
    ["another name", ["verifier.example.org"], host],
    ["a wildcard", ["*.example"], host],
    ["a name above", ["example.com"], "www.example.com"],
    ["a name below", ["www.example.com"], "example.com"],
    ["an address as name", ["192.0.2.1"], "192.0.2.1"],
  ] as const;
  for (const [why, names, hostname] of cases) {
    await t.step(why, async () => {
      const env = { ...await named(...names), AVAL_BASE_URL: `https://${hostname}:8443/aval` };
      const config = parseConfig({ AVAL_KV: ":memory:", ...env });
      assert(config.ok);
      await assert.rejects(loadTrust(config.value, fixedClock()), ({ message }: Error) => {
        const says =
          `AVAL_VERIFIER_CERT: does not name ${hostname}, the host of AVAL_BASE_URL, among its DNS names`;
        assert(message.startsWith(says) && !message.includes("\n"), message);
        return true;
      });
    });
  }
  const config = parseConfig({
    AVAL_KV: ":memory:",
    ...await named("Verifier.EXAMPLE"),
    AVAL_BASE_URL: "https://VERIFIER.example:8443/aval",
  });
  assert(config.ok);
  const { identity } = await loadTrust(config.value, fixedClock());
  assert.deepEqual(identity, { kind: "x509_san_dns", dnsName: host });
});
