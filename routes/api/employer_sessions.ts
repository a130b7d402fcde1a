import { z } from "zod";
import { answerEmployerSession } from "../../core/credentials/employers/answer_session.ts";
import { employerEnginePorts } from "../../core/credentials/employers/engine_ports.ts";
import {
  listEmployerSessions,
  readEmployerSession,
} from "../../core/credentials/employers/read_session.ts";
import {
  employerSessionReference,
  restoreEmployerSession,
  startEmployerSession,
} from "../../core/credentials/employers/start_session.ts";
import {
  EmployerCallbackReply,
  EmployerCheckType,
  employerListQuery,
  EmployerReadQuery,
  EmployerSessionInitiated,
  EmployerSessionList,
  EmployerSessionRead,
  EmployerSessionRequest,
} from "../../core/credentials/employer_schema.ts";
import type { Mode } from "../../core/nouns.ts";
import type { Limits } from "../../core/policy/limits.ts";
import type { VerificationRules } from "../../core/policy/verification.ts";
import { fetchRequestObject } from "../../core/presentation/request_object.ts";
import {
  callbackBodies,
  CallbackError,
  RequestObjectForm,
  SessionId,
} from "../../core/presentation/schema.ts";
import { defineRoute, type Route } from "../http/route.ts";

/** The routes of employers' sessions (Credentials §4, rules 9 to 12). */
export function employerSessionRoutes(
  { limits, deployed, signsRequests, requestUriMethod, encryptsAnswers }: {
    readonly limits: Limits;
    readonly deployed: Mode;
    /** Whether there are signed requests to fetch (`AVAL_VERIFIER_ID=x509_hash` or `x509_san_dns`). */
    readonly signsRequests: boolean;
    /** Whether wallets may fetch those by POST, too (policy `verification.requestUriMethod`). */
    readonly requestUriMethod: VerificationRules["requestUriMethod"];
    /** Whether wallets are asked to encrypt (`AVAL_RESPONSE_MODE=direct_post.jwt`). */
    readonly encryptsAnswers: boolean;
  },
): readonly Route[] {
  return [
    startEmployerSessionRoute,
    listEmployerSessionsRoute(limits, deployed),
    readEmployerSessionRoute,
    answerEmployerSessionRoute(encryptsAnswers),
    ...(signsRequests ? [fetchEmployerRequestObjectRoute] : []),
    ...(signsRequests && requestUriMethod === "post"
      ? [fetchEmployerRequestObjectByPostRoute]
      : []),
  ];
}

/** What behaviour is judged by: the mix of the checks that a client asks for. */
const AskedCheck = z.object({ checkType: EmployerCheckType });

const SessionPath = z.object({ sessionId: SessionId });

/** Whatever other role a key has (Credentials §4, rule 10). */
const roles = ["credentials-api-verifier"] as const;

/** POST /v1/credentials/verify/sessions (Credentials §4, rule 10). */
const startEmployerSessionRoute = defineRoute({
  method: "post",
  path: "/v1/credentials/verify/sessions",
  summary: "Start a session that asks a student for an academic credential",
  documentation: {
    operationId: "startEmployerSession",
    description:
      "Answers an OpenID4VP 1.0 authorization request, which a wallet answers by direct_post. Show `authorizationRequestUri` as a QR code or as a link.",
  },
  service: "credentials",
  kind: (body) => AskedCheck.safeParse(body).data?.checkType ?? "initiate",
  auth: "bearer",
  access: { roles, agents: true, namesClient: "body" },
  limits: { bucket: "credentials" },
  idempotency: {
    owner: "client",
    keptBy: { reference: employerSessionReference, restore: restoreEmployerSession },
  },
  body: EmployerSessionRequest,
  answers: { 200: EmployerSessionInitiated },
  run: (ports, { unit, caller: { clientId: client }, body: { checkType }, request: { mode } }) =>
    startEmployerSession(ports, { unit, client, mode, checkType }),
});

/** GET /v1/credentials/verify/sessions (Credentials §4, rule 9). */
const listEmployerSessionsRoute = (limits: Limits, deployed: Mode) =>
  defineRoute({
    method: "get",
    path: "/v1/credentials/verify/sessions",
    summary: "List the employer's sessions, newest first",
    documentation: {
      operationId: "listEmployerSessions",
      description:
        "Takes no claims and asks no issuer: `revocationStatus` is what the last read has seen.",
    },
    service: "credentials",
    kind: "list",
    auth: "bearer",
    access: { roles, agents: true, namesClient: "query" },
    limits: { bucket: "credentials" },
    query: employerListQuery(limits, deployed),
    answers: { 200: EmployerSessionList },
    run: (ports, { caller, query: { limit, cursor }, request: { mode } }) =>
      listEmployerSessions(ports, {
        client: caller.clientId,
        mode,
        limit,
        cursor: cursor ?? null,
      }),
  });

