import { html } from "hono/html";
import type { MonitoredSubjectRead } from "../../../core/monitoring/schema.ts";
import type { Html } from "../../html/layout.ts";
import { formTokenField } from "../person_page.ts";
import { renderCustomer, renderReference } from "./customer_part.ts";

/** A watched customer as its page shows it. */
export interface SubjectView {
  readonly subject: MonitoredSubjectRead;
  /** The client's own page about the customer; null: none is known. */
  readonly subjectUrl: string | null;
  readonly formToken: string;
}

/** The page of a watched customer. */
export function renderSubject(view: SubjectView): Html {
  const { subject, subjectUrl } = view;
  const { subjectRef, generation, decisionId } = subject;
  return html`
    <p><a href="/desk/watched">Watched</a></p>
    <h1>Watched customer</h1>
    <p class="facts">${renderReference({ subjectRef, subjectUrl })}
      <a href="/desk/watched/cleared?subjectRef=${subjectRef}">cleared pairs of this customer</a></p>
    ${renderCustomer({ customer: { subject, isChanged: false } })}
    <p>${generation === null ? "No import has named it." : html`The import
      <code>${generation}</code> has named it last.`}
      ${decisionId === null ? "No decision is about these data." : html`
        <a href="/desk/matches/${decisionId}">The last decision about these data</a>.
      `}</p>
    <details>
      <summary>Watch this customer no longer</summary>
      <form method="post" action="/desk/watched/subjects/${subjectRef}/removal">
        ${formTokenField(view)}
        <p>The data and their key are deleted at once. Decisions stay.</p>
        <p><button>Delete the data</button></p>
      </form>
    </details>
  `;
}
