import { ok, refuse, type Result } from "../../base/result.ts";
import type { Unit } from "../../base/unit.ts";
import type { ClientId } from "../access/schema.ts";
import type { Mode } from "../nouns.ts";
import type { EvidenceEncryptionKey } from "../access/evidence_encryption_key.ts";
import { isReturnAllowed } from "../presentation/return_url.ts";
import { begunSession, SessionReference } from "../presentation/begun_session.ts";
import { isLoopbackOrigin } from "../access/web_origin.ts";
import { digitalRequestOf } from "../presentation/digital_credential_request.ts";
import {
  beginDigitalVerification,
  type BeginVerification,
  beginVerification,
} from "./begin_verification.ts";
import { checkTypes } from "./check_types.ts";
import type { VerificationPorts } from "./ports.ts";
import type { DigitalSessionInitiated, InitiateRequest, SessionInitiated } from "./schema.ts";
import type { VerificationSession } from "./session_schema.ts";

/** A session to start. */
export interface StartSession {
  readonly unit: Unit;
  readonly client: ClientId;
  readonly mode: Mode;
  readonly request: InitiateRequest;
}

/** The reason why no session starts. */
export type StartRefusal =
  /** The check stores a pack, but the client has no key to encrypt it. */
  | { readonly code: "evidence_key_not_configured" }
  /** The page or return URL does not belong to the client. */
  | { readonly code: "bad_request"; readonly message: string };

type StartPorts = Pick<
  VerificationPorts,
  | "verificationSessions"
  | "sessionTokens"
  | "clock"
  | "random"
  | "clients"
  | "presentation"
  | "verification"
>;

/**
 * Starts a session of one check, for a caller of the API.
 *
 * @see Verification §4, rules 2 and 3
 */
export async function startSession(
  ports: StartPorts,
  { unit, client, mode, request: { checkType, countryCode, returnUrl, origin } }: StartSession,
): Promise<Result<SessionInitiated | DigitalSessionInitiated, StartRefusal>> {
  const { sessionMinutes, credentialQueries } = ports.verification.rules;
  const isOfPage = returnUrl !== undefined || origin !== null;
  const { returnOrigins } = isOfPage ? await ports.clients.get(client) : { returnOrigins: [] };
  if (returnUrl !== undefined && !isReturnAllowed(returnUrl, { returnOrigins, mode })) {
    return foreignReturnUrl;
  }
  if (origin !== null && !mayAsk(origin, { returnOrigins, mode })) return foreignOrigin;
  const keepsPack = checkTypes[checkType].delivers === "pack";
  const packKey = keepsPack ? await packKeyOf(ports, client, mode) : null;
  if (keepsPack && packKey === null) return refuse({ code: "evidence_key_not_configured" });
  const asked: BeginVerification = {
    unit,
    client,
    mode,
    startedFor: "api",
    checkType,
    countryCode,
    packKey,
    returnUrl: returnUrl ?? null,
    pendingMinutes: sessionMinutes,
    credentialQueries,
  };
  const session = origin === null
    ? beginVerification(ports, asked)
    : await beginDigitalVerification(ports, asked, origin);
  return ok(await initiated(ports, session));
}

const foreignOrigin = refuse(
  {
    code: "bad_request",
    message: 'Field "origin" is none of `returnOrigins` of the client\'s record',
  } as const,
);

const foreignReturnUrl = refuse(
  {
    code: "bad_request",
    message: 'The origin of field "returnUrl" is none of `returnOrigins` of the client\'s record',
  } as const,
);

/**
 * Whether an origin belongs to a client; in a sandbox also any origin on the browser's own machine.
 */
function mayAsk(
  origin: string,
  { returnOrigins, mode }: { readonly returnOrigins: readonly string[]; readonly mode: Mode },
): boolean {
  return returnOrigins.includes(origin) || (mode === "sandbox" && isLoopbackOrigin(origin));
}

/** The answer to the caller that starts a session; a replay has the same bytes. */
async function initiated(
  { sessionTokens }: Pick<VerificationPorts, "sessionTokens">,
  session: VerificationSession,
): Promise<SessionInitiated | DigitalSessionInitiated> {
  const { id, templateVersion, request, pendingUntil, tokenKeyId } = session;
  if (tokenKeyId === null) throw new Error("A session that the API has started has no token");
  const sessionToken = await sessionTokens.tokenOf({ id, tokenKeyId });
  const digitalCredentialRequest = digitalRequestOf(session);
  if (digitalCredentialRequest !== null) {
    const { response_uri: responseUri, state } = request;
    return {
      sessionId: id,
      templateVersion,
      digitalCredentialRequest,
      responseUri,
      state,
      expiresAt: pendingUntil,
      sessionToken,
    };
  }
  return { ...begunSession(session), sessionToken };
}

/** The key for the pack; in a sandbox a published key, so that anyone can open the pack. */
async function packKeyOf(
  { clients, verification }: Pick<VerificationPorts, "clients" | "verification">,
  client: ClientId,
  mode: Mode,
): Promise<EvidenceEncryptionKey | null> {
  const { evidenceEncryptionKey } = await clients.get(client);
  return evidenceEncryptionKey ?? (mode === "sandbox" ? verification.sandboxPackKey : null);
}

/**
 * Restores the answer of an earlier start with its token, whatever happened to the session since.
 *
 * @returns null while an erasure runs, which deletes sessions before the records that name them
 */
export async function restoreSession(
  ports: Pick<VerificationPorts, "verificationSessions" | "sessionTokens">,
  reference: unknown,
): Promise<SessionInitiated | DigitalSessionInitiated | null> {
  const found = await ports.verificationSessions.find(SessionReference.parse(reference).sessionId);
  return found === null ? null : await initiated(ports, found.session);
}
