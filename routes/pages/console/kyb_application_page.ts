import { html } from "hono/html";
import type { PersonIdentity } from "../../../core/access/person_identity.ts";
import {
  isSameOperator,
  Judgement,
  type KybApplication,
  type KybCheck,
  type OperatorId,
} from "../../../core/kyb/application_schema.ts";
import { findingsToAcknowledge } from "../../../core/kyb/applications/acknowledge.ts";
import { hasFinding, isOpen } from "../../../core/kyb/applications/open_findings.ts";
import type { ReadApplication } from "../../../core/operators/read_kyb.ts";
import type { Html } from "../../html/layout.ts";
import { renderEvidence, renderFindings } from "./kyb_evidence.ts";
import { registerOf, statusOf } from "./kyb_list_page.ts";
import { renderOwners } from "./owner_tree.ts";
import { badge, facts, link, notice, table } from "../parts.ts";
import { adviceWords } from "../advice_words.ts";
import { renderTime } from "../shown_time.ts";

/** Who looks at an application, and what their forms carry. */
export interface ApplicationViewer {
  readonly operator: OperatorId;
  /** The hidden field of each form. */
  readonly formToken: Html;
  readonly isSandbox: boolean;
}

/** Judgements, in the words of the page. */
const judgementWords: Readonly<Record<Judgement, string>> = {
  false_positive: "Another person, or no match",
  confirmed_match: "The listed party",
  escalated: "Escalated: another person must look",
};

/** An application as its reviewers have to see it, with the acts that are open to the viewer. */
export function renderApplication(read: ReadApplication, viewer: ApplicationViewer): Html {
  const { application, checks, review, isInvented } = read;
  const canAct = !isInvented && application.status === "NEEDS_REVIEW" &&
    application.keptUntil === null;
  const open = checks.filter(isOpen).length;
  return html`
    <p>${link("/console/kyb", "KYB")}</p>
    <h1>${application.legalName || "(no name)"}</h1>
    ${isInvented ? renderPractice(application, viewer) : ""}
    ${viewer.isSandbox && !isInvented
      ? notice("This copy of an invented application is deleted after 24 hours.")
      : ""}
    ${renderFacts(application)}
    <h2>Findings</h2>
    ${renderFindings(application.flags)}
    <h2>Owners and other persons</h2>
    ${renderOwners(application.legalName, application.persons)}
    <h2>Checks</h2>
    <p>${open === 0
      ? badge("every check is settled", "good")
      : badge(`${open} to judge: no approval yet`, "warn")}</p>
    ${checks.map((check) =>
      renderCheck(check, { application, canAct, formToken: viewer.formToken })
    )}
    ${review === null ? "" : html`
      <h2>Latest review draft</h2>
      <p>${adviceWords[review.recommendation]}, ${renderTime(review.createdAt)}</p>
      ${review.rationale.split("\n").map((sentence) => html`<p>${sentence}</p>`)}
    `}
    ${canAct ? renderDecide(application, viewer, open) : ""}
  `;
}

function renderPractice(
  { id, status }: KybApplication,
  { formToken }: ApplicationViewer,
): Html {
  return html`
    ${notice("This application is invented, and cannot be changed.")}
    ${status !== "NEEDS_REVIEW" ? "" : html`
      <form method="post" action="/console/kyb/applications/${id}/practise">
        ${formToken}
        <button>Copy it to practise on</button>
      </form>
    `}
  `;
}

function renderFacts(application: KybApplication): Html {
  const { id, draftId, clientId, acceptedAt, acceptedBy, draftedAt, contactEmail } = application;
  const { recommendation, decision, keptUntil } = application;
  return facts([
    ["Application", html`<code>${id}</code>`],
    ["Status", statusOf(application)],
    ["Client", clientId],
    ["Register", registerOf(application)],
    ["Contact", contactEmail ?? "none"],
    ["Sent", renderTime(draftedAt)],
    [
      "Accepted",
      html`${renderTime(acceptedAt)} by ${acceptedBy}${byLink(application.acceptedIdentity)}`,
    ],
    ["Draft", html`<code>${draftId}</code>`],
    ["Advice", adviceWords[recommendation]],
    ...(decision === null ? [] : [
      ["Decided", html`${renderTime(decision.at)} by ${decision.by}`] as const,
      ["Rationale", decision.rationale] as const,
      ...(decision.acknowledged === undefined
        ? []
        : [["Despite", decision.acknowledged.join(", ")] as const]),
    ]),
    ...(keptUntil === null ? [] : [["Kept until", renderTime(keptUntil)] as const]),
  ]);
}

