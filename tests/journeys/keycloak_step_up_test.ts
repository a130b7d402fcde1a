import assert from "node:assert/strict";
import { z } from "zod";
import { ok } from "../../base/result.ts";
import { AcademicIssuerId, SignatoryId } from "../../core/credentials/issuer_schema.ts";
import { verifyStepUp } from "../../core/credentials/step_up/verify_step_up.ts";
import { openOperatorAudit } from "../../kv/audit/audit_recording.ts";
import { openSignatoryRecords } from "../../kv/signatories.ts";
import { defineRoute } from "../../routes/http/route.ts";
import { OWN_CLIENT, REALM } from "../support/identity_provider.ts";
import { logInAtKeycloak, refreshAtKeycloak, SUBJECTS } from "../support/keycloak_login.ts";
import { seededRandom } from "../support/random.ts";
import { liveEnvironment, serviceInMemory } from "../support/service.ts";

/** Address of a Keycloak with the realms of fixtures/keycloak: `tests/keycloak.sh` starts one. */
const keycloak = Deno.env.get("AVAL_TEST_KEYCLOAK");
if (keycloak === undefined) {
  console.error("LEFT OUT: 5 tests of step-up at a real Keycloak, as those of keycloak_test.ts");
}

/** A test that needs the real Keycloak. */
function withKeycloak(name: string, run: (url: string) => Promise<void>): void {
  if (keycloak !== undefined) Deno.test(`Keycloak: ${name}`, () => run(keycloak));
}

/**
 * Approves nothing: it uses an assertion up, as an approval does. Without a client, since the token of
 * one would not live as long as the assertions.
 */
const approveRoute = defineRoute({
  method: "post",
  path: "/test/approve",
  summary: "Uses an assertion up",
  service: "credentials",
  kind: "test",
  auth: "none",
  anonymous: "browser",
  headers: z.object({ "x-credentials-step-up-assertion": z.string().optional() }),
  body: z.object({ approvedBySignatoryId: SignatoryId }),
  answers: { 200: z.object({ approvedBy: z.string() }) },
  refuses: ["unauthorized", "not_found", "upstream_unavailable"],
  run: async (ports, { headers, body, unit }) => {
    const verified = await verifyStepUp(ports, {
      assertion: headers["x-credentials-step-up-assertion"] ?? null,
      academicIssuerId: AcademicIssuerId.parse("alpha"),
      approvedBySignatoryId: body.approvedBySignatoryId,
    });
    if (!verified.ok) return verified;
    ports.stepUp.use(unit, verified.value.assertion);
    return ok({ approvedBy: verified.value.signatory.id });
  },
});

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
    routes: [approveRoute],
  });
  service.clock.advance(service.clock.now().until(Temporal.Now.instant()));
  const audit = openOperatorAudit({ clock: service.clock, random: seededRandom() });
  const records = openSignatoryRecords({ store: service.store, audit });
  for (const person of ["dean", "registrar"] as const) {
    await records.put({
      id: SignatoryId.parse(`alpha-${person}`),
      academicIssuerId: AcademicIssuerId.parse("alpha"),
      name: "Example",
      idpSubject: SUBJECTS[person],
    });
  }
  return {
    service,
    approve: async (assertion: string, by = "alpha-dean") => {
      const answer = await service.fetch("/test/approve", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-credentials-step-up-assertion": assertion,
        },
        body: JSON.stringify({ approvedBySignatoryId: by }),
      });
      const body = await answer.json();
      if (answer.status === 401) {
        assert.match(
          answer.headers.get("www-authenticate") ?? "",
          /^Bearer error="insufficient_user_authentication", .*acr_values="2", max_age=300$/,
        );
      }
      return [answer.status, body.error ?? body.approvedBy];
    },
    /** Why the last one was refused. */
    reason: () => {
      const line = service.logLines.findLast((line) => line.includes("step_up_refused"));
      return JSON.parse(line ?? "{}").reason;
    },
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
