/** `deno task wallet`: a wallet for prospects, which redeems offers, answers requests and logs in. */

import "../base/temporal.ts";
import type { Clock } from "../base/clock.ts";
import type { Random } from "../base/random.ts";
import { isObject, parseJson } from "../base/json.ts";
import { ok, type Result } from "../base/result.ts";
import {
  type Command,
  type CommandRefusal,
  type Done,
  failed,
  runCommand,
} from "./command/command.ts";
import { processTerminal, type Terminal } from "./command/terminal.ts";
import {
  answer,
  type AnsweringTools,
  answerPage,
  type DigitalSession,
  judgeReply,
} from "./wallet/answer_request.ts";
import { type AnswerCommand, parseWalletCommand, type WalletCommand } from "./wallet/arguments.ts";
import { walletHelp } from "./wallet/help.ts";
import { login } from "./wallet/login.ts";
import { list } from "./wallet/list.ts";
import { redeem } from "./wallet/redeem.ts";
import { openHeldCredentials, openWalletFile, type WalletFile } from "./wallet/wallet_file.ts";
import { sandboxIssuers } from "../sandbox/invented/credentials.ts";
import type { HeldCredentials } from "../sandbox/wallet/held_credential.ts";
import type { HolderKeys } from "../sandbox/wallet/holder_keys.ts";
import type { Fetch } from "../sandbox/wallet/read_request.ts";

/** What the commands run on. */
export interface WalletTools extends Terminal {
  /** Standard input, read to its end. */
  readonly input: () => Promise<string>;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly random: Random;
  /** Waits for so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** The keys of a wallet's holders. */
  readonly openKeys: (file: WalletFile) => HolderKeys;
  /** The credentials that a wallet keeps. */
  readonly openHeld: (file: WalletFile) => HeldCredentials;
}

/** Runs one command. @returns the exit status */
export async function wallet(args: readonly string[], tools: WalletTools): Promise<number> {
  return await runCommand(command, args, tools);
}

const command: Command<WalletCommand, WalletTools> = {
  name: "wallet",
  help: walletHelp,
  parse: parseWalletCommand,
  run: async (asked, given) => {
    const { file } = asked;
    switch (asked.kind) {
      case "redeem":
        return await redeem(asked, { ...given, held: given.openHeld(file) });
      case "list":
        return await list(asked, { ...given, held: given.openHeld(file) });
      case "present":
        return await present(asked, {
          ...given,
          ...answering(file, given),
          heldCredentials: given.openHeld(file),
        });
      case "login":
        return await login(asked, { ...given, ...answering(file, given) });
      default:
        return asked satisfies never;
    }
  },
};

function answering(file: WalletFile, { openKeys }: Pick<WalletTools, "openKeys">) {
  return { holderKeys: openKeys(file), issuers: sandboxIssuers() };
}

async function present(
  { uri, origin, reply }: AnswerCommand,
  tools: WalletTools & AnsweringTools,
): Promise<Done> {
  const named = uri === "-" ? requestIn(await tools.input(), origin) : ok(uri);
  if (!named.ok) return named;
  const answered = typeof named.value === "string"
    ? await answer(named.value, reply, tools)
    : await answerPage(named.value, reply, tools);
  if (!answered.ok) return answered;
  tools.out(`${answered.value.text}\n`);
  return judgeReply(answered.value);
}

/** The request in what a session's start answers; the text itself where it is something else. */
function requestIn(
  text: string,
  origin: string | null,
): Result<string | DigitalSession, CommandRefusal> {
  if (text.trim() === "") return failed("Standard input is empty: did the service answer?");
  const body = parseJson(text);
  if (!isObject(body)) return ok(text.trim());
  const { authorizationRequestUri: uri, error, message, ...digital } = body;
  if (typeof uri === "string") {
    return origin === null ? ok(uri) : failed("No page asks for this session: leave out --origin");
  }
  const { digitalCredentialRequest, responseUri, state } = digital;
  if (
    digitalCredentialRequest !== undefined && typeof responseUri === "string" &&
    typeof state === "string"
  ) {
    return origin === null
      ? failed("A page asks for this session: say which by --origin")
      : ok({ digitalCredentialRequest, responseUri, state, origin });
  }
  return failed(
    typeof error === "string"
      ? `The service has started no session: ${error}. ${message}`
      : "Standard input holds no authorization request",
  );
}

/** Longest wait for an answer of the service. */
const deadlineMilliseconds = 30_000;

if (import.meta.main) {
  Deno.exitCode = await wallet(Deno.args, {
    ...processTerminal,
    input: () => new Response(Deno.stdin.readable).text(),
    fetch: (url, init) =>
      fetch(url, { ...init, signal: AbortSignal.timeout(deadlineMilliseconds) }),
    clock: { now: () => Temporal.Now.instant() },
    random: { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) },
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    openKeys: openWalletFile,
    openHeld: openHeldCredentials,
  });
}
