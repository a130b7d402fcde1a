import { parseJson } from "../../base/json.ts";
import type { Result } from "../../base/result.ts";
import type { ClientId } from "../../core/access/schema.ts";
import { answerRequest } from "../wallet/answer.ts";
import { formPosting, postAnswer, type PostedAnswer } from "../wallet/post_answer.ts";
import { type Fetch, readRequest } from "../wallet/read_request.ts";
import { notAnswerable, type WalletRefusal } from "../wallet/refusal.ts";
import { openWallet } from "./open_wallet.ts";
import type { PlaygroundPorts } from "./ports.ts";
import { recordExchanges } from "./record_exchanges.ts";
import type { ActedOut, PresentationRequest } from "./schema.ts";

/** The prospect for whom the playground acts. */
export interface Prospect {
  readonly clientId: ClientId;
  /** Canonical text of the source address, whose rate limits apply. */
  readonly sourceAddress: string;
}

/**
 * Answers an authorization request of this service by the wallet of a prospect, like the wallet of
 * the command line: with invented persons' credentials by the sandbox's issuer, and those that the
 * prospect redeemed.
 */
export async function presentForProspect(
  ports: PlaygroundPorts,
  { clientId, sourceAddress }: Prospect,
  asked: PresentationRequest,
): Promise<ActedOut> {
  const { fetch, exchanges } = recordExchanges(ports.fetchAs(sourceAddress));
  const posted = await answerByWallet(ports, { clientId, fetch }, asked);
  if (!posted.ok) return { exchanges, stopped: posted.refusal.message, result: null };
  return { exchanges, stopped: null, result: { answer: parseJson(posted.value.text) ?? null } };
}

/** Posts the answer of a prospect's wallet. @returns a refusal if the service refuses the answer */
export async function answerByWallet(
  { wallets, ...ports }: PlaygroundPorts,
  { clientId, fetch }: Pick<Prospect, "clientId"> & { readonly fetch: Fetch },
  { authorizationRequestUri, person, format }: PresentationRequest,
): Promise<Result<PostedAnswer, WalletRefusal>> {
  const request = await readRequest(authorizationRequestUri, fetch, ports.random);
  if (!request.ok) return request;
  const wallet = { ...ports, ...openWallet(wallets, clientId) };
  const choice = { person, format: format ?? null, claims: {}, breaking: null };
  const answer = await answerRequest(wallet, request.value, choice);
  if (!answer.ok) return answer;
  const posting = formPosting(request.value);
  const body = await posting.bodyOf({ vp_token: answer.value.token });
  const posted = await postAnswer(posting, body, fetch);
  if (!posted.ok || posted.value.isTaken) return posted;
  return notAnswerable(`The service refuses the answer with status ${posted.value.status}`);
}
