import { Hono } from "hono";
import type { Mode } from "../core/nouns.ts";
import type { Policy } from "../core/policy/policy.ts";
import { UnavailableError } from "../base/unavailable.ts";
import type { ConsolePart } from "../core/console/schema.ts";
import type { DecisionId } from "../core/screening/decision_schema.ts";
import { answerRoute } from "./http/answer_route.ts";
import { openContentCoding } from "./http/content_coding.ts";
import { writeCookie } from "./http/cookies.ts";
import { preflight } from "./http/cors.ts";
import { credentialTemplateRoutes } from "./api/credential_templates.ts";
import { credentialBatchRoutes } from "./api/credential_batches.ts";
import { credentialIssuanceRoutes } from "./api/credential_issuance.ts";
import { revokeCredentialRoute } from "./api/credential_revocation.ts";
import { credentialStatusListRoute } from "./api/credential_status_lists.ts";
import { demoOfferRoutes } from "./api/demo_offer.ts";
import {
  eraseScreeningRoute,
  eraseVerificationRoute,
  exportScreeningRoute,
  exportVerificationRoute,
} from "./api/data_subject.ts";
import { employerSessionRoutes } from "./api/employer_sessions.ts";
import { eventRoutes } from "./api/events.ts";
import { healthRoute } from "./api/health.ts";
import { loginRoutes } from "./api/login.ts";
import { loginMetadataRoutes } from "./api/login_metadata.ts";
import { loginTokenRoute } from "./api/login_token.ts";
import { listChangesRoute, listEntryRoute, listsRoute } from "./api/lists.ts";
import type { Deployment } from "./http/deployment.ts";
import { assertMountable } from "./http/mount.ts";
import { monitoringRoutes } from "./api/monitoring.ts";
import { onboardingRoute } from "./api/onboarding.ts";
import { openApiRoute, openDescription } from "./api/openapi.ts";
import type { PlaygroundPorts } from "../sandbox/playground/ports.ts";
import { basePathOf } from "./pages/below_base.ts";
import { consoleRoutes } from "./pages/console/console_routes.ts";
import { deskRoutes } from "./pages/desk/desk_routes.ts";
import { sessionRoutes } from "./pages/desk/session_routes.ts";
import { docsRoutes } from "./pages/docs/docs_routes.ts";
import type { Documentation } from "./pages/docs/open_documentation.ts";
import { homeRoutes, type Operator } from "./pages/home/home_routes.ts";
import { playgroundRoutes } from "./pages/playground/playground_routes.ts";
import { referenceRoutes } from "./pages/reference/reference_routes.ts";
import {
  type AnswerFacts,
  inForm,
  type Rendered,
  renderRefusal,
  toResponse,
} from "./http/render.ts";
import { readyRoute } from "./api/ready.ts";
import type { Refusal } from "./http/refusals.ts";
import {
  type Connection,
  type RequestContext,
  resolveContext,
  resolveRequestId,
} from "./http/request_context.ts";
import type { ErrorForm, Route } from "./http/route.ts";
import { reviewDraftRoutes } from "./api/review_drafts.ts";
import { screeningRoutes } from "./api/screening.ts";
import { screeningBatchRoutes } from "./api/screening_batches.ts";
import { sealRoutes } from "./api/seal.ts";
import { screeningUsageRoute, verificationUsageRoute } from "./api/usage.ts";
import { walletRiskRoute } from "./api/wallet_risk.ts";
import { verificationRoutes } from "./api/verification.ts";

/** The service as one function from request to answer. */
export type App = (request: Request, connection: Connection) => Promise<Response>;

/** Every documented route. The order does not matter: static paths win over parameters. */
export function serviceRoutes(
  {
    policy: { limits, login, ownStatusLists, verification: { requestUriMethod } },
    exampleDecisionId,
    signsRequests,
    encryptsAnswers,
    scoresWallets,
  }: Pick<
    AppSettings,
    "policy" | "exampleDecisionId" | "signsRequests" | "encryptsAnswers" | "scoresWallets"
  >,
  deployed: Mode,
): readonly Route[] {
  const sessions = { limits, deployed, signsRequests, requestUriMethod, encryptsAnswers };
  return [
    healthRoute,
    readyRoute,
    listsRoute,
    listChangesRoute,
    listEntryRoute,
    ...screeningRoutes(limits, exampleDecisionId),
    ...screeningBatchRoutes(limits),
    ...monitoringRoutes(limits, deployed),
    ...eventRoutes,
    onboardingRoute(limits),
    ...reviewDraftRoutes,
    ...(scoresWallets ? [walletRiskRoute] : []),
    ...sealRoutes(limits),
    screeningUsageRoute,
    exportScreeningRoute,
    eraseScreeningRoute,
    ...verificationRoutes(sessions),
    verificationUsageRoute,
    exportVerificationRoute,
    eraseVerificationRoute,
    ...employerSessionRoutes(sessions),
    ...loginMetadataRoutes(login),
    ...loginRoutes(),
    loginTokenRoute,
    ...credentialTemplateRoutes(limits),
    ...credentialBatchRoutes(limits),
    revokeCredentialRoute,
    ...credentialIssuanceRoutes(),
    credentialStatusListRoute(ownStatusLists),
    ...demoOfferRoutes(deployed),
  ];
}

