import { html } from "hono/html";
import { type RefusalCode, refusalKind, refusalKinds } from "../../http/refusals.ts";
import type { Html } from "../../html/layout.ts";
import { type DocsFrame, renderFrame } from "./docs_page.ts";
import { errorRemedies } from "./error_remedies.ts";
import { presentationRules } from "./presentation_rules.ts";

/**
 * Renders every error code with status, cause, remedy and retry advice, and every rule of a
 * presentation.
 */
export function renderErrorsPage(frame: DocsFrame): string {
  const own = codes.filter((code) => refusalKind(code).form !== "oauth");
  const oauth = codes.filter((code) => refusalKind(code).form === "oauth");
  const content = html`
    <h1>Errors</h1>
    <p>
      An error is JSON with <code>error</code>, the code, and <code>message</code>, which may say
      more than the cause below. Codes never change their meaning. Which paths answer which code is
      in the <a href="/reference">API reference</a>. A retry that helps is the same request with the same
      idempotency key; where a remedy comes first, it may be repeated after it.
    </p>
    ${tableOf("Codes of this service", own)}
    <h2 id="oauth">Codes of OAuth and OpenID4VCI</h2>
    <p>
      Token endpoints, and the credential endpoint that wallets call, answer
      <code>error</code> and <code>error_description</code> (RFC 6749 §5.2, OpenID4VCI 1.0
      §8.3.1.2).
    </p>
    ${tableOf("Codes of OAuth and OpenID4VCI", oauth)}
    <h2 id="rules">Rules of invalid_presentation</h2>
    <p>
      The message of <code>invalid_presentation</code> names the rule that the answer of a wallet
      breaks, and the credential. Each but <code>revocation_unknown</code> costs the session a try.
    </p>
    ${rulesTable()}
  `;
  return renderFrame({ title: "Errors", slug: "errors", content }, frame);
}

/** A section of the page, for the search. */
export interface ErrorSection {
  /** Anchor of the section; null for the page itself. */
  readonly id: string | null;
  readonly text: string;
  readonly body: string;
}

/** Every section of the page, with its text. */
export function errorSections(): readonly ErrorSection[] {
  const page = "Every error code: status, cause, remedy, retry.";
  const rows = [
    ...codes.map((code) => {
      const { status, message } = refusalKind(code);
      return [code, `${status} ${message} ${errorRemedies[code].remedy}`] as const;
    }),
    ...Object.entries(presentationRules),
  ];
  return [
    { id: null, text: "Errors", body: page },
    ...rows.map(([id, words]) => {
      const body = words.replaceAll("`", "");
      return { id, text: id, body };
    }),
  ];
}

const codes = Object.keys(refusalKinds) as RefusalCode[];

function tableOf(label: string, codes: readonly RefusalCode[]): Html {
  return html`
    <div class="wide" role="region" aria-label="${label}" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Status</th>
            <th scope="col">Cause</th>
            <th scope="col">Remedy</th>
            <th scope="col">Retry</th>
          </tr>
        </thead>
        <tbody>
    ${codes.map(rowOf)}
          </tbody>
      </table>
    </div>
  `;
}

function rulesTable(): Html {
  return html`
    <div class="wide" role="region" aria-label="Rules of invalid_presentation" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col">Cause</th>
          </tr>
        </thead>
        <tbody>
    ${Object.entries(presentationRules).map(([rule, cause]) =>
      html`
        <tr id="${rule}">
          <td data-label="Rule"><code>${rule}</code></td>
          <td data-label="Cause">${withCode(cause)}</td>
        </tr>
      `
    )}
          </tbody>
      </table>
    </div>
  `;
}

function rowOf(code: RefusalCode): Html {
  const { status, message } = refusalKind(code);
  const { remedy, retry } = errorRemedies[code];
  return html`
    <tr id="${code}">
      <td data-label="Code"><code>${code}</code></td>
      <td data-label="Status">${status}</td>
      <td data-label="Cause">${withCode(message)}</td>
      <td data-label="Remedy">${withCode(remedy)}</td>
      <td data-label="Retry">${retry}</td>
    </tr>
  `;
}

/** Formats text between backticks as code. */
function withCode(text: string): readonly (Html | string)[] {
  return text.split("`").map((part, index) =>
    index % 2 === 1
      ? html`
        <code>${part}</code>
      `
      : part
  );
}
