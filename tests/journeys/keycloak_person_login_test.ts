/** Persons log in to desk and console by a real Keycloak, set up as docs/access.md says. */

import "../../base/temporal.ts";
import assert from "node:assert/strict";
import { defaultClientRecord } from "../../core/access/client_schema.ts";
import { putRecord } from "../support/clients.ts";
import { POSSIBLE_LIVE_NAME } from "../support/names.ts";
import {
  formTokenOf,
  pathOf,
  type PersonBrowser,
  personBrowser,
} from "../support/person_provider.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";

/** Address of a Keycloak on loopback: `tests/keycloak.sh` starts one. */
const keycloak = Deno.env.get("AVAL_TEST_KEYCLOAK");
const baseUrl = "http://localhost:8000";
const clientId = "aval";
const secret = "aval-secret-of-a-test";

if (keycloak === undefined) {
  console.error(
    "LEFT OUT: the tests of persons' login at Keycloak; start one with tests/keycloak.sh and name it in AVAL_TEST_KEYCLOAK",
  );
} else {
  Deno.test("Keycloak logs persons in: roles, two people, a fresh login, a logout", async (t) => {
    await using realm = await makeRealm(keycloak);
    await using service = await serviceInMemory({
      mode: "live",
      localTokens: true,
      env: {
        AVAL_CONSOLE: "desk,console",
        AVAL_AUTH_URL: keycloak,
        AVAL_AUTH_REALM: realm.name,
        AVAL_AUTH_CLIENT_ID: clientId,
        AVAL_AUTH_CLIENT_SECRET: secret,
      },
    });
    // Keycloak goes by the clock of the machine.
    const untilNow = service.clock.now().until(Temporal.Now.instant()).total("milliseconds");
    service.clock.advance({ milliseconds: Math.round(untilNow) });
    await putRecord(service, "acme", { ...defaultClientRecord, fourEyes: "all" });
    const screened = await service.as("acme").post("/v1/screen", { name: POSSIBLE_LIVE_NAME });
    const match = `/desk/matches/${screened.body.meta.decisionId}`;
    const state = async () =>
      (await service.as("acme").get(`/v1/screen/${match.split("/").at(-1)}`))
        .body.meta.review.state;
    const ann = openPerson(service, "ann");
    const bob = openPerson(service, "bob");

    await t.step("each opens what their roles open", async () => {
      const opal = openPerson(service, "opal");
      assert.equal(await opal.logIn("/console"), "/console");
      assert.equal(await statusOf(opal.browser, "/console"), 200);
      assert.equal(await statusOf(opal.browser, "/desk"), 403);
      // A role of the client, not of the realm.
      const kim = openPerson(service, "kim");
      assert.equal(await kim.logIn("/console/kyb"), "/console/kyb");
      assert.equal(await statusOf(kim.browser, "/console/kyb"), 200);
      assert.equal(await statusOf(kim.browser, "/console"), 403);
      assert.equal(await ann.logIn("/desk"), "/desk");
      assert.equal(await statusOf(ann.browser, "/desk"), 200);
      assert.equal(await statusOf(ann.browser, "/console"), 403);
    });

    await t.step("who has no role, or another client, gets no session", async () => {
      for (const username of ["nora", "gus"]) {
        const person = openPerson(service, username);
        assert.equal(await person.logIn("/desk"), "403");
        assert.ok(!person.browser.cookies.has("aval_session"), username);
      }
    });

    await t.step("two people close a match, each by their sub", async () => {
      assert.equal(await judge(ann.browser, match, "name_only"), 303);
      assert.equal(await state(), "PROPOSED");
      assert.equal(await bob.logIn(match), match);
      assert.equal(await judge(bob.browser, match, "name_only"), 303);
      assert.equal(await state(), "CLOSED");
      const { body } = await service.as("acme").get(`/v1/screen/${match.split("/").at(-1)}`);
      const people = body.customerReviews.map(({ reviewer }: { reviewer: string }) => reviewer);
      assert.deepEqual(
        new Set(people),
        new Set([await realm.subjectOf("ann"), await realm.subjectOf("bob")]),
      );
    });

    await t.step(
      "an old login is renewed by the password, and by no session of Keycloak",
      async () => {
        service.clock.advance({ minutes: 6 });
        assert.equal(await judge(ann.browser, match, "confirmed_match"), 403);
        // Back to Keycloak's time.
        service.clock.advance({ minutes: -6 });
        assert.equal(await ann.logIn(match, { withoutPassword: true }), match);
        await assert.rejects(ann.logIn(match, { fresh: true, withoutPassword: true }), /asks/);
        assert.equal(await ann.logIn(match, { fresh: true }), match);
        assert.equal(await judge(ann.browser, match, "confirmed_match"), 303);
      },
    );

    await t.step("a logout is led on to Keycloak's", async () => {
      const formToken = await formTokenOf(bob.browser, "/desk");
      const out = await bob.browser.post("/desk/logout", { formToken });
      const html = await (await bob.browser.get(out.headers.get("location")!)).text();
      const link = /href="(http[^"]*logout[^"]*)"/.exec(html)![1]!.replaceAll("&amp;", "&");
      // It asks before it ends its session, and knows where to lead back.
      const there = await bob.visit(link);
      assert.equal(there.status, 200);
      await there.body?.cancel();
      const without = await fetch(link, { redirect: "manual" });
      assert.equal(without.headers.get("location"), `${baseUrl}/desk/login`);
      await without.body?.cancel();
      assert.equal(await statusOf(bob.browser, "/desk"), 303);
    });
  });
}

