import assert from "node:assert/strict";
import { wallet } from "../../cli/wallet.ts";
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
