import { baseAddress } from "./address.ts";

/**
 * The used part of openid-client 6, which the relying party installs and passes: this package does
 * not implement OpenID Connect.
 */
export interface OpenIdClient<Configuration, Authentication> {
  discovery(
    server: URL,
    clientId: string,
    metadata?: Record<string, never>,
    authentication?: Authentication,
    options?: { execute?: ((config: Configuration) => void)[] },
  ): Promise<Configuration>;
  // deno-lint-ignore no-explicit-any -- what it makes is only handed back to the library
  ClientSecretBasic(secret: string): any;
  allowInsecureRequests(config: Configuration): void;
  randomPKCECodeVerifier(): string;
  calculatePKCECodeChallenge(verifier: string): Promise<string>;
  randomState(): string;
  randomNonce(): string;
  buildAuthorizationUrl(config: Configuration, parameters: Record<string, string>): URL;
  authorizationCodeGrant(
    config: Configuration,
    callback: URL,
    checks: LoginChecks,
  ): Promise<{ claims(): LoginClaims | undefined }>;
}

/** A relying party, as registered by the operator. */
export interface LoginOptions {
  /** URL of the service, with its path if it has one and without `/v1`. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

/**
 * The values that the callback must match. Store them in the session of the browser in which the
 * login began.
 */
export interface LoginChecks {
  pkceCodeVerifier: string;
  expectedState: string;
  expectedNonce: string;
  idTokenExpected: true;
  maxAge?: number;
}

/** Claims of an id_token. */
export interface LoginClaims {
  /**
   * Identifies this wallet key at this relying party, not the person: another wallet or key has
   * another `sub`.
   */
  readonly sub: string;
  readonly auth_time?: number;
  readonly [claim: string]: unknown;
}

/** The wallet login of one relying party. */
export interface Login {
  /**
   * Begins a login: send the browser to `url`.
   *
   * @param maxAge maximum seconds since the last presentation of a wallet
   */
  begin(maxAge?: number): Promise<{ readonly url: string; readonly checks: LoginChecks }>;
  /**
   * Ends a login by the URL to which the browser returned.
   *
   * @param callback the whole URL, with its query
   * @throws errors of openid-client: `code`, and `error` for a refusal by the service
   */
  finish(callback: string | URL, checks: LoginChecks): Promise<LoginClaims>;
}

/** Discovers the service's OpenID Connect provider, by openid-client: `openLogin(oidc, options)`. */
export async function openLogin<Configuration, Authentication>(
  oidc: OpenIdClient<Configuration, Authentication>,
  { baseUrl, clientId, clientSecret, redirectUri }: LoginOptions,
): Promise<Login> {
  const issuer = new URL(`${baseAddress(baseUrl)}/v1/login`);
  // Plain http is for a sandbox on one's own machine.
  const isOwn = issuer.protocol === "http:" &&
    ["localhost", "127.0.0.1", "[::1]"].includes(issuer.hostname);
  const execute = isOwn ? [oidc.allowInsecureRequests] : [];
  const secret = oidc.ClientSecretBasic(clientSecret) as Authentication;
  const config = await oidc.discovery(issuer, clientId, {}, secret, { execute });
  return {
    begin: async (maxAge) => {
      const checks: LoginChecks = {
        pkceCodeVerifier: oidc.randomPKCECodeVerifier(),
        expectedState: oidc.randomState(),
        expectedNonce: oidc.randomNonce(),
        idTokenExpected: true,
        ...(maxAge === undefined ? {} : { maxAge }),
      };
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: "openid",
        state: checks.expectedState,
        nonce: checks.expectedNonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
        code_challenge_method: "S256",
        ...(maxAge === undefined ? {} : { max_age: String(maxAge) }),
      });
      return { url: url.href, checks };
    },
    finish: async (callback, checks) => {
      const granted = await oidc.authorizationCodeGrant(config, new URL(callback), checks);
      // `idTokenExpected`: the library refuses an answer without one.
      return granted.claims()!;
    },
  };
}
