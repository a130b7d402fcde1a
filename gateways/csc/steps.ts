import { ok, refuse, type Result } from "../../base/result.ts";
import type { SigningCredential } from "../../core/seal/ports.ts";
import { CredentialList, Signatures } from "../../standards/csc/answers.ts";
import type { CredentialDescription } from "../../standards/csc/credential.ts";
import type { CallRefusal } from "./calls.ts";
import { badAnswer } from "./service_info.ts";
import type { Session } from "./session.ts";
import type { UnusableRefusal } from "./usable_credential.ts";

/** Maximum pages of a list that are read. */
const pagesMax = 10;

/** Ids of the credentials that this service's account may use, from at most ten pages. */
export async function listCredentials(
  session: Session,
): Promise<Result<readonly string[], CallRefusal>> {
  let body: Readonly<Record<string, unknown>> = {};
  const listed: string[] = [];
  for (let page = 0; page < pagesMax; page++) {
    const answer = await session.call({ name: "credentials/list", body, held: [] });
    if (!answer.ok) return answer;
    const read = CredentialList.safeParse(answer.value.json);
    if (!read.success) return refuse(badAnswer);
    const { credentialIDs, nextPageToken = "" } = read.data;
    listed.push(...credentialIDs);
    if (nextPageToken === null || nextPageToken === "") break;
    body = { pageToken: nextPageToken };
  }
  return ok(listed);
}

/** Reads a credential with its chain. A credential that the service does not know cannot sign. */
export type ReadCredential = (
  session: Session,
  credentialId: string,
) => Promise<Result<CredentialDescription, CallRefusal | UnusableRefusal>>;

/**
 * Opens the reading of one service's credentials. Some services have no certificate details (501)
 * and are not asked for them again, since the needed details are in the certificate itself.
 */
export function openCredentials(): ReadCredential {
  let details: { readonly certInfo?: true } = { certInfo: true };
  return async (session, credentialId) => {
    const ask = () =>
      session.call({
        name: "credentials/info",
        body: { credentialID: credentialId, certificates: "chain", ...details, authInfo: true },
        held: [credentialId],
      });
    let answer = await ask();
    if (!answer.ok && answer.refusal.status === 501 && details.certInfo === true) {
      details = {};
      answer = await ask();
    }
    if (!answer.ok) return isUnknown(answer.refusal) ? refuse(unknownCredential) : answer;
    const said = session.speech.parseCredential(answer.value.json);
    return said === null ? refuse(badAnswer) : ok(said);
  };
}

const unknownCredential: UnusableRefusal = {
  code: "signing_credential_unusable",
  problem: "unknown_credential",
};

/**
 * Whether the service does not know the credential: of the request's members, only the id may be
 * refused.
 */
function isUnknown({ status, error }: CallRefusal): boolean {
  return status === 404 || (status === 400 && error === "invalid_request");
}

/** The arguments of `signatures/signHash`. */
export interface Signing {
  readonly credential: SigningCredential;
  /** SHA-256. */
  readonly hash: Uint8Array;
  /** Signature Activation Data. */
  readonly sad: string;
  /** Values of the call that no log may contain. */
  readonly held: readonly string[];
}

/** Has one hash signed, once. @returns the raw signature from the service */
export async function signOnce(
  session: Session,
  { credential, hash, sad, held }: Signing,
): Promise<Result<Uint8Array, CallRefusal>> {
  const { credentialId, signAlgo } = credential;
  const answer = await session.call({
    name: "signatures/signHash",
    body: session.speech.signHash({ credentialId, hash, sad, signAlgo }),
    held: [...held, sad],
  });
  if (!answer.ok) return answer;
  // 202: it would be signed later, for a caller that waits for it.
  const read = Signatures.safeParse(answer.value.json);
  if (answer.value.status !== 200 || !read.success) return refuse(badAnswer);
  const [signature, another] = read.data.signatures;
  return signature === undefined || another !== undefined
    ? refuse({ ...badAnswer, code: "wrong_signature_count" })
    : ok(signature);
}
