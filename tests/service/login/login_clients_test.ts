import assert from "node:assert/strict";
import playground from "../../../fixtures/login/playground.json" with { type: "json" };
import published from "../../../fixtures/login/sandbox.json" with { type: "json" };
import { openRelyingParties } from "../../../service/login/login_clients.ts";
import { storeInMemory } from "../../support/store.ts";

Deno.test("a sandbox knows the published login client, and live never does", async () => {
  await using service = await storeInMemory();
  const { clientId, secret } = published;
  const sandbox = openRelyingParties({ mode: "sandbox", baseUrl: "https://aval.example" }, service);
  assert.deepEqual(await sandbox.find(clientId), {
    clientId: "sandbox-login",
    name: "Example relying party",
    redirectUris: ["http://localhost:9000/callback", "http://127.0.0.1:9000/callback"],
  });
  assert.equal(await sandbox.verifySecret(clientId, secret), true);
  assert.deepEqual(await sandbox.find(playground.clientId), {
    clientId: "sandbox-rp",
    name: "Example shop",
    redirectUris: ["https://aval.example/playground/login/callback"],
  });
  assert.equal(await sandbox.verifySecret(playground.clientId, playground.secret), true);
  assert.equal(await sandbox.verifySecret(playground.clientId, secret), false);
  const live = openRelyingParties({ mode: "live", baseUrl: "https://aval.example" }, service);
  assert.equal(await live.find(clientId), null);
  assert.equal(await live.verifySecret(clientId, secret), false);
  assert.equal(await live.find(playground.clientId), null);
  assert.equal(await live.verifySecret(playground.clientId, playground.secret), false);
});
