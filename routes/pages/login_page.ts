import { html, raw } from "hono/html";
import type { Words } from "../html/languages/words.ts";
import { textParts } from "../html/text_parts.ts";
import { fillText } from "../html/languages/choose_words.ts";
import { type Html, type RenderedPage, renderScriptedPage } from "../html/layout.ts";
import { browserScript } from "./browser_script.ts";
import script from "./login.js" with { type: "text" };
import { qrCode } from "./qr_code.ts";

/** The script of the login page, as sent. */
export const loginScript = browserScript(script);

/** The content of the login page. */
export interface LoginPageContent {
  /** Name of the relying party, as registered. */
  readonly relyingParty: string;
  /** The request to the wallet, for both the link and the QR code. */
  readonly walletUri: string;
  /** Absolute address of the status route of this login. */
  readonly statusUrl: string;
  /** Address of the same authorization request. */
  readonly restartUrl: string;
  readonly state: "pending" | "completed" | "failed" | "expired";
  /** The redirect of a completed login; absent once its code is used or expired. */
  readonly redirectTo?: string;
  /**
   * Whether a wallet of invented persons may answer: then the page also offers the command-line
   * wallet.
   */
  readonly isSandbox: boolean;
  readonly words: Words;
  /** Nonce of the Content-Security-Policy: base64url, random for each answer. */
  readonly nonce: string;
}

/** The states that the page shows. A completed login without a redirect is a used one. */
type Shown = LoginPageContent["state"] | "used";

/** Names of texts: for states, for an unknown login, and for a lost connection. */
const stateNames = [
  "pending",
  "completed",
  "used",
  "failed",
  "expired",
  "lost",
  "offline",
] as const satisfies readonly (Shown | "lost" | "offline")[];

/**
 * Renders the page on which a person answers a relying party's login with a wallet: by a link on
 * this device, or a QR code for another one. The page's script polls the login; without script, a
 * link reloads the state.
 *
 * @see Verification §4, rule 9
 */
export function renderLoginPage(content: LoginPageContent): RenderedPage {
  const name = displayName(content.relyingParty);
  return renderScriptedPage({
    title: fillText(content.words.login.title, { name: `\u2068${name}\u2069` }),
    language: content.words.language,
    body: loginBody({ ...content, relyingParty: name }),
    script: loginScript,
    nonce: content.nonce,
  });
}

/**
 * A name that can be shown within our text: without control characters, and without characters that
 * open or close an embedding, override or isolate, which could reorder the following text.
 */
function displayName(name: string): string {
  return name.toWellFormed()
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replaceAll(/\p{Cc}+/gu, " ");
}

function loginBody(content: LoginPageContent): Html {
  const { relyingParty, statusUrl, restartUrl, state, redirectTo, words: { login: text } } =
    content;
  const shown = state === "completed" && redirectTo === undefined ? "used" : state;
  const onward = redirectTo === undefined ? "" : html`href="${redirectTo}"`;
  const name = html`<bdi>${relyingParty}</bdi>`;
  return html`
    <main class="narrow" data-state="${shown}" data-status-url="${statusUrl}">
      <h1>${textParts(text.title, { name })}</h1>
      <p role="status" ${wordsForScript(content.words)}>${text[shown]}</p>
      ${shown === "pending" ? waitingPart(content) : ""}
      <p ${shownIn(["completed"], shown)}>
        <a class="button" data-continue="" ${onward}>${textParts(text.goOn, { name })}</a>
      </p>
      <p ${shownIn(["used", "failed", "expired"], shown)}>
        <a class="button" data-restart="" href="${restartUrl}">${text.again}</a>
      </p>
    </main>
  `;
}

/** The texts for the script, as attributes of the live region. */
function wordsForScript({ login: text }: Words): readonly Html[] {
  return stateNames.map((name) =>
    html`
      data-${name}="${text[name]}"
    `
  );
}

/** The part shown while the wallet has not answered; empty once the login is over. */
function waitingPart(
  { relyingParty, walletUri, statusUrl, isSandbox, words: { login: text } }: LoginPageContent,
): Html {
  const name = html`<bdi>${relyingParty}</bdi>`;
  return html`
    <div data-in="pending">
      <p class="notice warn">
        <strong>${textParts(text.warning, { name })}</strong> ${text.warningWhy}
      </p>
      ${wallets(walletUri, text)}
      <p class="small">${text.shown} ${textParts(text.shownTo, { name })}</p>
      ${isSandbox ? terminalPart(walletUri) : ""}
      <noscript>
        <p>
          ${text.noScript} <a href="${statusUrl}">${text.noScriptLink}</a>. ${text.noScriptLost}
        </p>
      </noscript>
    </div>
  `;
}

/** The two ways to reach a wallet: a link on this device, and a QR code for another one. */
export function wallets(
  uri: string,
  { sameDevice, open, otherDevice, scan, codeLabel }: Pick<
    Words["login"],
    "sameDevice" | "open" | "otherDevice" | "scan" | "codeLabel"
  >,
): Html {
  const code = qrCode(uri, codeLabel);
  return html`
    <div class="ways">
      <section class="card">
        <h2>${sameDevice}</h2>
        <p><a class="button" data-wallet-link="" href="${uri}">${open}</a></p>
      </section>
      ${code === null ? "" : html`
        <section class="card">
          <h2>${otherDevice}</h2>
          <p>${scan}</p>
          ${code}
        </section>
      `}
    </div>
  `;
}

/** The way to log in without a wallet, in a sandbox. */
function terminalPart(walletUri: string): Html {
  return html`
    <details lang="en">
      <summary>With the terminal: this is a sandbox</summary>
      <p>
        Without a telephone, run the command below in the checkout of this service: its wallet answers
        this page. <code>deno task wallet login URL</code> goes through a whole login by itself, given
        the address of an authorize request.
      </p>
      <pre tabindex="0" role="group"
        aria-label="Command for the terminal">${`deno task wallet present '${
          walletUri.replaceAll("'", "%27")
        }'`}</pre>
    </details>
  `;
}

/** Attributes of a part that is visible only in some states. */
function shownIn(states: readonly Shown[], shown: Shown): Html {
  const hidden = states.includes(shown) ? "" : raw(` hidden=""`);
  return html`data-in="${states.join(" ")}"${hidden}`;
}