function renderCheck(
  check: KybCheck,
  { application: { id, persons }, canAct, formToken }: {
    readonly application: KybApplication;
    readonly canAct: boolean;
    readonly formToken: Html;
  },
): Html {
  const name = check.kind === "registry"
    ? "Register"
    : check.kind === "entity_screening"
    ? "The company"
    : persons.find((person) => person.id === check.personId)?.fullName ?? "A person";
  return html`
    <section class="card" id="${check.id}">
      <h3>${name}</h3>
      <p>${isOpen(check) ? badge("to judge", "warn") : badge("settled", "good")}</p>
      ${renderEvidence(check)}
      ${check.judgements.length === 0 ? "" : table({
        caption: `Judgements of ${name}`,
        columns: ["When", "Judgement", "By", "Rationale"],
        rows: check.judgements.map(({ at, judgement, by, rationale }) => [
          renderTime(at),
          judgementWords[judgement],
          by,
          rationale,
        ]),
        empty: "",
      })}
      ${canAct && hasFinding(check)
        ? html`<details><summary>Judge ${name}</summary>${
          renderJudge(`/console/kyb/applications/${id}/checks/${check.id}`, check.id, formToken)
        }</details>`
        : ""}
    </section>
  `;
}

function renderJudge(action: string, id: string, formToken: Html): Html {
  return html`
    <form method="post" action="${action}">
      ${formToken}
      <p><label for="judgement-${id}">Judgement</label>
        <select id="judgement-${id}" name="judgement" required>
          <option value="">Choose one</option>
          ${Judgement.options.map((option) =>
            html`<option value="${option}">${judgementWords[option]}</option>`
          )}
        </select></p>
      ${renderRationale(id)}
      <button>Record the judgement</button>
    </form>
  `;
}

/** Marks a person whom a link has named, and no identity provider authenticated. */
function byLink(identity: PersonIdentity | undefined): string {
  return identity === "named" ? " (by a link)" : "";
}

function renderRationale(id: string): Html {
  return html`
    <p><label for="rationale-${id}">Rationale</label>
      <textarea id="rationale-${id}" name="rationale" rows="3" maxlength="1000" required></textarea></p>
  `;
}

function renderDecide(
  application: KybApplication,
  { operator, formToken }: ApplicationViewer,
  open: number,
): Html {
  const { id, acceptedBy } = application;
  if (isSameOperator(acceptedBy, operator)) {
    return html`
      <h2>Decide</h2>
      ${notice("You have accepted this application: another operator approves or rejects it.")}
    `;
  }
  return html`
    <h2>Approve</h2>
    ${open === 0 ? renderApprove(application, formToken) : notice(
      "No approval while a check is open: one that waits for a judgement, or was judged a " +
        "confirmed match. Judge it, or reject the application.",
      "warn",
    )}
    <h2>Reject</h2>
    <p>A rejection is final. The client stays suspended.</p>
    <form method="post" action="/console/kyb/applications/${id}/reject">
      ${formToken}
      ${renderRationale("reject")}
      <button class="quiet">Reject the application</button>
    </form>
  `;
}

/** What the findings of a code say, each sentence once. */
function sentencesOf({ flags }: KybApplication, code: string): string {
  const own = flags.filter((flag) => flag.code === code).map(({ message }) => message);
  return [...new Set(own)].join("; ");
}

function renderApprove(application: KybApplication, formToken: Html): Html {
  const codes = findingsToAcknowledge(application);
  return html`
    <p>An approval lifts the suspension of the client's KYB. It needs a login of at most five minutes
      ago.</p>
    <form method="post" action="/console/kyb/applications/${application.id}/approve">
      ${formToken}
      ${codes.length === 0 ? "" : html`
        <fieldset><legend>Findings that you approve despite</legend>
          ${codes.map((code) =>
            html`<p><label class="check"><input type="checkbox" name="acknowledge_${code}" value="yes"
              required /> <code>${code}</code>: ${sentencesOf(application, code)}</label></p>`
          )}
        </fieldset>
      `}
      ${renderRationale("approve")}
      <button>Approve the application</button>
    </form>
  `;
}
