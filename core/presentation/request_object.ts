import type { Mode } from "../nouns.ts";
import { isSameSecret } from "../../base/constant_time.ts";
import type { JsonObject } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { encryptTextDirectly } from "../../standards/jose/jwe.ts";
import { authorizationRequestUri, signedRequestUri } from "./authorization_request.ts";
import { findSession } from "./find_session.ts";
import type { PresentationPorts } from "./ports.ts";
import { type RequestSigner, requestType } from "./request_signer.ts";
import { type Session, type SessionId, statusOf } from "./schema.ts";
import { verifierInfoFor } from "./verifier_info.ts";
import type { WalletEncryption } from "./wallet_metadata.ts";

/** `aud` of a request to an unknown wallet (OpenID4VP 1.0 §5.8). */
export const anyWallet = "https://self-issued.me/v2";

/**
 * Returns the URI of a session's request: with the whole request, or with the address of its signed
 * form.
 */
export function requestUriOf(
  { request, requestObject, walletLink }: Pick<Session, "request" | "requestObject" | "walletLink">,
): string {
  if (requestObject === undefined) return authorizationRequestUri(request, walletLink);
  const address = new URL(`requests/${requestObject.id}`, request.response_uri);
  const { byPost } = requestObject;
  return signedRequestUri(
    { clientId: request.client_id, requestUri: address.href, byPost },
    walletLink,
  );
}

type RequestPorts = Pick<PresentationPorts, "sessions" | "clock" | "presentation">;

/** A wallet's fetch of a signed request. */
export interface RequestObjectFetch {
  readonly id: SessionId;
  readonly mode: Mode;
  readonly requestId: string;
  /**
   * The wallet's nonce, which the request repeats, so that no old request can be replayed to the
   * wallet (OpenID4VP 1.0 §5.10).
   */
  readonly walletNonce?: string | null;
  /** The encryption that the wallet requires; null: none. */
  readonly encryption?: WalletEncryption | null;
  /** Whether only the headers are requested, which does not count as a fetch. */
  readonly isHead: boolean;
}

/**
 * Signs the request of a pending session for its wallet (RFC 9101 §5.2; OpenID4VP 1.0 §5). All
 * failures give the same refusal: unknown id, ended session, too many fetches, or a verifier with a
 * new certificate.
 *
 * @returns compact JWS, or a compact JWE around it (RFC 9101 §4)
 */
export async function fetchRequestObject(
  ports: RequestPorts,
  { id, mode, requestId, walletNonce = null, encryption = null, isHead }: RequestObjectFetch,
): Promise<Result<string, { readonly code: "not_found" }>> {
  const { clock, presentation: { signer, verifierInfo, rules } } = ports;
  const { requestFetchesMax: fetchesMax, failedPresentationsMax } = rules;
  // Each try lost means that another fetch, or an answer, has won: there are only so many of both.
  for (let lost = 0; lost <= fetchesMax + failedPresentationsMax; lost++) {
    const found = await findSession(ports, { id, mode });
    if (found === null || signer === null) break;
    const now = clock.now();
    const { session } = found;
    if (!isFetchable(session, { requestId, fetchesMax, now }) || !asks(session, signer)) break;
    if (isHead || await found.noteFetch()) {
      const info = verifierInfoFor(verifierInfo, session.request.dcql_query);
      const signed = await signer.sign({ ...claimsOf(session, walletNonce, now), ...info });
      return ok(encryption === null ? signed : await encryptedTo(encryption, signed));
    }
  }
  return refuse({ code: "not_found" });
}

/** Encrypts a signed request (RFC 7519 §5.2 and Appendix A.2). */
async function encryptedTo({ key, enc }: WalletEncryption, signed: string): Promise<string> {
  return await encryptTextDirectly(signed, key, enc, { typ: requestType, cty: "JWT" });
}

function isFetchable(session: Session, { requestId, fetchesMax, now }: {
  readonly requestId: string;
  readonly fetchesMax: number;
  readonly now: Temporal.Instant;
}): boolean {
  const { requestObject } = session;
  return requestObject !== undefined && isSameSecret(requestId, requestObject.id) &&
    requestObject.fetches < fetchesMax && statusOf(session, now) === "pending";
}

/**
 * Whether a session's request names this signer's certificate, by its hash or by a DNS name in it.
 */
function asks(
  { request: { client_id } }: Session,
  { certificateHash, dnsNames }: RequestSigner,
): boolean {
  return client_id === `x509_hash:${certificateHash}` ||
    dnsNames.some((name) => client_id === `x509_san_dns:${name}`);
}

function claimsOf(
  { request, pendingUntil }: Session,
  walletNonce: string | null,
  now: Temporal.Instant,
): JsonObject {
  return {
    ...JSON.parse(JSON.stringify(request)),
    ...(walletNonce === null ? {} : { wallet_nonce: walletNonce }),
    aud: anyWallet,
    iat: Math.floor(now.epochMilliseconds / 1000),
    exp: Math.floor(Date.parse(pendingUntil) / 1000),
  };
}
