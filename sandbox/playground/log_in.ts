import { createHash } from "node:crypto";
import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from "jose";
import { isObject, type JsonObject, parseJson } from "../../base/json.ts";
import { ok, type Result } from "../../base/result.ts";
import { makeSecret } from "../../base/secret.ts";
import type { AuditEntry } from "../../core/audit/entry.ts";
import { readLoginPage } from "../wallet/login_page.ts";
import type { Fetch } from "../wallet/read_request.ts";
import { notAnswerable, type WalletRefusal } from "../wallet/refusal.ts";
import type { PlaygroundPorts } from "./ports.ts";
import { answerByWallet, type Prospect } from "./present.ts";
import { recordExchanges } from "./record_exchanges.ts";
import type { ActedOut, BegunLogin, CodeRequest, Exchange, LoginRequest } from "./schema.ts";

/**
 * Begins a login at the invented relying party; returns the data that its server would store in the
 * browser's session.
 */
export function beginLogin(
  { random, baseUrl, relyingParty }: Pick<PlaygroundPorts, "random" | "baseUrl" | "relyingParty">,
): BegunLogin {
  const [state, nonce, codeVerifier] = [0, 1, 2].map(() => makeSecret(random)) as Three;
  const query = new URLSearchParams({
    response_type: "code",
    client_id: relyingParty.clientId,
    redirect_uri: relyingParty.redirectUri,
    scope: "openid",
    state,
    nonce,
    code_challenge: createHash("sha256").update(codeVerifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  return { authorizeUrl: `${baseUrl}/v1/login/authorize?${query}`, state, nonce, codeVerifier };
}

type Three = [string, string, string];

/**
 * Runs a whole login: opens the page like a browser, answers it by the wallet, and redeems the code
 * like the relying party's server (OpenID Connect Core 1.0 §3.1).
 */
export async function logInForProspect(
  ports: PlaygroundPorts,
  { clientId, sourceAddress }: Prospect,
  { person }: LoginRequest,
): Promise<ActedOut> {
  const { fetch, exchanges } = recordExchanges(ports.fetchAs(sourceAddress));
  const begun = beginLogin(ports);
  const code = await logIn(ports, { clientId, fetch }, { person, begun });
  const claims = code.ok ? await redeem(ports, fetch, { ...begun, code: code.value }) : code;
  const auditEntries = await entriesOfLogin(ports, exchanges);
  return claims.ok
    ? { exchanges, stopped: null, result: claims.value, auditEntries }
    : { exchanges, stopped: claims.refusal.message, result: null };
}

/** Redeems the code of a login in the prospect's own browser. */
export async function redeemCode(
  ports: PlaygroundPorts,
  { sourceAddress }: Pick<Prospect, "sourceAddress">,
  given: CodeRequest,
): Promise<ActedOut> {
  const { fetch, exchanges } = recordExchanges(ports.fetchAs(sourceAddress));
  const claims = await redeem(ports, fetch, given);
  return claims.ok
    ? { exchanges, stopped: null, result: claims.value }
    : { exchanges, stopped: claims.refusal.message, result: null };
}

/** Acts as browser and wallet. @returns the code */
async function logIn(
  ports: PlaygroundPorts,
  { clientId, fetch }: Pick<Prospect, "clientId"> & { readonly fetch: Fetch },
  { person, begun }: LoginRequest & { readonly begun: BegunLogin },
): Promise<Result<string, WalletRefusal>> {
  const opened = await fetch(begun.authorizeUrl, { headers: { accept: "text/html" } });
  const page = readLoginPage(await opened.text());
  if (page === null) return notAnswerable(`The login answers ${opened.status}`);
  const asked = { authorizationRequestUri: page.walletUri, person };
  const posted = await answerByWallet(ports, { clientId, fetch }, asked);
  if (!posted.ok) return posted;
  const cookie = opened.headers.getSetCookie().map((each) => each.split(";")[0]).join("; ");
  const polled = await fetch(page.statusUrl, { headers: { accept: "application/json", cookie } });
  const status = parseJson(await polled.text());
  const redirectTo = isObject(status) ? status["redirectTo"] : undefined;
  const returned = typeof redirectTo === "string" ? URL.parse(redirectTo)?.searchParams : undefined;
  const code = returned?.get("code") ?? null;
  const isOwn = returned?.get("state") === begun.state;
  return code !== null && isOwn ? ok(code) : notAnswerable("The login has not ended with a code");
}

/**
 * The audit entries of the session that the wallet answered, without those of other prospects'
 * logins.
 */
async function entriesOfLogin(
  { latestEntries, relyingParty: { clientId } }: PlaygroundPorts,
  exchanges: readonly Exchange[],
): Promise<readonly AuditEntry[]> {
  const answered = exchanges.find(({ url }) => url.includes("/v1/verify/sessions/"));
  const sessionId = answered?.url.split("/").at(-2);
  const entries = await latestEntries(clientId);
  return entries.filter(({ event }) => "sessionId" in event && event["sessionId"] === sessionId);
}

/**
 * Redeems the code as the relying party's server.
 *
 * @returns the claims of the id_token, whose signature and nonce were verified
 */
async function redeem(
  { baseUrl, clock, relyingParty }: PlaygroundPorts,
  fetch: Fetch,
  { code, nonce, codeVerifier }: CodeRequest,
): Promise<Result<JsonObject, WalletRefusal>> {
  const { clientId, secret, redirectUri } = relyingParty;
  const answer = await fetch(`${baseUrl}/v1/login/token`, {
    method: "POST",
    headers: {
      authorization: `Basic ${btoa(`${clientId}:${secret}`)}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUri,
      code_verifier: codeVerifier,
    }).toString(),
  });
  const token = parseJson(await answer.text());
  const idToken = isObject(token) ? token["id_token"] : undefined;
  if (typeof idToken !== "string") {
    return notAnswerable(`The token endpoint answers ${answer.status}`);
  }
  const published = await fetch(`${baseUrl}/v1/login/.well-known/jwks.json`, {});
  const keys = parseJson(await published.text()) as unknown as JSONWebKeySet;
  try {
    const { payload } = await jwtVerify(idToken, createLocalJWKSet(keys), {
      issuer: `${baseUrl}/v1/login`,
      audience: clientId,
      currentDate: new Date(clock.now().epochMilliseconds),
    });
    return payload["nonce"] === nonce
      ? ok(payload as JsonObject)
      : notAnswerable("The id_token is of another login");
  } catch (thrown) {
    if (thrown instanceof errors.JOSEError) return notAnswerable("The id_token does not verify");
    throw thrown;
  }
}
