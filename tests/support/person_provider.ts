import "../../base/temporal.ts";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { ok } from "../../base/result.ts";
import { PersonId } from "../../core/access/schema.ts";
import type { PersonSession } from "../../core/console/schema.ts";
import { defaultPolicy } from "../../core/policy/policy.ts";
import { openPersons } from "../../kv/console/open_persons.ts";
import { commitAct } from "../../kv/store/operator_act.ts";
import { OWN_CLIENT, providerEnvironment, REALM } from "./identity_provider.ts";
import { serviceInMemory, type TestService, type TestServiceOptions } from "./service.ts";

/** How the provider answers a login: the claims and signature of its token. */
export interface ProviderBehaviour {
  /** Claims that replace the valid ones; undefined removes one. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** `alg` of the token. Default: RS256, signed by the published key. */
  readonly signature?: "none" | "HS256" | "another key";
  /** Replaces the answer of the token endpoint. */
  readonly token?: () => Response | Promise<Response>;
}

/** An identity provider on loopback by which persons log in; it may be hostile. */
export interface HostileProvider extends AsyncDisposable {
  readonly url: string;
  /** Variables of a live deployment with this provider. */
  readonly env: Readonly<Record<string, string>>;
  /** Bodies of requests to the token endpoint. */
  readonly redeemed: readonly URLSearchParams[];
  /** Requested addresses, in order. */
  readonly asked: readonly string[];
  /** Sets the behaviour in the next logins. */
  behaveAs(behaviour: ProviderBehaviour): void;
  /** Replaces the discovery document; null: the valid one. */
  discovery: (() => Response | Promise<Response>) | null;
  /** Logs a person in like the provider's page. @returns the URL of the redirect */
  logIn(location: string): string;
  hang(): Promise<Response>;
}

const issuerPath = `/realms/${REALM}`;

/** Starts a provider. @param now clock for its tokens */
export async function hostileProvider(now: () => Temporal.Instant): Promise<HostileProvider> {
  const [own, other] = await Promise.all([
    generateKeyPair("RS256", { extractable: true }),
    generateKeyPair("RS256"),
  ]);
  const ended = Promise.withResolvers<Response>();
  const codes = new Map<string, URLSearchParams>();
  const redeemed: URLSearchParams[] = [];
  const asked: string[] = [];
  let behaviour: ProviderBehaviour = {};
  const tokenFor = async (request: URLSearchParams): Promise<string> => {
    const seconds = Math.floor(now().epochMilliseconds / 1_000);
    const payload: JWTPayload = {
      iss: `${url}${issuerPath}`,
      aud: OWN_CLIENT,
      sub: "0b4c9a5e-5c1b-4c0e-9df5-6a6f8f1b2c3d",
      nonce: request.get("nonce"),
      iat: seconds,
      exp: seconds + 60,
      auth_time: seconds,
      realm_access: { roles: ["aval-operator", "offline_access"] },
      ...behaviour.claims,
    };
    if (behaviour.signature === "none") {
      const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
      return `${part({ alg: "none" })}.${part(payload)}.`;
    }
    const alg = behaviour.signature === "HS256" ? "HS256" : "RS256";
    const key = alg === "HS256"
      ? new TextEncoder().encode(providerEnvironment(url)["AVAL_AUTH_CLIENT_SECRET"])
      : behaviour.signature === undefined
      ? own.privateKey
      : other.privateKey;
    return await new SignJWT(payload).setProtectedHeader({ alg, kid: "k1" }).sign(key);
  };
  const redeem = async (form: URLSearchParams): Promise<Response> => {
    redeemed.push(form);
    if (behaviour.token !== undefined) return await behaviour.token();
    const code = form.get("code") ?? "";
    const request = codes.get(code);
    codes.delete(code);
    const challenge = createHash("sha256").update(form.get("code_verifier") ?? "").digest(
      "base64url",
    );
    const isGood = request?.get("code_challenge") === challenge &&
      request.get("redirect_uri") === form.get("redirect_uri");
    return isGood
      ? Response.json({
        access_token: "t",
        token_type: "Bearer",
        id_token: await tokenFor(request),
      })
      : Response.json({ error: "invalid_grant" }, { status: 400 });
  };
  const provider: { discovery: HostileProvider["discovery"] } = { discovery: null };
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request): Promise<Response> => {
      const { pathname } = new URL(request.url);
      asked.push(pathname);
      switch (pathname) {
        case `${issuerPath}/.well-known/openid-configuration`:
          return await provider.discovery?.() ?? Response.json(metadata());
        case `${issuerPath}/certs`:
          return Response.json({
            keys: [{ ...await exportJWK(own.publicKey), kid: "k1", alg: "RS256", use: "sig" }],
          });
        case `${issuerPath}/token`:
          return await redeem(new URLSearchParams(await request.text()));
        // As with a session there: the person is sent back at once.
        case `${issuerPath}/auth`:
          return Response.redirect(logIn(request.url), 303);
        default:
          return new Response(null, { status: 404 });
      }
    },
  );
  const url: string = `http://127.0.0.1:${server.addr.port}`;
  const metadata = (): Readonly<Record<string, unknown>> => ({
    issuer: `${url}${issuerPath}`,
    authorization_endpoint: `${url}${issuerPath}/auth`,
    token_endpoint: `${url}${issuerPath}/token`,
    jwks_uri: `${url}${issuerPath}/certs`,
    end_session_endpoint: `${url}${issuerPath}/logout`,
    authorization_response_iss_parameter_supported: true,
    id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
  });
  const logIn = (location: string): string => {
    const request = new URL(location).searchParams;
    const code = crypto.randomUUID();
    codes.set(code, request);
    const back = new URL(request.get("redirect_uri")!);
    back.searchParams.set("code", code);
    back.searchParams.set("state", request.get("state")!);
    back.searchParams.set("iss", `${url}${issuerPath}`);
    back.searchParams.set("session_state", "s");
    return back.href;
  };
  return Object.assign(provider, {
    url,
    env: providerEnvironment(url),
    redeemed,
    asked,
    behaveAs: (next: ProviderBehaviour) => {
      behaviour = next;
    },
    logIn,
    hang: () => ended.promise,
    [Symbol.asyncDispose]: async () => {
      ended.resolve(new Response());
      await server.shutdown();
    },
  });
}

