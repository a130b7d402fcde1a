import { html } from "hono/html";
import { linkMinutes } from "../../../core/console/schema.ts";
import type { SessionRules } from "../../../core/policy/sessions.ts";
import { fillText } from "../../html/languages/choose_words.ts";
import type { Words } from "../../html/languages/words.ts";
import { type Html, loads, renderDocument } from "../../html/layout.ts";
import { browserScript } from "../browser_script.ts";
import { styleFile } from "../look.ts";
import { staticFile } from "../static_file.ts";
import script from "./login_link.js" with { type: "text" };

/** The script of a login by a link. */
export const linkScript = staticFile("/desk/files", "login_link.js", browserScript(script));

/** Characters of what is pasted: a whole link. */
export const pastedCharactersMax = 2_000;

/** Why a login by the identity provider came to nothing. */
export type LoginFailure = "failed" | "noRole" | "unavailable";

/** What the page of the login shows. */
export interface ShownLogin {
  readonly words: Words;
  /** The page that the browser goes on to. */
  readonly next: string;
  readonly rules: Pick<SessionRules, "freshLoginMinutes">;
  readonly hasProvider: boolean;
  /** Whether an act was refused because its login was too old. */
  readonly isFresh: boolean;
  readonly failure: LoginFailure | null;
  /** Where a person who logged out here ends the session at the provider; null: no logout, or no such page. */
  readonly logoutUrl: string | null;
  readonly isLoggedOut: boolean;
}

/** Renders the login in live: by the identity provider where there is one, and by a link. */
export function renderLogin(shown: ShownLogin): string {
  const { words: { language, personLogin: text }, isFresh, failure, isLoggedOut } = shown;
  const { rules: { freshLoginMinutes }, hasProvider, logoutUrl } = shown;
  const title = isFresh ? text.freshTitle : text.title;
  const minutes = String(freshLoginMinutes);
  return renderDocument({
    title: `${title} · aval`,
    language,
    head: loads(styleFile.path, linkScript.path),
    body: html`
      <main class="narrow" id="content">
        <h1>${title}</h1>
        ${failure === null ? "" : html`<p class="notice bad" role="alert">${text[failure]}</p>`}
        ${isFresh ? html`<p class="notice">${fillText(text.freshLead, { minutes })}</p>` : ""}
        ${isLoggedOut ? html`<p class="notice" role="status">${text.loggedOut}</p>` : ""}
        ${logoutUrl === null ? "" : html`<p><a href="${logoutUrl}">${text.logOutThere}</a></p>`}
        ${hasProvider ? byProvider(shown) : ""} ${byLink(shown)}
      </main>
    `,
  });
}

function byProvider(
  { words: { language, personLogin: text }, next, isFresh }: ShownLogin,
): Html {
  const query = new URLSearchParams({
    next,
    ...(isFresh ? { fresh: "true" } : {}),
    ui_locales: language,
  });
  return html`
    <p class="lead">${text.providerLead}</p>
    <p><a class="button" href="/desk/login/provider?${query}">${text.provider}</a></p>
  `;
}

function byLink({ words: { personLogin: text }, next, hasProvider }: ShownLogin): Html {
  const form = html`
    <p class="${hasProvider ? "" : "lead"}">
      ${fillText(text.linkLead, { minutes: String(linkMinutes) })}
    </p>
    <form method="post" action="/desk/login">
      <input type="hidden" name="next" value="${next}" />
      <label for="token">${text.link}</label>
      <input
        id="token"
        name="token"
        type="password"
        autocomplete="off"
        required
        maxlength="${pastedCharactersMax}"
      />
      <button>${text.logIn}</button>
    </form>
  `;
  return hasProvider ? html`<details><summary>${text.orLink}</summary>${form}</details>` : form;
}

/** Renders the entrance of a sandbox, which needs no login. */
export function renderSandboxLogin(
  { words: { language, personLogin: text }, next, rules: { sandboxHours } }: {
    readonly words: Words;
    readonly next: string;
    readonly rules: Pick<SessionRules, "sandboxHours">;
  },
): string {
  return renderDocument({
    title: `${text.sandboxTitle} · aval`,
    language,
    head: loads(styleFile.path, null),
    body: html`
      <main class="narrow" id="content">
        <h1>${text.sandboxTitle}</h1>
        <p class="lead">${fillText(text.sandboxLead, { hours: String(sandboxHours) })}</p>
        <form method="post" action="/desk/login">
          <input type="hidden" name="next" value="${next}" />
          <button>${text.open}</button>
        </form>
      </main>
    `,
  });
}
