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
}

/** What the shop remembers of a browser, for as long as the process runs. */
interface Session {
  subject: string | null;
  /** Of the login under way. */
  checks: LoginChecks | null;
  order: Order | null;
}

/** Browsers that are remembered; of more, the oldest is forgotten. */
const sessionsMax = 10_000;

/** Opens the shop: one function from a request to its answer. */
export function openShop(
  { aval, openLogin, clientId, origin, log }: ShopDependencies,
): (request: Request) => Promise<Response> {
  const sessions = new Map<string, Session>();
  let opened: Promise<Login> | null = null;
  const login = () =>
    opened ??= openLogin().catch((error) => {
      opened = null;
      throw error;
    });

  /** Starts a verification, and follows it while the browser looks at its order. */
  async function order(session: Session): Promise<Response> {
    const { sessionId, authorizationRequestUri } = await aval.startSession({
      clientId,
      checkType: "age-verification",
    });
    session.order = { state: "waiting", sessionId, walletUri: authorizationRequestUri };
    follow(session.order);
    return redirect("/order");
  }

  /** A failed read says nothing of the verification: the order fails with its session alone. */
  function follow(order: Order): void {
    order.state = "waiting";
    aval.waitForSession(order.sessionId).then(
      ({ decision }) => {
        if (decision === null) order.state = "failed";
        else order.state = decision.booleanProofs.ageOver18 ? "sold" : "too_young";
      },
      (error) => {
        log("order_unknown", error);
        order.state = "unknown";
      },
    );
  }

  function show({ order }: Session): Response {
    if (order === null) return page(problemPage("There is no order."), 404);
    const shown = page(orderPage(order.state, order.walletUri));
    // Asked again by whoever loads the page again.
    if (order.state === "unknown") follow(order);
    return shown;
  }

  async function begin(session: Session): Promise<Response> {
    const { url, checks } = await (await login()).begin();
    session.checks = checks;
    return redirect(url);
  }

  async function finish(session: Session, url: URL): Promise<Response> {
    const { checks } = session;
    // One answer for each login that this browser has begun.
    session.checks = null;
    if (checks === null) return page(problemPage("This browser has begun no login."), 400);
    try {
      const claims = await (await login()).finish(`${origin}${url.pathname}${url.search}`, checks);
      session.subject = claims.sub;
      return redirect("/");
    } catch (error) {
      log("login_failed", error);
      return page(problemPage("You are not logged in: the wallet or the login refused."), 400);
    }
  }

  async function answer(request: Request, session: Session): Promise<Response> {
    const url = new URL(request.url);
    switch (`${request.method} ${url.pathname}`) {
      case "GET /":
        return page(homePage(session));
      case "POST /orders":
        // Lax cookies stay at home when another site posts: such an order is nobody's.
        return await order(session);
      case "GET /order":
        return show(session);
      case "GET /login":
        return await begin(session);
      case "GET /callback":
        return await finish(session, url);
      default:
        return page(problemPage("There is no such page."), 404);
    }
  }

  return async (request) => {
    const { id, session } = sessionOf(request, sessions);
    try {
      const response = await answer(request, session);
      // Set again at every answer; a deployment behind https adds Secure.
      response.headers.append("set-cookie", `shop=${id}; HttpOnly; SameSite=Lax; Path=/`);
      return response;
    } catch (error) {
      log("request_failed", error);
      return page(problemPage("The shop cannot do that now. Please try again."), 502);
    }
  };
}

function sessionOf(
  request: Request,
  sessions: Map<string, Session>,
): { readonly id: string; readonly session: Session } {
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
      "referrer-policy": "no-referrer",
    },
  });
}

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