/** A browser of a person who logs in at the provider. */
export interface PersonBrowser {
  readonly cookies: Map<string, string>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  post(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>;
  /** Begins a login. @returns the provider's URL */
  begin(next?: string, fresh?: boolean): Promise<string>;
}

/** Opens a browser, which keeps its cookies. */
export function personBrowser(service: Pick<TestService, "fetch">): PersonBrowser {
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const answer = await service.fetch(path, {
      ...init,
      headers: { ...(cookie === "" ? {} : { cookie }), ...init.headers as Record<string, string> },
    });
    for (const set of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = set.split(";")[0]!.split(/=(.*)/s);
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
  const get: PersonBrowser["get"] = (path, headers = {}) => send(path, { headers });
  return {
    cookies,
    get,
    post: (path, fields, headers = {}) =>
      send(path, {
        method: "POST",
        headers: {
          origin: "http://localhost:8000",
          "content-type": "application/x-www-form-urlencoded",
          ...headers,
        },
        body: new URLSearchParams(fields).toString(),
      }),
    begin: async (next = "/console", fresh = false) => {
      const query = new URLSearchParams({ next, ...(fresh ? { fresh: "true" } : {}) });
      const answer = await get(`/desk/login/provider?${query}`);
      const location = answer.headers.get("location");
      if (answer.status !== 303 || location === null) {
        throw new Error(`${answer.status} ${await answer.text()}`);
      }
      return location;
    },
  };
}

/** The path and query of an address of the service. */
export function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/** A live service with an identity provider by which persons log in. */
export interface At extends AsyncDisposable {
  readonly idp: HostileProvider;
  readonly service: TestService;
}

/** Starts a live service at a provider. */
export async function serviceAt(options: TestServiceOptions = {}): Promise<At> {
  const clock: { now: () => Temporal.Instant } = { now: () => Temporal.Now.instant() };
  const idp = await hostileProvider(() => clock.now());
  const service = await serviceInMemory({
    mode: "live",
    localTokens: true,
    ...options,
    env: { AVAL_CONSOLE: "desk,console", ...idp.env, ...options.env },
  });
  clock.now = () => service.clock.now();
  return {
    idp,
    service,
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await idp[Symbol.asyncDispose]();
    },
  };
}

/** Logs a person in, in a new browser. @returns the answer to the returning browser */
export async function logIn(
  { idp, service }: At,
  behaviour: ProviderBehaviour = {},
  next = "/console",
) {
  const browser = personBrowser(service);
  idp.behaveAs(behaviour);
  const back = idp.logIn(await browser.begin(next));
  const answer = await browser.get(pathOf(back));
  return { browser, back, answer, text: await answer.text() };
}

/** The CSRF token in the forms of a page. */
export async function formTokenOf(browser: PersonBrowser, path: string): Promise<string> {
  const html = await (await browser.get(path)).text();
  return /name="formToken" value="([^"]+)"/.exec(html)![1]!;
}

/**
 * Begins the session of an operator. @param session members that replace the defaults @returns the
 * cookie's value
 */
export async function beginSession(
  { store, clock, dataKeys }: TestService,
  session: Partial<Exclude<PersonSession, { readonly login: "sandbox" }>> = {},
): Promise<string> {
  const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
  const { personSessions } = openPersons({
    ...{ store, clock, random, atRest: dataKeys["at-rest"] },
    rules: defaultPolicy.sessions,
  });
  const begun = await commitAct(store, (unit) =>
    Promise.resolve(ok(personSessions.begin(unit, {
      personId: PersonId.parse("ann"),
      clientId: null,
      roles: ["aval-operator", "kyb-reviewer"],
      login: "link",
      loggedInAt: clock.now().toString({ smallestUnit: "millisecond" }),
      ...session,
    }))));
  if (!begun.ok) throw new Error("No session has begun");
  return begun.value;
}
