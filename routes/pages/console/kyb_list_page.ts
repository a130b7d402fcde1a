import { html } from "hono/html";
import type { KybList } from "../../../core/operators/read_kyb.ts";
import type { KybApplication } from "../../../core/kyb/application_schema.ts";
import type { Html } from "../../html/layout.ts";
import { badge, command, link, notice, table, type Tone } from "../parts.ts";
import { adviceWords } from "../advice_words.ts";
import { renderTime } from "../shown_time.ts";

/** Words for the statuses of an application. */
const statusWords: Readonly<Record<KybApplication["status"], readonly [string, Tone]>> = {
  NEEDS_REVIEW: ["waits", "warn"],
  APPROVED: ["approved", "good"],
  REJECTED: ["rejected", "bad"],
};

/** The status of an application as a word with a shape. */
export function statusOf({ status }: Pick<KybApplication, "status">): Html {
  return badge(...statusWords[status]);
}

/** The list of drafts and applications. @param isSandbox whether it shows invented ones */
export function renderKybList(
  { drafts, applications, isCut }: KybList,
  { isSandbox }: { readonly isSandbox: boolean },
): Html {
  return html`
    <h1>KYB</h1>
    ${isSandbox
      ? notice(
        "This sandbox shows invented applications, and those that you have copied to practise" +
          " on. Drafts that visitors send are shown to no one.",
      )
      : ""}
    ${isSandbox ? "" : html`
      <h2 id="drafts">Drafts that wait</h2>
      ${table({
        caption: "Drafts that wait",
        columns: ["Company", "Register", "Sent", "Kept until", "Advice", "Findings"],
        rows: drafts.map((draft) => [
          link(`/console/kyb/drafts/${draft.id}`, draft.deterministic.legalName || "(no name)"),
          registerOf(draft.deterministic),
          renderTime(draft.createdAt),
          renderTime(draft.expiresAt),
          adviceWords[draft.recommendation],
          draft.flags.length,
        ]),
        empty: "No draft waits.",
      })}
    `}
    <h2 id="applications">Applications</h2>
    ${table({
      caption: "Applications",
      columns: ["Company", "Status", "Register", "Client", "Accepted", "By", "Advice"],
      rows: applications.map((application) => [
        link(
          `/console/kyb/applications/${application.id}`,
          application.legalName || "(no name)",
        ),
        statusOf(application),
        registerOf(application),
        application.clientId,
        renderTime(application.acceptedAt),
        application.acceptedBy,
        adviceWords[application.recommendation],
      ]),
      empty: "No application is on file.",
    })}
    ${isCut ? html`<p>The newest are shown. ${command("kyb list")} prints all.</p>` : ""}
  `;
}

/** Country, number and court of a company. */
export function registerOf(
  { registryCountry, registryNumber, registryCourt }: Pick<
    KybApplication,
    "registryCountry" | "registryNumber" | "registryCourt"
  >,
): string {
  const court = registryCourt === null ? "" : `, ${registryCourt}`;
  return `${registryCountry ?? "?"} ${registryNumber ?? "?"}${court}`;
}
