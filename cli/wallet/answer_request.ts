import { isObject, type Json, parseJson } from "../../base/json.ts";
import { ok, type Result } from "../../base/result.ts";
import { type Answer, type Answering, answerRequest } from "../../sandbox/wallet/answer.ts";
import type { EncryptionBreaking } from "../../sandbox/wallet/breaking.ts";
import { digitalAnswer } from "../../sandbox/wallet/encrypt_answer.ts";
import { unaskedOf } from "../../sandbox/wallet/narrow_query.ts";
import {
  formPosting,
  postAnswer,
  type PostedAnswer,
  type Posting,
} from "../../sandbox/wallet/post_answer.ts";
import type { WalletPorts } from "../../sandbox/wallet/ports.ts";
import { readDigitalRequest } from "../../sandbox/wallet/read_digital_request.ts";
import { type Fetch, readRequest } from "../../sandbox/wallet/read_request.ts";
import type { WalletRequest } from "../../sandbox/wallet/wallet_request.ts";
import { type CommandRefusal, type Done, failed } from "../command/command.ts";
import type { Terminal } from "../command/terminal.ts";

/** Credentials, or the reason why there are none (OpenID4VP 1.0 §8.5). */
export type WalletReply = Answering | { readonly error: string };

/** Dependencies of answering a request. */
export interface AnsweringTools extends Pick<Terminal, "err">, WalletPorts {
  readonly fetch: Fetch;
}

/** The service's reply to the wallet. */
export interface ServiceReply extends PostedAnswer {
  /** The expected refusal; null if the wallet's answer was valid. */
  readonly fault: Answer["fault"];
}

/** Reads an authorization request and posts the holder's answer, like a wallet. */
export async function answer(
  uri: string,
  reply: WalletReply,
  tools: AnsweringTools,
): Promise<Result<ServiceReply, CommandRefusal>> {
  const request = await readRequest(uri, tools.fetch, tools.random);
  if (!request.ok) return request;
  const posting = formPosting(request.value, encryptionBreakingOf(reply));
  return await respond({ request: request.value, posting }, reply, tools);
}

/** A session through a page's browser, as started by the page's server. */
export interface DigitalSession {
  readonly digitalCredentialRequest: Json;
  readonly responseUri: string;
  readonly state: string;
  /** The origin of the page. */
  readonly origin: string;
}

/**
 * Answers the request of a page, and posts the answer with the state of its session; acts as
 * wallet, browser and the page's own server.
 */
export async function answerPage(
  { digitalCredentialRequest, responseUri, state, origin }: DigitalSession,
  reply: WalletReply,
  tools: AnsweringTools,
): Promise<Result<ServiceReply, CommandRefusal>> {
  const request = await readDigitalRequest(digitalCredentialRequest, origin);
  if (!request.ok) return request;
  const posting: Posting = {
    responseUri,
    contentType: "application/json",
    bodyOf: async (members) =>
      JSON.stringify({
        state,
        ...await digitalAnswer(request.value, members, encryptionBreakingOf(reply)),
      }),
  };
  return await respond({ request: request.value, posting }, reply, tools);
}

function encryptionBreakingOf(reply: WalletReply): EncryptionBreaking | null {
  return "error" in reply ? null : reply.breaking?.encryption ?? null;
}

async function respond(
  { request, posting }: { readonly request: WalletRequest; readonly posting: Posting },
  reply: WalletReply,
  tools: AnsweringTools,
): Promise<Result<ServiceReply, CommandRefusal>> {
  const { responseUri } = posting;
  if ("error" in reply) {
    tools.err(`Answering ${responseUri} with error ${reply.error}\n`);
    const error_description = "The holder presents nothing";
    const body = await posting.bodyOf({ error: reply.error, error_description });
    return await post(posting, body, null, tools);
  }
  const made = await answerRequest(tools, request, reply);
  if (!made.ok) return made;
  const { credentials, held, token, fault } = made.value;
  const unasked = unaskedOf(reply.claims, credentials);
  if (unasked !== undefined) {
    return failed(
      `No credential that answers shows ${unasked}: leave the claim out, or try --format`,
    );
  }
  const shown = credentials.map(({ id, format }) =>
    held.has(id) ? `${id} (${format}, kept)` : `${id} (${format})`
  ).join(" and ");
  tools.err(`Answering ${responseUri} with ${shown}${describe(fault)}\n`);
  return await post(posting, await posting.bodyOf({ vp_token: token }), fault, tools);
}

function describe(fault: Answer["fault"]): string {
  return fault === null ? "" : `, broken: to be refused with ${fault}`;
}

async function post(
  posting: Posting,
  body: string,
  fault: Answer["fault"],
  { fetch, err }: AnsweringTools,
): Promise<Result<ServiceReply, CommandRefusal>> {
  const posted = await postAnswer(posting, body, fetch);
  if (!posted.ok) return posted;
  err(`The service answers ${posted.value.status}\n`);
  return ok({ ...posted.value, fault });
}

/** Reports whether the service behaved correctly, which for a faulty answer means a refusal. */
export function judgeReply({ isTaken, text, fault }: ServiceReply): Done {
  if (fault === null) return isTaken ? ok(null) : failed("The service does not take the answer");
  if (isTaken) {
    return failed(`The service accepts the faulty answer, but must refuse it with ${fault}`);
  }
  const isExpected = messageOf(text).split(/[^a-z_]+/).includes(fault);
  return failed(`The service refuses it, ${isExpected ? "as expected" : "but not"} with ${fault}`);
}

/** The code and message of a refusal. */
function messageOf(text: string): string {
  const body = parseJson(text);
  const said = isObject(body) ? [body["error"], body["message"]] : [];
  return said.filter((one) => typeof one === "string").join(" ");
}
