import assert from "node:assert/strict";
import { wallet } from "../../cli/wallet.ts";
import { type Answering, answerRequest } from "../../sandbox/wallet/answer.ts";
import type { HeldCredential, HeldCredentials } from "../../sandbox/wallet/held_credential.ts";
import { makeHolderKey } from "../../sandbox/wallet/holder_keys.ts";
import { breakings } from "../../sandbox/wallet/breakings.ts";
import { ok } from "../../base/result.ts";
import type { Json } from "../../base/json.ts";
import type { AuthorizationRequest } from "../../core/presentation/authorization_request.ts";
import type { CheckType } from "../../core/verification/check_type.ts";
import type { CliResult } from "./cli.ts";
import { seededRandom } from "./random.ts";
import { serviceInMemory, type TestService } from "./service.ts";
import { noPause } from "./store.ts";
import { start } from "./verifying.ts";
import { walletPorts } from "./wallet_ports.ts";

/** A wallet's answer to a request, correct or with a named fault. */
export async function tokenFor(
  { clock }: Pick<TestService, "clock">,
  request: AuthorizationRequest,
  { breaking, ...answering }: Partial<Omit<Answering, "breaking">> & {
    readonly breaking?: string;
  } = {},
): Promise<Json> {
  const answer = await answerRequest(walletPorts(clock), request, {
    format: null,
    person: "clear",
    claims: {},
    ...answering,
    breaking: breakings.find(({ name }) => name === breaking) ?? null,
  });
  assert(answer.ok, answer.ok ? "" : answer.refusal.message);
  return answer.value.token;
}

/** Credentials of a wallet that exists only during the test. */
export function heldInMemory(): HeldCredentials {
  const kept: HeldCredential[] = [];
  return {
    list: () => Promise.resolve(ok([...kept])),
    add: (credential) => {
      kept.push(credential);
      return Promise.resolve(ok(null));
    },
  };
}

/** Runs the command-line wallet against a service, with any `fetch`. */
export async function runWallet(
  service: Pick<TestService, "fetch" | "clock">,
  args: readonly string[],
  input = "",
  held: HeldCredentials = heldInMemory(),
): Promise<CliResult> {
  let stdout = "";
  let stderr = "";
  const code = await wallet(args, {
    out: (text) => void (stdout += text),
    err: (text) => void (stderr += text),
    input: () => Promise.resolve(input),
    fetch: async (url, init) => {
      const { pathname, search } = new URL(url);
      return await service.fetch(`${pathname}${search}`, init);
    },
    clock: service.clock,
    random: seededRandom(),
    pause: noPause,
    openKeys: () => {
      const key = makeHolderKey();
      return { keyOf: async () => ok(await key) };
    },
    openHeld: () => held,
  });
  return { code, stdout, stderr };
}

/** A service, with a function that starts a check in it and has the wallet answer. */
export async function serviceWithWallet(): Promise<
  AsyncDisposable & {
    readonly service: TestService;
    /** @param args arguments of `wallet present`, without the URI */
    answer(checkType: CheckType, ...args: readonly string[]): Promise<
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
      const started = await start(service.as("acme"), checkType);
      const ran = await runWallet(service, ["present", started.authorizationRequestUri, ...args]);
      return { ...ran, sessionId: started.sessionId };
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
