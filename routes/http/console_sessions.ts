import { homesOf } from "../../core/console/reached_page.ts";
import type { ConsolePart } from "../../core/console/schema.ts";
import { isLoopbackOrigin } from "../../core/access/web_origin.ts";
import type { ConsoleCaller, DeskCaller, Person } from "../../core/access/schema.ts";
import type { Clock } from "../../base/clock.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { isFreshLogin, oldLogin } from "../../core/console/fresh_login.ts";
import { formTokenOf } from "../../core/console/form_token.ts";
import type { PersonSessions } from "../../core/console/ports.ts";
import type { Mode } from "../../core/nouns.ts";
import type { PersonSession } from "../../core/console/schema.ts";
import type { SessionRules } from "../../core/policy/sessions.ts";
import { type CookieScope, readCookies } from "./cookies.ts";
import type { Refusal } from "./refusals.ts";

/** What an act asks of a session. */
export interface AskedOfSession {
  /** Whether the person must have logged in minutes ago. */
  readonly freshLogin: boolean;
}

type SessionRefusal = Refusal<"unauthorized" | "insufficient_role">;

/**
 * The sessions of persons. They hold every post to its origin and say whether a login is fresh enough;
 * the token of a form is compared where its body is read.
 */
export interface ConsoleSessions {
  /** The caller of the operators' console. */
  identify(request: Request, asked: AskedOfSession): Promise<Result<ConsoleCaller, Refusal>>;
  /** The caller of the reviewers' desk. */
  identifyReviewer(request: Request, asked: AskedOfSession): Promise<Result<DeskCaller, Refusal>>;
}

/** The dependencies of {@link openConsoleSessions}. */
export interface ConsoleSessionDependencies {
  readonly mode: Mode;
  /** What the deployment serves. */
  readonly parts: readonly ConsolePart[];
  readonly personSessions: PersonSessions;
  readonly cookies: CookieScope;
  /** Origin of the service's own pages. */
  readonly origin: string;
  readonly clock: Clock;
  readonly rules: Pick<SessionRules, "freshLoginMinutes">;
}

interface Found {
  readonly session: PersonSession;
  readonly person: Person;
  readonly formToken: string;
}

/** Opens the sessions, each known by its browser's cookie. */
export function openConsoleSessions(
  { mode, parts, personSessions, cookies, origin, clock, rules }: ConsoleSessionDependencies,
): ConsoleSessions {
  const find = async (
    request: Request,
    { freshLogin }: AskedOfSession,
  ): Promise<Result<Found, SessionRefusal>> => {
    const { method, headers } = request;
    const page = { origin: headers.get("origin"), "sec-fetch-site": headers.get("sec-fetch-site") };
    const isPosted = method !== "GET" && method !== "HEAD";
    if (isPosted && !isOwnPage(page, origin)) return refuse(foreignForm);
    const { aval_session: secret } = readCookies(cookies, headers.get("cookie"));
    const session = secret === undefined ? null : await personSessions.find(secret);
    if (session === null || secret === undefined) return refuse(noSession);
    const { personId, login } = session;
    // A store that was a sandbox's may have become a live one, and the other way round.
    if ((login === "sandbox") !== (mode === "sandbox")) return refuse(noSession);
    const loggedInAt = Temporal.Instant.from(session.loggedInAt);
    const homes = Object.fromEntries(
      Object.entries(homesOf(session)).filter(([part, path]) =>
        path !== null && parts.some((one) => one === part)
      ),
    );
    const person = { personId, login, loggedInAt, homes };
    if (freshLogin && !isFreshLogin(person, clock.now(), rules)) return refuse(oldLogin);
    return ok({ session, person, formToken: formTokenOf(secret) });
  };
  return {
    identify: async (request, asked) => {
      const found = await find(request, asked);
      if (!found.ok) return found;
      const { session, person, formToken } = found.value;
      const sandboxClient = session.login === "sandbox"
        ? { kind: "sandbox", clientId: session.clientId, named: true } as const
        : null;
      return ok({ kind: "console", person, roles: session.roles, sandboxClient, formToken });
    },
    identifyReviewer: async (request, asked) => {
      const found = await find(request, asked);
      if (!found.ok) return found;
      const { session: { login, clientId }, person, formToken } = found.value;
      if (clientId === null) return refuse({ code: "insufficient_role", message: noReviewer });
      const client = login === "sandbox"
        ? { kind: "sandbox", clientId, named: true } as const
        : { kind: "client", clientId, roles: [], scopes: [] } as const;
      return ok({ kind: "desk", person, client, formToken });
    },
  };
}

const noSession = {
  code: "unauthorized",
  message: "You are not logged in, or your session has ended. Log in, then try again",
} as const;

const foreignForm = {
  code: "insufficient_role",
  message: "The form was not sent by a page of this service. Open the page again, then try again",
} as const;

const noReviewer = "You are not logged in as a reviewer of a client";

/** What a browser says of the page that has sent a request. */
export interface SendingPage {
  readonly origin?: string | null | undefined;
  readonly "sec-fetch-site"?: string | null | undefined;
}

/**
 * Whether a post was sent by a page of this service (RFC 6454 §7; Fetch Metadata). A browser names the
 * origin of every post. This machine has several names: there a browser that says it has addressed the
 * page's own origin is believed about which one it is.
 */
export function isOwnPage(
  { origin: sent = null, "sec-fetch-site": site = null }: SendingPage,
  origin: string,
): boolean {
  if (sent === null || (site !== null && site !== "same-origin")) return false;
  return sent === origin || (site !== null && [sent, origin].every(isLoopbackOrigin));
}
