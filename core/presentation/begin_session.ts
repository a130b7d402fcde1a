import { makeSecret } from "../../base/secret.ts";
import type { Unit } from "../../base/unit.ts";
import { uuidV7 } from "../../base/uuid.ts";
import { makeDecryptionKey } from "../../standards/jose/encryption_key.ts";
import type { DcqlQuery } from "../../standards/dcql/query.ts";
import type { ClientId } from "../access/schema.ts";
import type { Mode } from "../nouns.ts";
import type { EvidenceEncryptionKey } from "../access/evidence_encryption_key.ts";
import {
  AuthorizationRequest,
  authorizationRequest,
  defaultWalletLink,
} from "./authorization_request.ts";
import { digitalRequestClaims } from "./digital_credential_request.ts";
import type { PresentationPorts } from "./ports.ts";
import { anyWallet } from "./request_object.ts";
import { verifierInfoFor } from "./verifier_info.ts";
import { type Session, SessionId, type SessionKind, type StartedFor } from "./schema.ts";

/** A session to begin: its client, and what is asked. */
export interface BeginSession<Kind extends SessionKind> {
  readonly unit: Unit;
  readonly service: Kind["service"];
  readonly client: ClientId;
  readonly mode: Mode;
  readonly startedFor: StartedFor;
  /** Where the service's sessions are, `/v1/verify/sessions`; the wallet answers below it. */
  readonly path: string;
  readonly checkType: Kind["checkType"];
  readonly templateVersion: string;
  readonly query: DcqlQuery;
  readonly countryCode: string | null;
  /** Whom the pack is encrypted to; null where the check keeps none. */
  readonly packKey: EvidenceEncryptionKey | null;
  /** The server key that its token is derived under; null where it has no token. */
  readonly tokenKeyId: string | null;
  /** Where the wallet sends the browser back to; null or absent: nowhere. */
  readonly returnUrl?: string | null;
  /** Minutes that it waits for an answer. */
  readonly pendingMinutes: number;
}

/** A session to begin that a page's browser asks for. */
export interface BeginDigitalSession<Kind extends SessionKind> extends BeginSession<Kind> {
  /** The page's; what the answer is bound to. */
  readonly origin: string;
}

type BeginPorts<Kind extends SessionKind> = Pick<
  PresentationPorts<Kind>,
  "sessions" | "clock" | "random" | "presentation"
>;

/**
 * Begins a session: freezes what is asked, and of whom, under a nonce and a state that are hard to
 * guess.
 *
 * @see Verification §4, rules 2 and 3
 */
export function beginSession<Kind extends SessionKind>(
  ports: BeginPorts<Kind>,
  asked: BeginSession<Kind>,
): Session<Kind> {
  const { session, answerKey } = makeSession(ports, asked);
  ports.sessions.add(asked.unit, session, answerKey);
  return session;
}

/** As {@link beginSession}, of a session that a page's browser asks for (OpenID4VP 1.0, Appendix A). */
export async function beginDigitalSession<Kind extends SessionKind>(
  ports: BeginPorts<Kind>,
  { origin, ...asked }: BeginDigitalSession<Kind>,
): Promise<Session<Kind>> {
  // Its request is never fetched, and no link leads to it.
  const { session: whole, answerKey } = makeSession(ports, asked);
  const { requestObject: _, walletLink: __, ...made } = whole;
  const { signer, verifierInfo } = ports.presentation;
  const signed = signer === null ? null : await signer.sign({
    ...digitalRequestClaims(made.request, origin),
    ...verifierInfoFor(verifierInfo, asked.query),
    aud: anyWallet,
    iat: secondsOf(made.createdAt),
    exp: secondsOf(made.pendingUntil),
  });
  const session = { ...made, digital: { origin, ...(signed === null ? {} : { signed }) } };
  ports.sessions.add(asked.unit, session, answerKey);
  return session;
}

function secondsOf(timestamp: string): number {
  return Math.floor(Date.parse(timestamp) / 1000);
}

/** A session, and the private part of its answer's key. */
interface MadeSession<Kind extends SessionKind> {
  readonly session: Session<Kind>;
  /** Null where its answer is not encrypted. */
  readonly answerKey: string | null;
}

function makeSession<Kind extends SessionKind>(
  ports: BeginPorts<Kind>,
  { client, path, query, pendingMinutes, ...asked }: BeginSession<Kind>,
): MadeSession<Kind> {
  const { clock, random, presentation } = ports;
  const { baseUrl, identity, responseMode, signer, rules: { requestUriMethod, walletLink } } =
    presentation;
  const id = SessionId.parse(uuidV7(ports));
  const now = clock.now();
  const answerKey = responseMode === "direct_post.jwt" ? makeDecryptionKey(random) : null;
  const session: Session<Kind> = {
    id,
    service: asked.service,
    clientId: client,
    mode: asked.mode,
    startedFor: asked.startedFor,
    checkType: asked.checkType,
    templateVersion: asked.templateVersion,
    countryCode: asked.countryCode,
    // In the order in which it is read back, so that a replay has the same bytes.
    request: AuthorizationRequest.parse(authorizationRequest({
      identity,
      responseUri: `${baseUrl}${path}/${id}/responses`,
      query,
      nonce: makeSecret(random),
      state: makeSecret(random),
      answerKey,
    })),
    ...(signer === null ? {} : {
      requestObject: {
        id: makeSecret(random),
        fetches: 0,
        ...(requestUriMethod === "post" ? { byPost: true } : {}),
      },
    }),
    ...(walletLink === defaultWalletLink ? {} : { walletLink }),
    ...(asked.returnUrl == null ? {} : { returnUrl: asked.returnUrl }),
    createdAt: now.toString({ smallestUnit: "millisecond" }),
    pendingUntil: now.add({ minutes: pendingMinutes }).toString({ smallestUnit: "millisecond" }),
    packKey: asked.packKey,
    tokenKeyId: asked.tokenKeyId,
    outcome: { status: "pending", failures: 0 },
  };
  return { session, answerKey: answerKey?.d ?? null };
}
