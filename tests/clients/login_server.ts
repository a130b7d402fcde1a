import assert from "node:assert/strict";
import type { AuthorizationRequest } from "../../core/presentation/authorization_request.ts";
import { readRequest } from "../../sandbox/wallet/read_request.ts";
import { putRecord } from "../support/clients.ts";
import { answerOf } from "../support/sandbox_wallet.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { sendAnswer } from "../support/verifying.ts";

/** A listening service with a movable clock, and the wallets of its users. */
export interface LoginServer extends AsyncDisposable {
  /** A relying party's page, which offers the login with the state `from-link`. */
  readonly relyingParty: string;
  /** The relying party's redirect URI. */
  readonly callback: string;
  /** Address of an authorize request. @param parameters replacements for the valid ones */
  authorizeUrl(state: string, parameters?: Readonly<Record<string, string>>): string;
  /** Answers a request by a wallet, given its link or code. */
  answer(walletUri: string): Promise<void>;
  /** Refuses a request by a wallet. */
  cancel(walletUri: string): Promise<void>;
  /** Moves the clock so that every open login expires. */
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

/** Valid parameters of an authorize request; the challenge is that of RFC 7636, appendix B. */
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
