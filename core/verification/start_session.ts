import { z } from "zod";
import type { ClientId } from "../access/schema.ts";
import type { Mode } from "../nouns.ts";
import type { EvidenceEncryptionKey } from "../access/evidence_encryption_key.ts";
import type { Ports } from "../ports.ts";
import type { Unit } from "../../base/unit.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { uuidV7 } from "../../base/uuid.ts";
import { AuthorizationRequest, authorizationRequest } from "./authorization_request.ts";
import { checkTypes, templateVersionOf } from "./check_types.ts";
import { requestUriOf } from "./request_object.ts";
import { type InitiateRequest, SessionId, type SessionInitiated } from "./schema.ts";
import type { Session } from "./session_schema.ts";

/** Who starts what. */
export interface StartSession {
  readonly unit: Unit;
  readonly client: ClientId;
  readonly mode: Mode;
  readonly request: InitiateRequest;
}

/** A check that keeps a pack, of a client that nobody could encrypt it to. */
export type StartRefusal = { readonly code: "evidence_key_not_configured" };

type StartPorts =
  & Pick<Ports, "sessions" | "sessionTokens" | "clock" | "random">
  & Pick<Ports, "clients" | "verification">;

/**
 * Starts a session: freezes what is asked, and of whom, under a nonce and a state that nobody can
 * guess.
 *
 * @see Verification §4, rules 2 and 3
 */
export async function startSession(
  ports: StartPorts,
  { unit, client, mode, request: { checkType, countryCode } }: StartSession,
): Promise<Result<SessionInitiated, StartRefusal>> {
  const { clock, random, sessions, sessionTokens, verification: { baseUrl, identity, rules } } =
    ports;
  const { query, needsCountry, keepsPack } = checkTypes[checkType];
  const packKey = keepsPack ? await packKeyOf(ports, client, mode) : null;
  if (keepsPack && packKey === null) return refuse({ code: "evidence_key_not_configured" });
  const id = SessionId.parse(uuidV7(ports));
  const now = clock.now();
  const session: Session = {
    id,
    clientId: client,
    mode,
    checkType,
    templateVersion: templateVersionOf(checkType),
    countryCode: needsCountry ? countryCode ?? null : null,
    // In the order in which it is read back, so that a replay has the same bytes.
    request: AuthorizationRequest.parse(authorizationRequest({
      identity,
      responseUri: `${baseUrl}/v1/verify/sessions/${id}/responses`,
      query,
      nonce: secret(random),
      state: secret(random),
    })),
    ...(identity.kind === "x509_hash" ? { requestObject: { id: secret(random), fetches: 0 } } : {}),
    createdAt: now.toString({ smallestUnit: "millisecond" }),
    pendingUntil: now.add({ minutes: rules.sessionMinutes }).toString({
      smallestUnit: "millisecond",
    }),
    packKey,
    tokenKeyId: sessionTokens.keyId,
    outcome: { status: "pending", failures: 0 },
  };
  sessions.add(unit, session);
  return ok(await initiated(ports, session));
}

/** The answer to whoever has started a session; a replay has the same bytes. */
async function initiated(
  { sessionTokens }: Pick<Ports, "sessionTokens">,
  session: Session,
): Promise<SessionInitiated> {
  const { id, templateVersion, request, pendingUntil } = session;
  return {
    sessionId: id,
    templateVersion,
    authorizationRequest: request,
    authorizationRequestUri: requestUriOf(session),
    expiresAt: pendingUntil,
    sessionToken: await sessionTokens.tokenOf(session),
  };
}

/** In sandbox a published key, so that a prospect can open the pack. */
async function packKeyOf(
  { clients, verification }: Pick<Ports, "clients" | "verification">,
  client: ClientId,
  mode: Mode,
): Promise<EvidenceEncryptionKey | null> {
  const { evidenceEncryptionKey } = await clients.get(client);
  return evidenceEncryptionKey ?? (mode === "sandbox" ? verification.sandboxPackKey : null);
}

/** 256 random bits, base64url: itself an authorization. */
function secret(random: Ports["random"]): string {
  return random.bytes(32).toBase64({ alphabet: "base64url", omitPadding: true });
}

/** What a replay keeps: the session has the rest. */
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
  ports: Pick<Ports, "sessions" | "sessionTokens">,
  reference: unknown,
): Promise<SessionInitiated | null> {
  const found = await ports.sessions.find(SessionReference.parse(reference).sessionId);
  return found === null ? null : await initiated(ports, found.session);
}
