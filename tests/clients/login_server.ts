import assert from "node:assert/strict";
import type { AuthorizationRequest } from "../../core/presentation/authorization_request.ts";
import { readRequest } from "../../sandbox/wallet/read_request.ts";
import { putRecord } from "../support/clients.ts";
import { answerOf } from "../support/sandbox_wallet.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { sendAnswer } from "../support/verifying.ts";

/** A service that listens, on a clock that the tests move, and the wallets of those who log in. */
export interface LoginServer extends AsyncDisposable {
  /** A relying party's own page, which offers the login with the state `from-link`. */
  readonly relyingParty: string;
  /** Where the relying party takes its codes. */
  readonly callback: string;
  /** Address of an authorize request. @param parameters in place of those that are in order */
  authorizeUrl(state: string, parameters?: Readonly<Record<string, string>>): string;
  /** Has a wallet answer a request, as the link or the code names it. */
  answer(walletUri: string): Promise<void>;
  /** Has a wallet refuse a request. */
  cancel(walletUri: string): Promise<void>;
  /** Lets the time of every open login run out. */
  expire(): void;
}

/** Starts a sandbox in this process, on a free port. */
export async function startLoginServer(): Promise<LoginServer> {
  const { promise: started, resolve: start } = Promise.withResolvers<TestService>();
  const listener = Deno.serve(onLoopback, async (request) => {
    const { pathname, search } = new URL(request.url);
    const { method, headers, body } = request;
    return await (await started).fetch(`${pathname}${search}`, { method, headers, body });
  });
  const base = `http://localhost:${listener.addr.port}`;
  const service = await serviceInMemory({ env: { AVAL_BASE_URL: base } });
  start(service);
  const party = Deno.serve(onLoopback, (): Response => {
    const page = `<!DOCTYPE html><title>Shop</title><a href="${
      authorizeUrl("from-link")
    }">Log in</a>`;
    return new Response(page, { headers: { "content-type": "text/html" } });
  });
  const relyingParty = `http://localhost:${party.addr.port}/`;
  const callback = `${relyingParty}callback`;
  await putRecord(service, "shop", { loginClient: { redirectUris: [callback] } });
  const authorizeUrl = (state: string, parameters: Readonly<Record<string, string>> = {}) => {
    const query = { ...inOrder, redirect_uri: callback, state, ...parameters };
    return `${base}/v1/login/authorize?${new URLSearchParams(query)}`;
  };
  return {
    relyingParty,
    callback,
    authorizeUrl,
    answer: async (walletUri) => {
      const request = await requestOf(walletUri);
      const claims = { pid_login_authentication: { birthdate: "1984-08-12" } };
      const answer = await answerOf(request, { now: service.clock.now(), claims });
      assert.equal((await sendAnswer(service, request, answer)).status, 200);
    },
    cancel: async (walletUri) => {
      const request = await requestOf(walletUri);
      const refusal = { state: request.state, error: "access_denied" };
      assert.equal((await sendAnswer(service, request, refusal)).status, 200);
    },
    expire: () => service.clock.advance({ minutes: 5, seconds: 30 }),
    [Symbol.asyncDispose]: async () => {
      await party.shutdown();
      await listener.shutdown();
      await service[Symbol.asyncDispose]();
    },
  };
}

const onLoopback = { port: 0, hostname: "127.0.0.1", onListen: () => {} };

/** Parameters of an authorize request; the challenge is that of RFC 7636, appendix B. */
const inOrder = {
  response_type: "code",
  client_id: "shop",
  scope: "openid",
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  code_challenge_method: "S256",
};

async function requestOf(walletUri: string): Promise<AuthorizationRequest> {
  const request = await readRequest(walletUri, fetch);
  assert(request.ok);
  return request.value;
}
