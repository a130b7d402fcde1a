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

/** The session to begin: its client and its check. */
export interface BeginSession<Kind extends SessionKind> {
  readonly unit: Unit;
  readonly service: Kind["service"];
  readonly client: ClientId;
  readonly mode: Mode;
  readonly startedFor: StartedFor;
  /**
   * The path of the service's sessions, such as `/v1/verify/sessions`; the wallet answers below it.
   */
  readonly path: string;
  readonly checkType: Kind["checkType"];
  readonly templateVersion: string;
  readonly query: DcqlQuery;
  readonly countryCode: string | null;
  /** The key to which the pack is encrypted; null if the check stores no pack. */
  readonly packKey: EvidenceEncryptionKey | null;
  /** The server key that its token is derived under; null without a token. */
  readonly tokenKeyId: string | null;
  /** The URL to which the wallet redirects the browser; null or absent: none. */
  readonly returnUrl?: string | null;
  /** Minutes for which the session waits for an answer. */
  readonly pendingMinutes: number;
}

/** The session to begin, requested through a page's browser. */
export interface BeginDigitalSession<Kind extends SessionKind> extends BeginSession<Kind> {
  /** The origin of the page, to which the answer is bound. */
  readonly origin: string;
}

type BeginPorts<Kind extends SessionKind> = Pick<
  PresentationPorts<Kind>,
  "sessions" | "clock" | "random" | "presentation"
>;

/**
 * Begins a session: freezes its query and its recipient, under a random nonce and a random state.
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

/**
 * Like {@link beginSession}, for a session through a page's browser (OpenID4VP 1.0, Appendix A).
 */
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
  /** Null for a plain answer. */
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
