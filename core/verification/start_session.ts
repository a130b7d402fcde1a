import { z } from "zod";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { Unit } from "../../base/unit.ts";
import type { ClientId } from "../access/schema.ts";
import type { Mode } from "../nouns.ts";
import type { EvidenceEncryptionKey } from "../access/evidence_encryption_key.ts";
import { isReturnAllowed } from "../presentation/return_url.ts";
import { requestUriOf } from "../presentation/request_object.ts";
import { SessionId } from "../presentation/schema.ts";
import { beginVerification } from "./begin_verification.ts";
import { checkTypes } from "./check_types.ts";
import type { VerificationPorts } from "./ports.ts";
import type { InitiateRequest, SessionInitiated } from "./schema.ts";
import type { VerificationSession } from "./session_schema.ts";

/** A session to start. */
export interface StartSession {
  readonly unit: Unit;
  readonly client: ClientId;
  readonly mode: Mode;
  readonly request: InitiateRequest;
}

/** A check that keeps a pack, of a client that nobody could encrypt it to; a way back to elsewhere. */
export type StartRefusal =
  | { readonly code: "evidence_key_not_configured" }
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
 * Starts a session that asks for one check, for a caller of the API.
 *
 * @see Verification §4, rules 2 and 3
 */
export async function startSession(
  ports: StartPorts,
  { unit, client, mode, request: { checkType, countryCode, returnUrl } }: StartSession,
): Promise<Result<SessionInitiated, StartRefusal>> {
  const { sessionMinutes, credentialQueries } = ports.verification.rules;
  if (returnUrl !== undefined) {
    const { returnOrigins } = await ports.clients.get(client);
    if (!isReturnAllowed(returnUrl, { returnOrigins, mode })) {
      const message = 'Field "returnUrl" has an origin that `returnOrigins` of the client lacks';
      return refuse({ code: "bad_request", message });
    }
  }
  const keepsPack = checkTypes[checkType].delivers === "pack";
  const packKey = keepsPack ? await packKeyOf(ports, client, mode) : null;
  if (keepsPack && packKey === null) return refuse({ code: "evidence_key_not_configured" });
  const session = beginVerification(ports, {
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
  });
  return ok(await initiated(ports, session));
}

/** The answer to whoever has started a session; a replay has the same bytes. */
async function initiated(
  { sessionTokens }: Pick<VerificationPorts, "sessionTokens">,
  session: VerificationSession,
): Promise<SessionInitiated> {
  const { id, templateVersion, request, pendingUntil, tokenKeyId } = session;
  if (tokenKeyId === null) throw new Error("A session that the API has started has no token");
  return {
    sessionId: id,
    templateVersion,
    authorizationRequest: request,
    authorizationRequestUri: requestUriOf(session),
    expiresAt: pendingUntil,
    sessionToken: await sessionTokens.tokenOf({ id, tokenKeyId }),
  };
}

/** In sandbox a published key, so that a prospect can open the pack. */
async function packKeyOf(
  { clients, verification }: Pick<VerificationPorts, "clients" | "verification">,
  client: ClientId,
  mode: Mode,
): Promise<EvidenceEncryptionKey | null> {
  const { evidenceEncryptionKey } = await clients.get(client);
  return evidenceEncryptionKey ?? (mode === "sandbox" ? verification.sandboxPackKey : null);
}

/** The part of an answer that a replay stores: the session has the rest. */
const SessionReference = z.strictObject({ sessionId: SessionId }).readonly();

/** The reference from which {@link restoreSession} makes the same answer again. */
export function sessionReference(
  { sessionId }: SessionInitiated,
): z.infer<typeof SessionReference> {
  return { sessionId };
}

/**
 * The answer of an earlier start, its token too, whatever became of the session since.
 *
 * @returns null while an erasure runs: it takes sessions first, and the records that name them next
 */
export async function restoreSession(
  ports: Pick<VerificationPorts, "verificationSessions" | "sessionTokens">,
  reference: unknown,
): Promise<SessionInitiated | null> {
  const found = await ports.verificationSessions.find(SessionReference.parse(reference).sessionId);
  return found === null ? null : await initiated(ports, found.session);
}
