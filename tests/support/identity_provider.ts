import "../../base/temporal.ts";

/** A request that a fake provider received. */
export interface Question {
  readonly path: string;
  readonly method: string;
  readonly authorization: string | null;
  readonly contentType: string | null;
  /** Pairs of the form in order. */
  readonly form: readonly (readonly [string, string])[];
}

/** The fake provider's answer about a token. */
export type SaysOf = (token: string) => Response | Promise<Response>;

/** An identity provider on loopback with answers from the test. */
export interface FakeProvider extends AsyncDisposable {
  readonly url: string;
  /** All requests that it received, in order. */
  readonly questions: readonly Question[];
  /** Sets the answer from now on. */
  says(says: SaysOf): void;
  /** An answer that hangs until the provider ends. */
  hang(): Promise<Response>;
}

/** The service's client ID at every test provider; contains characters that need form-encoding. */
export const OWN_CLIENT = "platform-api";
/** The service's client secret at these providers. */
export const OWN_SECRET = "s3cr:t% +~/";
/** The realm of every test provider. */
export const REALM = "platform";

/** Starts a provider on a free port. */
export function fakeProvider(says: SaysOf): FakeProvider {
  const questions: Question[] = [];
  const ended = Promise.withResolvers<Response>();
  let current = says;
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const form = new URLSearchParams(await request.text());
      questions.push({
        path: new URL(request.url).pathname,
        method: request.method,
        authorization: request.headers.get("authorization"),
        contentType: request.headers.get("content-type"),
        form: [...form],
      });
      return await current(form.get("token") ?? "");
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    questions,
    says: (next) => {
      current = next;
    },
    hang: () => ended.promise,
    [Symbol.asyncDispose]: () => {
      ended.resolve(new Response());
      return server.shutdown();
    },
  };
}

/** An active answer as Keycloak gives it; `members` replace its members, undefined removes one. */
export function activeAnswer(
  { url }: { readonly url: string },
  now: Temporal.Instant,
  members: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const seconds = Math.floor(now.epochMilliseconds / 1_000);
  return {
    active: true,
    client_id: "acme",
    azp: "acme",
    sub: "0b4c9a5e-5c1b-4c0e-9df5-6a6f8f1b2c3d",
    iss: `${url}/realms/${REALM}`,
    aud: [OWN_CLIENT, "account"],
    exp: seconds + 60,
    iat: seconds,
    jti: "trrtcc:1",
    typ: "Bearer",
    token_type: "Bearer",
    username: "service-account-acme",
    realm_access: { roles: ["credentials-api-client", "offline_access"] },
    ...members,
  };
}

/** Environment of a live deployment with that provider, to add to `liveEnvironment()`. */
export function providerEnvironment(url: string): Record<string, string> {
  return {
    AVAL_AUTH_URL: url,
    AVAL_AUTH_REALM: REALM,
    AVAL_AUTH_CLIENT_ID: OWN_CLIENT,
    AVAL_AUTH_CLIENT_SECRET: OWN_SECRET,
  };
}

/** A body that begins and continues endlessly while it is read. */
export function endlessBody(): Response {
  return new Response(
    new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode("{")) }),
    { headers: { "content-type": "application/json" } },
  );
}
