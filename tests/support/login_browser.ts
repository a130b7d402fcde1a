import { chooseWords } from "../../routes/html/languages/choose_words.ts";
import assert from "node:assert/strict";
import { loginScript, renderLoginPage } from "../../routes/pages/login_page.ts";
import { type Element, elementsOf, findAll, findOne, parsePage, textOf } from "./page.ts";

/** Address at which the page polls the login's state. */
export const statusUrl = "https://aval.example/v1/login/authorize/2Zr0/status";

/** Address after a completed login. */
export const redirectTo = "https://rp.example/callback?code=1";

/** A stand-in browser with only what the login script calls, on a clock that the test controls. */
interface LoginBrowser {
  /** Addresses polled, in order. */
  readonly polls: readonly string[];
  /** URLs passed to `location.replace`, in order. */
  readonly visited: readonly string[];
  /** Whether the page is in the background. */
  hidden: boolean;
  /** Seconds of the timer that is set, or null. */
  timer(): number | null;
  /** Fires the timer and waits for the answer of the poll that it begins. */
  ring(): Promise<void>;
  /** Sends an event to the window or document, and waits as `ring` does. */
  send(event: string, detail?: object): Promise<void>;
  /** The state, the live region's text, and the links that are shown. */
  shown(): { state: string; says: string; links: readonly string[] };
  /** Moves the focus to the element with an attribute. */
  focus(attribute: string): void;
  /** Text of the focused element. */
  focused(): string;
}

/** An answer of the status route: a reply, an error's status, or a lost connection. */
export type Reply = "lost" | { readonly refused: number; readonly retryAfter?: string } | {
  readonly status?: string;
  readonly redirectTo?: string;
};

/** An element as the script sees it. */
interface ScriptElement {
  readonly element: Element;
  readonly dataset: Record<string, string>;
  textContent: string;
  hidden: boolean;
  href: string | undefined;
  contains(other: unknown): boolean;
  querySelector(name: string): ScriptElement;
  focus(): void;
}

/** A page as the script sees it. */
interface ScriptDocument {
  readonly wrap: (element: Element) => ScriptElement;
  readonly active: () => ScriptElement | null;
}

function scriptDocument(): ScriptDocument {
  const made = new Map<Element, ScriptElement>();
  let active: ScriptElement | null = null;
  const wrap = (element: Element): ScriptElement => {
    const known = made.get(element);
    if (known !== undefined) return known;
    const wrapped: ScriptElement = {
      element,
      dataset: datasetOf(element),
      textContent: textOf(element),
      hidden: "hidden" in element.attributes,
      href: element.attributes["href"],
      contains: (other) => elementsOf(element).some((one) => wrap(one) === other),
      querySelector: (name) => wrap(findAll(element, name)[0]!),
      focus: () => {
        active = wrapped;
      },
    };
    made.set(element, wrapped);
    return wrapped;
  };
  return { wrap, active: () => active };
}

/** Element dataset: `data-status-url` becomes `statusUrl`. */
function datasetOf({ attributes }: Element): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).filter(([name]) => name.startsWith("data-")).map(([name, value]) => [
      name.slice(5).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}

/** Finds elements by the script's selectors: `main`, `[role=status]`, `[data-in]`. */
function select(page: Element, selector: string): readonly Element[] {
  const [, name = selector, value] = /^\[([\w-]+)(?:=(\w+))?\]$/.exec(selector) ?? [];
  return findAll(page, name).filter(({ attributes }) =>
    value === undefined || attributes[name] === value
  );
}

function respond(reply: Reply): Promise<Response> {
  if (reply === "lost") return Promise.reject(new TypeError("Failed to fetch"));
  if (!("refused" in reply)) return Promise.resolve(Response.json(reply));
  const { refused: status, retryAfter } = reply;
  const headers = retryAfter === undefined ? {} : { "retry-after": retryAfter };
  return Promise.resolve(new Response("{}", { status, headers }));
}

/** Runs the script with stand-ins for the browser functions that it calls. */
function runScript(globals: Readonly<Record<string, unknown>>): void {
  new Function(...Object.keys(globals), loginScript)(...Object.values(globals));
}

/** The script's only timer, fired by the test. */
function windUpTimer() {
  let timer: { readonly ring: () => void; readonly seconds: number } | null = null;
  return {
    seconds: () => timer?.seconds ?? null,
    ring: () => {
      const { ring } = timer!;
      timer = null;
      ring();
    },
    set: (ring: () => void, milliseconds: number) => {
      assert.equal(timer, null, "one timer at a time");
      timer = { ring, seconds: milliseconds / 1000 };
      return timer;
    },
    clear: (cleared: unknown) => {
      if (cleared === timer) timer = null;
    },
  };
}

/**
 * Waits one turn of the event loop, after which all microtasks of a poll and its body stream are
 * done.
 */
const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * Loads the login page and runs its script.
 *
 * @param replies answers of the status route in order; the last one repeats
 */
export function openLoginPage(
  replies: readonly Reply[],
  state: "pending" | "expired" = "pending",
): LoginBrowser {
  const page = loginPage(state);
  const { wrap, active } = scriptDocument();
  const listeners = new Map<string, (event: object) => void>();
  const addEventListener = (event: string, listener: (event: object) => void) =>
    void listeners.set(event, listener);
  const polls: string[] = [];
  const visited: string[] = [];
  const timer = windUpTimer();
  const browser: LoginBrowser = {
    polls,
    visited,
    hidden: false,
    timer: timer.seconds,
    ring: () => {
      timer.ring();
      return settled();
    },
    send: (event, detail = {}) => {
      listeners.get(event)!(detail);
      return settled();
    },
    shown: () => ({
      state: wrap(findOne(page, "main")).dataset["state"]!,
      says: wrap(select(page, "[role=status]")[0]!).textContent,
      links: findAll(page, "data-in").filter((part) => !wrap(part).hidden)
        .flatMap((part) => findAll(part, "a").map((link) => wrap(link).href ?? "")),
    }),
    focus: (attribute) => wrap(findOne(page, attribute)).focus(),
    focused: () => textOf(active()!.element),
  };
  runScript({
    document: {
      querySelector: (selector: string) => wrap(select(page, selector)[0]!),
      querySelectorAll: (selector: string) => select(page, selector).map(wrap),
      addEventListener,
      get activeElement() {
        return active();
      },
      get hidden() {
        return browser.hidden;
      },
    },
    fetch: (url: string, init: RequestInit) => {
      assert.equal(new Headers(init.headers).get("accept"), "application/json");
      assert(init.signal instanceof AbortSignal, "a poll has an end");
      polls.push(url);
      return respond(replies[Math.min(polls.length, replies.length) - 1]!);
    },
    setTimeout: timer.set,
    clearTimeout: timer.clear,
    addEventListener,
    location: { replace: (address: string) => void visited.push(address) },
    AbortSignal: { timeout: () => new AbortController().signal },
  });
  return browser;
}

function loginPage(state: "pending" | "expired"): Element {
  const { html } = renderLoginPage({
    words: chooseWords(null),
    relyingParty: "Example",
    walletUri: "openid4vp://authorize?a=b",
    statusUrl,
    restartUrl: "https://aval.example/v1/login/authorize?client_id=example",
    state,
    isSandbox: false,
    nonce: "AAAAAAAAAAAAAAAAAAAAAA",
  });
  return parsePage(html, loginScript);
}
