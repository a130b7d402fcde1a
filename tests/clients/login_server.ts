import { renderErrorPage } from "../../routes/pages/error_page.ts";
import { type LoginPageContent, renderLoginPage } from "../../routes/pages/login_page.ts";

/** Where a relying party gets its code: an address that the tests answer in the browser. */
export const callbackUrl = "http://localhost:9000/callback";

/** A server with the login in it, and the wallets of those who use it. */
export interface LoginServer extends AsyncDisposable {
  /** Address of an authorize request. @param state comes back with the code */
  authorizeUrl(state: string): string;
  /** Has a wallet answer a request, as the link or the code names it. */
  answer(walletUri: string): Promise<void>;
  /** Has a wallet refuse a request. */
  cancel(walletUri: string): Promise<void>;
  /** Lets the time of every open login run out. */
  expire(): Promise<void>;
}

interface Login {
  state: LoginPageContent["state"];
  readonly walletUri: string;
  readonly query: string;
}

/** Serves the pages alone, with logins that the tests move. */
export function fakeLoginServer(): LoginServer {
  const logins = new Map<string, Login>();
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
    const url = new URL(request.url);
    if (url.pathname !== "/v1/login/authorize") return statusOf(request, url, logins);
    if (!url.searchParams.has("client_id")) {
      return page(renderErrorPage("The client is unknown."), 400);
    }
    const id = crypto.randomUUID();
    const walletUri = `openid4vp://authorize?nonce=${id}&${"x".repeat(540)}`;
    logins.set(id, { state: "pending", walletUri, query: url.search });
    return page(loginPage(url.origin, id, logins.get(id)!));
  });
  const move = (state: Login["state"], walletUri: string | null) => {
    for (const login of logins.values()) {
      if (walletUri === null || login.walletUri === walletUri) login.state = state;
    }
    return Promise.resolve();
  };
  return {
    authorizeUrl: (state) =>
      `http://localhost:${server.addr.port}/v1/login/authorize?client_id=example&state=${state}`,
    answer: (walletUri) => move("completed", walletUri),
    cancel: (walletUri) => move("failed", walletUri),
    expire: () => move("expired", null),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

function statusOf(request: Request, url: URL, logins: ReadonlyMap<string, Login>): Response {
  const [, id = ""] = /^\/v1\/login\/authorize\/([^/]+)\/status$/.exec(url.pathname) ?? [];
  const login = logins.get(id);
  if (login === undefined) return Response.json({ error: "not_found" }, { status: 404 });
  const redirectTo = login.state === "completed" ? redirectOf(id, login) : undefined;
  if (!request.headers.get("accept")?.includes("text/html")) {
    return Response.json({ status: login.state, redirectTo });
  }
  return redirectTo === undefined
    ? page(loginPage(url.origin, id, login))
    : new Response(null, { status: 302, headers: { location: redirectTo } });
}

function loginPage(origin: string, id: string, { state, walletUri, query }: Login) {
  return renderLoginPage({
    relyingParty: "Example relying party",
    walletUri,
    statusUrl: `${origin}/v1/login/authorize/${id}/status`,
    restartUrl: `${origin}/v1/login/authorize${query}`,
    state,
    nonce: "AAAAAAAAAAAAAAAAAAAAAA",
  });
}

function redirectOf(id: string, { query }: Login): string {
  const state = new URLSearchParams(query).get("state") ?? "";
  return `${callbackUrl}?${new URLSearchParams({ code: id, state })}`;
}

function page(
  { html, contentSecurityPolicy }: ReturnType<typeof renderErrorPage>,
  status = 200,
): Response {
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": contentSecurityPolicy,
      "cache-control": "no-store",
      "x-frame-options": "DENY",
    },
  });
}
