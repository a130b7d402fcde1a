import type { Json } from "../../base/json.ts";
import { contentEncryptions } from "../../standards/jose/decrypt_jwe.ts";
import { encryptTextDirectly } from "../../standards/jose/jwe.ts";
import { answerKeyIn, type AuthorizationRequest } from "../presentation/authorization_request.ts";
import type { DigitalRequest, WalletRequest } from "./wallet_request.ts";

/** The fields of the form in which an answer is sent. */
export type AnswerFields = Readonly<Record<string, string>>;

/** The members of an answer: a token, or an error. */
export type AnswerMembers = Readonly<Record<string, Json>>;

/**
 * The form of an answer as its request asks for it: as it is (OpenID4VP 1.0 §8.2), or encrypted to the
 * key in the request (§8.3.1).
 */
export async function answerFields(
  request: AuthorizationRequest,
  members: AnswerMembers,
): Promise<AnswerFields> {
  const all = { state: request.state, ...members };
  const response = await encrypt(request, all);
  if (response === null) {
    return Object.fromEntries(
      Object.entries(all).map(([name, value]) => [
        name,
        typeof value === "string" ? value : JSON.stringify(value),
      ]),
    );
  }
  return { response };
}

/**
 * An answer as a browser gives it to its page (OpenID4VP 1.0, Appendix A.4): `data`. An error is always
 * in clear.
 */
export async function digitalAnswer(
  request: DigitalRequest,
  members: AnswerMembers,
): Promise<AnswerMembers> {
  if (members["error"] !== undefined) return { error: members["error"] };
  const response = await encrypt(request, members);
  return response === null ? members : { response };
}

/** @returns null where the request asks for an answer in clear */
async function encrypt(request: WalletRequest, members: AnswerMembers): Promise<string | null> {
  const key = answerKeyIn(request);
  if (key === null) return null;
  const taken = request.client_metadata?.encrypted_response_enc_values_supported ?? [];
  // The default where the verifier names none (§5.1).
  const enc = contentEncryptions.findLast((known) => taken.includes(known)) ?? "A128GCM";
  return await encryptTextDirectly(JSON.stringify(members), key, enc);
}
