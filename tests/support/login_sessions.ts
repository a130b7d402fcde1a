import { type CryptoKey, exportJWK, generateKeyPair, type JWK } from "jose";
import { z } from "zod";
import { ok, refuse } from "../../base/result.ts";
import { ClientId } from "../../core/access/schema.ts";
import { defaultPolicy } from "../../core/policy/policy.ts";
import { AuthorizationRequest } from "../../core/presentation/authorization_request.ts";
import { requestUriOf } from "../../core/presentation/request_object.ts";
import { SessionId } from "../../core/presentation/schema.ts";
import { beginVerification } from "../../core/verification/begin_verification.ts";
import { serviceRoutes } from "../../routes/app.ts";
import { defineRoute } from "../../routes/http/route.ts";
import { answerOf, type Presenting } from "./sandbox_wallet.ts";
import {
  type Answer,
  serviceInMemory,
  type TestService,
  type TestServiceOptions,
} from "./service.ts";
import { type AnswerFields, sendAnswer } from "./verifying.ts";

/**
 * Minutes that a login's session waits for its wallet in tests, half as long as the API's sessions.
 */
export const loginMinutes = 5;

const LoginSession = z.object({
  sessionId: SessionId,
  authorizationRequest: AuthorizationRequest,
  authorizationRequestUri: z.string(),
  expiresAt: z.string(),
}).readonly();
/** A session that a login began. */
export type LoginSession = z.infer<typeof LoginSession>;

const common = {
  service: "verification",
  kind: "test",
  auth: "none",
  summary: "A test route",
} as const;

/** Begins a session as the login page does. */
const beginRoute = defineRoute({
  ...common,
  method: "post",
  path: "/test/logins/{clientId}",
  params: z.object({ clientId: ClientId }),
  answers: { 200: LoginSession },
  run: (ports, { unit, params, request: { mode } }) => {
    const session = beginVerification(ports, {
      unit,
      client: params.clientId,
      mode,
      startedFor: "login",
      checkType: "login-authentication",
      countryCode: null,
      pendingMinutes: loginMinutes,
    });
    return ok({
      sessionId: session.id,
      authorizationRequest: session.request,
      authorizationRequestUri: requestUriOf(session),
      expiresAt: session.pendingUntil,
    });
  },
});

const Subject = z.object({ subject: z.string().nullable() });

/** Reads the subject of a session as the login page does. */
const subjectRoute = defineRoute({
  ...common,
  method: "get",
  path: "/test/subjects/{sessionId}",
  params: z.object({ sessionId: SessionId }),
  answers: { 200: Subject },
  refuses: ["not_found"],
  run: async ({ verificationSessions }, { params }) => {
    const found = await verificationSessions.find(params.sessionId);
    if (found === null) return refuse({ code: "not_found" } as const);
    const { outcome } = found.session;
    return ok({ subject: outcome.status === "completed" ? outcome.subject ?? null : null });
  },
});

/** The service with its own routes and those above. */
export function serviceWithLogins(options: TestServiceOptions = {}): Promise<TestService> {
  const settings = {
    policy: defaultPolicy,
    exampleDecisionId: null,
    signsRequests: false,
    requestUriMethod: "get",
    encryptsAnswers: false,
    scoresWallets: true,
  };
  const own = serviceRoutes(settings, options.mode ?? "sandbox");
  return serviceInMemory({ ...options, routes: [...own, beginRoute, subjectRoute] });
}

/** Begins a login's session. */
export async function beginLogin(
  service: Pick<TestService, "fetch">,
  clientId: string,
): Promise<LoginSession> {
  const answer = await service.fetch(`/test/logins/${clientId}`, { method: "POST" });
  if (answer.status !== 200) throw new Error(await answer.text());
  return LoginSession.parse(await answer.json());
}

/** The subject of a session, or null. */
export async function subjectOf(
  service: Pick<TestService, "fetch">,
  { sessionId }: Pick<LoginSession, "sessionId">,
): Promise<string | null> {
  const answer = await service.fetch(`/test/subjects/${sessionId}`);
  return Subject.parse(await answer.json()).subject;
}

/** A person with a PID in a wallet. */
export interface Holder {
  readonly jwk: JWK;
  readonly privateKey: CryptoKey;
}

/** Makes a person with a new key. */
export async function makeHolder(): Promise<Holder> {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  return { jwk: await exportJWK(publicKey), privateKey };
}

/** Answers a session with a holder's PID. */
export async function logIn(
  service: Pick<TestService, "fetch" | "clock">,
  { authorizationRequest }: Pick<LoginSession, "authorizationRequest">,
  { jwk, privateKey }: Holder,
  { jwk: otherMembers = {}, ...fields }: AnswerFields & { readonly jwk?: JWK } = {},
): Promise<Answer> {
  const presenting: Presenting = {
    now: service.clock.now(),
    claims: { pid_login_authentication: { birthdate: "1984-08-12" } },
    sdJwt: { payload: { cnf: { jwk: { ...otherMembers, ...jwk } } }, walletKey: privateKey },
  };
  const answer = await answerOf(authorizationRequest, presenting);
  return await sendAnswer(service, authorizationRequest, { ...answer, ...fields });
}

/** Logs a holder in at a client. @returns the subject @returns the subject */
export async function loggedIn(
  service: TestService,
  clientId: string,
  holder: Holder,
): Promise<string | null> {
  const begun = await beginLogin(service, clientId);
  const answer = await logIn(service, begun, holder);
  if (answer.status !== 200) throw new Error(answer.text);
  return await subjectOf(service, begun);
}
