import { CSC_CLIENT_ID, CSC_CLIENT_SECRET } from "./trust_service_provider.ts";

/** Address of a certomancer-csc-dummy server, which `tests/csc.sh` starts. */
const server = Deno.env.get("AVAL_TEST_CSC");

/** Prints what a test leaves out when `AVAL_TEST_CSC` is not set. */
export function needsCertomancer(what: string): string | undefined {
  if (server === undefined) {
    console.error(
      `LEFT OUT: ${what} with certomancer-csc-dummy; start one with tests/csc.sh and name it in AVAL_TEST_CSC`,
    );
  }
  return server;
}

/** Credentials of the server (`tests/csc/pki.yml`), all of which sign unattended. */
export const certomancerCredentials = {
  rsa: "trade/seal-rsa",
  p256: "trade/seal-p256",
  p384: "trade/seal-p384",
  expired: "trade/expired",
} as const;

/** A trust service with a login, in front of a certomancer-csc-dummy, which has none. */
export interface FrontedService extends AsyncDisposable {
  /** Base address of the API, with its version. */
  readonly url: string;
  /** How often each path was called. */
  readonly calls: ReadonlyMap<string, number>;
}

/**
 * Puts a token endpoint in front of a certomancer-csc-dummy and adds it to the `info` answer.
 * Forwards every other request that has a token unchanged.
 */
export function frontCertomancer(at: string): FrontedService {
  const calls = new Map<string, number>();
  const tokens = new Set<string>();
  const expected = [CSC_CLIENT_ID, CSC_CLIENT_SECRET]
    .map((text) => new URLSearchParams([["", text]]).toString().slice(1)).join(":");

  const answer = async (request: Request): Promise<Response> => {
    const { pathname, origin } = new URL(request.url);
    calls.set(pathname, (calls.get(pathname) ?? 0) + 1);
    const authorization = request.headers.get("authorization") ?? "";
    const body = await request.text();
    if (pathname === "/oauth2/token") {
      if (authorization !== `Basic ${btoa(expected)}`) {
        return Response.json({ error: "invalid_client" }, { status: 401 });
      }
      const token = crypto.randomUUID();
      tokens.add(token);
      return Response.json({ access_token: token, token_type: "Bearer", expires_in: 600 });
    }
    const isInfo = pathname === "/csc/v1/info";
    if (!isInfo && !tokens.has(authorization.replace("Bearer ", ""))) {
      return Response.json({ error: "invalid_token" }, { status: 401 });
    }
    const headers = { "content-type": "application/json" };
    const forwarded = await fetch(new URL(pathname, at), { method: "POST", headers, body });
    if (!isInfo) return new Response(await forwarded.arrayBuffer(), { status: forwarded.status });
    return Response.json({ ...await forwarded.json(), oauth2: origin });
  };

  const front = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, answer);
  return {
    url: `http://127.0.0.1:${front.addr.port}/csc/v1`,
    calls,
    [Symbol.asyncDispose]: () => front.shutdown(),
  };
}
