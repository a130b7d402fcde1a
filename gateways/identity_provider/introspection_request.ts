import { isObject, type Json, parseJson } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { concernsOneRequest } from "../http/concerned_status.ts";
import { broken, readText } from "../http/read_text.ts";

/** Endpoint at which tokens are looked up, and our credentials there. */
export interface IntrospectionEndpoint {
  readonly url: string;
  /** Value of the `Authorization` header: our own secret is in it. */
  readonly authorization: string;
}

/** Reason for which the provider gave no answer. No member says anything of the token or of our secret. */
export interface AskRefusal {
  readonly code:
    /** No connection, or it broke. */
    | "connection"
    /** It took longer than we wait. */
    | "deadline"
    /** It refuses our own client id or secret. */
    | "own_credentials"
    /** A status that no answer has. */
    | "status"
    /** It cannot read this request, and with it the token: malformed or too long (4xx). */
    | "bad_request"
    /** It, or a firewall before it, has refused this request for another reason than its form. */
    | "turned_away"
    /** Longer than what we read. */
    | "too_long"
    | "not_json";
  readonly status?: number;
}

/** The value of a `client_secret_basic` header: both halves form-encoded first (RFC 6749 §2.3.1). */
export function clientSecretBasic(clientId: string, clientSecret: string): string {
  return `Basic ${btoa(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`)}`;
}

function formEncoded(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}

/**
 * Asks the provider about one token (RFC 7662 §2.1). A connection that fails is tried once more,
 * for a kept one may have been closed at its other end; nothing else is. Redirects are not followed:
 * they would take token and secret elsewhere.
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

/** Statuses of a request, and with it of a token, that is malformed or too long. */
const unreadable: ReadonlySet<number> = new Set([400, 413, 414, 422, 431]);

function codeOf(answer: Response): AskRefusal["code"] {
  const { status } = answer;
  if (concernsOneRequest(answer)) return unreadable.has(status) ? "bad_request" : "turned_away";
  return status === 401 || status === 403 ? "own_credentials" : "status";
}

/** Errors of our own client, which may come with a 400 (RFC 6749 §5.2). */
function namesOurClient(answer: Json | undefined): boolean {
  if (!isObject(answer)) return false;
  return answer["error"] === "invalid_client" || answer["error"] === "unauthorized_client";
}
