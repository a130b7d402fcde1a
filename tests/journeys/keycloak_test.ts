import assert from "node:assert/strict";
import { z } from "zod";
import { ok } from "../../base/result.ts";
import { type Access, defineRoute } from "../../routes/http/route.ts";
import { OWN_CLIENT, REALM } from "../support/identity_provider.ts";
import { startServer } from "../support/server.ts";
import { liveEnvironment, serviceInMemory } from "../support/service.ts";

/** Address of a Keycloak with the realms of fixtures/keycloak: `tests/keycloak.sh` starts one. */
const keycloak = Deno.env.get("AVAL_TEST_KEYCLOAK");
if (keycloak === undefined) {
  console.error(
    "LEFT OUT: 7 tests against a real Keycloak; start one with tests/keycloak.sh and name it in AVAL_TEST_KEYCLOAK",
  );
}

/** Defines a test that needs a real Keycloak. */
function withKeycloak(name: string, run: (url: string) => Promise<void>): void {
  if (keycloak !== undefined) Deno.test(`Keycloak: ${name}`, () => run(keycloak));
}

/** Variables of a live deployment that uses the Keycloak at `url`. */
async function environment(url: string): Promise<Record<string, string>> {
  return {
    ...await liveEnvironment(),
    AVAL_AUTH_URL: url,
    AVAL_AUTH_REALM: REALM,
    AVAL_AUTH_CLIENT_ID: OWN_CLIENT,
    AVAL_AUTH_CLIENT_SECRET: `${OWN_CLIENT}-secret`,
  };
}

/** Sends a form to an endpoint of a realm as a client of the fixture, and reads the answer. */
async function post(
  url: string,
  client: string,
  form: Readonly<Record<string, string>>,
): Promise<string> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${client}:${client}-secret`)}` },
    body: new URLSearchParams(form),
  });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return text;
}

const endpoint = (url: string, name: string, realm = REALM) =>
  `${url}/realms/${realm}/protocol/openid-connect/${name}`;

async function tokenOf(url: string, client: string, realm = REALM): Promise<string> {
  const form = { grant_type: "client_credentials" };
  const { access_token } = JSON.parse(await post(endpoint(url, "token", realm), client, form));
  return access_token;
}

const revoke = (url: string, client: string, token: string) =>
  post(endpoint(url, "revoke"), client, { token });

/** A live service that uses Keycloak; its clock begins at the real time, because tokens do. */
async function serviceAt(url: string, env: Readonly<Record<string, string>> = {}) {
  const service = await serviceInMemory({
    mode: "live",
    env: { ...await environment(url), ...env },
    routes: [
      route("/test/any"),
      route("/test/fresh", { freshToken: true }),
      route("/test/verifier", { roles: ["credentials-api-verifier"] }),
      route("/test/agents", { agents: true }),
    ],
  });
  service.clock.advance(service.clock.now().until(Temporal.Now.instant()));
  return {
    service,
    get: async (path: string, token: string) => {
      const answer = await service.fetch(path, { headers: { authorization: `Bearer ${token}` } });
      const body = await answer.json();
      return [answer.status, body.error ?? body.clientId];
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

const route = (path: string, access: Access = {}) =>
  defineRoute({
    method: "get",
    path,
    summary: "Tells who calls",
    service: "screening",
    kind: "test",
    auth: "bearer",
    access,
    answers: { 200: z.object({ clientId: z.string() }) },
    run: (_ports, { caller }) => ok({ clientId: caller.clientId }),
  });

withKeycloak("the process of an operator takes a client's token and screens", async (url) => {
  await using server = await startServer({ ...await environment(url), AVAL_KV: ":memory:" });
  const screen = async (token: string) => {
    const answer = await fetch(`${server.url}/v1/screen`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ name: "Viktor Sandbergov" }),
    });
    const { classification, error } = await answer.json();
    return [answer.status, classification ?? error];
  };
  assert.deepEqual(await screen(await tokenOf(url, "client-basic")), [200, "CLEAR"]);
  assert.deepEqual(await screen(await tokenOf(url, "agent-ro")), [403, "insufficient_scope"]);
  assert.deepEqual(await screen("not-a-token"), [401, "unauthorized"]);
  assert(!server.errorText().includes("secret"));
});

withKeycloak(
  "a revoked token is 401 once 10 s are over, at once on a fresh look-up",
  async (url) => {
    await using at = await serviceAt(url);
    const token = await tokenOf(url, "client-basic");
    assert.deepEqual(await at.get("/test/any", token), [200, "client-basic"]);
    await revoke(url, "client-basic", token);
    assert.deepEqual(await at.get("/test/any", token), [200, "client-basic"]);
    at.service.clock.advance({ seconds: 10 });
    assert.deepEqual(await at.get("/test/any", token), [401, "unauthorized"]);

    const other = await tokenOf(url, "client-basic");
    assert.deepEqual(await at.get("/test/fresh", other), [200, "client-basic"]);
    await revoke(url, "client-basic", other);
    assert.deepEqual(await at.get("/test/fresh", other), [401, "unauthorized"]);
    assert.deepEqual(await at.get("/test/any", other), [401, "unauthorized"]);
  },
);

