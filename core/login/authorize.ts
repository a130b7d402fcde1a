import { ok, refuse, type Result } from "../../base/result.ts";
import { secretHash } from "../../base/secret.ts";
import type { Unit } from "../../base/unit.ts";
import type { Mode } from "../nouns.ts";
import { requestUriOf } from "../presentation/request_object.ts";
import { beginVerification } from "../verification/begin_verification.ts";
import { browserCookie } from "./browser.ts";
import { type LoginPage, loginPage } from "./login_page.ts";
import {
  type AuthorizeRequest,
  clientIdOf,
  parseAuthorize,
  type RepeatableQuery,
} from "./parse_authorize.ts";
import type { FoundSingleSignOn, LoginClient, LoginPorts } from "./ports.ts";
import { redirectWithCode, redirectWithError } from "./redirect_back.ts";
import type { LoginGrant } from "./schema.ts";

/** A browser at the authorize route. */
export interface Authorize {
  readonly unit: Unit;
  readonly mode: Mode;
  readonly query: RepeatableQuery;
  /** Value of the cookie that binds requests to a browser; null if the browser sends none. */
  readonly browser: string | null;
  /** Value of the single sign-on cookie; null if the browser sends none. */
  readonly singleSignOn: string | null;
  /** False for a request whose answer is never shown: it starts nothing. */
  readonly writes: boolean;
}

/** A cookie's value, and how long the browser keeps it. */
export interface KeptCookie {
  readonly value: string;
  readonly maxAgeSeconds: number;
}

/** The answer to a browser at the authorize route. */
export type Authorized =
  /** Back to the relying party, with a code or an error. */
  | { readonly kind: "redirect"; readonly location: string }
  /** A page that waits for a wallet. */
  | {
    readonly kind: "page";
    readonly page: LoginPage;
    /** The cookie that binds the request to the browser; null if policy requires no binding. */
    readonly browser: KeptCookie | null;
  }
  /** A page or a code would be the answer, but the request does not write. */
  | { readonly kind: "unwritten" };

/**
 * The request has no usable redirect address: it names no client of the login, or a URI that is not
 * the client's.
 */
export type AuthorizeRefusal = { readonly code: "bad_request"; readonly message: string };

type AuthorizePorts = Pick<
  LoginPorts,
  | "clock"
  | "login"
  | "loginClients"
  | "loginCounts"
  | "loginRequests"
  | "presentation"
  | "random"
  | "sessionTokens"
  | "singleSignOns"
  | "traffic"
  | "verificationSessions"
>;

/** A parsed request, with its browser. */
interface Asked extends Authorize {
  readonly client: LoginClient;
  readonly request: AuthorizeRequest;
}

/**
 * Answers an authentication request: with a code if the browser needs no wallet, else with a page
 * that waits for one.
 *
 * @see Verification §4, rule 9; decisions-2.md part 14; OpenID Connect Core §3.1.2
 */
export async function authorize(
  ports: AuthorizePorts,
  asked: Authorize,
): Promise<Result<Authorized, AuthorizeRefusal>> {
  const { query } = asked;
  const clientId = clientIdOf(query);
  const client = clientId === null ? null : await ports.loginClients.find(clientId);
  const parsed = parseAuthorize(query, client);
  if (client === null || parsed.kind === "unreturnable") return refuse(unreturnable);
  const { issuer } = ports.login;
  if (parsed.kind === "error") {
    return ok({ kind: "redirect", location: redirectWithError(parsed.error, issuer) });
  }
  const { request } = parsed;
  const known = await findSingleSignOn(ports, { ...asked, client, request });
  if (known === null && request.prompt === "none") {
    const error = {
      ...request,
      error: "login_required",
      description: "a wallet must prove the login",
    } as const;
    return ok({ kind: "redirect", location: redirectWithError(error, issuer) });
  }
  if (!asked.writes) return ok({ kind: "unwritten" });
  return ok(
    known === null
      ? beginLogin(ports, { ...asked, client, request })
      : signOn(ports, { ...asked, client, request }, known),
  );
}

const unreturnable = {
  code: "bad_request",
  message:
    "The link that led here names no relying party of this service, or none of its registered redirect URIs. Go back and try again; the operator of that site can fix the link.",
} as const;

/** Finds the browser's single sign-on if it may replace a wallet's proof. */
async function findSingleSignOn(
  { clock, singleSignOns }: Pick<AuthorizePorts, "clock" | "singleSignOns">,
  { client, mode, request: { maxAgeSeconds, prompt }, singleSignOn: value }: Asked,
): Promise<FoundSingleSignOn | null> {
  if (value === null || prompt === "login" || maxAgeSeconds === 0) return null;
  const found = await singleSignOns.find(value);
  if (found === null) return null;
  const { clientId, mode: provedIn, authTime } = found.singleSignOn;
  if (clientId !== client.clientId || provedIn !== mode) return null;
  // In whole seconds, as the relying party reads `auth_time`.
  const age = clock.now().epochMilliseconds / 1000 - Math.floor(Date.parse(authTime) / 1000);
  return maxAgeSeconds === null || age <= maxAgeSeconds ? found : null;
}

/** Issues a code immediately. `auth_time` stays that of the wallet's proof. */
function signOn(
  { login, loginCounts }: Pick<AuthorizePorts, "login" | "loginCounts">,
  { unit, mode, client, request }: Asked,
  { singleSignOn: { subject, authTime }, issueCode }: FoundSingleSignOn,
): Authorized {
  const { redirectUri, codeChallenge, nonce } = request;
  const { clientId } = client;
  const grant: LoginGrant = {
    clientId,
    mode,
    redirectUri,
    codeChallenge,
    nonce,
    subject,
    authTime,
  };
  const code = issueCode(unit, grant);
  loginCounts.note(unit, "single_sign_on", mode);
  return { kind: "redirect", location: redirectWithCode(request, login.issuer, code) };
}

/** Starts the verification for a wallet, and the page that waits for it. */
function beginLogin(ports: AuthorizePorts, asked: Asked): Authorized {
  const { unit, mode, client: { clientId, name }, request } = asked;
  const { bindToBrowser, requestMinutes } = ports.login.rules;
  const session = beginVerification(ports, {
    unit,
    client: clientId,
    mode,
    checkType: "login-authentication",
    startedFor: "login",
    countryCode: null,
    pendingMinutes: requestMinutes,
  });
  const browser = bindToBrowser ? browserCookie(asked.browser, ports.random) : null;
  const { redirectUri, state, codeChallenge, nonce, query } = request;
  const id = ports.loginRequests.add(unit, {
    clientId,
    mode,
    redirectUri,
    codeChallenge,
    nonce,
    state,
    browser: browser === null ? null : secretHash(browser),
    query,
    sessionId: session.id,
    pendingUntil: session.pendingUntil,
  });
  ports.loginCounts.note(unit, "started", mode);
  // Anyone may open the page: it must not make the client's own requests look like a spike.
  ports.traffic.note({
    service: "verification",
    clientId,
    kind: session.checkType,
    country: null,
    judged: false,
  });
  return {
    kind: "page",
    page: loginPage(ports, {
      id,
      request,
      relyingParty: name,
      walletUri: requestUriOf(session),
      state: "pending",
    }),
    browser: browser === null ? null : { value: browser, maxAgeSeconds: 60 * requestMinutes },
  };
}
