import { answerOf, type TestIssuer } from "../support/sandbox_wallet.ts";
import type { Distance } from "../support/distance.ts";
import { pathOf } from "../support/verifying.ts";

/** The cost of a route, with a distant store. */
export interface RouteFlights {
  readonly route: string;
  /**
   * Consecutive round trips until the answer: the minimum of several tries, because concurrent work
   * adds some.
   */
  readonly flights: number;
  /** Milliseconds of the fastest of those tries. */
  readonly milliseconds: number;
}

/** A server with a distant store. */
export interface Region {
  readonly url: string;
  readonly distance: Distance;
  /** The issuer of its wallet's credentials. */
  readonly issuer: TestIssuer;
  /** The only client of the server. */
  readonly clientId: string;
  /** Mints a token of the client. */
  mintToken(): Promise<string>;
}

/**
 * Tries of each route. In the first ones connections, tokens and buckets are not cached, and a pause
 * of the machine makes two parallel requests successive. More are not allowed: three routes take
 * from the client's bucket for starts of sessions, which holds 30 and gains 5 a second.
 */
const tries = 10;
/**
 * Milliseconds without activity after which the server is idle: the audit chain is written 25 ms
 * after a commit.
 */
const quietMilliseconds = 40;

const body = { name: "Viktor Example" };

/** Measures the routes of a live server. */
export interface Measuring {
  /**
   * A screening by a server that holds reserved tokens of the bucket. They last 2 s, so that no
   * other work may run meanwhile.
   */
  holding(): Promise<RouteFlights>;
  /** All other routes, one request after the other. */
  others(): Promise<readonly RouteFlights[]>;
}

/** A client's request, and the expected answer. */
interface Asking {
  readonly by?: string;
  readonly keyed?: boolean;
  readonly status?: number;
}

/** Opens the measuring, after a first request of each kind. */
export async function openMeasuring(region: Region): Promise<Measuring> {
  const { url, distance, issuer, clientId } = region;
  const token = await region.mintToken();
  const session = { clientId, checkType: "age-verification" };

  async function send(
    path: string,
    { status = 200, ...init }: RequestInit & { readonly status?: number | undefined } = {},
  ) {
    const answer = await fetch(`${url}${path}`, init);
    const text = await answer.text();
    if (answer.status !== status) throw new Error(`${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  }
  const ask = (
    path: string,
    sent: unknown,
    { by = token, keyed = true, status }: Asking = {},
  ) =>
    send(path, {
      status,
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${by}`,
        ...(keyed ? { "idempotency-key": crypto.randomUUID() } : {}),
      },
      body: JSON.stringify(sent),
    });
  const read = (path: string) => send(path, { headers: { authorization: `Bearer ${token}` } });
  const screen = (
    { sent = body, ...options }: Asking & { readonly sent?: unknown } = {},
  ) => ask("/v1/screen", sent, options);
  const refused = () => screen({ sent: {}, status: 400 });
  const started = () => ask("/v1/verify/sessions", session);
  const nothing = () => Promise.resolve();

  async function answered() {
    const begun = await started();
    const claims = { av_age_over_18: { age_over_18: true } };
    const now = Temporal.Now.instant();
    return { begun, answer: await answerOf(begun.authorizationRequest, { now, claims, issuer }) };
  }

  async function measure<Prepared>(
    route: string,
    prepare: () => Promise<Prepared>,
    act: (prepared: Prepared) => Promise<unknown>,
  ): Promise<RouteFlights> {
    const taken: { readonly flights: number; readonly milliseconds: number }[] = [];
    for (let n = 0; n < tries; n++) {
      await distance.quiet(quietMilliseconds);
      const prepared = await prepare();
      await distance.quiet(quietMilliseconds);
      const [before, began] = [distance.flights(), performance.now()];
      await act(prepared);
      const milliseconds = performance.now() - began;
      taken.push({ flights: distance.flights() - before, milliseconds });
    }
    const flights = Math.min(...taken.map((one) => one.flights));
    const fewest = taken.filter((one) => one.flights === flights);
    const milliseconds = Math.round(Math.min(...fewest.map((one) => one.milliseconds)));
    return { route, flights, milliseconds };
  }

  const decided: string = (await screen()).meta.decisionId;
  await started();
  return {
    holding: () =>
      measure(
        "screening, tokens held",
        // Two at once have their server take tokens ahead; what is refused for its body leaves no trace.
        () => Promise.all([refused(), refused()]),
        () => screen({ keyed: false }),
      ),
    others: async () => [
      await measure("screening, idempotency key", nothing, () => screen()),
      await measure(
        "the same, a local token not seen before",
        region.mintToken,
        (by) => screen({ by }),
      ),
      await measure("read of a decision", nothing, () => read(`/v1/screen/${decided}`)),
      await measure("start of a session, idempotency key", nothing, started),
      await measure("read of a session", started, (begun) => read(pathOf(begun))),
      await measure(
        "a wallet's answer",
        answered,
        ({ begun, answer }) =>
          send(`${pathOf(begun)}/responses`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(answer),
          }),
      ),
      await measure(
        "metadata of the issuer",
        nothing,
        () => send("/.well-known/openid-credential-issuer/v1/credentials"),
      ),
    ],
  };
}
