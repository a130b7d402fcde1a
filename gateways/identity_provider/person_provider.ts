import type { Configuration, CustomFetch, ServerMetadata } from "openid-client";
import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type {
  AskedLogin,
  AuthenticatedPerson,
  BroughtBack,
  PersonProvider,
  ProviderUnavailable,
} from "../../core/console/ports.ts";
import type { SessionRules } from "../../core/policy/sessions.ts";
import { broken, readText } from "../http/read_text.ts";
import { type IdentityProvider, realmAddress } from "./provider.ts";

/** Accepted signature algorithms of id_tokens: none uses a shared secret. */
const algorithms = ["RS256", "PS256", "ES256", "EdDSA", "Ed25519"];

/** Maximum bytes of an answer: a token with hundreds of roles has some tens of KiB. */
const answerBytesMax = 256 * 1_024;

/** Seconds for which the provider's metadata are cached. */
const metadataSeconds = 300;

/** The dependencies of {@link openPersonProvider}. */
export interface PersonProviderDependencies {
  readonly provider: IdentityProvider;
  /** URL to which the browser returns with its code. */
  readonly redirectUri: string;
  /** URL to which the browser returns after a logout. */
  readonly loggedOutUri: string;
  readonly rules: Pick<SessionRules, "freshLoginMinutes" | "providerSeconds" | "sessionHours">;
  readonly clock: Clock;
  /** Milliseconds since 1970 by the machine's clock, by which the library judges tokens. */
  readonly machineTime: () => number;
  readonly log: Log;
}

/**
 * The provider gave no valid answer: no connection, past the deadline, too long, or from another
 * origin.
 */
class UnansweredError extends Error {}

/**
 * Opens the identity provider by which persons log in: the code flow with PKCE (RFC 6749, RFC 7636;
 * OpenID Connect Core), by `openid-client`, which is loaded with the first login. Its issuer is the
 * realm's address. No request goes to another origin.
 *
 * Log records: `person_provider_unavailable` and `person_login_failed`, each with the library's
 * code, and without tokens, codes or names.
 */
export function openPersonProvider(dependencies: PersonProviderDependencies): PersonProvider {
  const { provider, redirectUri, loggedOutUri, rules, clock, machineTime, log } = dependencies;
  const issuer = new URL(realmAddress(provider));
  const ask = openAsk(issuer.origin, rules);
  let kept: { readonly server: ServerMetadata; readonly at: Temporal.Instant } | null = null;

  async function configure(): Promise<Configuration> {
    const oidc = await import("openid-client");
    const { clientId, clientSecret } = provider;
    const allowHttp = issuer.protocol === "http:" ? [oidc.allowInsecureRequests] : [];
    const age = kept === null ? Infinity : clock.now().since(kept.at).total("seconds");
    if (kept === null || age < 0 || age >= metadataSeconds) {
      const found = await oidc.discovery(issuer, clientId, undefined, oidc.None(), {
        execute: allowHttp,
        [oidc.customFetch]: ask,
        timeout: rules.providerSeconds,
      });
      kept = { server: found.serverMetadata(), at: clock.now() };
    }
    const { server } = kept;
    const said = server.id_token_signing_alg_values_supported ?? ["RS256"];
    const skewSeconds = Math.round((clock.now().epochMilliseconds - machineTime()) / 1_000);
    const config = new oidc.Configuration(
      {
        ...server,
        id_token_signing_alg_values_supported: algorithms.filter((one) => said.includes(one)),
      },
      clientId,
      { [oidc.clockSkew]: skewSeconds },
      oidc.ClientSecretBasic(clientSecret),
    );
    for (const allow of allowHttp) allow(config);
    oidc.enableNonRepudiationChecks(config);
    config[oidc.customFetch] = ask;
    config.timeout = rules.providerSeconds;
    return config;
  }

  const configured = async (): Promise<Result<Configuration, ProviderUnavailable>> => {
    try {
      return ok(await configure());
    } catch (fault) {
      return unavailable(log, fault);
    }
  };

  return {
    loginUrl: async (asked, language) => {
      const config = await configured();
      if (!config.ok) return config;
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import("openid-client");
      const parameters = {
        redirect_uri: redirectUri,
        scope: "openid",
        state: asked.state,
        nonce: asked.nonce,
        code_challenge: await calculatePKCECodeChallenge(asked.verifier),
        code_challenge_method: "S256",
        max_age: String(maxAgeSeconds(asked, rules)),
        ui_locales: language,
        ...(asked.isFresh ? { prompt: "login" } : {}),
      };
      return ok(buildAuthorizationUrl(config.value, parameters).href);
    },
    redeem: async (asked, brought) => {
      const config = await configured();
      if (!config.ok) return config;
      const { authorizationCodeGrant } = await import("openid-client");
      try {
        const tokens = await authorizationCodeGrant(config.value, broughtTo(redirectUri, brought), {
          expectedState: asked.state,
          expectedNonce: asked.nonce,
          pkceCodeVerifier: asked.verifier,
          maxAge: maxAgeSeconds(asked, rules),
          idTokenExpected: true,
        });
        return ok(personOf(tokens.claims(), provider.clientId, clock.now()));
      } catch (fault) {
        if (unansweredIn(fault) !== null) return unavailable(log, fault);
        log.warn("person_login_failed", { code: codeOf(fault) });
        return refuse({ code: "login_failed" });
      }
    },
    logoutUrl: async () => {
      const config = await configured();
      if (!config.ok || config.value.serverMetadata().end_session_endpoint === undefined) {
        return null;
      }
      const { buildEndSessionUrl } = await import("openid-client");
      return buildEndSessionUrl(config.value, { post_logout_redirect_uri: loggedOutUri }).href;
    },
  };
}