withKeycloak("a token is 401 from its exp on, by our clock and by Keycloak's", async (url) => {
  await using at = await serviceAt(url);
  const token = await tokenOf(url, "short-lived"); // 3 s
  assert.deepEqual(await at.get("/test/any", token), [200, "short-lived"]);
  at.service.clock.advance({ seconds: 4 }); // Keycloak's own has hardly moved
  assert.deepEqual(await at.get("/test/any", token), [401, "unauthorized"]);

  await using behind = await serviceAt(url); // its clock stands still from here on
  const form = { token };
  const introspect = () => post(endpoint(url, "token/introspect"), OWN_CLIENT, form);
  while ((await introspect()) !== '{"active":false}');
  assert.deepEqual(await behind.get("/test/any", token), [401, "unauthorized"]);
});

withKeycloak(
  "tokens of another realm, for another service and changed ones are 401",
  async (url) => {
    await using at = await serviceAt(url);
    const own = await tokenOf(url, "client-basic");
    const signature = own.lastIndexOf(".") + 1;
    const turned = own[signature] === "A" ? "B" : "A";
    const tokens = {
      "another realm": await tokenOf(url, "client-basic", "other"),
      "another service": await tokenOf(url, "wrong-aud"),
      "changed signature": own.slice(0, signature) + turned + own.slice(signature + 1),
      "without signature": own.slice(0, signature),
    };
    for (const [why, token] of Object.entries(tokens)) {
      assert.deepEqual(await at.get("/test/any", token), [401, "unauthorized"], why);
    }
    assert.deepEqual(await at.get("/test/any", own), [200, "client-basic"]);
  },
);

withKeycloak("roles and scopes are those of the introspection, not of the token", async (url) => {
  await using at = await serviceAt(url);
  const light = await tokenOf(url, "verifier-acme");
  assert(
    !atob(light.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "")
      .includes("credentials-api-verifier"),
  );
  assert.deepEqual(await at.get("/test/verifier", light), [200, "verifier-acme"]);
  const basic = await tokenOf(url, "client-basic");
  assert.deepEqual(await at.get("/test/verifier", basic), [403, "insufficient_role"]);
  assert.deepEqual(await at.get("/test/any", await tokenOf(url, "no-role")), [200, "no-role"]);
  const agent = await tokenOf(url, "agent-ro");
  assert.deepEqual(await at.get("/test/any", agent), [403, "insufficient_scope"]);
  assert.deepEqual(await at.get("/test/agents", agent), [200, "agent-ro"]);
});

withKeycloak("our own wrong secret, and a realm that is none, are 503", async (url) => {
  const token = await tokenOf(url, "client-basic");
  for (const env of [{ AVAL_AUTH_CLIENT_SECRET: "wrong" }, { AVAL_AUTH_REALM: "nowhere" }]) {
    await using at = await serviceAt(url, env);
    assert.deepEqual(await at.get("/test/any", token), [503, "upstream_unavailable"]);
  }
});

withKeycloak("cut off it is 503, and 200 again once it is back", async (url) => {
  const relay = startRelay(url);
  // Keycloak names its realm by the address it is asked at: the token must come from this one.
  const token = await tokenOf(relay.url, "client-basic");
  await using at = await serviceAt(relay.url);
  assert.deepEqual(await at.get("/test/any", token), [200, "client-basic"]);
  await relay.stop();
  assert.deepEqual(await at.get("/test/any", token), [200, "client-basic"], "what is known holds");
  at.service.clock.advance({ seconds: 10 });
  for (let asked = 0; asked < 6; asked++) {
    assert.deepEqual(await at.get("/test/any", token), [503, "upstream_unavailable"]);
  }
  const back = startRelay(url, relay.port);
  assert.deepEqual(await at.get("/test/any", token), [503, "upstream_unavailable"], "left alone");
  at.service.clock.advance({ seconds: 5 });
  assert.deepEqual(await at.get("/test/any", token), [200, "client-basic"]);
  await back.stop();
});

/** Relays every connection to Keycloak until it is stopped; then closes all of them. */
function startRelay(url: string, port = 0) {
  const { hostname, port: target } = new URL(url);
  const listener = Deno.listen({ hostname: "127.0.0.1", port });
  const open = new Set<Deno.Conn>();
  const pipe = (from: Deno.Conn, to: Deno.Conn) =>
    from.readable.pipeTo(to.writable).catch(() => {});
  const serving = (async () => {
    const piped: Promise<void>[] = [];
    for await (const near of listener) {
      const far = await Deno.connect({ hostname, port: Number(target) });
      open.add(near).add(far);
      piped.push(pipe(near, far), pipe(far, near));
    }
    await Promise.all(piped);
  })();
  const relayed = listener.addr.port;
  return {
    port: relayed,
    url: `http://127.0.0.1:${relayed}`,
    stop: async () => {
      listener.close();
      for (const connection of open) {
        try {
          connection.close();
        } catch (fault) {
          if (!(fault instanceof Deno.errors.BadResource)) throw fault; // it had ended
        }
      }
      await serving;
    },
  };
}
