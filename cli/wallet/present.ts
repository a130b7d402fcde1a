import type { Clock } from "../../base/clock.ts";
import { isObject, parseJson } from "../../base/json.ts";
import type { Random } from "../../base/random.ts";
import { ok, type Result } from "../../base/result.ts";
import type { HeldCredentials } from "../../sandbox/wallet/held_credential.ts";
import type { HolderKeys } from "../../sandbox/wallet/holder_keys.ts";
import type { Fetch } from "../../sandbox/wallet/read_request.ts";
import { type CommandRefusal, type Done, failed } from "../command/command.ts";
import type { Terminal } from "../command/terminal.ts";
import {
  answer,
  type AnsweringTools,
  answerPage,
  type DigitalSession,
  judgeReply,
  type WalletReply,
} from "./answer_request.ts";
import type { WalletFile } from "./wallet_file.ts";

/** Dependencies of the commands. */
export interface WalletTools extends Terminal {
  /** Reads standard input to its end. */
  readonly input: () => Promise<string>;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly random: Random;
  /** Waits for a number of milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** The keys of a wallet's holders. */
  readonly openKeys: (file: WalletFile) => HolderKeys;
  /** The credentials that a wallet keeps. */
  readonly openHeld: (file: WalletFile) => HeldCredentials;
}

/** Answers an authorization request, or that of a page, and prints the service's reply. */
export async function present(
  { uri, origin, reply }: {
    /** An authorization request; `-` for standard input. */
    readonly uri: string;
    /** The origin of the page whose browser requests; null without a page. */
    readonly origin: string | null;
    readonly reply: WalletReply;
  },
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

/** The request in the answer to a session's start; for other text the text itself. */
function requestIn(
  text: string,
  origin: string | null,
): Result<string | DigitalSession, CommandRefusal> {
  if (text.trim() === "") return failed("Standard input is empty: did the service answer?");
  const body = parseJson(text);
  if (!isObject(body)) return ok(text.trim());
  const { authorizationRequestUri: uri, error, message, ...digital } = body;
  if (typeof uri === "string") {
    return origin === null ? ok(uri) : failed("This session is not for a page: omit --origin");
  }
  const { digitalCredentialRequest, responseUri, state } = digital;
  if (
    digitalCredentialRequest !== undefined && typeof responseUri === "string" &&
    typeof state === "string"
  ) {
    return origin === null
      ? failed("This session is for a page: name its origin by --origin")
      : ok({ digitalCredentialRequest, responseUri, state, origin });
  }
  return failed(
    typeof error === "string"
      ? `The service has started no session: ${error}. ${message}`
      : "Standard input contains no authorization request",
  );
}
