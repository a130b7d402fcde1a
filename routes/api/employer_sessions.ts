import { z } from "zod";
import { answerEmployerSession } from "../../core/credentials/employers/answer_session.ts";
import { employerEnginePorts } from "../../core/credentials/employers/engine_ports.ts";
import {
  listEmployerSessions,
  readEmployerSession,
} from "../../core/credentials/employers/read_session.ts";
import {
  restoreEmployerSession,
  startEmployerSession,
} from "../../core/credentials/employers/start_session.ts";
import {
  EmployerCallbackReply,
  EmployerCheckType,
  EmployerReadQuery,
  EmployerSessionInitiated,
  EmployerSessionList,
  EmployerSessionRead,
  EmployerSessionRequest,
} from "../../core/credentials/employer_schema.ts";
import type { Mode } from "../../core/nouns.ts";
import type { Limits } from "../../core/policy/limits.ts";
import { fetchRequestObject } from "../../core/presentation/request_object.ts";
import { sessionReference } from "../../core/presentation/begun_session.ts";
import { sessionListQuery } from "../../core/presentation/page_query.ts";
import { CallbackError } from "../../core/presentation/schema.ts";
import { defineRoute, type Route } from "../http/route.ts";
import {
  answerMembers,
  requestObjectRoutes,
  SessionPath,
  type SessionRoutes,
} from "./session_routes.ts";

/** The routes of employers' sessions (Credentials §4, rules 9 to 12). */
export function employerSessionRoutes(settings: SessionRoutes): readonly Route[] {
  const { limits, deployed, encryptsAnswers } = settings;
  return [
    startEmployerSessionRoute,
    listEmployerSessionsRoute(limits, deployed),
    readEmployerSessionRoute,
    answerEmployerSessionRoute(encryptsAnswers),
    ...requestObjectRoutes({
      service: "credentials",
      sessions,
      operationId: "fetchEmployerRequestObject",
      request: "the signed authorization request of an employer",
      fetch: (ports, asked) => fetchRequestObject(employerEnginePorts(ports), asked),
    }, settings),
  ];
}

const sessions = "/v1/credentials/verify/sessions";

/** The part of a request by which behaviour is judged: the mix of a client's checks. */
const AskedCheck = z.object({ checkType: EmployerCheckType });

/** The required role, in addition to any other role of a key (Credentials §4, rule 10). */
const roles = ["credentials-api-verifier"] as const;

/** POST /v1/credentials/verify/sessions (Credentials §4, rule 10). */
const startEmployerSessionRoute = defineRoute({
  method: "post",
  path: sessions,
  summary: "Start a session that requests an academic credential from a student",
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
    keptBy: { reference: sessionReference, restore: restoreEmployerSession },
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
    path: sessions,
    summary: "List the employer's sessions, newest first",
    documentation: {
      operationId: "listEmployerSessions",
      description:
        "Takes no claims and contacts no issuer: `revocationStatus` is that of the last read.",
    },
    service: "credentials",
    kind: "list",
    auth: "bearer",
    access: { roles, agents: true, namesClient: "query" },
    limits: { bucket: "credentials" },
    query: sessionListQuery(limits, deployed, false),
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
  path: `${sessions}/{sessionId}`,
  summary: "Read an employer's session back",
  documentation: {
    operationId: "readEmployerSession",
    description:
      "The first claim-mode GET takes the disclosed claims, once and for all; HEAD and keys of the agent scope leave them. Every read checks whether the credential is still valid.",
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
    ...answerMembers(encryptsAnswers),
    path: `${sessions}/{sessionId}/responses`,
    summary: "Take a wallet's answer to an employer (OpenID4VP direct_post)",
    documentation: {
      operationId: "answerEmployerSession",
      description:
        "The session's `state` and nonce authorize it; an Authorization header is not read. A presentation that does not verify is a 400 that names the rule it breaks; the session stays pending until there have been too many.",
    },
    service: "credentials",
    auth: "none",
    answers: { 200: z.union([EmployerCallbackReply, CallbackError]) },
    run: (ports, { unit, params, body, request: { mode } }) =>
      answerEmployerSession(ports, { unit, mode, id: params.sessionId, answer: body }),
  });
