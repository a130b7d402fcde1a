/** Policy `verification.walletLink`: the scheme of links and QR codes of requests. */

import assert from "node:assert/strict";
import { startEmployer } from "../support/employing.ts";
import { authorizePath, openBrowser } from "../support/login_journey.ts";
import { makeVerifier } from "../support/pem.ts";
import { ofSandboxClient } from "../support/sandbox_login.ts";
import { serviceInMemory } from "../support/service.ts";
import { pathOf, start } from "../support/verifying.ts";
import { runWallet } from "../support/wallet.ts";

const links = [
  ["openid4vp", "openid4vp://authorize?"],
  ["haip-vp", "haip-vp://authorize?"],
  ["haip", "haip://authorize?"],
  ["av", "av://authorize?"],
  ["https://wallet.example/open/", "https://wallet.example/open/?"],
] as const;

const env = { AVAL_BASE_URL: "https://verifier.example", AVAL_VERIFIER_ID: "redirect_uri" };

for (const [walletLink, beginning] of links) {
  for (const signed of [false, true]) {
    const how = signed ? "signed" : "by value";
    Deno.test(`a request ${how} is opened by ${walletLink}, of every service, and answered`, async () => {
      const own = signed ? (await makeVerifier()).env : {};
      const policy = { verification: { walletLink } };
      await using service = await serviceInMemory({ env: { ...env, ...own }, policy });
      const acme = service.as("acme");
      const started = await start(acme, "age-verification");
      const uri = started.authorizationRequestUri;
      assert(uri.startsWith(beginning), uri);
      const { searchParams } = new URL(uri);
      const { client_id } = started.authorizationRequest;
      assert.equal(searchParams.get("client_id"), client_id);
      assert.equal(searchParams.has("request_uri"), signed);
      const ran = await runWallet(service, ["present", uri]);
      assert.equal(ran.code, 0, ran.stderr);
      assert.equal((await acme.get(pathOf(started))).body.status, "completed");
      const employer = await startEmployer(acme);
      assert(employer.authorizationRequestUri.startsWith(beginning));
      const page = await openBrowser(service).get(authorizePath(ofSandboxClient));
      assert(page.text.includes(`href="${beginning}`), page.text);
      const login = `https://verifier.example${authorizePath(ofSandboxClient)}`;
      const loggedIn = await runWallet(service, ["login", login]);
      assert.equal(loggedIn.code, 0, loggedIn.stderr);
    });
  }
}

Deno.test("a replayed start names the link that it was started with, whatever is set since", async () => {
  const folder = await Deno.makeTempDir();
  const kv = `${folder}/kv.sqlite3`;
  const again = async (walletLink: string, seed: number) => {
    const policy = { verification: { walletLink } };
    await using service = await serviceInMemory({ env, policy, kv, seed });
    return await start(service.as("acme"), "age-verification", { "idempotency-key": "one" });
  };
  try {
    assert.deepEqual(await again("av", 7), await again("haip-vp", 8));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
