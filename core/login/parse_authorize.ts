import { isRedirectUri } from "../access/redirect_uri.ts";
import type { LoginClient } from "./ports.ts";

/** A query with repetitions: a parameter that occurs more than once is an array. */
export type RepeatableQuery = Readonly<Record<string, string | readonly string[]>>;

/** `error` of an authorization response (RFC 6749 §4.1.2.1; OpenID Connect Core §3.1.2.6). */
export type AuthorizeErrorCode =
  | "invalid_request"
  | "invalid_scope"
  | "login_required"
  | "registration_not_supported"
  | "request_not_supported"
  | "request_uri_not_supported"
  | "unsupported_response_type";

/** The target of an answer, and the state to return with it. */
export interface ReturnAddress {
  /** One of the client's registered URIs. */
  readonly redirectUri: string;
  /** The `state`, unchanged; null if absent or repeated. */
  readonly state: string | null;
}

/** An error that the relying party reads in its redirect. */
export interface AuthorizeError extends ReturnAddress {
  readonly error: AuthorizeErrorCode;
  /** Fixed words, without text of the request. */
  readonly description: string;
}

/** An authentication request that can be answered. */
export interface AuthorizeRequest extends ReturnAddress {
  /** S256 (RFC 7636 §4.2). */
  readonly codeChallenge: string;
  readonly nonce: string | null;
  /** `none`: no page may be shown. `login`: a wallet is required, whatever the cookie. */
  readonly prompt: "none" | "login" | null;
  /** Maximum seconds since the wallet's proof; null: unlimited. */
  readonly maxAgeSeconds: number | null;
  /** The same request as a query, to start again, without unsupported parameters. */
  readonly query: string;
}

/** The result of parsing an authorize query. */
export type ParsedAuthorize =
  /** There is no address to redirect to: a page, never a redirect (RFC 6749 §4.1.2.1). */
  | { readonly kind: "unreturnable" }
  | { readonly kind: "error"; readonly error: AuthorizeError }
  | { readonly kind: "request"; readonly request: AuthorizeRequest };

/** Maximum characters of `state` and `nonce`. */
const charactersMax = 2_048;

/** Parameters that are read. */
const readParameters = [
  "response_type",
  "client_id",
  "redirect_uri",
  "scope",
  "state",
  "nonce",
  "code_challenge",
  "code_challenge_method",
  "response_mode",
  "prompt",
  "max_age",
] as const;

/** Refused parameters, each with its own error code (OpenID Connect Core §6, §7.2.1). */
const refusedParameters = ["request", "request_uri", "registration"] as const;

/** Parameters that are ignored here. Repeating one is an error too. */
const ignoredParameters = [
  "acr_values",
  "claims",
  "claims_locales",
  "display",
  "id_token_hint",
  "login_hint",
  "ui_locales",
] as const;

const knownParameters = [...readParameters, ...refusedParameters, ...ignoredParameters];

type Parameter = typeof knownParameters[number];

/** Returns the client that a query names. @returns null if it names none, or several */
export function clientIdOf(query: RepeatableQuery): string | null {
  return valueOf(query, "client_id");
}

/**
 * Parses an authentication request of a registered client. The redirect URI comes first: until it is
 * known to be the client's, the browser must not be redirected.
 *
 * @param client the client that `client_id` names; null if it names none
 * @see Verification §4, rule 9; RFC 9700 §2.1; decisions-2.md part 14
 */
export function parseAuthorize(
  query: RepeatableQuery,
  client: Pick<LoginClient, "redirectUris"> | null,
): ParsedAuthorize {
  const redirectUri = valueOf(query, "redirect_uri");
  // By code points, as the standard wants it: nothing is normalised, on either side.
  if (client === null || redirectUri === null || !client.redirectUris.includes(redirectUri)) {
    return { kind: "unreturnable" };
  }
  // A record that was stored under other rules may hold one that is refused today.
  if (!isRedirectUri(redirectUri)) return { kind: "unreturnable" };
  const address = { redirectUri, state: valueOf(query, "state") };
  const fault = faultOf(query);
  if (fault !== null) return { kind: "error", error: { ...address, ...fault } };
  const maxAge = valueOf(query, "max_age");
  const request = {
    ...address,
    codeChallenge: valueOf(query, "code_challenge") ?? "",
    nonce: valueOf(query, "nonce"),
    prompt: promptOf(query),
    maxAgeSeconds: maxAge === null ? null : Math.min(Number(maxAge), Number.MAX_SAFE_INTEGER),
  };
  const clientId = valueOf(query, "client_id") ?? "";
  return { kind: "request", request: { ...request, query: queryOf(clientId, request) } };
}

