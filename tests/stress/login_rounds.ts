import assert from "node:assert/strict";
import {
  authorizePath,
  type Browser,
  logIn,
  openBrowser,
  openPage,
  parametersOf,
  proveLogin,
  returned,
} from "../support/login_journey.ts";
import { ofSandboxClient, sandboxLoginClientId, tokenCall } from "../support/sandbox_login.ts";
import type { TestService } from "../support/service.ts";
import { describe, race, racers } from "./rounds.ts";

/** The servers, used like one. */
type Servers = Pick<TestService, "fetch" | "clock">;

/**
 * Races for a login whose wallet has answered: 64 concurrent polls, then 64 concurrent token calls
 * with its code.
 *
 * @returns its browser, whose single sign-on was ended by the replays
 * @throws AssertionError unless all polls have one code, and one token call has an id_token
 */
export async function runLoginRound(servers: Servers): Promise<Browser> {
  const browser = openBrowser(servers);
  const waiting = await openPage(browser, ofSandboxClient);
  const answered = await proveLogin(servers, waiting);
  assert.equal(answered.status, 200, answered.text);
  const polls = await race(() => browser.get(waiting.statusPath));
  assert(polls.every(({ status }) => status === 200), describe(polls));
  const redirects = new Set(polls.map(({ body }) => body.redirectTo));
  assert.equal(redirects.size, 1, "every poll sends the browser to one place");
  const [redirectTo] = redirects;
  const { code } = parametersOf(redirectTo);
  assert(code !== undefined, redirectTo);

  const calls = await race(() => redeem(servers, code));
  const refused = calls.filter(({ status, body: { error } }) =>
    status === 400 && error === "invalid_grant"
  );
  const given = calls.filter(({ status }) => status === 200);
  assert.deepEqual([given.length, refused.length], [1, racers - 1], describe(calls));
  assert(calls.every(({ status, body }) => status === 200 || body.id_token === undefined));
  const over = await browser.get(waiting.statusPath);
  assert.deepEqual(over.body, { status: "completed" });
  return browser;
}

/** Runs a login whose code is sent once. @returns its browser */
export async function logInOnce(servers: Servers): Promise<Browser> {
  const browser = openBrowser(servers);
  const { code = "" } = await logIn(servers, browser, ofSandboxClient);
  const { status, body } = await redeem(servers, code);
  assert.equal(status, 200, body.error);
  return browser;
}

async function redeem(servers: Servers, code: string) {
  const { path, init } = tokenCall(code);
  const answer = await servers.fetch(path, init);
  return { status: answer.status, body: await answer.json() };
}

/**
 * Asserts that the records match the logins: one decision each, and one entry for each code that
 * was sent twice, after which the browser needs its wallet again.
 */
export async function assertLoginRecords(
  servers: Servers,
  { replayed, once }: { readonly replayed: readonly Browser[]; readonly once: Browser },
): Promise<void> {
  for (const browser of replayed) {
    assert.equal((await comeAgain(browser))["error"], "login_required", "it ends with a replay");
  }
  assert((await comeAgain(once))["code"] !== undefined, "it stands where nothing was replayed");
  const answer = await servers.fetch("/v1/verify/gdpr/export", {
    headers: { "x-aval-sandbox-client": sandboxLoginClientId },
  });
  const { sessions, auditEntries } = await answer.json();
  const events: readonly Event[] = auditEntries.map(({ event }: { event: Event }) => event);
  const decided = events.filter(({ kind }) => kind === "VERIFICATION_DECISION")
    .map(({ sessionId }) => sessionId);
  const ids = sessions.map(({ sessionId }: Event) => sessionId);
  assert.equal(ids.length, replayed.length + 1);
  assert.deepEqual(decided.toSorted(), ids.toSorted(), "one audit entry a login");
  const replays = events.filter(({ kind }) => kind === "LOGIN_CODE_REPLAYED");
  assert.equal(replays.length, replayed.length, "one audit entry a replayed code");
}

interface Event {
  readonly kind: string;
  readonly sessionId: string;
}

async function comeAgain(browser: Browser): Promise<Readonly<Record<string, string>>> {
  return returned(await browser.get(authorizePath({ ...ofSandboxClient, prompt: "none" })));
}