/** GET /v1/credentials/verify/sessions/{sessionId} (Credentials §4, rule 12). */
const readEmployerSessionRoute = defineRoute({
  method: "get",
  path: "/v1/credentials/verify/sessions/{sessionId}",
  summary: "Read an employer's session back",
  documentation: {
    operationId: "readEmployerSession",
    description:
      "The first claim-mode GET takes the disclosed claims, once and for all; HEAD and keys of the agent scope leave them. Every read finds out anew whether the credential still holds.",
  },
  service: "credentials",
  kind: "read",
  auth: "bearer",
  access: { roles, agents: true },
  limits: { bucket: "credentials" },
  params: SessionPath,
  query: EmployerReadQuery,
  answers: { 200: EmployerSessionRead },
  refuses: ["not_found"],
  run: (ports, { caller, params, query, request: { mode, isAgent, isHead } }) =>
    readEmployerSession(ports, { id: params.sessionId, mode, caller, ...query, isAgent, isHead }),
});

/** POST /v1/credentials/verify/sessions/{sessionId}/responses (Credentials §4, rule 11). */
const answerEmployerSessionRoute = (encryptsAnswers: boolean) =>
  defineRoute({
    ...callbackBodies(encryptsAnswers),
    method: "post",
    path: "/v1/credentials/verify/sessions/{sessionId}/responses",
    summary: "Take a wallet's answer to an employer (OpenID4VP direct_post)",
    documentation: {
      operationId: "answerEmployerSession",
      description:
        "The session's `state` and nonce authorize it; an Authorization header is not read. A presentation that does not verify is a 400 that names the rule it breaks; the session stays pending until there have been too many.",
    },
    service: "credentials",
    kind: "answer",
    auth: "none",
    access: { anonymous: "wallet" },
    params: SessionPath,
    answers: { 200: z.union([EmployerCallbackReply, CallbackError]) },
    refuses: [
      "not_found",
      "bad_request",
      "invalid_presentation",
      "verification_session_not_pending",
      "verification_template_unknown",
      "rate_limit_exceeded",
    ],
    run: (ports, { unit, params, body, request: { mode } }) =>
      answerEmployerSession(ports, { unit, mode, id: params.sessionId, answer: body }),
  });

/** GET /v1/credentials/verify/sessions/{sessionId}/requests/{requestId} (RFC 9101 §5.2). */
const fetchEmployerRequestObjectRoute = defineRoute({
  method: "get",
  path: "/v1/credentials/verify/sessions/{sessionId}/requests/{requestId}",
  summary: "Fetch the signed authorization request of an employer (`request_uri`)",
  documentation: {
    operationId: "fetchEmployerRequestObject",
    description:
      "The id, which only `authorizationRequestUri` holds, authorizes it. The request is served twice at most, while the session is pending.",
  },
  service: "credentials",
  kind: "request_object",
  auth: "none",
  access: { anonymous: "wallet" },
  params: z.object({ sessionId: SessionId, requestId: z.string() }),
  answers: {
    200: {
      contentType: "application/oauth-authz-req+jwt",
      description: "The authorization request as a signed request object",
    },
  },
  refuses: ["not_found"],
  run: (ports, { params: { sessionId: id, requestId }, request: { isHead, mode } }) =>
    fetchRequestObject(employerEnginePorts(ports), { id, mode, requestId, isHead }),
});

/** POST /v1/credentials/verify/sessions/{sessionId}/requests/{requestId} (OpenID4VP 1.0 §5.10). */
const fetchEmployerRequestObjectByPostRoute = defineRoute({
  method: "post",
  path: "/v1/credentials/verify/sessions/{sessionId}/requests/{requestId}",
  summary: "Fetch the signed authorization request of an employer with a nonce of the wallet's",
  documentation: {
    operationId: "fetchEmployerRequestObjectByPost",
    description:
      "As by GET, and counted with it. The request holds `wallet_nonce` as it was sent, and is encrypted to the key in `wallet_metadata`, where that has one on P-256 for ECDH-ES with A128GCM or A256GCM.",
  },
  service: "credentials",
  kind: "request_object",
  auth: "none",
  access: { anonymous: "wallet" },
  params: z.object({ sessionId: SessionId, requestId: z.string() }),
  form: { urlencoded: RequestObjectForm },
  answers: {
    200: {
      contentType: "application/oauth-authz-req+jwt",
      description: "The authorization request as a signed request object, encrypted or not",
    },
  },
  refuses: ["not_found"],
  run: (ports, { params: { sessionId: id, requestId }, body, request: { mode } }) =>
    fetchRequestObject(employerEnginePorts(ports), {
      id,
      mode,
      requestId,
      walletNonce: body.wallet_nonce ?? null,
      encryption: body.wallet_metadata ?? null,
      isHead: false,
    }),
});