/** The maximum age of the person's authentication at the provider. */
function maxAgeSeconds(
  { isFresh }: Pick<AskedLogin, "isFresh">,
  { freshLoginMinutes, sessionHours }: PersonProviderDependencies["rules"],
): number {
  return isFresh ? freshLoginMinutes * 60 : sessionHours * 3_600;
}

/** The redirect URI with the browser's parameters. */
function broughtTo(redirectUri: string, brought: BroughtBack): URL {
  const url = new URL(redirectUri);
  for (const name of ["code", "state", "iss", "error"] as const) {
    const value = brought[name];
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url;
}

/** Keycloak's list of roles. */
const Access = z.object({ roles: z.array(z.string()).default([]) });

/** The claims that are read; one of another form makes the token unusable. */
const Claims = z.object({
  sub: z.string().min(1).max(255),
  /** Authorized party; the library compares it only if there are several audiences. */
  azp: z.string().optional(),
  /** Seconds since 1970 (OpenID Connect Core §2). */
  auth_time: z.number().min(0).max(8.64e12),
  realm_access: Access.default({ roles: [] }),
  resource_access: z.record(z.string(), z.unknown()).default({}),
  aval_client: z.string().nullable().default(null),
});

function personOf(
  claims: unknown,
  clientId: string,
  now: Temporal.Instant,
): AuthenticatedPerson {
  const { sub, azp, auth_time, realm_access, resource_access, aval_client } = Claims.parse(claims);
  if (azp !== undefined && azp !== clientId) throw new Error("The id_token is of another client");
  const own = Object.hasOwn(resource_access, clientId) ? resource_access[clientId] : {};
  const milliseconds = Math.min(Math.floor(auth_time * 1_000), now.epochMilliseconds);
  return {
    subject: sub,
    authenticatedAt: Temporal.Instant.fromEpochMilliseconds(milliseconds),
    roles: [...realm_access.roles, ...Access.parse(own).roles],
    client: aval_client,
  };
}

/**
 * Opens a fetch that calls only the provider's origin, follows no redirect, and limits bytes and
 * time.
 */
function openAsk(
  origin: string,
  { providerSeconds }: Pick<SessionRules, "providerSeconds">,
): CustomFetch {
  return async (url, { method, headers, body }) => {
    if (new URL(url).origin !== origin) throw new UnansweredError("other_origin");
    const signal = AbortSignal.timeout(providerSeconds * 1_000);
    const answer = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body: body as string | URLSearchParams }),
      redirect: "manual",
      signal,
    }).catch(() => {
      throw new UnansweredError(broken(signal).code);
    });
    const { status } = answer;
    // 401: it refuses this service's own secret (RFC 6749 §5.2).
    if (status >= 500 || status === 401) {
      await answer.body?.cancel().catch(() => {});
      throw new UnansweredError(status === 401 ? "own_credentials" : "status");
    }
    const text = await readText(answer.body, answerBytesMax, signal);
    if (!text.ok) throw new UnansweredError(text.refusal.code);
    const contentType = answer.headers.get("content-type") ?? "";
    return new Response(text.value === "" ? null : text.value, {
      status,
      headers: { "content-type": contentType },
    });
  };
}

function unavailable(log: Log, fault: unknown): Result<never, ProviderUnavailable> {
  const reason = unansweredIn(fault)?.message ?? codeOf(fault);
  log.warn("person_provider_unavailable", { reason });
  return refuse({ code: "upstream_unavailable" });
}

/** Finds this module's error within the error of the library, which wraps it. */
function unansweredIn(fault: unknown): UnansweredError | null {
  if (fault instanceof UnansweredError) return fault;
  return fault instanceof Error && fault.cause !== undefined ? unansweredIn(fault.cause) : null;
}

/** The library's code of a fault, which contains no part of the answer. */
function codeOf(fault: unknown): string {
  const code = fault instanceof Error && "code" in fault ? fault.code : undefined;
  return typeof code === "string" && /^[A-Z_]{1,60}$/.test(code) ? code : "unusable";
}
