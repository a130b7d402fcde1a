import { ok, refuse, type Result } from "../../base/result.ts";
import type { Unit } from "../../base/unit.ts";
import type { Mode } from "../nouns.ts";
import { findSession } from "../presentation/find_session.ts";
import { requestUriOf } from "../presentation/request_object.ts";
import { statusOf } from "../presentation/schema.ts";
import { enginePorts } from "../verification/engine_ports.ts";
import type { VerificationSession } from "../verification/session_schema.ts";
import type { KeptCookie } from "./authorize.ts";
import { isOwnBrowser } from "./browser.ts";
import { type LoginPage, loginPage } from "./login_page.ts";
import type { IssuedLogin, LoginPorts, OpenLoginRequest } from "./ports.ts";
import { redirectWithCode } from "./redirect_back.ts";
import type { LoginStatusReply } from "./schema.ts";

/** A poll for the status of a login. */
export interface PollLogin {
  readonly unit: Unit;
  readonly mode: Mode;
  /** 256 random bits. Whoever sends them may poll, from the browser that began the login. */
  readonly authorizationRequestId: string;
  /** Value of the cookie that binds requests to a browser; null if the browser sends none. */
  readonly browser: string | null;
  /** False for a request whose answer is never shown: it issues nothing. */
  readonly writes: boolean;
  /** Whether a person reads the answer, in a browser without script. */
  readonly wantsPage: boolean;
}

/** The answer to a poll. */
export interface PolledLogin {
  readonly reply: LoginStatusReply;
  /** Sent with `redirectTo`: the browser need not present its wallet again. */
  readonly singleSignOn: KeptCookie | null;
  /** Null unless requested, and for a request whose client was erased. */
  readonly page: LoginPage | null;
}

type PollPorts = Pick<
  LoginPorts,
  | "clock"
  | "login"
  | "loginClients"
  | "loginCounts"
  | "loginRequests"
  | "verificationSessions"
>;

/**
 * Answers a poll. The first poll after the wallet's proof issues the code and the single sign-on;
 * later polls of the same browser get the same until the code is used or expired. A poll without a
 * change writes nothing. An unknown id, another browser's and another mode's give the same answer.
 *
 * @see Verification §3 and §4, rule 10; decisions-2.md part 14
 */
export async function pollLogin(
  ports: PollPorts,
  asked: PollLogin,
): Promise<Result<PolledLogin, { readonly code: "not_found" }>> {
  const { mode, authorizationRequestId: id, browser, wantsPage } = asked;
  const found = await ports.loginRequests.find(id);
  if (found === null || found.mode !== mode || !isOwnBrowser(found, browser)) {
    return refuse({ code: "not_found" });
  }
  const { open } = found;
  if (open === null) return ok({ reply: { status: "expired" }, singleSignOn: null, page: null });
  const isSessionRead = open.issued === null || wantsPage;
  const session = isSessionRead ? await sessionOf(ports, open) : null;
  const polled = await answerOf(ports, asked, { open, session });
  const page = wantsPage && session !== null
    ? await pageOf(ports, { id, open, session, state: polled.reply.status })
    : null;
  return ok({ ...polled, page });
}

/** The session for the wallet; null once it is erased. */
async function sessionOf(
  ports: Pick<PollPorts, "verificationSessions">,
  { request: { sessionId: id, mode } }: OpenLoginRequest,
): Promise<VerificationSession | null> {
  return (await findSession(enginePorts(ports), { id, mode }))?.session ?? null;
}

type Answer = Omit<PolledLogin, "page">;

/** A login with its session; null once the session is erased. */
interface OpenLogin {
  readonly open: OpenLoginRequest;
  readonly session: VerificationSession | null;
}

async function answerOf(
  ports: PollPorts,
  asked: PollLogin,
  { open, session }: OpenLogin,
): Promise<Answer> {
  if (open.issued !== null) return completed(ports, open, open.issued);
  const status = session === null ? "expired" : statusOf(session, ports.clock.now());
  const outcome = session?.outcome;
  if (session === null || outcome?.status !== "completed") return unissued(status);
  // It has one where the claims were verified, and nowhere else.
  const { subject } = outcome;
  if (subject === undefined || !await isStillRegistered(ports, open)) return unissued("failed");
  if (!asked.writes) return unissued("pending");
  const { clientId, mode, redirectUri, codeChallenge, nonce } = open.request;
  const issued = await open.issue(asked.unit, {
    clientId,
    mode,
    redirectUri,
    codeChallenge,
    nonce,
    subject,
    authTime: outcome.endedAt,
  });
  ports.loginCounts.note(asked.unit, "proved", mode);
  return completed(ports, open, issued);
}

function unissued(status: LoginStatusReply["status"]): Answer {
  return { reply: { status }, singleSignOn: null };
}

function completed(
  { login: { issuer, rules } }: Pick<PollPorts, "login">,
  { request }: OpenLoginRequest,
  { code, singleSignOn, isRedeemable }: IssuedLogin,
): Answer {
  if (!isRedeemable) return unissued("completed");
  return {
    reply: { status: "completed", redirectTo: redirectWithCode(request, issuer, code) },
    singleSignOn: { value: singleSignOn, maxAgeSeconds: 3600 * rules.ssoHours },
  };
}

/** Checks the registration again: the client may have been suspended meanwhile, or lost the URI. */
async function isStillRegistered(
  { loginClients }: Pick<PollPorts, "loginClients">,
  { request: { clientId, redirectUri } }: OpenLoginRequest,
): Promise<boolean> {
  const client = await loginClients.find(clientId);
  return client?.redirectUris.includes(redirectUri) === true;
}

async function pageOf(
  ports: Pick<PollPorts, "login" | "loginClients">,
  { id, open: { request }, session, state }: {
    readonly id: string;
    readonly open: OpenLoginRequest;
    readonly session: VerificationSession;
    readonly state: LoginPage["state"];
  },
): Promise<LoginPage> {
  const client = await ports.loginClients.find(request.clientId);
  return loginPage(ports, {
    id,
    request,
    relyingParty: client?.name ?? request.clientId,
    walletUri: requestUriOf(session),
    state,
  });
}
