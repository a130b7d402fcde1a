import { isLoopback } from "../../standards/ip_address/loopback.ts";
import type { Validators } from "../../core/publications/ports.ts";
import { anySignal } from "../../base/any_signal.ts";
import { ok, refuse, type Result } from "../../base/result.ts";

/** A file to fetch, and the bounds of the fetch. */
export interface Download {
  readonly url: string;
  /** Whether the file may be fetched from a URL; called for the first URL and each redirect. */
  readonly mayAsk: (url: URL) => boolean;
  /** The validators of the present version. */
  readonly known: Validators | null;
  /** Permitted media types; null for any. An answer without a media type is accepted. */
  readonly mediaTypes: readonly string[] | null;
  /** Maximum bytes of the body, counted while received and after any content coding. */
  readonly bytesMax: number;
  /** Milliseconds until the answer begins, for each URL. */
  readonly answerMilliseconds: number;
  /** Milliseconds from the first connection to the last byte. */
  readonly wholeMilliseconds: number;
  /** Ends the fetch at once. */
  readonly signal?: AbortSignal;
  /** Receives the body piece by piece. */
  readonly take: (piece: Uint8Array) => Promise<void> | void;
}

/** The outcome of a fetch. */
export type Downloaded =
  /** The known version is still current. */
  | { readonly kind: "unchanged" }
  | { readonly kind: "fetched"; readonly bytes: number; readonly validators: Validators };

/** The reason why a file was not fetched. Pieces received before must be discarded. */
export interface DownloadRefusal {
  readonly code:
    /** No connection. */
    | "connection"
    /** The answer did not begin or end in time. */
    | "deadline"
    /** A status other than 200 and 304. */
    | "status"
    /** A redirect to a URL that is not permitted, or too many redirects. */
    | "redirect"
    | "media_type"
    | "too_large"
    /** The connection ended before the body. */
    | "cut_off";
  /** A message for the operator, without a full stop; names the URL without its query. */
  readonly message: string;
}

/** Maximum successive redirects. */
const redirectsMax = 5;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Fetches a file over HTTP: conditionally, within its limits, and only from permitted URLs. */
export async function download(asked: Download): Promise<Result<Downloaded, DownloadRefusal>> {
  const whole = AbortSignal.timeout(asked.wholeMilliseconds);
  const ended = asked.signal === undefined ? whole : anySignal([whole, asked.signal]);
  const first = new URL(asked.url);
  let url = first;
  for (let followed = 0; followed <= redirectsMax; followed++) {
    if (!isSafe(url, first) || !asked.mayAsk(url)) {
      return no("redirect", url, "is not a permitted address of this file");
    }
    const answered = await ask(url, asked, ended);
    if (!answered.ok) return answered;
    const answer = answered.value;
    if (!redirectStatuses.has(answer.status)) return await read(answer, url, asked, ended);
    await discard(answer);
    const location = answer.headers.get("location") ?? "";
    if (!URL.canParse(location, url)) return no("redirect", url, "redirects to no address");
    url = new URL(location, url);
  }
  return no("redirect", url, "redirects too often");
}

/**
 * Whether one URL may name another: https, or plain http on this machine if the naming URL is that
 * too, so that no outside party can cause requests to services of this machine. Never with user or
 * password.
 */
export function isSafe(url: URL, namedBy: URL): boolean {
  const isPlain = (one: URL) => one.protocol === "http:" && isLoopback(one.href);
  return (url.protocol === "https:" || (isPlain(url) && isPlain(namedBy))) &&
    url.username === "" && url.password === "";
}

async function ask(
  url: URL,
  { known, answerMilliseconds }: Download,
  ended: AbortSignal,
): Promise<Result<Response, DownloadRefusal>> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), answerMilliseconds);
  try {
    return ok(
      await fetch(url, {
        headers: {
          "user-agent": "aval",
          ...validatorHeaders(known),
        },
        redirect: "manual",
        signal: anySignal([ended, late.signal]),
      }),
    );
  } catch (thrown) {
    if (ended.aborted || late.signal.aborted) return no("deadline", url, "does not answer in time");
    return thrown instanceof Deno.errors.NotCapable
      ? no("connection", url, `must not be called: start with --allow-net=${url.host}`)
      : no("connection", url, "cannot be reached");
  } finally {
    clearTimeout(timer);
  }
}

async function read(
  answer: Response,
  url: URL,
  { known, mediaTypes, bytesMax, take }: Download,
  ended: AbortSignal,
): Promise<Result<Downloaded, DownloadRefusal>> {
  const { status, headers, body } = answer;
  if (status === 304 && known !== null) {
    await discard(answer);
    return ok({ kind: "unchanged" });
  }
  const mediaType = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  const wrong = status !== 200
    ? no("status", url, `answers with status ${status}`)
    : mediaTypes !== null && mediaType !== "" && !mediaTypes.includes(mediaType)
    ? no("media_type", url, `answers with ${printable(mediaType)}, which is not the file`)
    : Number(headers.get("content-length")) > bytesMax
    ? no("too_large", url, `is larger than ${bytesMax} bytes`)
    : null;
  if (wrong !== null) {
    await discard(answer);
    return wrong;
  }
  let bytes = 0;
  const pieces = (body ?? new Response("").body)!.getReader();
  for (;;) {
    const piece = await pieces.read().catch(() => null);
    if (piece === null) {
      return ended.aborted
        ? no("deadline", url, "does not end in time")
        : no("cut_off", url, `is cut off after ${bytes} bytes`);
    }
    if (piece.done) break;
    bytes += piece.value.length;
    if (bytes > bytesMax) {
      await pieces.cancel().catch(() => {});
      return no("too_large", url, `is larger than ${bytesMax} bytes`);
    }
    await take(piece.value);
  }
  const validators = { etag: headers.get("etag"), lastModified: headers.get("last-modified") };
  return ok({ kind: "fetched", bytes, validators });
}

function validatorHeaders(known: Validators | null): Record<string, string> {
  return {
    ...(known === null || known.etag === null ? {} : { "if-none-match": known.etag }),
    ...(known === null || known.lastModified === null
      ? {}
      : { "if-modified-since": known.lastModified }),
  };
}

async function discard({ body }: Response): Promise<void> {
  await body?.cancel().catch(() => {});
}

function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, 80);
}

/** Makes a refusal without the query, which may contain a signature or a token. */
function no(
  code: DownloadRefusal["code"],
  { origin, pathname }: URL,
  message: string,
): Result<never, DownloadRefusal> {
  return refuse({ code, message: `${origin}${pathname} ${message}` });
}