async function statusOf(browser: PersonBrowser, path: string): Promise<number> {
  const answer = await browser.get(path);
  await answer.body?.cancel();
  return answer.status;
}

async function judge(browser: PersonBrowser, match: string, judgement: string): Promise<number> {
  const formToken = await formTokenOf(browser, match);
  return (await browser.post(`${match}/judgements`, { formToken, judgement })).status;
}

interface LogInOptions {
  readonly fresh?: boolean;
  /** Whether Keycloak must not ask for a password. */
  readonly withoutPassword?: boolean;
}

/** A person with a browser, which keeps the cookies of Keycloak. */
function openPerson(service: TestService, username: string) {
  const browser = personBrowser(service);
  const cookies = new Map<string, string>();
  const visit = async (
    address: string,
    form: Record<string, string> | null = null,
  ): Promise<Response> => {
    const answer = await fetch(address, {
      redirect: "manual",
      headers: { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") },
      ...(form === null ? {} : { method: "POST", body: new URLSearchParams(form) }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = set.split(";")[0]!.split(/=(.*)/s);
      cookies.set(name, value);
    }
    return answer;
  };
  return {
    browser,
    visit,
    /** @returns the URL to which the browser is redirected, or the status of the page */
    logIn: async (next: string, { fresh = false, withoutPassword = false }: LogInOptions = {}) => {
      let address = await browser.begin(next, fresh);
      let form: Record<string, string> | null = null;
      for (let page = 0; page < 12; page++) {
        const answer: Response = await visit(address, form);
        const html = await answer.text();
        const location = answer.headers.get("location");
        if (location?.startsWith(`${baseUrl}/desk/login/return`)) {
          const back = await browser.get(pathOf(location));
          await back.body?.cancel();
          return back.headers.get("location") ?? String(back.status);
        }
        if (location !== null) {
          [address, form] = [new URL(location, address).href, null];
          continue;
        }
        if (withoutPassword) throw new Error("Keycloak asks for the password");
        const action = /<form[^>]*\saction="([^"]*)"/.exec(html)?.[1];
        assert.ok(action !== undefined, html.slice(0, 2_000));
        address = action.replaceAll("&amp;", "&");
        form = { username, password: `${username}-password` };
      }
      throw new Error("Keycloak asks without end");
    },
  };
}

interface Realm extends AsyncDisposable {
  readonly name: string;
  subjectOf(username: string): Promise<string>;
}

/** Makes a realm with the settings of docs/access.md. */
async function makeRealm(base: string): Promise<Realm> {
  const name = `persons-${crypto.randomUUID()}`;
  const admin = async (verb: string, path: string, body?: unknown) => {
    const answer = await fetch(`${base}/admin/realms${path}`, {
      method: verb,
      headers: {
        authorization: `Bearer ${await adminToken(base)}`,
        "content-type": "application/json",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    assert(answer.ok, `${verb} ${path}: ${answer.status} ${text}`);
    return text === "" ? null : JSON.parse(text);
  };
  const user = (username: string, more: Readonly<Record<string, unknown>>) => ({
    ...{ username, enabled: true, emailVerified: true, email: `${username}@example.com` },
    ...{ firstName: username, lastName: "Test" },
    credentials: [{ type: "password", value: `${username}-password` }],
    ...more,
  });
  const reviewer = (client: string) => ({
    realmRoles: ["screening-reviewer"],
    attributes: { aval_client: [client] },
  });
  const inIdToken = {
    "id.token.claim": "true",
    "access.token.claim": "false",
    "userinfo.token.claim": "false",
  };
  await admin("POST", "", {
    realm: name,
    enabled: true,
    sslRequired: "none",
    roles: {
      realm: [{ name: "aval-operator" }, { name: "screening-reviewer" }],
      client: { [clientId]: [{ name: "kyb-reviewer" }] },
    },
    clients: [{
      clientId,
      secret,
      publicClient: false,
      standardFlowEnabled: true,
      directAccessGrantsEnabled: false,
      redirectUris: [`${baseUrl}/desk/login/return`],
      attributes: {
        "pkce.code.challenge.method": "S256",
        "post.logout.redirect.uris": `${baseUrl}/desk/login`,
      },
      protocolMappers: [
        {
          name: "realm roles in the id_token",
          protocol: "openid-connect",
          protocolMapper: "oidc-usermodel-realm-role-mapper",
          config: {
            ...inIdToken,
            "claim.name": "realm_access.roles",
            "jsonType.label": "String",
            multivalued: "true",
          },
        },
        {
          name: "client roles in the id_token",
          protocol: "openid-connect",
          protocolMapper: "oidc-usermodel-client-role-mapper",
          config: {
            ...inIdToken,
            "claim.name": "resource_access.${client_id}.roles",
            "jsonType.label": "String",
            multivalued: "true",
          },
        },
        {
          name: "aval_client",
          protocol: "openid-connect",
          protocolMapper: "oidc-usermodel-attribute-mapper",
          config: {
            ...inIdToken,
            "user.attribute": "aval_client",
            "claim.name": "aval_client",
            "jsonType.label": "String",
          },
        },
      ],
    }],
  });
  // Administrators alone edit what no attribute of the profile is.
  const profile = await admin("GET", `/${name}/users/profile`);
  await admin("PUT", `/${name}/users/profile`, {
    ...profile,
    unmanagedAttributePolicy: "ADMIN_EDIT",
  });
  await admin("POST", `/${name}/partialImport`, {
    ifResourceExists: "FAIL",
    users: [
      user("opal", { realmRoles: ["aval-operator"] }),
      user("kim", { clientRoles: { [clientId]: ["kyb-reviewer"] } }),
      user("ann", reviewer("acme")),
      user("bob", reviewer("acme")),
      user("nora", {}),
      user("gus", reviewer("globex")),
    ],
  });
  return {
    name,
    subjectOf: async (username) => {
      const [found] = await admin("GET", `/${name}/users?exact=true&username=${username}`);
      return found.id;
    },
    [Symbol.asyncDispose]: async () => void await admin("DELETE", `/${name}`),
  };
}

async function adminToken(base: string): Promise<string> {
  const answer = await fetch(`${base}/realms/master/protocol/openid-connect/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "password",
      client_id: "admin-cli",
      username: "admin",
      password: "admin",
    }),
  });
  return (await answer.json()).access_token;
}
