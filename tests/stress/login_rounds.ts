import assert from "node:assert/strict";
import {
  authorizePath,
  CHALLENGE,
  parametersOf,
  proveLogin,
  readPage,
  VERIFIER,
} from "../support/login_journey.ts";
import published from "../../fixtures/login/sandbox.json" with { type: "json" };
import { racers } from "./rounds.ts";

const { clientId, secret, redirectUris: [redirectUri = ""] } = published;

/** Sends a request to one of the servers, the next one each time. */
export type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

/** Sends to servers over HTTP, one after the other. */
export function fetchFrom(urls: readonly string[]): Fetch {
  let turn = 0;
  return (path, init) =>
    fetch(`${urls[turn++ % urls.length]}${path}`, { redirect: "manual", ...init });
}

/**
 * A login: 64 polls at once when the wallet has answered, then 64 token requests with the code.
 *
 * @param now by the servers' clock
 * @throws AssertionError unless all polls get one code, and one token request an id_token
 */
export async function runLoginRound(send: Fetch, now: Temporal.Instant): Promise<void> {
  const page = await send(authorizePath({
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: CHALLENGE,
  }));
  const [cookie = ""] = (page.headers.get("set-cookie") ?? "").split(";");
  const { statusPath, request } = await readPage(await page.text());
  const clock = { now: () => now };
  const answered = await proveLogin({ fetch: send, clock }, { request });
  assert.equal(answered.status, 200, answered.text);

  const polls = await race(() => send(statusPath, { headers: { cookie } }));
  const codes = new Set(polls.map(({ body }) => parametersOf(body["redirectTo"])["code"]));
  assert.equal(codes.size, 1, "one code");
  const [code = ""] = codes;

  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    code_verifier: VERIFIER,
    client_id: clientId,
    client_secret: secret,
  });
  const tokens = await race(() => send("/v1/login/token", { method: "POST", body }));
  const issued = tokens.filter(({ status }) => status === 200);
  const refused = tokens.filter(({ status, body }) =>
    status === 400 && body["error"] === "invalid_grant"
  );
  assert.deepEqual([issued.length, refused.length], [1, racers - 1]);
  assert.equal(typeof issued[0]?.body["id_token"], "string");
}

// deno-lint-ignore no-explicit-any -- rounds reach into any shape, and fail where it is another
type Answered = { readonly status: number; readonly body: Readonly<Record<string, any>> };

function race(run: () => Promise<Response>): Promise<readonly Answered[]> {
  return Promise.all(Array.from({ length: racers }, async () => {
    const answer = await run();
    return { status: answer.status, body: await answer.json() };
  }));
}

/** Holds the audit chain to the rounds that were run: one replay of each code is recorded. */
export async function assertReplays(send: Fetch, rounds: number): Promise<void> {
  const headers = { "x-aval-sandbox-client": clientId };
  const { auditEntries } = await (await send("/v1/verify/gdpr/export", { headers })).json();
  const kinds: readonly string[] = auditEntries.map(
    ({ event }: { readonly event: { readonly kind: string } }) => event.kind,
  );
  const count = (kind: string) => kinds.filter((one) => one === kind).length;
  assert.deepEqual(
    [count("VERIFICATION_DECISION"), count("LOGIN_CODE_REPLAYED")],
    [rounds, rounds],
  );
}
