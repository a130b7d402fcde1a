import "../../base/temporal.ts";

/** What a fake provider was asked. */
export interface Question {
  readonly path: string;
  readonly method: string;
  readonly authorization: string | null;
  readonly contentType: string | null;
  /** Pairs of the form, in their order. */
  readonly form: readonly (readonly [string, string])[];
}

/** What a fake provider says about a token. */
export type SaysOf = (token: string) => Response | Promise<Response>;

/** An identity provider on loopback that says what a test has it say. */
export interface FakeProvider extends AsyncDisposable {
  readonly url: string;
  /** Everything that it was asked, first to last. */
  readonly questions: readonly Question[];
  /** From now on it says this. */
  says(says: SaysOf): void;
  /** What it says when it hangs: nothing, until it ends. */
  hang(): Promise<Response>;
}

/** The client that the service is at every test provider, with what must be form-encoded. */
export const OWN_CLIENT = "platform-api";
/** Its secret there. */
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

/** An active answer as Keycloak gives it; `members` replace its own, undefined ones are left out. */
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

/** Variables of a live deployment at that provider, beside those of `liveEnvironment()`. */
export function providerEnvironment(url: string): Record<string, string> {
  return {
    AVAL_AUTH_URL: url,
    AVAL_AUTH_REALM: REALM,
    AVAL_AUTH_CLIENT_ID: OWN_CLIENT,
    AVAL_AUTH_CLIENT_SECRET: OWN_SECRET,
  };
}

/** A body that begins and does not end while somebody reads it. */
export function endlessBody(): Response {
  return new Response(
    new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode("{")) }),
    { headers: { "content-type": "application/json" } },
  );
}
