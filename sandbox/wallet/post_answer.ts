import { ok, refuse, type Result } from "../../base/result.ts";
import type { EncryptionBreaking } from "./breaking.ts";
import { answerFields, type AnswerMembers } from "./encrypt_answer.ts";
import type { Fetch } from "./read_request.ts";
import type { WalletRefusal } from "./refusal.ts";
import type { AuthorizationRequest } from "../../core/presentation/authorization_request.ts";

/** The target of an answer, and the form to post. */
export interface Posting {
  readonly responseUri: string;
  readonly contentType: string;
  bodyOf(members: AnswerMembers): Promise<string>;
}

/** The service's reply to the wallet. */
export interface PostedAnswer {
  readonly status: number;
  readonly isTaken: boolean;
  readonly text: string;
}

/**
 * Makes a wallet's answer to an authorization request as a form post (OpenID4VP 1.0 §8.2).
 *
 * @param breaking the fault of the encryption; null: none
 */
export function formPosting(
  request: AuthorizationRequest,
  breaking: EncryptionBreaking | null = null,
): Posting {
  return {
    responseUri: request.response_uri,
    contentType: "application/x-www-form-urlencoded",
    bodyOf: async (members) =>
      new URLSearchParams(await answerFields(request, members, breaking)).toString(),
  };
}

/** Posts an answer. Does not follow redirects. */
export async function postAnswer(
  { responseUri: uri, contentType }: Omit<Posting, "bodyOf">,
  body: string,
  fetch: Fetch,
): Promise<Result<PostedAnswer, WalletRefusal>> {
  try {
    const response = await fetch(uri, {
      method: "POST",
      headers: { "content-type": contentType },
      body,
      redirect: "error",
    });
    const { status, ok: isTaken } = response;
    return ok({ status, isTaken, text: await response.text() });
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : "cannot be reached";
    const message = `${uri}: ${reason}; is the service running?`;
    return refuse({ code: "verifier_unreachable", message });
  }
}
