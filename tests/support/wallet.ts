import assert from "node:assert/strict";
import { wallet } from "../../cli/wallet.ts";
import { type Answering, answerRequest } from "../../cli/wallet/answer.ts";
import { breakings } from "../../cli/wallet/breakings.ts";
import type { Json } from "../../core/json.ts";
import type { AuthorizationRequest } from "../../core/verification/authorization_request.ts";
import type { CliResult } from "./cli.ts";
import { type Answer, serviceInMemory, type TestService } from "./service.ts";

/** Starts a session of a check and answers the reply of its start. */
export async function startCheck(service: TestService, checkType: string): Promise<Answer> {
  const countryCode = checkType.startsWith("restricted-") ? { countryCode: "DE" } : {};
  const started = await service.as("acme").post("/v1/verify/sessions", {
    clientId: "acme",
    checkType,
    ...countryCode,
  });
  assert.equal(started.status, 200, started.text);
  return started;
}

/** What a wallet answers a request with, good or broken by a name. */
export async function tokenFor(
  { clock }: Pick<TestService, "clock">,
  request: AuthorizationRequest,
  { breaking, ...answering }: Partial<Omit<Answering, "breaking">> & {
    readonly breaking?: string;
  } = {},
): Promise<Json> {
  const answer = await answerRequest(request, {
    format: null,
    person: "clear",
    claims: {},
    ...answering,
    breaking: breakings.find(({ name }) => name === breaking) ?? null,
  }, clock.now());
  assert(answer.ok, answer.ok ? "" : answer.refusal.message);
  return answer.value.token;
}

/** Posts an answer to where a request says, as a form or, with `json`, as JSON. */
export async function postAnswer(
  service: TestService,
  { state, response_uri }: Pick<AuthorizationRequest, "state" | "response_uri">,
  fields: Readonly<Record<string, Json>>,
  { json = false }: { readonly json?: boolean } = {},
): Promise<Answer> {
  const whole: Record<string, Json> = { state, ...fields };
  const texts = Object.entries(whole).map(([name, value]): [string, string] => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const response = await service.fetch(new URL(response_uri).pathname, {
    method: "POST",
    headers: {
      "content-type": json ? "application/json" : "application/x-www-form-urlencoded",
    },
    body: json ? JSON.stringify(whole) : new URLSearchParams(texts).toString(),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

/** Runs the wallet of the terminal against a service in this process. */
export async function runWallet(
  service: TestService,
  args: readonly string[],
  input = "",
): Promise<CliResult> {
  let stdout = "";
  let stderr = "";
  const code = await wallet(args, {
    out: (text) => void (stdout += text),
    err: (text) => void (stderr += text),
    input: () => Promise.resolve(input),
    fetch: async (url, init) => {
      const { pathname } = new URL(url);
      return await service.fetch(pathname, init);
    },
    clock: service.clock,
  });
  return { code, stdout, stderr };
}

/** A service, and a way to start a check in it and have the wallet answer. */
export async function serviceWithWallet(): Promise<
  AsyncDisposable & {
    readonly service: TestService;
    /** @param args of `wallet present`, without the URI */
    answer(checkType: string, ...args: readonly string[]): Promise<
      CliResult & {
        readonly sessionId: string;
      }
    >;
  }
> {
  const service = await serviceInMemory();
  return {
    service,
    answer: async (checkType, ...args) => {
      const { body } = await startCheck(service, checkType);
      const ran = await runWallet(service, ["present", body.authorizationRequestUri, ...args]);
      return { ...ran, sessionId: body.sessionId };
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
