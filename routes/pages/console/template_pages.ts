import { html } from "hono/html";
import {
  type CredentialTemplate,
  credentialTypes,
} from "../../../core/credentials/template_schema.ts";
import type { Html } from "../../html/layout.ts";
import { badge, facts, link, notice, table, timeOr, type Tone } from "../parts.ts";
import { renderTime } from "../shown_time.ts";

/** Templates of a list: the newest. */
export const templatesShown = 100;

/** Words for the statuses of a template. */
const statusWords: Readonly<Record<CredentialTemplate["status"], readonly [string, Tone]>> = {
  DRAFT: ["draft", "none"],
  PENDING_REVIEW: ["waits", "warn"],
  APPROVED: ["approved", "good"],
  REJECTED: ["rejected", "bad"],
};

const where = html`<p>Approve or reject a template through the API, by
  <code>POST /v1/credentials/issue/templates/{id}/review</code> with a token of the role
  <code>credentials-api-reviewer</code>. The console shows templates and changes none.</p>`;

/** Templates that wait for an approval. */
export function renderTemplates(
  templates: readonly CredentialTemplate[],
  { isSandbox }: { readonly isSandbox: boolean },
): Html {
  return html`
    <h1>Credential templates</h1>
    ${isSandbox
      ? notice("A sandbox shows no templates here: they are those of other visitors.")
      : html`${where}${
        table({
          caption: "Templates that wait for an approval",
          columns: ["Template", "State", "Institution", "Type", "Submitted"],
          rows: templates.map((template) => [
            link(`/console/templates/${template.id}`, template.id),
            badge(...statusWords[template.status]),
            template.academicIssuerId,
            template.credentialType,
            timeOr(template.submittedAt, "not yet"),
          ]),
          empty: "No template waits.",
        })
      }`}
  `;
}

/** A template as its reviewers have to see it. */
export function renderTemplate(template: CredentialTemplate): Html {
  const { id, status, academicIssuerId, credentialType, createdAt, submittedAt } = template;
  const { reviewedAt, reviewNotes, claimsSchema, sdJwtDisclosureFrame } = template;
  return html`
    <p>${link("/console/templates", "Credential templates")}</p>
    <h1>Template</h1>
    ${facts([
      ["Template", html`<code>${id}</code>`],
      ["State", badge(...statusWords[status])],
      ["Institution", academicIssuerId],
      ["Type", html`${credentialType}, <code>${credentialTypes[credentialType]}</code>`],
      ["Made", renderTime(createdAt)],
      ["Submitted", timeOr(submittedAt, "not yet")],
      ["Reviewed", timeOr(reviewedAt, "not yet")],
      ["Notes", reviewNotes ?? "none"],
    ])}
    <h2>Schema of the claims</h2>
    <pre tabindex="0"><code>${JSON.stringify(claimsSchema, null, 2)}</code></pre>
    <h2>What a holder may withhold</h2>
    <pre tabindex="0"><code>${JSON.stringify(sdJwtDisclosureFrame, null, 2)}</code></pre>
    ${where}
  `;
}
