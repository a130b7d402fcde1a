import assert from "node:assert/strict";
import { putRecord } from "../support/clients.ts";
import { OWN_CLIENT, REALM } from "../support/identity_provider.ts";
import { logInAtKeycloak, refreshAtKeycloak, SUBJECTS } from "../support/keycloak_login.ts";
import { BATCHES } from "../support/credential_batches.ts";
import { approveBy, approvedDegree, submittedBatch } from "../support/credential_journey.ts";
import { actingFor, liveInstitutions, reasonOf } from "../support/live_institutions.ts";
import type { TestClient, TestService } from "../support/service.ts";
import { openStudentWallet } from "../support/student_wallet.ts";

/** Address of a Keycloak with the realms of fixtures/keycloak: `tests/keycloak.sh` starts one. */
const keycloak = Deno.env.get("AVAL_TEST_KEYCLOAK");
if (keycloak === undefined) {
  console.error("LEFT OUT: 6 tests of step-up at a real Keycloak, as those of keycloak_test.ts");
}

/** Defines a test that needs a real Keycloak. */
function withKeycloak(name: string, run: (url: string) => Promise<void>): void {
  if (keycloak !== undefined) Deno.test(`Keycloak: ${name}`, () => run(keycloak));
}

/** Variables of a deployment that uses Keycloak. */
const environment = (url: string) => ({
  AVAL_AUTH_URL: url,
  AVAL_AUTH_REALM: REALM,
  AVAL_AUTH_CLIENT_ID: OWN_CLIENT,
  AVAL_AUTH_CLIENT_SECRET: `${OWN_CLIENT}-secret`,
});

const alpha = {
  "alpha-dean": SUBJECTS.dean,
  "alpha-registrar": SUBJECTS.registrar,
  "alpha-clerk": "nobody-of-keycloak",
};

/** A live institution that uses Keycloak; its clock begins at the real time. */
async function serviceAt(url: string) {
  const at = await liveInstitutions({
    env: environment(url),
    institutions: { alpha },
    now: Temporal.Now.instant(),
  });
  const acting = actingFor(at, "alpha", "alpha-clerk");
  const templateId = await approvedDegree(acting);
  return {
    service: at.service,
    /** Approves a new batch. */
    approve: async (assertion: string, by = "alpha-dean") => {
      const batch = `${BATCHES}/${await submittedBatch(acting, templateId)}`;
      const { status, body, headers } = await approveBy(acting.registry, batch, assertion, {
        by,
      });
      if (status === 401) {
        assert.match(
          headers.get("www-authenticate") ?? "",
          /^Bearer error="insufficient_user_authentication", .*acr_values="2", max_age=300$/,
        );
        assert.equal((await at.registry("alpha").get(batch)).body.status, "PENDING_APPROVAL");
      }
      return [status, body.error ?? body.approvedBySignatoryId];
    },
    reason: () => reasonOf(at.service),
    [Symbol.asyncDispose]: () => at[Symbol.asyncDispose](),
  };
}

async function clientToken(url: string, client = "issuer-alpha"): Promise<string> {
  const answer = await fetch(`${url}/realms/${REALM}/protocol/openid-connect/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${client}:${client}-secret`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  return (await answer.json()).access_token;
}

/** A client with a token of Keycloak. */
async function clientAt(
  url: string,
  service: TestService,
  client: string,
): Promise<TestClient> {
  const authorization = { authorization: `Bearer ${await clientToken(url, client)}` };
  const anybody = service.as(client);
  return {
    id: client,
    get: (path, headers = {}) => anybody.get(path, { ...headers, ...authorization }),
    post: (path, body, headers = {}) => anybody.post(path, body, { ...headers, ...authorization }),
  };
}

const unauthorized = [401, "unauthorized"];

withKeycloak(
  "an institution's software, a reviewer and a dean of Keycloak's issue a degree",
  async (url) => {
    await using at = await liveInstitutions({
      env: environment(url),
      institutions: { alpha },
      now: Temporal.Now.instant(),
      providersTokens: true,
    });
    const { service } = at;
    await putRecord(service, "issuer-alpha", { academicIssuerId: "alpha" });
    const registry = await clientAt(url, service, "issuer-alpha");
    const reviewer = await clientAt(url, service, "template-reviewer");
    const people = { registry: () => registry, reviewer };
    const acting = actingFor(people, "alpha", "alpha-registrar");
    const templateId = await approvedDegree(acting);
    const batch = `${BATCHES}/${await submittedBatch(acting, templateId)}`;
    const login = await logInAtKeycloak(url, { person: "dean", level: "2" });
    const by = { by: "alpha-dean", headers: { "idempotency-key": "approval-1" } };
    const first = await approveBy(registry, batch, login.accessToken, by);
    assert.equal(first.status, 200, first.text);
    assert.equal((await approveBy(registry, batch, login.accessToken, by)).text, first.text);
    const otherKey = { ...by, headers: { "idempotency-key": "approval-2" } };
    assert.equal((await approveBy(registry, batch, login.accessToken, otherKey)).status, 401);
    const fresh = await refreshAtKeycloak(url, login);
    const again = await approveBy(registry, batch, fresh.accessToken, by);
    assert.deepEqual([again.status, again.text], [200, first.text]);
    assert.equal(again.headers.get("idempotent-replayed"), "true");
    const { body } = await registry.get(batch);
    const wallet = await openStudentWallet(service);
    assert.match(await wallet.redeem(body.items[0].offerUri), /~$/);
  },
);

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
