import assert from "node:assert/strict";
import { openBrowser } from "./browser.ts";
import { relyingParties } from "./relying_parties.ts";
import { startProvider } from "./provider.ts";

for (const { library, login } of relyingParties) {
  for (const post of [false, true]) {
    const way = post ? "client_secret_post" : "client_secret_basic";
    Deno.test(`${library} logs in by ${way}, with max_age, and again over single sign-on`, async (t) => {
      await using provider = await startProvider();
      const browser = openBrowser(provider.wallet);
      const registration = { ...provider.registration, post };
      let asked = 0;
      const browse = async (url: string) => {
        const { callback, askedWallet } = await browser.login(url);
        if (askedWallet) asked += 1;
        return callback;
      };
      let first: Readonly<Record<string, unknown>> = {};
      await t.step("the wallet is asked", async () => {
        first = await login(registration, browse);
        assert.equal(asked, 1);
        assert.equal(first["iss"], registration.issuer);
        assert.equal(first["aud"], registration.clientId);
        assert.match(String(first["sub"]), /^[A-Za-z0-9_-]{43}$/);
      });
      await t.step("the second visit asks no wallet", async () => {
        const second = await login({ ...registration, maxAge: 3_600 }, browse);
        assert.equal(asked, 1);
        assert.equal(second["sub"], first["sub"]);
        assert.equal(second["auth_time"], first["auth_time"]);
      });
      await t.step("max_age=0 asks it again, and gives the same subject", async () => {
        const third = await login({ ...registration, maxAge: 0 }, browse);
        assert.equal(asked, 2);
        assert.equal(third["sub"], first["sub"]);
      });
      await t.step("another key is another subject", async () => {
        const other = openBrowser(provider.anotherWallet);
        const claims = await login(registration, async (url) => (await other.login(url)).callback);
        assert.notEqual(claims["sub"], first["sub"]);
      });
    });
  }
}
