import type { Json } from "../../base/json.ts";
import { contentEncryptions } from "../../standards/jose/decrypt_jwe.ts";
import { encryptTextDirectly } from "../../standards/jose/jwe.ts";
import {
  answerKeyIn,
  type AuthorizationRequest,
} from "../../core/presentation/authorization_request.ts";
import type { EncryptionBreaking } from "./breaking.ts";
import type { DigitalRequest, WalletRequest } from "./wallet_request.ts";

/** The fields of an answer's form. */
export type AnswerFields = Readonly<Record<string, string>>;

/** The members of an answer: a token, or an error. */
export type AnswerMembers = Readonly<Record<string, Json>>;

/**
 * Makes the form of an answer as requested: plain (OpenID4VP 1.0 §8.2), or encrypted to the key in
 * the request (§8.3.1).
 *
 * @param breaking the fault of the encryption; null: none
 */
export async function answerFields(
  request: AuthorizationRequest,
  members: AnswerMembers,
  breaking: EncryptionBreaking | null = null,
): Promise<AnswerFields> {
  const all = { state: request.state, ...members };
  const response = await encrypt(request, all, breaking);
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
 * Makes the `data` of an answer that a browser passes to its page (OpenID4VP 1.0, Appendix A.4). An
 * error is always plain.
 */
export async function digitalAnswer(
  request: DigitalRequest,
  members: AnswerMembers,
  breaking: EncryptionBreaking | null = null,
): Promise<AnswerMembers> {
  if (members["error"] !== undefined) return { error: members["error"] };
  const response = await encrypt(request, members, breaking);
  return response === null ? members : { response };
}

/** @returns null if the request requires a plain answer, or the fault is a plain one */
async function encrypt(
  request: WalletRequest,
  members: AnswerMembers,
  breaking: EncryptionBreaking | null,
): Promise<string | null> {
  const asked = answerKeyIn(request);
  if (asked === null || breaking?.isInClear === true) return null;
  const taken = request.client_metadata?.encrypted_response_enc_values_supported ?? [];
  // The default where the verifier names none (§5.1).
  const enc = contentEncryptions.findLast((known) => taken.includes(known)) ?? "A128GCM";
  const right = { text: JSON.stringify(members), key: asked };
  const { text, key } = { ...right, ...await breaking?.change?.(right) };
  const jwe = await encryptTextDirectly(text, key, enc);
  return breaking?.spoil?.(jwe) ?? jwe;
}
