import { z } from "zod";
import { Timestamp } from "../nouns.ts";
import { AuthorizationRequest } from "./authorization_request.ts";
import { requestUriOf } from "./request_object.ts";
import { type Session, SessionId, TemplateVersion } from "./schema.ts";

/** A new session, with the link for the wallet. */
export const BegunSession = z.object({
  sessionId: SessionId,
  templateVersion: TemplateVersion,
  authorizationRequest: AuthorizationRequest,
  authorizationRequestUri: z.string().meta({
    description: "The request as a URI, for a QR code or a link on the same device",
  }),
  expiresAt: Timestamp,
}).readonly();
export type BegunSession = z.infer<typeof BegunSession>;

/** The answer to the client that started a session; a replay has the same bytes. */
export function begunSession(session: Session): BegunSession {
  const { id, templateVersion, request, pendingUntil } = session;
  return {
    sessionId: id,
    templateVersion,
    authorizationRequest: request,
    authorizationRequestUri: requestUriOf(session),
    expiresAt: pendingUntil,
  };
}

/**
 * The part of an answer that a replay stores, without the request, which contains nonce and state.
 */
export const SessionReference = z.strictObject({ sessionId: SessionId }).readonly();

/** The reference from which a replay makes the same answer again. */
export function sessionReference(
  { sessionId }: Pick<BegunSession, "sessionId">,
): z.infer<typeof SessionReference> {
  return { sessionId };
}
