import { Mode } from "../../core/nouns.ts";
import { isLoopback } from "../../standards/ip_address/loopback.ts";
import { type Networks, parseNetworks } from "../../standards/ip_address/networks.ts";
import { type LogLevel, logLevels } from "../../base/json_log.ts";
import { ok, refuse, type Result } from "../../base/result.ts";

/** An invalid value of a variable, with the expected form. Never contains the value itself. */
export interface ValueRefusal {
  /** The code is never sent to callers: the start fails. */
  readonly code: "invalid_value";
  /** One line for each problem. */
  readonly problems: readonly string[];
}

/** Refuses a value with its expected form. */
export function wrong(...problems: readonly string[]): Result<never, ValueRefusal> {
  return refuse({ code: "invalid_value", problems });
}

/** Parses `sandbox` or `live`. */
export function readMode(text: string): Result<Mode, ValueRefusal> {
  const mode = Mode.safeParse(text);
  return mode.success ? ok(mode.data) : wrong('expected "sandbox" or "live"');
}

/** Parses a TCP port; 0 is any free one. */
export function readPort(text: string): Result<number, ValueRefusal> {
  const port = Number(text);
  return /^\d{1,5}$/.test(text) && port <= 65_535 ? ok(port) : wrong("expected a port, 0 to 65535");
}

/**
 * Parses an absolute http or https URL without query, fragment or user, and removes a final slash.
 */
export function readBaseUrl(text: string): Result<string, ValueRefusal> {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return wrong("expected an address such as https://aval.example");
  }
  if (url.username !== "" || url.password !== "" || /[?#]/.test(text)) {
    return wrong("expected an address without user, query and fragment");
  }
  // It would end the path in a header `Set-Cookie`.
  if (url.pathname.includes(";")) return wrong("expected an address without a semicolon");
  return ok(url.href.replace(/\/+$/, ""));
}

/**
 * Whether data sent to a URL cannot be read on the network: https, or plain http on this machine.
 */
export function isConfidential(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.href));
}

/**
 * Parses a base URL for secrets or personal data.
 *
 * @param the sent data with their verb: `tokens are`
 */
export function readConfidentialUrl(text: string, what: string): Result<string, ValueRefusal> {
  const url = readBaseUrl(text);
  if (!url.ok || isConfidential(new URL(url.value))) return url;
  return wrong(`expected https: ${what} sent there; plain http is permitted only for this machine`);
}

/** Parses text of printable ASCII, which fits into a line and a header. */
export function readPrintable(text: string, charactersMax: number): Result<string, ValueRefusal> {
  return /^[\x20-\x7e]+$/.test(text) && text.length <= charactersMax
    ? ok(text)
    : wrong(`expected 1 to ${charactersMax} printable ASCII characters`);
}

/** Parses a proxy list: addresses and CIDRs between commas. Refuses a list of all addresses. */
export function readTrustedProxies(text: string): Result<Networks, ValueRefusal> {
  const written = text.split(",").map((part) => part.trim());
  if (written.some((part) => /\/0+$/.test(part))) {
    return wrong("a network of every address would let anybody invent a source");
  }
  const networks = parseNetworks(written);
  return networks.ok ? networks : wrong(...networks.refusal.problems);
}

/** Parses the name of an HTTP header (RFC 9110 §5.1), in lower case. */
export function readHeaderName(text: string): Result<string, ValueRefusal> {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text)
    ? ok(text.toLowerCase())
    : wrong("expected the name of a header");
}

/** Parses one OAuth scope (RFC 6749 §3.3). */
export function readScope(text: string): Result<string, ValueRefusal> {
  return /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text)
    ? ok(text)
    : wrong("expected one OAuth scope: no blank, quote or backslash");
}

/** Parses a log level. */
export function readLogLevel(text: string): Result<LogLevel, ValueRefusal> {
  const level = logLevels.find((known) => known === text);
  return level === undefined ? wrong(`expected ${logLevels.join(", ")}`) : ok(level);
}

/** Parses 32 random bytes in base64 (RFC 4648 §4, padded). */
export function readSecretKey(text: string): Result<Uint8Array<ArrayBuffer>, ValueRefusal> {
  const expected = "expected 32 bytes in base64; make them with: openssl rand -base64 32";
  if (!/^[A-Za-z0-9+/]{43}=$/.test(text)) return wrong(expected);
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  if (btoa(String.fromCharCode(...bytes)) !== text) return wrong(expected);
  // 32 random bytes hold fewer than 16 different ones less than once in 10^16 times.
  return new Set(bytes).size < 16 ? wrong(`the bytes are not random; ${expected}`) : ok(bytes);
}

/** Parses a line for people: no control or bidi character, 200 characters at most. */
export function readLine(text: string): Result<string, ValueRefusal> {
  const isLine = text.isWellFormed() && text.length <= 200 &&
    !/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(text);
  return isLine
    ? ok(text.trim())
    : wrong("expected a line of 200 characters at most, without control characters");
}
