import assert from "node:assert/strict";
import published from "../../fixtures/login/sandbox.json" with { type: "json" };
import { openRelyingParties } from "../../service/login_clients.ts";
import { storeInMemory } from "../support/store.ts";

Deno.test("a sandbox knows the published login client, and live never does", async () => {
  await using service = await storeInMemory();
  const { clientId, secret } = published;
  const sandbox = openRelyingParties({ mode: "sandbox" }, service);
  assert.deepEqual(await sandbox.find(clientId), {
    clientId: "sandbox-login",
    name: "Example relying party",
    redirectUris: ["http://localhost:9000/callback", "http://127.0.0.1:9000/callback"],
  });
  assert.equal(await sandbox.verifySecret(clientId, secret), true);
  const live = openRelyingParties({ mode: "live" }, service);
  assert.equal(await live.find(clientId), null);
  assert.equal(await live.verifySecret(clientId, secret), false);
});
