/** A login by oauth4webapi, which docs/login.md names. */

import * as oauth from "oauth4webapi";

export async function configure(issuer: string, clientId: string, secret: string, post = false) {
  // Plain http is for the sandbox on your own machine.
  const options = { [oauth.allowInsecureRequests]: issuer.startsWith("http:") };
  const response = await oauth.discoveryRequest(new URL(issuer), options);
  const server = await oauth.processDiscoveryResponse(new URL(issuer), response);
  const authentication = post ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
  return { server, client: { client_id: clientId }, authentication, options };
}
type Config = Awaited<ReturnType<typeof configure>>;

/** Keep `checks` in the session of the browser, and send it to `url`. */
export async function beginLogin({ server, client }: Config, redirectUri: string, maxAge?: number) {
  const checks = {
    redirectUri,
    verifier: oauth.generateRandomCodeVerifier(),
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    maxAge,
  };
  const url = new URL(server.authorization_endpoint!);
  url.search = new URLSearchParams({
    response_type: "code",
    client_id: client.client_id,
    redirect_uri: redirectUri,
    scope: "openid",
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: "S256",
    ...(maxAge === undefined ? {} : { max_age: String(maxAge) }),
  }).toString();
  return { url: url.href, checks };
}

export async function finishLogin(
  { server, client, authentication, options }: Config,
  callback: string,
  { redirectUri, verifier, state, nonce, maxAge }: Awaited<ReturnType<typeof beginLogin>>["checks"],
) {
  const parameters = oauth.validateAuthResponse(server, client, new URL(callback), state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    parameters,
    redirectUri,
    verifier,
    options,
  );
  const result = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: nonce,
    requireIdToken: true,
    ...(maxAge === undefined ? {} : { maxAge }),
  });
  // TLS to the token endpoint authenticates it; plain http does not, so the signature is checked too.
  await oauth.validateApplicationLevelSignature(server, response, options);
  return oauth.getValidatedIdTokenClaims(result); // { sub, auth_time, ... }
}
