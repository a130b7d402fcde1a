import { html, raw } from "hono/html";
import { type Html, type RenderedPage, renderScriptedPage } from "../html/layout.ts";
import { browserScript } from "./browser_script.ts";
import script from "./login.js" with { type: "text" };
import { qrCode } from "./qr_code.ts";

/** The script of the login page, as it is sent. */
export const loginScript = browserScript(script);

/** What the login page shows. */
export interface LoginPageContent {
  /** Name of the relying party, as it registered it. */
  readonly relyingParty: string;
  /** The request to the wallet: both the link and the QR code. */
  readonly walletUri: string;
  /** Absolute address of the status route of this login. */
  readonly statusUrl: string;
  /** Address of the same authorize request. */
  readonly restartUrl: string;
  readonly state: "pending" | "completed" | "failed" | "expired";
  /** Where a completed login goes on; absent once its code is used or over. */
  readonly redirectTo?: string;
  /** Whether a wallet of invented persons may answer: the terminal's is offered in a sandbox alone. */
  readonly isSandbox: boolean;
  /** Of the Content-Security-Policy: base64url, random for each answer. */
  readonly nonce: string;
}

/** What the page can show: a completed login that goes nowhere any more is a used one. */
type Shown = LoginPageContent["state"] | "used";

/** What is said of each state, of a login that the service does not know, and of a lost connection. */
const words = {
  pending: "Waiting for your wallet.",
  completed: "Your wallet has answered. You are being sent back.",
  used: "This login is complete and cannot be used again. You can close this page.",
  failed: "The login did not succeed: the wallet refused it, or could not prove what was asked.",
  expired: "This login has expired.",
  lost: "This login has expired, or your browser keeps no cookies for this page: it needs one.",
  offline: "There is no connection at the moment. This page keeps trying.",
} as const satisfies Readonly<Record<Shown | "lost" | "offline", string>>;

/**
 * Renders the page on which a person answers a relying party's login with a wallet: as a link on
 * this device, as a QR code for another one. It follows the login by its script; without one, a
 * link asks for its state.
 *
 * @see Verification §4, rule 9
 */
export function renderLoginPage(content: LoginPageContent): RenderedPage {
  const name = displayName(content.relyingParty);
  return renderScriptedPage({
    title: `Log in to \u2068${name}\u2069`,
    body: loginBody({ ...content, relyingParty: name }),
    script: loginScript,
    nonce: content.nonce,
  });
}

/**
 * A name as it may stand among our own words: without control characters, and without those that
 * open or close an embedding, override or isolate, which could reorder the words after it.
 */
function displayName(name: string): string {
  return name.toWellFormed()
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replaceAll(/\p{Cc}+/gu, " ");
}

function loginBody(content: LoginPageContent): Html {
  const { relyingParty, statusUrl, restartUrl, state, redirectTo } = content;
  const shown = state === "completed" && redirectTo === undefined ? "used" : state;
  const onward = redirectTo === undefined ? "" : html`href="${redirectTo}"`;
  return html`
    <main data-state="${shown}" data-status-url="${statusUrl}">
      <h1>Log in to <bdi>${relyingParty}</bdi></h1>
      <p role="status" ${wordsForScript}>${words[shown]}</p>
      ${shown === "pending" ? waitingPart(content) : ""}
      <p ${shownIn(["completed"], shown)}>
        <a data-continue="" ${onward}>Go on to <bdi>${relyingParty}</bdi></a>
      </p>
      <p ${shownIn(["used", "failed", "expired"], shown)}>
        <a class="button" data-restart="" href="${restartUrl}">Start again</a>
      </p>
    </main>
  `;
}

/** As attributes of the live region. */
const wordsForScript = Object.entries(words).map(([name, text]) =>
  html`
    data-${name}="${text}"
  `
);

/** What a person needs while the wallet is waited for; of a login that is over nothing is left. */
function waitingPart(
  { relyingParty, walletUri, statusUrl, isSandbox }: LoginPageContent,
): Html {
  return html`
    <div data-in="pending">
      <p class="warning">
        <strong>Go on only if you came here yourself to log in to <bdi>${relyingParty}</bdi>.</strong>
        If somebody sent you this page or this code, stop: they would be logged in as you.
      </p>
      <div class="ways">
        <section>
          <h2>With a wallet on this device</h2>
          <p><a class="button" data-wallet-link="" href="${walletUri}">Open the wallet</a></p>
        </section>
        ${qrPart(walletUri)}
      </div>
      ${isSandbox ? terminalPart(walletUri) : ""}
      <noscript>
        <p>
          Your browser runs no scripts here, so this page does not notice that your wallet has
          answered. <a href="${statusUrl}">Go on after you have answered in the wallet</a>.
          If that address is not found, this login has expired, or your browser keeps no cookies for
          this page: go back to where you came from and log in again.
        </p>
      </noscript>
    </div>
  `;
}

/** The way of a sandbox for whoever has no wallet. */
function terminalPart(walletUri: string): Html {
  return html`
    <section>
      <h2>With the terminal: this is a sandbox</h2>
      <p>
        Without a telephone, run the command below in the checkout of this service: its wallet answers
        this page. <code>deno task wallet login URL</code> goes through a whole login by itself, given
        the address of an authorize request.
      </p>
      <pre tabindex="0" role="group"
        aria-label="Command for the terminal">${`deno task wallet present '${
          walletUri.replaceAll("'", "%27")
        }'`}</pre>
    </section>
  `;
}

function qrPart(walletUri: string): Html {
  const code = qrCode(walletUri, "QR code that a wallet on another device scans");
  if (code === null) return html``;
  return html`
    <section>
      <h2>With a wallet on another device</h2>
      <p>Scan this code with the wallet.</p>
      ${code}
    </section>
  `;
}

/** Attributes of a part that is shown in some states. */
function shownIn(states: readonly Shown[], shown: Shown): Html {
  const hidden = states.includes(shown) ? "" : raw(` hidden=""`);
  return html`data-in="${states.join(" ")}"${hidden}`;
}
