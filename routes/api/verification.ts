import { z } from "zod";
import { refuse } from "../../base/result.ts";
import type { Mode } from "../../core/nouns.ts";
import type { Limits } from "../../core/policy/limits.ts";
import { CheckType } from "../../core/verification/check_type.ts";
import { enginePorts } from "../../core/verification/engine_ports.ts";
import { answerVerification } from "../../core/verification/answer_verification.ts";
import { listSessions, readSession } from "../../core/verification/read_session.ts";
import { sessionReference } from "../../core/presentation/begun_session.ts";
import { sessionListQuery } from "../../core/presentation/page_query.ts";
import { CallbackError } from "../../core/presentation/schema.ts";
import {
  CallbackReply,
  DigitalSessionInitiated,
  InitiateRequest,
  ReadQuery,
  SessionInitiated,
  SessionList,
  SessionRead,
} from "../../core/verification/schema.ts";
import { fetchRequestObject } from "../../core/presentation/request_object.ts";
import { restoreSession, startSession } from "../../core/verification/start_session.ts";
import { defineRoute, type Route } from "../http/route.ts";
import { sessionTokenRefusal } from "../http/session_token.ts";
import {
  answerMembers,
  requestObjectRoutes,
  SessionPath,
  type SessionRoutes,
} from "./session_routes.ts";

/** Verification's routes (Verification §4). */
export function verificationRoutes(settings: SessionRoutes): readonly Route[] {
  const { limits, deployed, encryptsAnswers } = settings;
  return [
    startSessionRoute,
    listSessionsRoute(limits, deployed),
    readSessionRoute,
    answerSessionRoute(encryptsAnswers),
    ...requestObjectRoutes({
      service: "verification",
      sessions,
      operationId: "fetchRequestObject",
      request: "the signed authorization request",
      fetch: (ports, asked) => fetchRequestObject(enginePorts(ports), asked),
    }, settings),
  ];
}

const sessions = "/v1/verify/sessions";

/**
 * The part of a request by which behaviour is judged: the mix of a client's checks (Verification
 * §4, rule 2).
 */
const AskedCheck = z.object({ checkType: CheckType });

/** Omits a missing country and a missing page, since older records are compared without them. */
function asCompared({ countryCode, origin, ...request }: InitiateRequest) {
  return {
    ...request,
    ...(countryCode === null ? {} : { countryCode }),
    ...(origin === null ? {} : { origin }),
  };
}

/** POST /v1/verify/sessions (Verification §4, rules 2 and 3). */
const startSessionRoute = defineRoute({
  method: "post",
  path: sessions,
  summary: "Start a verification session",
  documentation: {
    operationId: "startSession",
    description:
      "Answers an OpenID4VP 1.0 authorization request, which a wallet answers by direct_post. Show `authorizationRequestUri` as a QR code or as a link. With `channel: dc_api` it answers a request for `navigator.credentials.get` of your page instead (OpenID4VP 1.0, Appendix A).",
  },
  service: "verification",
  kind: (body) => AskedCheck.safeParse(body).data?.checkType ?? "initiate",
  auth: "bearer",
  access: { agents: true, namesClient: "body" },
  limits: { bucket: "verification" },
  idempotency: {
    owner: "client",
    comparedBy: asCompared,
    keptBy: { reference: sessionReference, restore: restoreSession },
  },
  body: InitiateRequest,
  answers: { 200: z.union([SessionInitiated, DigitalSessionInitiated]) },
  refuses: ["evidence_key_not_configured", "bad_request"],
  run: (ports, { unit, caller, body, request }) =>
    startSession(ports, { unit, client: caller.clientId, mode: request.mode, request: body }),
});

/** GET /v1/verify/sessions (Verification §4, rule 1). */
const listSessionsRoute = (limits: Limits, deployed: Mode) =>
  defineRoute({
    method: "get",
    path: sessions,
    summary: "List the client's sessions, newest first",
    documentation: { operationId: "listSessions" },
    service: "verification",
    kind: "list",
    auth: "bearer",
    access: { agents: true, namesClient: "query" },
    query: sessionListQuery(limits, deployed, true),
    answers: { 200: SessionList },
    run: (ports, { caller, query: { limit, cursor }, request: { mode } }) =>
      listSessions(ports, { client: caller.clientId, mode, limit, cursor: cursor ?? null }),
  });

/** GET /v1/verify/sessions/{sessionId} (Verification §4, rules 4 and 5). */
const readSessionRoute = defineRoute({
  method: "get",
  path: `${sessions}/{sessionId}`,
  summary: "Read a session back",
  documentation: {
    operationId: "readSession",
    description:
      "With the production credential the first claim-mode GET takes the evidence pack, once and for all; HEAD leaves it. With a session token (`X-Aval-Verify-Session-Token`) the pack is null always, and pages of any origin may read.",
  },
  service: "verification",
  kind: "read",
  auth: "session_token",
  access: { cors: true, agents: true },
  params: SessionPath,
  query: ReadQuery,
  answers: { 200: SessionRead },
  refuses: ["not_found", "unauthorized", "response_code_required"],
  run: async (ports, { caller, params, query, request: { mode, isAgent, isHead } }) => {
    const asked = { id: params.sessionId, mode, caller, ...query, isAgent, isHead };
    const read = await readSession(ports, asked);
    // The operation refuses no other proof than a session token.
    return !read.ok && read.refusal.code === "unauthorized" ? refuse(sessionTokenRefusal) : read;
  },
});

/** POST /v1/verify/sessions/{sessionId}/responses (Verification §4, rule 7). */
const answerSessionRoute = (encryptsAnswers: boolean) =>
  defineRoute({
    ...answerMembers(encryptsAnswers),
    path: `${sessions}/{sessionId}/responses`,
    summary: "Take a wallet's answer (OpenID4VP direct_post)",
    documentation: {
      operationId: "answerSession",
      description:
        "The session's `state` and nonce authorize it. Of a session by `dc_api` your server posts the `data` that the browser has got, and `state` beside it. A presentation that does not verify is a 400 that names the rule it breaks; the session stays pending until there have been too many.",
    },
    service: "verification",
    auth: "optional_bearer",
    answers: { 200: z.union([CallbackReply, CallbackError]) },
    run: (ports, { unit, params, body, request: { mode } }) =>
      answerVerification(ports, { unit, mode, id: params.sessionId, answer: body }),
  });
