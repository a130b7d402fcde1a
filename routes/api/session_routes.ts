import { z } from "zod";
import type { Result } from "../../base/result.ts";
import type { Mode, Service } from "../../core/nouns.ts";
import type { Limits } from "../../core/policy/limits.ts";
import type { VerificationRules } from "../../core/policy/verification.ts";
import type { RequestObjectFetch } from "../../core/presentation/request_object.ts";
import { callbackBodies, RequestObjectForm, SessionId } from "../../core/presentation/schema.ts";
import type { Ports } from "../http/ports.ts";
import { defineRoute, type Route } from "../http/route.ts";

/** The parameters of session routes, of verification and of employers. */
export interface SessionRoutes {
  readonly limits: Limits;
  readonly deployed: Mode;
  /** Whether wallets can fetch signed requests (`AVAL_VERIFIER_ID=x509_hash` or `x509_san_dns`). */
  readonly signsRequests: boolean;
  /** Whether wallets may also fetch them by POST (policy `verification.requestUriMethod`). */
  readonly requestUriMethod: VerificationRules["requestUriMethod"];
  /** Whether wallets should encrypt their answers (`AVAL_RESPONSE_MODE=direct_post.jwt`). */
  readonly encryptsAnswers: boolean;
}

/** The path of one session. */
export const SessionPath = z.object({ sessionId: SessionId });

/** Members of the route for a wallet's answer (OpenID4VP 1.0 §8.2). */
export function answerMembers(encryptsAnswers: boolean) {
  return {
    method: "post",
    kind: "answer",
    access: { anonymous: "wallet" },
    params: SessionPath,
    ...callbackBodies(encryptsAnswers),
    refuses: [
      "not_found",
      "bad_request",
      "invalid_presentation",
      "verification_session_not_pending",
      "verification_template_unknown",
      "rate_limit_exceeded",
    ],
  } as const;
}

/** The signed requests that wallets fetch. */
interface RequestObjects {
  readonly service: Service;
  /** Path of the sessions. */
  readonly sessions: string;
  readonly operationId: string;
  /** The name of the request in the summary. */
  readonly request: string;
  fetch(
    ports: Ports,
    asked: RequestObjectFetch,
  ): Promise<Result<string, { readonly code: "not_found" }>>;
}

/**
 * The routes for fetching signed requests (RFC 9101 §5.2; OpenID4VP 1.0 §5 and §5.10); none if
 * requests are not signed.
 */
export function requestObjectRoutes(
  { service, sessions, operationId, request, fetch }: RequestObjects,
  { signsRequests, requestUriMethod }: SessionRoutes,
): readonly Route[] {
  const members = {
    path: `${sessions}/{sessionId}/requests/{requestId}`,
    service,
    kind: "request_object",
    auth: "none",
    access: { anonymous: "wallet" },
    params: SessionPath.extend({ requestId: z.string() }),
    refuses: ["not_found"],
  } as const;
  const signed = {
    contentType: "application/oauth-authz-req+jwt",
    description: "The authorization request as a signed request object",
  };
  const byGet = defineRoute({
    ...members,
    method: "get",
    summary: `Fetch ${request} (\`request_uri\`)`,
    documentation: {
      operationId,
      description:
        "The id, which only `authorizationRequestUri` holds, authorizes it. The request is served twice at most, while the session is pending.",
    },
    answers: { 200: signed },
    run: (ports, { params: { sessionId: id, requestId }, request: { isHead, mode } }) =>
      fetch(ports, { id, mode, requestId, isHead }),
  });
  const byPost = defineRoute({
    ...members,
    method: "post",
    summary: `Fetch ${request} with a nonce of the wallet's`,
    documentation: {
      operationId: `${operationId}ByPost`,
      description:
        "As by GET, and counted with it. The request holds `wallet_nonce` as it was sent, and is encrypted to the key in `wallet_metadata`, where that has one on P-256 for ECDH-ES with A128GCM or A256GCM.",
    },
    form: { urlencoded: RequestObjectForm },
    answers: { 200: { ...signed, description: `${signed.description}, encrypted or not` } },
    run: (ports, { params: { sessionId: id, requestId }, body, request: { mode } }) =>
      fetch(ports, {
        id,
        mode,
        requestId,
        walletNonce: body.wallet_nonce ?? null,
        encryption: body.wallet_metadata ?? null,
        isHead: false,
      }),
  });
  if (!signsRequests) return [];
  return requestUriMethod === "post" ? [byGet, byPost] : [byGet];
}
