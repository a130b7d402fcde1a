/** `deno task wallet`: a wallet for prospects, which answers verification sessions. */

import "../base/temporal.ts";
import type { Clock } from "../base/clock.ts";
import type { Random } from "../base/random.ts";
import { isObject, parseJson } from "../base/json.ts";
import { ok, type Result } from "../base/result.ts";
import { type Command, type CommandRefusal, type Done, failed, runCommand } from "./command.ts";
import { processTerminal, type Terminal } from "./terminal.ts";
import { type Answer, answerRequest, unaskedOf } from "../core/wallet/answer.ts";
import { parseWalletCommand, type WalletCommand } from "./wallet/arguments.ts";
import { walletHelp } from "./wallet/help.ts";
import { sandboxIssuers } from "../service/sandbox/credentials.ts";
import { type Fetch, readRequest } from "../core/wallet/read_request.ts";

/** What the commands run on. */
export interface WalletTools extends Terminal {
  /** Standard input, read to its end. */
  readonly input: () => Promise<string>;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly random: Random;
}

/** Runs one command. @returns the exit status */
export async function wallet(args: readonly string[], tools: WalletTools): Promise<number> {
  return await runCommand(command, args, tools);
}

const command: Command<WalletCommand, WalletTools> = {
  name: "wallet",
  help: walletHelp,
  parse: parseWalletCommand,
  run: present,
};

async function present({ uri, reply }: WalletCommand, tools: WalletTools): Promise<Done> {
  const named = uri === "-" ? requestIn(await tools.input()) : ok(uri);
  if (!named.ok) return named;
  const request = await readRequest(named.value, tools.fetch);
  if (!request.ok) return request;
  const { state, response_uri } = request.value;
  if ("error" in reply) {
    tools.err(`Answering ${response_uri} with error ${reply.error}\n`);
    const error_description = "The holder presents nothing";
    return await send({ state, error: reply.error, error_description }, response_uri, null, tools);
  }
  const ports = { ...tools, issuers: sandboxIssuers() };
  const answer = await answerRequest(ports, request.value, reply);
  if (!answer.ok) return answer;
  const { credentials, token, fault } = answer.value;
  const unasked = unaskedOf(reply.claims, credentials);
  if (unasked !== undefined) {
    return failed(
      `No credential that answers shows ${unasked}: leave the claim out, or try --format`,
    );
  }
  const shown = credentials.map(({ id, format }) => `${id} (${format})`).join(" and ");
  tools.err(`Answering ${response_uri} with ${shown}${describe(fault)}\n`);
  return await send({ state, vp_token: JSON.stringify(token) }, response_uri, fault, tools);
}

function describe(fault: Answer["fault"]): string {
  return fault === null ? "" : `, broken: to be refused with ${fault}`;
}

/** Posts an answer as wallets do (OpenID4VP 1.0 §8.2) and prints the reply. */
async function send(
  fields: Readonly<Record<string, string>>,
  uri: string,
  fault: Answer["fault"],
  { fetch, out, err }: WalletTools,
): Promise<Done> {
  const reply = await post(uri, fields, fetch);
  if (!reply.ok) return reply;
  const { status, isTaken, text } = reply.value;
  out(`${text}\n`);
  err(`The service answers ${status}\n`);
  if (fault === null) return isTaken ? ok(null) : failed("The service does not take the answer");
  if (isTaken) {
    return failed(`The service takes what is broken, and should refuse it with ${fault}`);
  }
  const isExpected = messageOf(text).split(/[^a-z_]+/).includes(fault);
  return failed(`The service refuses it, ${isExpected ? "as expected" : "but not"} with ${fault}`);
}

interface Reply {
  readonly status: number;
  readonly isTaken: boolean;
  readonly text: string;
}

async function post(
  uri: string,
  fields: Readonly<Record<string, string>>,
  fetch: Fetch,
): Promise<Result<Reply, CommandRefusal>> {
  try {
    const response = await fetch(uri, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
      redirect: "error",
    });
    return ok({ status: response.status, isTaken: response.ok, text: await response.text() });
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : "cannot be reached";
    return failed(`${uri}: ${reason}; is the service running?`);
  }
}

/** What a refusal says. */
function messageOf(text: string): string {
  const body = parseJson(text);
  const message = isObject(body) ? body["message"] : undefined;
  return typeof message === "string" ? message : "";
}

/** The request in what a session's start answers; the text itself where it is something else. */
function requestIn(text: string): Result<string, CommandRefusal> {
  if (text.trim() === "") return failed("Standard input is empty: did the service answer?");
  const body = parseJson(text);
  if (!isObject(body)) return ok(text.trim());
  const { authorizationRequestUri: uri, error, message } = body;
  if (typeof uri === "string") return ok(uri);
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
  });
}
