import { html } from "hono/html";
import { type AcceptedDraft, isAccepted, type KybDraft } from "../../../core/kyb/schema.ts";
import type { Html } from "../../html/layout.ts";
import { renderFindings, renderRegistry, renderScreening } from "./kyb_evidence.ts";
import { registerOf } from "./kyb_list_page.ts";
import { renderOwners } from "./owner_tree.ts";
import { facts, link, notice } from "../parts.ts";
import { adviceWords } from "../advice_words.ts";
import { renderTime } from "../shown_time.ts";

/** A draft as its reviewers have to see it, and the act that accepts it. @param formToken hidden field */
export function renderDraft(draft: KybDraft | AcceptedDraft, formToken: Html): Html {
  return isAccepted(draft) ? renderAccepted(draft) : renderWaiting(draft, formToken);
}

function renderAccepted({ id, createdAt, acceptedAt, expiresAt }: AcceptedDraft): Html {
  return html`
    <p>${link("/console/kyb", "KYB")}</p>
    <h1>Draft</h1>
    ${notice("This draft is an application already.", "good")}
    ${facts([
      ["Draft", html`<code>${id}</code>`],
      ["Sent", renderTime(createdAt)],
      ["Accepted", renderTime(acceptedAt)],
      ["Kept until", renderTime(expiresAt)],
    ])}
  `;
}

function renderWaiting(draft: KybDraft, formToken: Html): Html {
  const { id, createdAt, expiresAt, deterministic, recommendation, answered, flags } = draft;
  const { evidence: { registry, screenings } } = draft;
  const { legalName, persons, contactEmail } = deterministic;
  const nameOf = (path: string) =>
    persons.find((_, at) => path.startsWith(`persons[${at}].`))?.fullName ?? "The company";
  return html`
    <p>${link("/console/kyb", "KYB")}</p>
    <h1>${legalName || "(no name)"}</h1>
    ${facts([
      ["Draft", html`<code>${id}</code>`],
      ["Sent", renderTime(createdAt)],
      ["Kept until", renderTime(expiresAt)],
      ["Register", registerOf(deterministic)],
      ["Contact", contactEmail ?? "none"],
      ["Advice", adviceWords[recommendation]],
      ["The applicant was answered", adviceWords[answered]],
    ])}
    <h2>Findings</h2>
    ${renderFindings(flags)}
    <h2>Owners and other persons</h2>
    ${renderOwners(legalName, persons)}
    <h2>Evidence</h2>
    <section class="card"><h3>Register</h3>${renderRegistry(registry)}</section>
    ${screenings.map((screening) =>
      html`<section class="card"><h3>${nameOf(screening.path)}</h3>${
        renderScreening(screening)
      }</section>`
    )}
    <h2>Accept</h2>
    <p>Accepting makes the draft an application of a client and suspends that client until another
      operator approves the application. A draft that no person accepts is deleted on
      ${renderTime(expiresAt)}.</p>
    <form method="post" action="/console/kyb/drafts/${id}/accept">
      ${formToken}
      <p><label for="client">Client</label>
        <input id="client" name="clientId" required maxlength="255" autocomplete="off"
          aria-describedby="client-help" /></p>
      <p id="client-help"><small>The <code>client_id</code> of an OAuth client.</small></p>
      <p><label class="check"><input type="checkbox" name="suspend" value="yes" /> The client may be in
        use: suspend it</label></p>
      <button>Accept the draft</button>
    </form>
  `;
}
