import { createHash } from "node:crypto";
import { isSameSecret } from "../../base/constant_time.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { makeSecret } from "../../base/secret.ts";
import { authenticateClient } from "./authenticate_client.ts";
import { signIdToken } from "./id_token.ts";
import type { FoundLoginCode, LoginCodes, LoginPorts } from "./ports.ts";
import type { LoginGrant } from "./schema.ts";
import type { TokenRequest, TokenResponse } from "./token_schema.ts";

/** The ports that redeeming a code needs. */
export interface RedeemPorts
  extends Pick<LoginPorts, "clock" | "login" | "loginClients" | "loginKeys" | "random"> {
  readonly loginCodes: Pick<LoginCodes, "find">;
}

/** A token request as received. */
export interface RedeemCode {
  /** The header `Authorization`. */
  readonly authorization: string | undefined;
  readonly request: TokenRequest;
}

/** The reason why no token is issued (RFC 6749 §5.2). */
export interface TokenRefusal {
  readonly code: "invalid_client" | "invalid_grant" | "invalid_request" | "unsupported_grant_type";
  readonly message: string;
}

/** The values that accompany a code. */
type ShownCode = Required<
  { readonly [Name in "code" | "redirect_uri" | "code_verifier"]: string }
>;

/**
 * Redeems a code for an id_token, once. The code is only read after its client is authenticated, so
 * that another client cannot use it up. A wrong `code_verifier` or `redirect_uri` from its own
 * client uses it up; a second presentation ends the single sign-on of the first.
 *
 * @see Verification §4, rule 11; RFC 6749 §4.1.3; RFC 7636 §4.6; RFC 9700 §4.5
 */
export async function redeemCode(
  ports: RedeemPorts,
  { authorization, request }: RedeemCode,
): Promise<Result<TokenResponse, TokenRefusal>> {
  const client = await authenticateClient(ports, {
    authorization,
    clientId: request.client_id,
    clientSecret: request.client_secret,
  });
  if (!client.ok) return client;
  const shown = readShown(request);
  if (!shown.ok) return shown;
  const found = await ports.loginCodes.find(shown.value.code);
  if (found === null || found.grant.clientId !== client.value.clientId) return invalidGrant;
  if (found.isUsed) return await endReplayed(found);
  if (!isShownRight(found.grant, shown.value)) {
    return await found.redeem() ? invalidGrant : await endReplayed(found);
  }
  return await issue(ports, found);
}

/**
 * Reads the values that accompany a code. A missing or malformed value does not use up the code.
 */
function readShown(request: TokenRequest): Result<ShownCode, TokenRefusal> {
  const { grant_type, code, redirect_uri, code_verifier } = request;
  if (grant_type === undefined) return invalidRequest('Field "grant_type" is required');
  if (grant_type !== "authorization_code") {
    return refuse({
      code: "unsupported_grant_type",
      message: 'Field "grant_type" must be authorization_code',
    });
  }
  if (code === undefined) return invalidRequest('Field "code" is required');
  if (redirect_uri === undefined) return invalidRequest('Field "redirect_uri" is required');
  if (code_verifier === undefined) return invalidRequest('Field "code_verifier" is required');
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(code_verifier)) {
    return invalidRequest('Field "code_verifier" must be 43 to 128 unreserved characters');
  }
  return ok({ code, redirect_uri, code_verifier });
}

/** Whether the redemption comes from the party that requested the code (RFC 7636 §4.6). */
function isShownRight(
  { redirectUri, codeChallenge }: LoginGrant,
  { redirect_uri, code_verifier }: ShownCode,
): boolean {
  const challenge = createHash("sha256").update(code_verifier).digest("base64url");
  const isVerified = isSameSecret(challenge, codeChallenge);
  return redirect_uri === redirectUri && isVerified;
}

async function issue(
  { clock, login: { issuer, rules }, loginKeys, random }: RedeemPorts,
  found: FoundLoginCode,
): Promise<Result<TokenResponse, TokenRefusal>> {
  const { grant } = found;
  const accessToken = makeSecret(random);
  // Before the code is used up: a fault leaves it as it is.
  const idToken = await signIdToken(await loginKeys.signer(), {
    issuer,
    grant,
    accessToken,
    now: clock.now(),
    idTokenMinutes: rules.idTokenMinutes,
  });
  if (!await found.redeem()) return await endReplayed(found);
  return ok({
    access_token: accessToken,
    token_type: "Bearer",
    expires_in: rules.accessTokenMinutes * 60,
    id_token: idToken,
  });
}

async function endReplayed(found: FoundLoginCode): Promise<Result<never, TokenRefusal>> {
  await found.endReplayed();
  return invalidGrant;
}

/** One text for every cause, so that the bearer of a stolen code learns nothing. */
const invalidGrant = refuse<TokenRefusal>({
  code: "invalid_grant",
  message:
    "The code is unknown, used, expired or another client's, or redirect_uri or code_verifier does not match the authorization request",
});

function invalidRequest(message: string): Result<never, TokenRefusal> {
  return refuse({ code: "invalid_request", message });
}
