import assert from "node:assert/strict";
import { openOperatorAudit } from "../../kv/audit/audit_recording.ts";
import {
  activateSigningKey,
  newSigningKey,
  revokeSigningKey,
  type SigningKeyMoves,
} from "../../kv/keys/signing_key_moves.ts";
import { openUnits } from "../../kv/store/unit.ts";
import { loginMetadataRoutes } from "../../routes/api/login_metadata.ts";
import { ISSUER, redeeming, routesOver } from "../support/login_redeeming.ts";
import { serviceInMemory } from "../support/service.ts";
import { type StoreInMemory, storeInMemory, TEST_SECRET } from "../support/store.ts";

const DISCOVERY = "/v1/login/.well-known/openid-configuration";
const INSERTED = "/.well-known/oauth-authorization-server/v1/login";
const JWKS = "/v1/login/.well-known/jwks.json";

async function serve(store: StoreInMemory, issuer = ISSUER) {
  const ports = await redeeming(store);
  const routes = routesOver(loginMetadataRoutes({ jwksCacheSeconds: 300 }), {
    loginKeys: ports.loginKeys,
    login: { ...ports.login, issuer },
  });
  return await serviceInMemory({ routes, mode: "live" });
}

function movesOf(store: StoreInMemory): SigningKeyMoves {
  const secrets = { current: TEST_SECRET };
  return { ...store, secrets, audit: openOperatorAudit(store), units: openUnits(store.store) };
}

Deno.test("discovery has every member that a library needs, and names nothing that is not there", async () => {
  await using store = await storeInMemory();
  await using service = await serve(store);
  const answer = await service.fetch(DISCOVERY);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("content-type"), "application/json");
  assert.deepEqual(await answer.json(), {
    issuer: "https://aval.example/v1/login",
    authorization_endpoint: "https://aval.example/v1/login/authorize",
    token_endpoint: "https://aval.example/v1/login/token",
    jwks_uri: "https://aval.example/v1/login/.well-known/jwks.json",
    scopes_supported: ["openid"],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code"],
    acr_values_supported: ["urn:aval:acr:wallet-pid:1"],
    subject_types_supported: ["pairwise"],
    id_token_signing_alg_values_supported: ["ES256"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
    claims_supported: [
      "iss",
      "sub",
      "aud",
      "exp",
      "iat",
      "auth_time",
      "nonce",
      "acr",
      "amr",
      "at_hash",
    ],
    code_challenge_methods_supported: ["S256"],
    prompt_values_supported: ["none", "login", "consent", "select_account"],
    authorization_response_iss_parameter_supported: true,
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  });
});

Deno.test("RFC 8414's inserted address answers with discovery's bytes", async () => {
  await using store = await storeInMemory();
  await using service = await serve(store);
  const [one, other] = [await service.fetch(DISCOVERY), await service.fetch(INSERTED)];
  assert.equal(await one.text(), await other.text());
  assert.equal(one.headers.get("etag"), other.headers.get("etag"));
});

Deno.test("the issuer carries the path of the base URL, and discovery lies below the issuer", async () => {
  await using store = await storeInMemory();
  const issuer = "https://example.com/trust/v1/login";
  await using service = await serve(store, issuer);
  const described = await (await service.fetch(DISCOVERY)).json();
  assert.equal(described.issuer, issuer);
  for (const name of ["authorization_endpoint", "token_endpoint", "jwks_uri"]) {
    assert(described[name].startsWith(`${issuer}/`), name);
  }
});

Deno.test("discovery, JWKS and metadata are kept for the cache lifetime, answer 304, and are read from anywhere", async (t) => {
  await using store = await storeInMemory();
  await using service = await serve(store);
  for (const path of [DISCOVERY, INSERTED, JWKS]) {
    await t.step(path, async () => {
      const origin = { origin: "https://rp.example" };
      const first = await service.fetch(path, { headers: origin });
      await first.body?.cancel();
      assert.equal(first.headers.get("cache-control"), "public, max-age=300");
      assert.equal(first.headers.get("access-control-allow-origin"), "*");
      assert.equal(first.headers.get("ratelimit"), null);
      const etag = first.headers.get("etag") ?? assert.fail();
      const again = await service.fetch(path, { headers: { "if-none-match": etag } });
      assert.deepEqual([again.status, await again.text()], [304, ""]);
      const posted = await service.fetch(path, { method: "POST" });
      await posted.body?.cancel();
      assert.equal(posted.status, 405);
    });
  }
});

Deno.test("the JWKS holds every ACTIVE and ROTATED key, and a revoked one in no answer after", async () => {
  await using store = await storeInMemory();
  await using service = await serve(store);
  const kids = async () => {
    const answer = await service.fetch(JWKS);
    const { keys } = await answer.json();
    for (const key of keys) {
      assert.deepEqual(Object.keys(key).toSorted(), ["alg", "crv", "kid", "kty", "use", "x", "y"]);
    }
    return keys.map(({ kid }: { readonly kid: string }) => kid);
  };
  const [first] = await kids();
  const made = await newSigningKey(movesOf(store));
  assert(made.ok);
  assert.deepEqual(await kids(), [first], "a NEW key is not published");
  const times = { jwksCacheSeconds: 300, idTokenMinutes: 5 };
  assert((await activateSigningKey(movesOf(store), { kid: made.value, ...times })).ok);
  const etag = (await service.fetch(JWKS)).headers.get("etag") ?? assert.fail();
  assert.deepEqual(await kids(), [first, made.value]);
  assert((await revokeSigningKey(movesOf(store), first)).ok);
  const after = await service.fetch(JWKS, { headers: { "if-none-match": etag } });
  assert.equal(after.status, 200, "what was kept of before is not confirmed");
  await after.body?.cancel();
  assert.deepEqual(await kids(), [made.value]);
});
