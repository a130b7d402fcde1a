import { isLoopback } from "../../standards/ip_address/loopback.ts";
import type { Validators } from "../../core/publications/ports.ts";
import { anySignal } from "../../base/any_signal.ts";
import { ok, refuse, type Result } from "../../base/result.ts";

/** A file to fetch, and the bounds of the fetch. */
export interface Download {
  readonly url: string;
  /** Whether the file may come from an address: asked of the first one and of each redirect. */
  readonly mayAsk: (url: URL) => boolean;
  /** The validators of the state that is already here. */
  readonly known: Validators | null;
  /** Media types that it may have, or null for any. An answer without one passes. */
  readonly mediaTypes: readonly string[] | null;
  /** Bytes of the body, counted as they come and after any content coding. */
  readonly bytesMax: number;
  /** Time until the answer begins, for each address. */
  readonly answerMilliseconds: number;
  /** Time from the first connection to the last byte. */
  readonly wholeMilliseconds: number;
  /** Ends the fetch at once. */
  readonly signal?: AbortSignal;
  /** Receives the body piece by piece. */
  readonly take: (piece: Uint8Array) => Promise<void> | void;
}

/** The outcome of a fetch. */
export type Downloaded =
  /** It is still the state that was known. */
  | { readonly kind: "unchanged" }
  | { readonly kind: "fetched"; readonly bytes: number; readonly validators: Validators };

/** The reason for which a file was not fetched. The pieces received by then are to be discarded. */
export interface DownloadRefusal {
  readonly code:
    /** No connection. */
    | "connection"
    /** The answer did not begin, or did not end, in time. */
    | "deadline"
    /** Another status than 200 and 304. */
    | "status"
    /** A redirect to an address that it may not come from, or too many of them. */
    | "redirect"
    | "media_type"
    | "too_large"
    /** The connection ended before the body did. */
    | "cut_off";
  /** For the operator, without a full stop; names the address without its query. */
  readonly message: string;
}

/** Redirects that are followed, one after another. */
const redirectsMax = 5;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Fetches a file over HTTP: conditionally, within its bounds, and only from where it may come. */
export async function download(asked: Download): Promise<Result<Downloaded, DownloadRefusal>> {
  const whole = AbortSignal.timeout(asked.wholeMilliseconds);
  const ended = asked.signal === undefined ? whole : anySignal([whole, asked.signal]);
  const first = new URL(asked.url);
  let url = first;
  for (let followed = 0; followed <= redirectsMax; followed++) {
    if (!isSafe(url, first) || !asked.mayAsk(url)) {
      return no("redirect", url, "is no address that this file may come from");
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
 * What one address may name as another: https, or plain http on this machine where the first is
 * that, so that no outside party has a service of this machine asked. No user or password.
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
      ? no("connection", url, `may not be asked: start with --allow-net=${url.host}`)
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

/** A query may hold a signature or a token. */
function no(
  code: DownloadRefusal["code"],
  { origin, pathname }: URL,
  message: string,
): Result<never, DownloadRefusal> {
  return refuse({ code, message: `${origin}${pathname} ${message}` });
}
