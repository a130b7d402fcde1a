import { ok, refuse, type Result } from "../core/result.ts";
import type { Refusal } from "./refusals.ts";
import type { Route } from "./route.ts";

/** A body whose syntax holds; its shape is validated after the guards. */
export type RawBody =
  | { readonly kind: "none" }
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "form"; readonly value: Readonly<Record<string, string>> };

type BodyRefusal = Refusal<"bad_request" | "payload_too_large">;

/**
 * Reads a request's body up to a size and parses its syntax. It comes before every guard, since
 * the mode and a sandbox caller stand in it (decisions.md parts 1 and 2).
 *
 * @param bytesMax a longer body is refused before it is read to its end
 */
export async function readBody(
  route: Pick<Route, "body" | "form">,
  request: Request,
  bytesMax: number,
): Promise<Result<RawBody, BodyRefusal>> {
  if (route.body === undefined && route.form === undefined) return ok({ kind: "none" });
  const bytes = await readBytes(request, bytesMax);
  if (bytes === null) return refuse({ code: "payload_too_large" });
  const type = mediaType(request.headers.get("content-type"));
  if (route.body !== undefined && isJson(type)) return parseJson(bytes);
  if (route.form !== undefined && type === "application/x-www-form-urlencoded") {
    return parseForm(bytes);
  }
  const expected = [
    ...(route.body === undefined ? [] : ["application/json"]),
    ...(route.form === undefined ? [] : ["application/x-www-form-urlencoded"]),
  ].join(" or ");
  return bad(`Header "content-type" must be ${expected}`);
}

/** @returns null when there is more than `bytesMax` */
async function readBytes(request: Request, bytesMax: number): Promise<Uint8Array | null> {
  const declared = request.headers.get("content-length");
  if (declared !== null) {
    // The runtime holds a body to its declared length, so one read is bounded by it.
    return Number(declared) > bytesMax ? null : await request.bytes();
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > bytesMax) return null;
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

function mediaType(header: string | null): string {
  return (header ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

function isJson(type: string): boolean {
  return type === "application/json" || /^application\/[a-z0-9.+-]+\+json$/.test(type);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Uint8Array): string | null {
  // The platform's decoder tells bad input by throwing only.
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

function parseJson(bytes: Uint8Array): Result<RawBody, BodyRefusal> {
  const text = decode(bytes);
  if (text === null) return bad("The body must be UTF-8");
  try {
    const value: unknown = JSON.parse(text);
    // Only an escape can bring one in: the bytes themselves are UTF-8.
    if (/\\u[dD][89a-fA-F]/.test(text) && holdsLoneSurrogate(value)) {
      return bad("The body holds a lone surrogate, which is no text");
    }
    return ok({ kind: "json", value });
  } catch (error) {
    if (error instanceof SyntaxError) return bad("The body must be JSON");
    throw error;
  }
}

/** Such a string has no UTF-8 and no RFC 8785 form. Walks without recursion: nesting is the caller's. */
function holdsLoneSurrogate(value: unknown): boolean {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === "string" && !next.isWellFormed()) return true;
    if (typeof next === "object" && next !== null) {
      for (const [name, member] of Object.entries(next)) open.push(name, member);
    }
  }
  return false;
}

function parseForm(bytes: Uint8Array): Result<RawBody, BodyRefusal> {
  const text = decode(bytes);
  if (text === null) return bad("The body must be UTF-8");
  const value: Record<string, string> = Object.create(null);
  for (const [name, field] of new URLSearchParams(text)) {
    // RFC 6749 §3.1 and OpenID4VP §8.2: parameters are not included more than once.
    if (name in value) return bad("A form field is given more than once");
    value[name] = field;
  }
  return ok({ kind: "form", value });
}

function bad(message: string): Result<never, BodyRefusal> {
  return refuse({ code: "bad_request", message });
}
