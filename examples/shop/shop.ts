import type { AvalClient, SessionId } from "@aval/client";
import type { Login, LoginChecks } from "@aval/client/login";
import { readEvent } from "./events.ts";
import { homePage, orderPage, type OrderState, problemPage } from "./pages.ts";

/** Dependencies of the shop. */
export interface ShopDependencies {
  readonly aval: Pick<AvalClient, "startSession" | "readSession">;
  /** Opened at the first login, and once: aval may start after the shop. */
  readonly openLogin: () => Promise<Login>;
  /**
   * Makes aval post events to `/events`, from the first order on. @returns the secrets that sign
   * them
   */
  readonly openEvents: () => Promise<readonly string[]>;
  /** The id of the shop's client at aval. In live the token determines the client. */
  readonly clientId: string;
  /** Address at which browsers reach the shop. */
  readonly origin: string;
  /** Logs details that visitors do not see. */
  readonly log: (event: string, error: unknown) => void;
  /** Milliseconds since 1970. Default: the clock's. */
  readonly now?: () => number;
}

/** An order, which is its browser's alone. */
interface Order {
  state: OrderState;
  readonly sessionId: SessionId<"age-verification">;
  readonly walletUri: string;
  /** When its verification was started, or last read. */
  readAt: number;
}

/** The shop's data about a browser, kept until the process ends. */
interface Session {
  subject: string | null;
  /** Checks of the current login. */
  checks: LoginChecks | null;
  order: Order | null;
}

/** A visit: a session, and the random id of its browser. */
interface Visit {
  id: string;
  readonly session: Session;
}

/** Maximum browsers that are remembered, and orders that wait for an event. */
const keptMax = 10_000;
/** Milliseconds without an event after which the page of an order has its verification read. */
const eventAwaitedMs = 10_000;

/** Opens the shop: one function from a request to its answer. */
export function openShop(
  { aval, openLogin, openEvents, clientId, origin, log, now = Date.now }: ShopDependencies,
): (request: Request) => Promise<Response> {
  const sessions = new Map<string, Session>();
  /** Orders that wait for an event, by the id of their verification. */
  const waiting = new Map<string, Order>();
  const login = once(openLogin);
  const events = once(openEvents);

  /** Starts a verification. */
  async function order(session: Session): Promise<Response> {
    const [{ sessionId, authorizationRequestUri }] = await Promise.all([
      aval.startSession({ clientId, checkType: "age-verification" }),
      events().catch((error) => log("events_unavailable", error)),
    ]);
    // One order for each browser.
    if (session.order !== null) waiting.delete(session.order.sessionId);
    const walletUri = authorizationRequestUri;
    session.order = { state: "waiting", sessionId, walletUri, readAt: now() };
    keep(waiting, sessionId, session.order);
    return redirect("/order");
  }

  /** Receives an event of aval, and answers without waiting for its effect. */
  async function receive(request: Request): Promise<Response> {
    const event = await readEvent(request, await events());
    if (event === null) return new Response(null, { status: 401 });
    switch (event.type) {
      case "verification.completed":
      case "verification.failed":
      case "verification.expired": {
        const { sessionId } = event.data;
        const order = waiting.get(sessionId);
        // An event may come twice: the second one finds no order that waits.
        waiting.delete(sessionId);
        if (order !== undefined) void read(order);
      }
    }
    return new Response(null, { status: 204 });
  }

  /**
   * Reads the verification. After a failed read its outcome is unknown: the order fails only with
   * its session.
   */
  async function read(order: Order): Promise<void> {
    order.state = "waiting";
    order.readAt = now();
    try {
      const { status, checkType, decision } = await aval.readSession(order.sessionId, {}, {
        deadlineMs: eventAwaitedMs,
      });
      if (status === "pending") return;
      waiting.delete(order.sessionId);
      if (checkType !== "age-verification" || decision === null) order.state = "failed";
      else order.state = decision.booleanProofs.ageOver18 ? "sold" : "too_young";
    } catch (error) {
      log("order_unknown", error);
      if (order.state === "waiting") order.state = "unknown";
    }
  }

  /**
   * Shows the order. If no event has arrived for a while, its verification is read for the next
   * request.
   */
  function show({ order }: Session): Response {
    if (order === null) return page(problemPage("There is no order."), 404);
    const shown = page(orderPage(order.state, order.walletUri));
    const isLate = order.state === "waiting" && now() - order.readAt >= eventAwaitedMs;
    if (isLate || order.state === "unknown") void read(order);
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
      if (request.method === "POST" && new URL(request.url).pathname === "/events") {
        return await receive(request);
      }
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

/**
 * Whether a page of another origin sent the request. Clients other than browsers send no origin,
 * and have no cookies.
 */
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
  keep(sessions, id, session);
  return { id, session };
}

/** Adds an entry, and removes the oldest one if there are more than {@link keptMax}. */
function keep<Value>(entries: Map<string, Value>, key: string, value: Value): void {
  entries.set(key, value);
  const [oldest] = entries.keys();
  if (entries.size > keptMax && oldest !== undefined) entries.delete(oldest);
}

/** Opens something once, at its first use; after a failure it tries again at the next use. */
function once<Value>(open: () => Promise<Value>): () => Promise<Value> {
  let opened: Promise<Value> | null = null;
  return () =>
    opened ??= open().catch((error) => {
      opened = null;
      throw error;
    });
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
