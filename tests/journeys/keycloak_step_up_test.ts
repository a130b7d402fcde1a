import assert from "node:assert/strict";
import { OWN_CLIENT, REALM } from "../support/identity_provider.ts";
import { logInAtKeycloak, refreshAtKeycloak, SUBJECTS } from "../support/keycloak_login.ts";
import { liveEnvironment, serviceInMemory } from "../support/service.ts";
import { approve, approveRoute, putSignatories, reasonOf } from "../support/step_up_route.ts";

/** Address of a Keycloak with the realms of fixtures/keycloak: `tests/keycloak.sh` starts one. */
const keycloak = Deno.env.get("AVAL_TEST_KEYCLOAK");
if (keycloak === undefined) {
  console.error("LEFT OUT: 5 tests of step-up at a real Keycloak, as those of keycloak_test.ts");
}

/** A test that needs the real Keycloak. */
function withKeycloak(name: string, run: (url: string) => Promise<void>): void {
  if (keycloak !== undefined) Deno.test(`Keycloak: ${name}`, () => run(keycloak));
}

/** A live service at Keycloak whose clock begins at the real time, with two signatories. */
async function serviceAt(url: string) {
  const service = await serviceInMemory({
    mode: "live",
    env: {
      ...await liveEnvironment(),
      AVAL_AUTH_URL: url,
      AVAL_AUTH_REALM: REALM,
      AVAL_AUTH_CLIENT_ID: OWN_CLIENT,
      AVAL_AUTH_CLIENT_SECRET: `${OWN_CLIENT}-secret`,
    },
    routes: [approveRoute("alpha")],
  });
  service.clock.advance(service.clock.now().until(Temporal.Now.instant()));
  await putSignatories(service, "alpha", {
    "alpha-dean": SUBJECTS.dean,
    "alpha-registrar": SUBJECTS.registrar,
  });
  return {
    service,
    approve: async (assertion: string, by = "alpha-dean") => {
      const { status, said, headers } = await approve(service, assertion, by);
      if (status === 401) {
        assert.match(
          headers.get("www-authenticate") ?? "",
          /^Bearer error="insufficient_user_authentication", .*acr_values="2", max_age=300$/,
        );
      }
      return [status, said];
    },
    reason: () => reasonOf(service),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

async function clientToken(url: string): Promise<string> {
  const answer = await fetch(`${url}/realms/${REALM}/protocol/openid-connect/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa("issuer-alpha:issuer-alpha-secret")}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  return (await answer.json()).access_token;
}

const unauthorized = [401, "unauthorized"];

withKeycloak("a signatory with a second factor approves, once for each token", async (url) => {
  await using at = await serviceAt(url);
  const login = await logInAtKeycloak(url, { person: "dean", level: "2" });
  assert.deepEqual(await at.approve(login.accessToken), [200, "alpha-dean"]);
  assert.deepEqual(await at.approve(login.accessToken), unauthorized);
  assert.equal(at.reason(), "used");
  const next = await refreshAtKeycloak(url, login);
  assert.deepEqual(await at.approve(next.accessToken), [200, "alpha-dean"]);
});

withKeycloak(
  "a password alone does not do, nor does another person's second factor",
  async (url) => {
    await using at = await serviceAt(url);
    const weak = await logInAtKeycloak(url, { person: "dean", level: "1" });
    assert.deepEqual(await at.approve(weak.accessToken), unauthorized);
    assert.equal(at.reason(), "below_the_level");
    const registrar = await logInAtKeycloak(url, { person: "registrar", level: "2" });
    assert.deepEqual(await at.approve(registrar.accessToken), unauthorized);
    assert.equal(at.reason(), "another_person");
    assert.deepEqual(await at.approve(registrar.accessToken, "alpha-registrar"), [
      200,
      "alpha-registrar",
    ]);
  },
);

withKeycloak(
  "a login of 300 s ago does, one that is older does not, though its token holds",
  async (url) => {
    await using at = await serviceAt(url);
    const login = await logInAtKeycloak(url, { person: "dean", level: "2" });
    // `auth_time` is a whole second that has begun.
    at.service.clock.advance({ seconds: 299 });
    assert.deepEqual(await at.approve(login.accessToken), [200, "alpha-dean"]);
    at.service.clock.advance({ minutes: 1 });
    // A token of a later second, of the same login.
    const { accessToken } = await refreshAtKeycloak(url, login);
    assert.deepEqual(await at.approve(accessToken), unauthorized);
    assert.equal(at.reason(), "stale");
  },
);

withKeycloak("a token for another service does not, nor the portal's id_token", async (url) => {
  await using at = await serviceAt(url);
  const elsewhere = await logInAtKeycloak(url, {
    person: "dean",
    level: "2",
    portal: "other-portal",
  });
  assert.deepEqual(await at.approve(elsewhere.accessToken), unauthorized);
  assert.equal(at.reason(), "another_audience");
  const { idToken, refreshToken } = await logInAtKeycloak(url, { person: "dean", level: "2" });
  assert.deepEqual(await at.approve(idToken), unauthorized);
  assert.equal(at.reason(), "another_audience");
  assert.deepEqual(await at.approve(refreshToken), unauthorized);
});

withKeycloak("a changed token, and a client's own, do not", async (url) => {
  await using at = await serviceAt(url);
  const { accessToken } = await logInAtKeycloak(url, { person: "dean", level: "2" });
  const [header = "", payload = "", signature = ""] = accessToken.split(".");
  const claims = JSON.parse(
    new TextDecoder().decode(Uint8Array.fromBase64(payload, { alphabet: "base64url" })),
  );
  const forged = new TextEncoder().encode(JSON.stringify({ ...claims, jti: "another" }))
    .toBase64({ alphabet: "base64url", omitPadding: true });
  assert.deepEqual(await at.approve(`${header}.${forged}.${signature}`), unauthorized);
  assert.equal(at.reason(), "signature");
  assert.deepEqual(await at.approve(await clientToken(url)), unauthorized);
  assert.equal(at.reason(), "malformed");
  assert.deepEqual(await at.approve(accessToken), [200, "alpha-dean"]);
});
