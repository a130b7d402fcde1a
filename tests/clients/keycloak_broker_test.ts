import assert from "node:assert/strict";
import { openBrowser } from "./browser.ts";
import { type Provider, startProvider } from "./provider.ts";

/** Address of a Keycloak on loopback: `tests/keycloak.sh` starts one. */
const keycloak = Deno.env.get("AVAL_TEST_KEYCLOAK");
if (keycloak === undefined) {
  console.error(
    "LEFT OUT: the test of Keycloak as a broker; start one with tests/keycloak.sh and name it in AVAL_TEST_KEYCLOAK",
  );
} else {
  for (const method of ["client_secret_basic", "client_secret_post"]) {
    Deno.test(`Keycloak brokers a login, by ${method}: the same person is the same user`, async () => {
      await using provider = await startProvider();
      const realm = await makeRealm(keycloak, provider, method);
      try {
        const browser = openBrowser(provider.wallet);
        const first = await logIn(realm, browser.login);
        assert.equal(first.identityProvider, "aval");
        assert.match(first.subject, /^[A-Za-z0-9_-]{43}$/);
        const again = openBrowser(provider.wallet);
        assert.deepEqual(await logIn(realm, again.login), first);
        const other = openBrowser(provider.anotherWallet);
        assert.notEqual((await logIn(realm, other.login)).subject, first.subject);
      } finally {
        await realm.remove();
      }
    });
  }
}

/** A realm of a Keycloak that brokers logins to a provider. */
interface Realm {
  readonly url: string;
  admin(path: string): Promise<unknown>;
  remove(): Promise<void>;
}

const appUri = "http://localhost:9000/app";

/** Makes a realm with the settings of docs/login.md. */
async function makeRealm(base: string, provider: Provider, method: string): Promise<Realm> {
  const name = `broker-${crypto.randomUUID()}`;
  const url = `${base}/realms/${name}`;
  const { clientId, secret } = await provider.register("keycloak", `${url}/broker/aval/endpoint`);
  const discovery = await fetch(`${provider.registration.issuer}/.well-known/openid-configuration`);
  const { issuer, authorization_endpoint, token_endpoint, jwks_uri } = await discovery.json();
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
  await admin("POST", "", {
    realm: name,
    enabled: true,
    sslRequired: "none",
    clients: [{
      clientId: "app",
      publicClient: true,
      redirectUris: [appUri],
      standardFlowEnabled: true,
    }],
    identityProviders: [{
      alias: "aval",
      providerId: "oidc",
      enabled: true,
      config: {
        issuer,
        authorizationUrl: authorization_endpoint,
        tokenUrl: token_endpoint,
        jwksUrl: jwks_uri,
        useJwksUrl: "true",
        validateSignature: "true",
        clientId,
        clientSecret: secret,
        clientAuthMethod: method,
        defaultScope: "openid",
        disableUserInfo: "true",
        pkceEnabled: "true",
        pkceMethod: "S256",
      },
    }],
  });
  await admin("PUT", `/${name}/users/profile`, profileWithoutNames);
  return {
    url,
    admin: (path) => admin("GET", `/${name}${path}`),
    remove: async () => void await admin("DELETE", `/${name}`),
  };
}

/** User profile without email and names, which aval does not send. */
const profileWithoutNames = {
  attributes: ["username", "email", "firstName", "lastName"].map((name) => ({
    name,
    permissions: { view: ["admin", "user"], edit: ["admin", "user"] },
  })),
};

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

type Login = (url: string) => Promise<{ readonly callback: string }>;

/** Logs in to the application through Keycloak and aval. @returns the user according to Keycloak */
async function logIn(
  { url, admin }: Realm,
  login: Login,
): Promise<
  { readonly userId: string; readonly identityProvider: string; readonly subject: string }
> {
  const visit = openVisits();
  const toAval = await visit(
    `${url}/protocol/openid-connect/auth?` + new URLSearchParams({
      client_id: "app",
      redirect_uri: appUri,
      response_type: "code",
      scope: "openid",
      kc_idp_hint: "aval",
    }),
    (location) => location.includes("/v1/login/authorize?"),
  );
  const { callback } = await login(toAval);
  const toApp = await visit(callback, (location) => location.startsWith(appUri));
  const answer = await fetch(`${url}/protocol/openid-connect/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: "app",
      redirect_uri: appUri,
      code: new URL(toApp).searchParams.get("code") ?? "",
    }),
  });
  const { id_token } = await answer.json();
  const userId: string =
    JSON.parse(atob(id_token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/"))).sub;
  const [identity] = await admin(`/users/${userId}/federated-identity`) as readonly {
    readonly identityProvider: string;
    readonly userId: string;
  }[];
  assert(identity !== undefined);
  return { userId, identityProvider: identity.identityProvider, subject: identity.userId };
}

/** Follows redirects within Keycloak, with its cookies, until one matches. @returns its URL */
function openVisits() {
  const cookies = new Map<string, string>();
  return async (start: string, isEnd: (location: string) => boolean): Promise<string> => {
    let url = start;
    for (let hops = 0; hops < 10; hops++) {
      const answer = await fetch(url, {
        redirect: "manual",
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      });
      for (const set of answer.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(name, value);
      }
      const text = await answer.text();
      const location = answer.headers.get("location");
      assert(location !== null, `${url} ends at ${answer.status}: ${text.slice(0, 3_000)}`);
      url = new URL(location, url).href;
      if (isEnd(url)) return url;
    }
    throw new Error(`Too many redirects from ${start}`);
  };
}
