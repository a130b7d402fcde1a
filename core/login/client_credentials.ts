import { ok, refuse, type Result } from "../../base/result.ts";

/** The statements of a token request about its client, as received. */
export interface ReceivedCredentials {
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
  /** `client_id` of the form. */
  readonly clientId: string | undefined;
  /** `client_secret` of the form. */
  readonly clientSecret: string | undefined;
}

/** The claimed identity of a client and its proof, both unverified. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly secret: string;
}

/** The reason why a client is not authenticated (RFC 6749 §5.2). */
export interface ClientAuthenticationRefusal {
  readonly code: "invalid_client" | "invalid_request";
  /** Message for the relying party's developer, without a full stop. */
  readonly message: string;
}

type Read = Result<ClientCredentials, ClientAuthenticationRefusal>;

/** Maximum characters of a header: an id of 255 characters and a secret, each encoded twice. */
const headerCharactersMax = 4_096;
/** Maximum characters of an id and of a secret; secrets of this service have 43. */
const clientIdCharactersMax = 255;
const secretCharactersMax = 512;

/**
 * Reads the one client authentication of a token request: `client_secret_basic` or
 * `client_secret_post` (RFC 6749 §2.3.1). A form's `client_id` may accompany the header if it names
 * the same client; otherwise the request is `invalid_request`, since two clients in one request are
 * malformed, not unauthenticated (§5.2). An empty field counts as absent (§3.2).
 */
export function readClientCredentials(received: ReceivedCredentials): Read {
  const { authorization } = received;
  const clientId = received.clientId === "" ? undefined : received.clientId;
  const clientSecret = received.clientSecret === "" ? undefined : received.clientSecret;
  if (authorization === undefined) return readPost(clientId, clientSecret);
  if (clientSecret !== undefined) {
    return refuse({
      code: "invalid_request",
      message: "Authenticate the client in one way: by the Authorization header or client_secret",
    });
  }
  const basic = readBasic(authorization);
  if (!basic.ok || clientId === undefined || clientId === basic.value.clientId) return basic;
  return refuse({
    code: "invalid_request",
    message: "client_id is not the client of the Authorization header",
  });
}

function readPost(clientId: string | undefined, secret: string | undefined): Read {
  if (clientId === undefined || secret === undefined) {
    return unauthenticated(
      "Authenticate the client by client_secret_basic or client_secret_post",
    );
  }
  return bounded({ clientId, secret });
}

/** `Basic base64(form-encoded id ":" form-encoded secret)`. */
function readBasic(header: string): Read {
  const [, base64] = header.length > headerCharactersMax
    ? []
    : /^basic +([a-z0-9+/]+={0,2})$/i.exec(header) ?? [];
  const bytes = base64 === undefined ? null : bytesOf(base64);
  const text = bytes === null ? null : textOf(bytes);
  const colon = text?.indexOf(":") ?? -1;
  if (text === null || colon < 0) return malformed();
  const clientId = decodeFormField(text.slice(0, colon));
  const secret = decodeFormField(text.slice(colon + 1));
  return clientId === null || secret === null ? malformed() : bounded({ clientId, secret });
}

/**
 * Decodes the value of an `application/x-www-form-urlencoded` field; null for malformed text, which
 * `URLSearchParams` would accept.
 */
export function decodeFormField(text: string): string | null {
  if (/%(?![0-9a-f]{2})/i.test(text)) return null;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    // Bytes that are no UTF-8 are reported by throwing only.
    return null;
  }
}

function bytesOf(base64: string): Uint8Array | null {
  try {
    return Uint8Array.fromBase64(base64);
  } catch {
    return null;
  }
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function bounded(credentials: ClientCredentials): Read {
  const { clientId, secret } = credentials;
  const isBounded = clientId.length >= 1 && clientId.length <= clientIdCharactersMax &&
    secret.length >= 1 && secret.length <= secretCharactersMax;
  return isBounded ? ok(credentials) : malformed();
}

function malformed(): Read {
  return unauthenticated(
    "The client's credentials are malformed: form-encode id and secret, then base64 both for Basic",
  );
}

/** Refuses a client without a valid proof of its identity. */
export function unauthenticated(message: string): Result<never, ClientAuthenticationRefusal> {
  return refuse({ code: "invalid_client", message });
}