/** Settings of the routes and their description. */
export interface AppSettings {
  readonly policy: Policy;
  /** Base of the service's own URLs. */
  readonly baseUrl: string;
  /** The decision that the reference's examples read; null if there is none. */
  readonly exampleDecisionId: DecisionId | null;
  /** Whether wallets fetch signed requests. */
  readonly signsRequests: boolean;
  /** Whether wallets are asked to encrypt their answers. */
  readonly encryptsAnswers: boolean;
  /** Whether there is a corpus of tags to score wallets by. */
  readonly scoresWallets: boolean;
  /** The documentation; null: its files cannot be read, and it is not served. */
  readonly docs: Documentation | null;
  /** The playground; null: this deployment is no sandbox. */
  readonly playground: PlaygroundPorts | null;
  /** The pages that persons log in to. */
  readonly consoleParts: readonly ConsolePart[];
  /** The operator, for the home page of a live deployment. */
  readonly operator: Operator;
}

/** The service: its routes, their OpenAPI description and the reference page. */
export function createApp(deployment: Deployment, settings: AppSettings): App {
  const { mode } = deployment.settings;
  const routes = serviceRoutes(settings, mode);
  const { baseUrl, operator, docs, playground } = settings;
  const site = {
    hasPlayground: playground !== null,
    hasDocs: docs !== null,
    consoleParts: settings.consoleParts,
  };
  const { possibleAtPoints, confirmedAtPoints } = settings.policy.screening;
  const gates = [possibleAtPoints, confirmedAtPoints] as const;
  const basePath = basePathOf(baseUrl);
  const page = { site, basePath };
  const description = openDescription(routes, { mode, baseUrl });
  return mountRoutes(deployment, [
    ...routes,
    openApiRoute(description),
    ...(settings.consoleParts.length === 0 ? [] : sessionRoutes({
      basePath,
      mode,
      origin: new URL(baseUrl).origin,
      rules: settings.policy.sessions,
    })),
    ...(settings.consoleParts.includes("desk")
      ? deskRoutes({
        basePath,
        limits: settings.policy.limits,
        sessions: settings.policy.sessions,
      }, mode)
      : []),
    ...(settings.consoleParts.includes("console") ? consoleRoutes(basePath) : []),
    ...homeRoutes({ site, baseUrl, operator }),
    ...referenceRoutes(description, { site, baseUrl }),
    ...(docs === null ? [] : docsRoutes(docs, page)),
    ...(playground === null ? [] : playgroundRoutes(playground, { site, gates })),
  ]);
}

interface Bindings {
  readonly Bindings: { readonly context: RequestContext };
}

/**
 * Mounts route records. One layer resolves the request's context, answers unknown paths and
 * methods, catches faults and sets the headers of every answer. It lets no error through, since the
 * server would print the error's text, which may contain a caller's input.
 */
