import type { AuthorizationRequest } from "../../core/presentation/authorization_request.ts";
import { authorizePath, readPage, REDIRECT_URI, VERIFIER } from "../support/login_journey.ts";
import { answerOf, type TestIssuer } from "../support/sandbox_wallet.ts";
import type { Chance } from "./chance.ts";
import type { LoginLine } from "./history.ts";
import { pause, type Recorder } from "./recorder.ts";
import { retriedSeconds, type Sent, type Turns } from "./turns.ts";

/** The relying parties of a run. */
export const relyingParties = ["relying-one", "relying-two"] as const;

/** Input of logins. */
export interface LoggingIn {
  readonly turns: Turns;
  readonly recorder: Recorder;
  /** Secrets of the relying parties. */
  readonly secrets: ReadonlyMap<string, string>;
  /** The issuer of the credential in the run's only wallet. */
  readonly issuer: TestIssuer;
}

/** One login: its browser and the recorder of its steps. */
interface Login extends LoggingIn {
  readonly name: string;
  readonly client: string;
  /** The browser's cookies by name. */
  readonly cookies: Map<string, string>;
}

/** A login page that waits for a wallet. */
interface Waiting {
  readonly sessionId: string;
  readonly statusPath: string;
  readonly request: AuthorizationRequest;
}

/**
 * Completes one login. Sometimes several polls, wallets and relying parties race for it. Unanswered
 * requests are repeated through another server.
 */
export async function logIn(tools: LoggingIn, chance: Chance, name: string): Promise<void> {
  const login = { ...tools, name, client: chance.pick(relyingParties), cookies: new Map() };
  const waiting = await openPage(login);
  if (waiting === null) return;
  const early = chance.oneIn(3) ? [poll(login, waiting)] : [];
  await Promise.all([
    ...early,
    ...several(chance.oneIn(4) ? 2 : 1, () => answer(login, waiting)),
  ]);
  const redirects = await Promise.all(several(1 + chance.below(4), () => poll(login, waiting)));
  const code = redirects.find((redirect) => redirect !== null)?.get("code");
  if (code === undefined || code === null) return;
  const late = chance.oneIn(3) ? [poll(login, waiting)] : [];
  await Promise.all([
    ...late,
    ...several(chance.oneIn(2) ? 1 : 2 + chance.below(3), () => redeem(login, waiting, code)),
  ]);
  await comeAgain(login, waiting);
  if (!chance.oneIn(4)) return;
  await redeem(login, waiting, code);
  await comeAgain(login, waiting);
}

function several<Value>(count: number, begin: () => Promise<Value>): Promise<Value>[] {
  return Array.from({ length: count }, begin);
}

/**
 * Opens the page.
 *
 * @returns null if no server answers for a long time
 */
async function openPage(login: Login): Promise<Waiting | null> {
  const path = authorizePath({ client_id: login.client, state: login.name, nonce: login.name });
  let opened: Waiting | null = null;
  await untilAnswered(async () => {
    const sent = await browse(login, path);
    if (sent.status === 200) {
      const { statusPath, request } = await readPage(sent.text);
      const [, sessionId = ""] = /sessions\/([^/]+)\/responses/.exec(request.response_uri) ?? [];
      opened = { sessionId, statusPath, request };
    }
    record(login, "page", opened, { ...sent, text: sent.status === 200 ? "" : sent.text });
    return sent;
  });
  return opened;
}

async function answer(login: Login, waiting: Waiting): Promise<void> {
  const { state, vp_token } = await answerOf(waiting.request, {
    issuer: login.issuer,
    now: Temporal.Now.instant(),
    claims: { pid_login_authentication: { birthdate: "1984-08-12" } },
  });
  const body = new URLSearchParams({ state, vp_token: JSON.stringify(vp_token) });
  const { pathname } = new URL(waiting.request.response_uri);
  await untilAnswered(async () => {
    const sent = await login.turns.send(pathname, { method: "POST", body });
    return record(login, "answer", waiting, sent);
  });
}

/**
 * Polls until an answer comes.
 *
 * @returns the query of the browser's redirect
 */
async function poll(login: Login, waiting: Waiting): Promise<URLSearchParams | null> {
  const { status, text } = await untilAnswered(async () =>
    record(login, "poll", waiting, await browse(login, waiting.statusPath))
  );
  const redirectTo = status === 200 ? JSON.parse(text).redirectTo : undefined;
  return redirectTo === undefined ? null : new URL(redirectTo).searchParams;
}

async function redeem(login: Login, waiting: Waiting, code: string): Promise<void> {
  const secret = login.secrets.get(login.client);
  if (secret === undefined) throw new Error(`${login.client} has no secret`);
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    redirect_uri: REDIRECT_URI,
    code_verifier: VERIFIER,
  });
  const authorization = `Basic ${btoa(`${login.client}:${secret}`)}`;
  await untilAnswered(async () => {
    const init = { method: "POST", headers: { authorization }, body };
    return record(login, "redeem", waiting, await login.turns.send("/v1/login/token", init));
  });
}

/** Logs the browser in again without its wallet. */
async function comeAgain(login: Login, waiting: Waiting): Promise<void> {
  const path = authorizePath({ client_id: login.client, prompt: "none" });
  await untilAnswered(async () => {
    const sent = await browse(login, path);
    const text = sent.headers.get("location") ?? sent.text;
    return record(login, "return", waiting, { ...sent, text });
  });
}

/** Sends a browser's request with its cookies and stores the cookies of the answer. */
async function browse({ turns, cookies }: Login, path: string): Promise<Sent> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const sent = await turns.send(path, { headers: cookie === "" ? {} : { cookie } });
  for (const set of sent.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    cookies.set(name, value);
  }
  return sent;
}

function record(
  { recorder, client, name }: Login,
  step: LoginLine["step"],
  waiting: Waiting | null,
  { headers: _, ...sent }: Sent,
): Sent {
  const sessionId = waiting?.sessionId ?? null;
  recorder.record({ type: "login", client, login: name, step, sessionId, ...sent });
  return { ...sent, headers: _ };
}

/**
 * Repeats a request through other servers.
 *
 * @returns the last attempt, answered or not
 */
async function untilAnswered(send: () => Promise<Sent>): Promise<Sent> {
  const until = Date.now() + retriedSeconds * 1_000;
  for (;;) {
    const sent = await send();
    const isAnswered = sent.status !== null && sent.status < 500;
    if (isAnswered || Date.now() > until) return sent;
    await pause(sent.status === null ? 20 : 200);
  }
}
