import { isSameSecret } from "../../base/constant_time.ts";
import type { Json } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import {
  decryptJwe,
  type JweRefusal,
  type OpenJwe,
  openJwe,
} from "../../standards/jose/decrypt_jwe.ts";
import { answerKeyIn } from "./authorization_request.ts";
import type { FoundSession } from "./ports.ts";
import { CallbackRequest, type EncryptedCallbackRequest, type Session } from "./schema.ts";

/** An answer in a valid form: plain, or still encrypted. */
export type WalletAnswer =
  | { readonly kind: "clear"; readonly members: CallbackRequest }
  | {
    readonly kind: "encrypted";
    readonly jwe: OpenJwe;
    /** The `state` next to it, which counts only for answers through a browser. */
    readonly state: string | undefined;
  };

/** The reason why an answer cannot be read, independent of any session. */
export interface FormRefusal {
  readonly code: "bad_request";
  readonly message: string;
}

/** The content of an answer: a token, or an error code. */
export type ReadAnswer = { readonly error: string } | { readonly token: Json };

/** The way in which an answer's encryption differs from the session's requirement. */
export type EncryptionFault =
  /** The session requires encryption. */
  | "response_not_encrypted"
  | Extract<JweRefusal["code"], "jwe_undecryptable" | "jwe_payload_malformed">;

/** The reason why a wallet's answer to a session is not read. */
export type ReadRefusal =
  | { readonly code: "not_found" }
  /** The session ended since it was read, and its key was deleted with it. */
  | { readonly code: "verification_session_not_pending" }
  | FormRefusal
  | { readonly code: "invalid_presentation"; readonly rule: EncryptionFault };

/** Classifies an answer by its form, without a session. */
export function parseAnswer(
  { response, ...members }: EncryptedCallbackRequest,
): Result<WalletAnswer, FormRefusal> {
  if (response === undefined) {
    const { state } = members;
    return state === undefined
      ? bad('Field "state" is missing')
      : ok({ kind: "clear", members: { ...members, state } });
  }
  if (members.vp_token !== undefined) {
    return bad('Field "vp_token" must be absent beside "response", which holds it');
  }
  const jwe = openJwe(response);
  return jwe.ok
    ? ok({ kind: "encrypted", jwe: jwe.value, state: members.state })
    : bad(`Field "response" is refused: ${jwe.refusal.code}`);
}

function bad(message: string): Result<never, FormRefusal> {
  return refuse({ code: "bad_request", message });
}

/**
 * The value that proves that an answer belongs to a session's request: its `state` or, while it is
 * encrypted, the id of its key.
 */
export function proofOf(answer: WalletAnswer): string {
  return answer.kind === "clear" ? answer.members.state : answer.jwe.kid;
}

/** Whether the sender of an answer knows the request of a session. */
export function knowsRequest(answer: WalletAnswer, { request, digital }: Session): boolean {
  const expected = answer.kind === "clear" ? request.state : answerKeyIn(request)?.kid;
  if (expected === undefined || !isSameSecret(proofOf(answer), expected)) return false;
  if (digital === undefined || answer.kind === "clear" || answer.state === undefined) return true;
  return isSameSecret(answer.state, request.state);
}

/**
 * Reads an answer to a pending session. If encryption is required, only an error may be plain,
 * since a wallet may be unable to encrypt (OpenID4VP 1.0 §8.3.1).
 */
export async function readAnswer(
  answer: WalletAnswer,
  found: Pick<FoundSession, "session" | "findAnswerKey">,
): Promise<Result<ReadAnswer, ReadRefusal>> {
  const { session } = found;
  if (answer.kind === "encrypted") {
    // The page knows the key, and its server alone the state.
    return session.digital !== undefined && answer.state === undefined
      ? bad('Field "state" is missing')
      : await decryptAnswer(answer.jwe, found);
  }
  const isEncrypted = answerKeyIn(session.request) !== null;
  if (isEncrypted && answer.members.error === undefined && answer.members.vp_token !== undefined) {
    return invalid("response_not_encrypted");
  }
  return readMembers(answer.members);
}

async function decryptAnswer(
  jwe: OpenJwe,
  { session: { request, digital }, findAnswerKey }: Pick<
    FoundSession,
    "session" | "findAnswerKey"
  >,
): Promise<Result<ReadAnswer, ReadRefusal>> {
  const key = answerKeyIn(request);
  if (key === null) throw new Error("An answer is encrypted to a session that has no key");
  const d = await findAnswerKey();
  if (d === null) return refuse({ code: "verification_session_not_pending" });
  const decrypted = await decryptJwe(jwe, { ...key, d });
  if (!decrypted.ok) {
    const { code } = decrypted.refusal;
    return invalid(code === "jwe_payload_malformed" ? code : "jwe_undecryptable");
  }
  // By a browser no wallet has seen any (OpenID4VP 1.0, Appendix A.2): it stands beside.
  const stated = digital === undefined ? {} : { state: request.state };
  const parsed = CallbackRequest.safeParse({ ...decrypted.value, ...stated });
  if (!parsed.success) return invalid("jwe_payload_malformed");
  return isSameSecret(parsed.data.state, request.state)
    ? readMembers(parsed.data)
    : refuse({ code: "not_found" });
}

function readMembers({ error, vp_token: token }: CallbackRequest): Result<ReadAnswer, FormRefusal> {
  if (error !== undefined) return ok({ error });
  return token === undefined ? bad('Field "vp_token" is missing') : ok({ token });
}

function invalid(rule: EncryptionFault): Result<never, ReadRefusal> {
  return refuse({ code: "invalid_presentation", rule });
}
