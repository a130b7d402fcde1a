import type { Clock } from "../../base/clock.ts";
import { isObject, parseJson } from "../../base/json.ts";
import { ok, type Result } from "../../base/result.ts";
import { readLoginPage, textOfPage } from "../../sandbox/wallet/login_page.ts";
import type { Fetch } from "../../sandbox/wallet/read_request.ts";
import { type CommandRefusal, type Done, failed } from "../command/command.ts";
import { printable, type Terminal } from "../command/terminal.ts";
import { answer, type AnsweringTools, judgeReply, type WalletReply } from "./answer_request.ts";

/** Dependencies of a login. */
export interface LoginTools extends Pick<Terminal, "out" | "err">, AnsweringTools {
  /** Waits for a number of milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** A browser for one run: it keeps cookies in memory and follows no redirect. */
interface Browser {
  get(url: URL, accept: string): Promise<Response>;
}

/**
 * Logs in at a relying party's authorize URL like a person with a browser and a wallet, and prints
 * the final redirect without following it.
 */
export async function login(
  { uri, reply }: { readonly uri: string; readonly reply: WalletReply },
  tools: LoginTools,
): Promise<Done> {
  const authorizeUrl = new URL(uri);
  const browser = openBrowser(tools.fetch);
  const page = await openPage(authorizeUrl, browser);
  if (!page.ok) return page;
  if (page.value.kind === "redirect") return report(page.value.location, tools);
  const { walletUri, statusUrl } = page.value;
  const answered = await answer(walletUri, reply, tools);
  if (!answered.ok) return answered;
  // A refusal by the holder is taken, too: the status says what came of it.
  const judged = judgeReply(answered.value);
  if (!judged.ok) return failed(`${judged.refusal.message}: ${oneLine(answered.value.text)}`);
  const ended = await awaitEnd(statusUrl, browser, tools);
  return ended.ok ? report(ended.value, tools) : ended;
}

type Opened =
  | { readonly kind: "redirect"; readonly location: string }
  | { readonly kind: "page"; readonly walletUri: string; readonly statusUrl: URL };

async function openPage(url: URL, browser: Browser): Promise<Result<Opened, CommandRefusal>> {
  const fetched = await fetchText(url, "text/html", browser);
  if (!fetched.ok) return fetched;
  const { response: { status, headers }, text } = fetched.value;
  const location = headers.get("location");
  if (status >= 300 && status < 400 && location !== null) {
    return endsLogin(location) ? ok({ kind: "redirect", location }) : failed(
      `No login ends with this redirect, which has neither code nor error; an authorize URL is needed, perhaps this one: ${
        printable(location)
      }`,
    );
  }
  if (status !== 200) return failed(`The service answers ${status}: ${textOfPage(text)}`);
  const page = readLoginPage(text);
  const statusUrl = page === null ? null : URL.parse(page.statusUrl, url.href);
  if (page === null || statusUrl === null) {
    return failed("The page has no wallet link and status URL: is this an authorize URL?");
  }
  // Its cookie is sent there, and what comes back is believed.
  if (statusUrl.origin !== url.origin) {
    return failed(
      `The page asks another origin how far it is: where ${statusUrl.origin} is the service's AVAL_BASE_URL, begin the URL with it`,
    );
  }
  return ok({ kind: "page", walletUri: page.walletUri, statusUrl });
}

/** The poll interval of the page, in milliseconds. */
const pollMilliseconds = 2_000;
/** The lifetime of a login request that waits for a wallet. */
const waitMinutes = 5;

/** Polls until the login has ended. @returns the URL to which the browser is redirected */
async function awaitEnd(
  url: URL,
  browser: Browser,
  { clock, err, pause }: Pick<LoginTools, "clock" | "err" | "pause">,
): Promise<Result<string, CommandRefusal>> {
  const deadline = clock.now().add({ minutes: waitMinutes });
  for (;;) {
    const polled = await fetchText(url, "application/json", browser);
    const asked = polled.ok ? readStatus(polled.value) : polled;
    // What passes is asked again, as the page does after a network error.
    if (!asked.ok && !isPassing(polled)) return asked;
    if (asked.ok && asked.value.kind === "ended") return ok(asked.value.redirectTo);
    if (!asked.ok) err(`${asked.refusal.message}: asking again\n`);
    if (isOver(clock, deadline)) {
      return failed(`The login has not ended within ${waitMinutes} minutes`);
    }
    await pause(polled.ok ? waitAfter(polled.value.response) : pollMilliseconds);
  }
}

function isOver(clock: Clock, deadline: Temporal.Instant): boolean {
  return Temporal.Instant.compare(clock.now(), deadline) >= 0;
}

interface Fetched {
  readonly response: Response;
  readonly text: string;
}

function isPassing(polled: Result<Fetched, CommandRefusal>): boolean {
  return !polled.ok || polled.value.response.status === 429 || polled.value.response.status >= 500;
}

/** `Retry-After` in whole seconds, a minute at most. */
function waitAfter({ headers }: Response): number {
  const seconds = Number(headers.get("retry-after") ?? "0");
  return Math.max(pollMilliseconds, Number.isNaN(seconds) ? 0 : Math.min(seconds, 60) * 1_000);
}

type Status = { readonly kind: "pending" } | {
  readonly kind: "ended";
  readonly redirectTo: string;
};

function readStatus({ response, text }: Fetched): Result<Status, CommandRefusal> {
  const body = parseJson(text);
  if (response.status !== 200 || !isObject(body)) {
    return failed(`The login's status answers ${response.status}: ${oneLine(text)}`);
  }
  const { status, redirectTo } = body;
  if (status === "pending") return ok({ kind: "pending" });
  if (status === "completed" && typeof redirectTo === "string") {
    return ok({ kind: "ended", redirectTo });
  }
  switch (status) {
    case "completed":
      return failed("The login is completed, and its code was already used or has expired");
    case "failed":
      return failed("The login has failed: start again with the same URL");
    case "expired":
      return failed("The login has expired: start again with the same URL");
    default:
      return failed(`The login's status is none: ${oneLine(text)}`);
  }
}

/** Prints the end of the login; an error redirect to the relying party is a failure. */
function report(location: string, { out }: Pick<Terminal, "out">): Done {
  const shown = printable(location);
  out(`${shown}\n`);
  const parameters = URL.parse(location)?.searchParams;
  const error = parameters?.get("error") ?? null;
  if (error === null) return ok(null);
  const description = parameters?.get("error_description") ?? "";
  return failed(`The relying party receives error ${oneLine(`${error} ${description}`)}`);
}

/**
 * Whether a redirect ends a login; a relying party's own start of a login has neither parameter.
 */
function endsLogin(location: string): boolean {
  const parameters = URL.parse(location)?.searchParams;
  return parameters !== undefined && (parameters.has("code") || parameters.has("error"));
}

async function fetchText(
  url: URL,
  accept: string,
  browser: Browser,
): Promise<Result<Fetched, CommandRefusal>> {
  // The platform reports a service that cannot be reached by throwing only.
  try {
    const response = await browser.get(url, accept);
    return ok({ response, text: await response.text() });
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : "cannot be reached";
    return failed(`${url.origin}: ${reason}; is the service running?`);
  }
}

function openBrowser(fetch: Fetch): Browser {
  const cookies = new Map<string, string>();
  return {
    get: async (url, accept) => {
      const headers = new Headers({ accept });
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      if (cookie !== "") headers.set("cookie", cookie);
      const response = await fetch(url.href, { headers, redirect: "manual" });
      for (const set of response.headers.getSetCookie()) keep(cookies, set);
      return response;
    },
  };
}

/** Stores a cookie of the single origin; an expired one is removed. */
function keep(cookies: Map<string, string>, set: string): void {
  const [pair = "", ...attributes] = set.split(";");
  const at = pair.indexOf("=");
  if (at < 1) return;
  const name = pair.slice(0, at).trim();
  const isOver = attributes.some((each) => /^\s*max-age\s*=\s*(?:0|-\d+)\s*$/i.test(each));
  if (isOver) cookies.delete(name);
  else cookies.set(name, pair.slice(at + 1).trim());
}

function oneLine(text: string): string {
  return printable(text).replace(/\s+/g, " ").trim().slice(0, 300);
}
