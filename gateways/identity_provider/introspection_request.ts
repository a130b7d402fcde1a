import { isObject, type Json, parseJson } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { concernsOneRequest } from "../http/concerned_status.ts";
import { broken, readText } from "../http/read_text.ts";

/** The endpoint for token look-ups, and this service's credentials there. */
export interface IntrospectionEndpoint {
  readonly url: string;
  /** Value of the `Authorization` header, which contains the client secret. */
  readonly authorization: string;
}

/**
 * The reason why the provider gave no answer. No member contains data of the token or the secret.
 */
export interface AskRefusal {
  readonly code:
    /** No connection, or a broken one. */
    | "connection"
    /** The deadline passed. */
    | "deadline"
    /** The provider refuses this service's client id or secret. */
    | "own_credentials"
    /** An unexpected status. */
    | "status"
    /** The provider cannot read the request, and thus the token: malformed or too long (4xx). */
    | "bad_request"
    /**
     * The provider, or a firewall before it, refused the request for a reason other than its form.
     */
    | "turned_away"
    /** The answer exceeds the maximum. */
    | "too_long"
    | "not_json";
  readonly status?: number;
}

/**
 * Makes the value of a `client_secret_basic` header: both parts are form-encoded first (RFC 6749
 * §2.3.1).
 */
export function clientSecretBasic(clientId: string, clientSecret: string): string {
  return `Basic ${btoa(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`)}`;
}

function formEncoded(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}

/**
 * Introspects one token at the provider (RFC 7662 §2.1). Retries once after a failed connection,
 * since the provider may have closed a kept one, and never otherwise. Does not follow redirects,
 * which would send token and secret elsewhere.
 *
 * @returns the JSON value of an answer with status 200
 */
export async function askProvider(
  endpoint: IntrospectionEndpoint,
  token: string,
  { signal, answerBytesMax }: { readonly signal: AbortSignal; readonly answerBytesMax: number },
): Promise<Result<Json, AskRefusal>> {
  const first = await send(endpoint, token, signal);
  const sent = !first.ok && first.refusal.code === "connection"
    ? await send(endpoint, token, signal)
    : first;
  if (!sent.ok) return sent;
  const { status, body } = sent.value;
  const code = status === 200 ? null : codeOf(sent.value);
  if (code !== null && code !== "bad_request") {
    body?.cancel().catch(() => {});
    return refuse({ code, status });
  }
  const text = await readText(body, answerBytesMax, signal);
  if (code !== null) {
    const isOurs = text.ok && namesOurClient(parseJson(text.value));
    return refuse({ code: isOurs ? "own_credentials" : code, status });
  }
  if (!text.ok) return text;
  const value = parseJson(text.value);
  return value === undefined ? refuse({ code: "not_json" }) : ok(value);
}

async function send(
  { url, authorization }: IntrospectionEndpoint,
  token: string,
  signal: AbortSignal,
): Promise<Result<Response, AskRefusal>> {
  return await fetch(url, {
    method: "POST",
    headers: { authorization, accept: "application/json" },
    body: new URLSearchParams({ token, token_type_hint: "access_token" }),
    redirect: "manual",
    signal,
  }).then(ok, () => refuse(broken(signal)));
}

/** Statuses for a malformed or too long request, and thus token. */
const unreadable: ReadonlySet<number> = new Set([400, 413, 414, 422, 431]);

function codeOf(answer: Response): AskRefusal["code"] {
  const { status } = answer;
  if (concernsOneRequest(answer)) return unreadable.has(status) ? "bad_request" : "turned_away";
  return status === 401 || status === 403 ? "own_credentials" : "status";
}

/**
 * Whether an answer reports an error of this service's own client, which may have status 400 (RFC
 * 6749 §5.2).
 */
function namesOurClient(answer: Json | undefined): boolean {
  if (!isObject(answer)) return false;
  return answer["error"] === "invalid_client" || answer["error"] === "unauthorized_client";
}
