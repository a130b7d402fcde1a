import type { AvalClient, SessionId } from "@aval/client";
import type { Login, LoginChecks } from "@aval/client/login";
import { homePage, orderPage, type OrderState, problemPage } from "./pages.ts";

/** What the shop is made of. */
export interface ShopDependencies {
  readonly aval: Pick<AvalClient, "startSession" | "waitForSession">;
  /** Opened at the first login, and once: aval may start after the shop. */
  readonly openLogin: () => Promise<Login>;
  /** The name of the shop's client at aval. In live the token says who asks. */
  readonly clientId: string;
  /** Address at which browsers reach the shop. */
  readonly origin: string;
  /** Reports what a visitor is not told. */
  readonly log: (event: string, error: unknown) => void;
}

/** An order, which is its browser's alone. */
interface Order {
  state: OrderState;
  readonly sessionId: SessionId<"age-verification">;
  readonly walletUri: string;
  /** Ends the wait for its verification; null when no request waits. */
  wait: AbortController | null;
}

/** What the shop remembers of a browser, for as long as the process runs. */
interface Session {
  subject: string | null;
  /** Of the login under way. */
  checks: LoginChecks | null;
  order: Order | null;
}

/** Who visits: a session, and the random id by which its browser is known. */
interface Visit {
  id: string;
  readonly session: Session;
}

/** Browsers that are remembered; of more, the oldest is forgotten. */
const sessionsMax = 10_000;
/** Verifications that are waited for at once; of more, the oldest is waited for when its page is loaded. */
const waitsMax = 100;

/** Opens the shop: one function from a request to its answer. */
export function openShop(
  { aval, openLogin, clientId, origin, log }: ShopDependencies,
): (request: Request) => Promise<Response> {
  const sessions = new Map<string, Session>();
  const waiting = new Set<Order>();
  let opened: Promise<Login> | null = null;
  const login = () =>
    opened ??= openLogin().catch((error) => {
      opened = null;
      throw error;
    });

  /** Starts a verification, and follows it. */
  async function order(session: Session): Promise<Response> {
    const { sessionId, authorizationRequestUri } = await aval.startSession({
      clientId,
      checkType: "age-verification",
    });
    // One order for each browser.
    if (session.order !== null) leave(session.order);
    const walletUri = authorizationRequestUri;
    session.order = { state: "waiting", sessionId, walletUri, wait: null };
    follow(session.order);
    return redirect("/order");
  }

  /** Waits for the verification. A failed read says nothing of it: the order fails with its session alone. */
  function follow(order: Order): void {
    const wait = new AbortController();
    order.state = "waiting";
    order.wait = wait;
    waiting.add(order);
    const [oldest] = waiting;
    if (waiting.size > waitsMax && oldest !== undefined) leave(oldest);
    const end = (state: OrderState) => {
      if (order.wait !== wait) return;
      order.state = state;
      leave(order);
    };
    aval.waitForSession(order.sessionId, { signal: wait.signal }).then(
      ({ decision }) => {
        if (decision === null) end("failed");
        else end(decision.booleanProofs.ageOver18 ? "sold" : "too_young");
      },
      (error) => {
        if (!wait.signal.aborted) log("order_unknown", error);
        end("unknown");
      },
    );
  }

  /** Stops waiting. Loading the order's page waits again. */
  function leave(order: Order): void {
    waiting.delete(order);
    order.wait?.abort();
    order.wait = null;
  }

  function show({ order }: Session): Response {
    if (order === null) return page(problemPage("There is no order."), 404);
    const shown = page(orderPage(order.state, order.walletUri));
    const isOpen = order.state === "waiting" || order.state === "unknown";
    if (isOpen && order.wait === null) follow(order);
    return shown;
  }

  async function begin(session: Session): Promise<Response> {
    const { url, checks } = await (await login()).begin();
    session.checks = checks;
    return redirect(url);
  }

  async function finish(visit: Visit, url: URL): Promise<Response> {
    const { session, session: { checks } } = visit;
    // One answer for each login that this browser has begun.
    session.checks = null;
    if (checks === null) return page(problemPage("This browser has begun no login."), 400);
    try {
      const claims = await (await login()).finish(`${origin}${url.pathname}${url.search}`, checks);
      session.subject = claims.sub;
      // A session id known before the login is of no use after it.
      sessions.delete(visit.id);
      visit.id = crypto.randomUUID();
      sessions.set(visit.id, session);
      return redirect("/");
    } catch (error) {
      log("login_failed", error);
      return page(problemPage("You are not logged in: the wallet or the login refused."), 400);
    }
  }

  async function answer(request: Request, visit: Visit): Promise<Response> {
    const { session } = visit;
    const url = new URL(request.url);
    switch (`${request.method} ${url.pathname}`) {
      case "GET /":
        return page(homePage(session));
      case "POST /orders":
        return await order(session);
      case "GET /order":
        return show(session);
      case "GET /login":
        return await begin(session);
      case "GET /callback":
        return await finish(visit, url);
      default:
        return page(problemPage("There is no such page."), 404);
    }
  }

  return async (request) => {
    // Before any cookie is set: Lax ones are not sent along, and a new one would log the visitor out.
    if (request.method !== "GET" && isFromElsewhere(request, origin)) {
      return page(problemPage("This was not sent by a page of the shop."), 403);
    }
    try {
      const visit = visitOf(request, sessions);
      const response = await answer(request, visit);
      // Set again at every answer; a deployment behind https adds Secure.
      response.headers.append("set-cookie", `shop=${visit.id}; HttpOnly; SameSite=Lax; Path=/`);
      return response;
    } catch (error) {
      log("request_failed", error);
      return page(problemPage("The shop cannot do that now. Please try again."), 502);
    }
  };
}

/** Whether a page of another origin has sent this. What is no browser says nothing, and has no cookies. */
function isFromElsewhere({ headers }: Request, origin: string): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const from = headers.get("origin");
  return from !== null && from !== origin;
}

function visitOf(request: Request, sessions: Map<string, Session>): Visit {
  const [, known = ""] = /(?:^|; )shop=([\w-]{36})(?:;|$)/.exec(
    request.headers.get("cookie") ?? "",
  ) ?? [];
  const found = sessions.get(known);
  if (found !== undefined) return { id: known, session: found };
  const [id, session] = [crypto.randomUUID(), { subject: null, checks: null, order: null }];
  sessions.set(id, session);
  const [oldest] = sessions.keys();
  if (sessions.size > sessionsMax && oldest !== undefined) sessions.delete(oldest);
  return { id, session };
}

function page(html: string, status = 200): Response {
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      "cache-control": "no-store",
      // Without a referrer the Origin of a form of our own would be "null".
      "referrer-policy": "same-origin",
    },
  });
}

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
