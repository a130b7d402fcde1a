import { growingBytes } from "../../base/bytes.ts";
import {
  hasMoreValues,
  hasRepeatedMember,
  isNestedDeeper,
  jsonLevelsMax,
  parseJson,
} from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { Refusal } from "./refusals.ts";
import type { RawBytes, Route } from "./route.ts";

/** A body with valid syntax; its shape is validated after the guards. */
export type RawBody =
  | { readonly kind: "none" }
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "form"; readonly value: Readonly<Record<string, string>> }
  | { readonly kind: "raw"; readonly value: RawBytes };

/** A member of a body, before its shape is validated; undefined if absent. */
export function memberOf(body: RawBody, name: string): unknown {
  if (body.kind === "none" || typeof body.value !== "object" || body.value === null) {
    return undefined;
  }
  return Object.hasOwn(body.value, name)
    ? (body.value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

type BodyRefusal = Refusal<"bad_request" | "payload_too_large" | "upstream_unavailable">;

const jsonType = "application/json";
const formType = "application/x-www-form-urlencoded";
const tooLarge = refuse({ code: "payload_too_large" } as const);
/**
 * The refusal without room; after the suggested seconds another request is probably answered, and
 * its room is free.
 */
const noRoom = refuse({ code: "upstream_unavailable", retryAfterSeconds: 1 } as const);

/** Options for reading a body. */
export interface ReadRules {
  /** A longer body is refused without reading it to its end. */
  readonly bytesMax: number;
  /** Resolves after other work that waits for the event loop. */
  readonly nextTurn: () => Promise<void>;
  /** Takes room for more bytes; default: always available. @returns false when there is no room */
  readonly grow?: (bytes: number) => boolean;
}

/** Minimum bytes for parsing a body in steps; parsing takes some milliseconds for each MiB. */
const steppedBytesMin = 524_288;

/** The refusal of a cut body: its caller is gone, or has sent a wrong length. */
export const brokenOff = bad("The body ended before it was complete");

/**
 * Reads a request's body up to a size and parses its syntax. A body of several MiB is parsed in
 * steps, between which other requests run.
 */
export async function readBody(
  route: Pick<Route, "body" | "form">,
  request: Request,
  { nextTurn, ...rules }: ReadRules,
): Promise<Result<RawBody, BodyRefusal>> {
  if (route.body === undefined && route.form?.urlencoded === undefined) return ok({ kind: "none" });
  const coding = request.headers.get("content-encoding") ?? "";
  if (!/^(identity)?$/i.test(coding)) {
    return bad('Header "content-encoding" must be absent: send the body as it is');
  }
  const bytes = await readBytes(request, rules);
  if (!bytes.ok) return bytes;
  const type = mediaType(request.headers.get("content-type"));
  const isJson = route.body !== undefined && type.name === jsonType;
  const isForm = route.form?.urlencoded !== undefined && type.name === formType;
  const rawTypes = route.form?.raw?.types ?? [];
  // A table may say its charset, and its byte order mark decides.
  if (rawTypes.includes(type.name)) {
    return ok({ kind: "raw", value: { type: type.name, bytes: bytes.value } });
  }
  if (!isJson && !isForm) {
    const expected = [
      ...(route.body === undefined ? [] : [jsonType]),
      ...(route.form?.urlencoded === undefined ? [] : [formType]),
      ...rawTypes,
    ].join(" or ");
    return bad(`Header "content-type" must be ${expected}`);
  }
  if (!type.isUtf8) return bad('Header "content-type" must name no charset but utf-8');
  const isLong = bytes.value.length >= steppedBytesMin;
  const step = isLong ? nextTurn : () => Promise.resolve();
  return isJson ? await readJson(bytes.value, step) : parseForm(bytes.value);
}

async function readBytes(
  request: Request,
  { bytesMax, grow = () => true }: Omit<ReadRules, "nextTurn">,
): Promise<Result<Uint8Array<ArrayBuffer>, BodyRefusal>> {
  const declared = request.headers.get("content-length");
  if (declared !== null && Number(declared) > bytesMax) return tooLarge;
  if (declared !== null && !grow(Number(declared))) return noRoom;
  // The runtime reports a body that breaks off by throwing only.
  try {
    // It holds a body to its declared length, so one read is bounded by it.
    return declared === null
      ? await readChunks(request.body, { bytesMax, grow })
      : ok(await request.bytes());
  } catch {
    return brokenOff;
  }
}

/**
 * Limit of a body's pieces: a fixed number of any size, and one more for each number of bytes. The
 * runtime reads each piece into its own 64 KiB, so that pieces of one byte cost more than their
 * sender pays.
 */
const piecesMin = 512;
const pieceBytesMin = 32;

async function readChunks(
  body: ReadableStream<Uint8Array> | null,
  { bytesMax, grow }: Required<Omit<ReadRules, "nextTurn">>,
): Promise<Result<Uint8Array<ArrayBuffer>, BodyRefusal>> {
  const read = growingBytes();
  let pieces = 0;
  for await (const piece of body ?? []) {
    if (read.length + piece.length > bytesMax) return tooLarge;
    if (!grow(piece.length)) return noRoom;
    read.append(piece);
    if (++pieces > piecesMin + read.length / pieceBytesMin) {
      return bad("The body comes in too many small pieces: send it whole, or in larger chunks");
    }
  }
  return ok(read.bytes());
}

/** One parameter of a media type (RFC 9110 §5.6.6). */
const mediaParameter = /^([!#$%&'*+.^_`|~\w-]+)=(?:([!#$%&'*+.^_`|~\w-]+)|"([^"\\]*)")$/;

/**
 * Parses a media type. A header in another form than RFC 9110 §8.3.1 has an empty name, which no
 * route accepts.
 */
function mediaType(header: string | null): { readonly name: string; readonly isUtf8: boolean } {
  const [name = "", ...parameters] = (header ?? "").split(";").map((part) => part.trim());
  let isUtf8 = true;
  for (const parameter of parameters) {
    if (parameter === "") continue;
    const [whole, key = "", token, quoted] = mediaParameter.exec(parameter) ?? [];
    if (whole === undefined) return { name: "", isUtf8: false };
    const value = token ?? quoted ?? "";
    if (key.toLowerCase() === "charset" && value.toLowerCase() !== "utf-8") isUtf8 = false;
  }
  return { name: name.toLowerCase(), isUtf8 };
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Uint8Array): string | null {
  // The platform's decoder reports bad input by throwing only.
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Maximum values of a body: a batch of 5,000 rows has half as many, and a parser takes 10 ms for
 * them.
 */
const valuesMax = 200_000;

async function readJson(
  bytes: Uint8Array,
  step: () => Promise<void>,
): Promise<Result<RawBody, BodyRefusal>> {
  const text = decode(bytes);
  if (text === null) return bad("The body must be UTF-8");
  await step();
  if (hasMoreValues(text, valuesMax)) return bad(`The body has more than ${valuesMax} values`);
  const value = parseJson(text);
  if (value === undefined) {
    return bad(
      isNestedDeeper(text, jsonLevelsMax)
        ? `The body nests objects and arrays more than ${jsonLevelsMax} levels deep`
        : "The body must be JSON",
    );
  }
  await step();
  if (hasRepeatedMember(text, value)) {
    return bad("The body names a member of an object more than once");
  }
  // Only an escape can bring a lone surrogate in, for the bytes themselves are UTF-8; and only an
  // exponent or very many digits a number that is too large.
  if (!/\\u[dD][89a-fA-F]|\d[eE]|\d{300}/.test(text)) return ok({ kind: "json", value });
  await step();
  const unwritable = whyUnwritable(value);
  return unwritable === null ? ok({ kind: "json", value }) : bad(unwritable);
}

/**
 * Returns the reason why a value has no RFC 8785 form: text that is not valid Unicode, or a number
 * that overflows to infinity. Walks without recursion, since the caller chooses the nesting.
 */
function whyUnwritable(value: unknown): string | null {
  const open: unknown[] = [value];
  const isText = (text: string) => text.isWellFormed();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === "string" && !isText(next)) return surrogate;
    if (typeof next === "number" && !Number.isFinite(next)) return outOfRange;
    if (typeof next !== "object" || next === null) continue;
    if (!Array.isArray(next) && !Object.keys(next).every(isText)) return surrogate;
    for (const member of Object.values(next)) open.push(member);
  }
  return null;
}

const surrogate = "The body contains a lone surrogate, which is not valid text";
const outOfRange = "The body contains a number that is out of range";

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