type Fault = Pick<AuthorizeError, "error" | "description">;

/** Returns the first error of a request that has a redirect address; null if it has none. */
function faultOf(query: RepeatableQuery): Fault | null {
  return faultOfRepetition(query) ?? faultOfRequestObject(query) ?? faultOfResponse(query) ??
    faultOfPrompt(query) ?? faultOfPkce(query);
}

function faultOfRepetition(query: RepeatableQuery): Fault | null {
  if (isRepeated(query, "state")) return invalid("state is given more than once");
  if ((valueOf(query, "state") ?? "").length > charactersMax) return invalid("state is too long");
  return knownParameters.some((name) => isRepeated(query, name))
    ? invalid("a parameter is given more than once")
    : null;
}

function faultOfRequestObject(query: RepeatableQuery): Fault | null {
  const name = refusedParameters.find((refused) => valueOf(query, refused) !== null);
  return name === undefined
    ? null
    : { error: `${name}_not_supported`, description: `${name} is not supported` };
}

function faultOfResponse(query: RepeatableQuery): Fault | null {
  const type = valueOf(query, "response_type");
  if (type === null) return invalid("response_type is required");
  if (type !== "code") {
    return { error: "unsupported_response_type", description: "response_type must be code" };
  }
  const mode = valueOf(query, "response_mode");
  if (mode !== null && mode !== "query") return invalid("response_mode must be query");
  return wordsOf(query, "scope").includes("openid")
    ? null
    : { error: "invalid_scope", description: "scope must contain openid" };
}

const prompts: readonly string[] = ["none", "login", "consent", "select_account"];

function faultOfPrompt(query: RepeatableQuery): Fault | null {
  const words = new Set(wordsOf(query, "prompt"));
  if ([...words].some((word) => !prompts.includes(word))) {
    return invalid("prompt must be none, login, consent or select_account");
  }
  if (words.has("none") && words.size > 1) return invalid("prompt none excludes other values");
  const maxAge = valueOf(query, "max_age");
  if (maxAge !== null && !/^\d+$/.test(maxAge)) return invalid("max_age must be a whole number");
  return (valueOf(query, "nonce") ?? "").length > charactersMax
    ? invalid("nonce is too long")
    : null;
}

/** An absent method means `plain` (RFC 7636 §4.3), which is a downgrade. */
function faultOfPkce(query: RepeatableQuery): Fault | null {
  const challenge = valueOf(query, "code_challenge");
  if (challenge === null) return invalid("code_challenge is required");
  if (valueOf(query, "code_challenge_method") !== "S256") {
    return invalid("code_challenge_method must be S256");
  }
  return /^[A-Za-z0-9_-]{43}$/.test(challenge)
    ? null
    : invalid("code_challenge must be 43 characters of base64url");
}

function invalid(description: string): Fault {
  return { error: "invalid_request", description };
}

/**
 * There is no consent and only one account, so that `consent` and `select_account` require a
 * wallet, as `login` does.
 */
function promptOf(query: RepeatableQuery): AuthorizeRequest["prompt"] {
  const [first] = wordsOf(query, "prompt");
  if (first === undefined) return null;
  return first === "none" ? "none" : "login";
}

function wordsOf(query: RepeatableQuery, name: Parameter): readonly string[] {
  return (valueOf(query, name) ?? "").split(" ").filter((word) => word !== "");
}

/**
 * Reads a parameter: an empty one counts as absent (RFC 6749 §3.1), a repeated one has no value.
 */
function valueOf(query: RepeatableQuery, name: Parameter): string | null {
  const value = Object.hasOwn(query, name) ? query[name] : undefined;
  return typeof value === "string" && value !== "" ? value : null;
}

function isRepeated(query: RepeatableQuery, name: Parameter): boolean {
  return Object.hasOwn(query, name) && typeof query[name] === "object";
}

/**
 * Writes the understood parameters as a query. The sent query is not used: `scope`, `prompt` and
 * `max_age` may be of any length, and the query is stored while the page waits.
 */
function queryOf(clientId: string, request: Omit<AuthorizeRequest, "query">): string {
  const { redirectUri, state, nonce, codeChallenge, prompt, maxAgeSeconds } = request;
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: "openid",
    state,
    nonce,
    code_challenge: codeChallenge,
    code_challenge_method: "S256",
    prompt,
    max_age: maxAgeSeconds === null ? null : String(maxAgeSeconds),
  };
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === null ? [] : [[name, value]]
  );
  return new URLSearchParams(given).toString();
}