export function mountRoutes(deployment: Deployment, routes: readonly Route[]): App {
  const mounted = staticPathsFirst(routes);
  const { settings, ports: { sandbox: { clock, random, log, telemetry } } } = deployment;
  const encodeContent = openContentCoding();
  const probePaths = new Set(
    mounted.filter(({ limits }) => limits?.isProbe === true).map(({ path }) => path),
  );
  const hono = new Hono<Bindings>({ strict: true });
  const wire = (context: RequestContext, answer: Rendered, mode: Mode = settings.mode) => {
    const { requestId, request: { method, headers: asked }, answerHeaders } = context;
    const rendered = inForm(answer, asked);
    const headers = { ...answerHeaders, ...rendered.headers };
    const vary = [answerHeaders["vary"], rendered.headers["vary"]].flatMap((names) =>
      names?.split(", ") ?? []
    );
    if (vary.length > 0) headers["vary"] = [...new Set(vary)].join(", ");
    const { strictTransportSeconds } = settings;
    const response = toResponse({ requestId, mode, method, strictTransportSeconds }, {
      ...rendered,
      headers,
    });
    for (const cookie of rendered.cookies ?? []) {
      response.headers.append("set-cookie", writeCookie(settings.cookies, cookie));
    }
    return response;
  };

  const mount = (route: Route) => {
    assertMountable(route);
    hono.on(route.method.toUpperCase(), honoPath(route.path), async ({ env: { context }, req }) => {
      telemetry.setRoute(req.method, route.path);
      const answered = await answerRoute(deployment, route, {
        context,
        params: req.param(),
        encodeContent,
      });
      const { mode, rendered } = answered;
      const operation = `${req.method} ${route.path}`;
      const { requestId } = context;
      log.debug("answered", { requestId, operation, status: rendered.status });
      return wire(context, rendered, mode);
    });
  };
  const errorForms = errorFormsOf(mounted);
  // Path by path: what a static one refuses is no parameter of another.
  for (const [path, group] of Map.groupBy(mounted, ({ path }) => path)) {
    group.forEach(mount);
    const shared = group.filter(({ access }) => access?.cors === true);
    if (shared.length > 0) {
      const allowed = preflight(shared.map(({ method }) => method.toUpperCase()));
      hono.options(honoPath(path), ({ env: { context } }) => wire(context, allowed));
    }
    const form = errorForms.get(honoPath(path));
    const refused = renderRefusal({ code: "method_not_allowed", allow: allowOf(group) }, form);
    hono.all(honoPath(path), ({ env: { context } }) => wire(context, refused));
  }
  const unknown = renderRefusal({ code: "not_found" }, "either");
  hono.notFound(({ env: { context } }) => wire(context, unknown));
  hono.onError((fault, { env: { context }, req }) => {
    log.error("fault", fault, {
      requestId: context.requestId,
      method: req.method,
      route: req.routePath,
    });
    return wire(context, renderRefusal(refusalOf(fault), errorForms.get(req.routePath)));
  });

  return async (request, connection) => {
    const requestId = resolveRequestId({ clock, random }, request);
    const { mode, strictTransportSeconds } = settings;
    const facts = { requestId, mode, method: request.method, strictTransportSeconds };
    try {
      const context = resolveContext(settings, { request, requestId, connection, probePaths });
      if (context !== null) return await hono.fetch(request, { context });
      return toResponse(facts, renderRefusal({ code: "bad_request", message: malformedTarget }));
    } catch (fault) {
      const name = fault instanceof Error ? fault.name : "no Error";
      log.error("fault", new Error("The edge failed around its routes"), { requestId, name });
      return answerFault(facts);
    }
  };
}

/** An outage of a dependency is named, with the shortest wait; everything else is our own fault. */
function refusalOf(fault: unknown): Refusal {
  return fault instanceof UnavailableError
    ? { code: "upstream_unavailable", retryAfterSeconds: 1 }
    : { code: "internal_error" };
}

const malformedTarget = 'The request target and the header "host" must form a URL';

/** The answer to a request that failed outside of its route: 500 in the normal form. */
export function answerFault(facts: AnswerFacts): Response {
  return toResponse(facts, renderRefusal({ code: "internal_error" }));
}

/** `{parameter}` -> `:parameter`. */
function honoPath(path: string): string {
  return path.replaceAll(/\{([^}]+)\}/g, ":$1");
}

/** The router takes the first that fits: a path without a parameter at the earlier place goes first. */
function staticPathsFirst(routes: readonly Route[]): readonly Route[] {
  const ranked = routes.map((route) => ({ route, rank: specificity(route.path) }));
  const ordered = ranked.sort((a, b) => a.rank === b.rank ? 0 : a.rank < b.rank ? -1 : 1);
  return ordered.map(({ route }) => route);
}

function specificity(path: string): string {
  return path.split("/").map((part) => part.startsWith("{") ? "1" : "0").join("");
}

/** @throws Error if a path's 405 would have two forms, which prevents the start */
function errorFormsOf(mounted: readonly Route[]): ReadonlyMap<string, ErrorForm> {
  const forms = new Map<string, ErrorForm>();
  for (const { path, form } of mounted) {
    const errorForm = form?.errors ?? "aval";
    const other = forms.get(honoPath(path));
    if (other !== undefined && other !== errorForm) {
      throw new Error(`${path}: errors of the form ${other} and of the form ${errorForm}`);
    }
    forms.set(honoPath(path), errorForm);
  }
  return forms;
}

/** The methods of a path, as the header `Allow` has them. */
function allowOf(routes: readonly Route[]): string {
  return routes.map(({ method }) => method === "get" ? "GET, HEAD" : method.toUpperCase())
    .join(", ");
}
