import { badge } from "../parts.ts";
import { html } from "hono/html";
import { birthWords, nationalityWords } from "../../../core/matching/wording.ts";
import type { Candidate } from "../../../core/screening/candidate_schema.ts";
import type { MonitoredSubjectRead } from "../../../core/monitoring/schema.ts";
import type { Html } from "../../html/layout.ts";
import { type Agreement, agreementLooks, birthAgreement } from "./match_words.ts";

/** The customer's data that a decision has compared. */
export type Asked = MonitoredSubjectRead["request"];

/** Dates, countries and identifiers of both sides, beside each other. @param asked null: not known */
export function renderFacts(
  { classifyResult: { explain }, ...listed }: Candidate,
  asked: Asked | null,
): Html | string {
  const { dob, nationality, identifiers = [] } = explain;
  const countries = [asked?.nationality, ...asked?.nationalities ?? []];
  const unknown = "not kept here";
  const rows: (readonly [string, string, readonly string[], Agreement, string])[] = [
    ...(dob === undefined ? [] : [
      [
        "Date of birth",
        asked === null ? unknown : asked.dob ?? "",
        listed.datesOfBirth ?? (dob.listed === null ? [] : [dob.listed]),
        birthAgreement[dob.relation],
        birthWords[dob.relation],
      ] as const,
    ]),
    ...(nationality === undefined ? [] : [
      [
        "Nationality",
        asked === null ? unknown : countries.filter((one) => one !== undefined).join(", "),
        listed.countries ?? nationality.listed,
        nationality.relation === "absent" ? "missing" : nationality.relation,
        nationalityWords[nationality.relation],
      ] as const,
    ]),
    ...identifiers.map(({ query, type, relation, listed }) =>
      [
        `Identifier ${query + 1} (${type.replaceAll("_", " ")})`,
        asked === null ? unknown : asked.identifiers?.[query]?.value ?? "",
        listed === null ? [] : [listed],
        relation === "same" ? "agrees" : relation === "absent" ? "missing" : "differs",
        relation.replaceAll("_", " "),
      ] as const
    ),
  ];
  if (rows.length === 0) return "";
  return html`
    <div class="wide" tabindex="0" role="region" aria-label="Dates and countries">
      <table>
        <thead>
          <tr>
            <th scope="col">Fact</th>
            <th scope="col">Customer</th>
            <th scope="col">Listed</th>
            <th scope="col">Compared</th>
          </tr>
        </thead>
        <tbody>
        ${rows.map(([label, ours, theirs, agreement, how]) =>
          html`
            <tr>
              <th scope="row">${label}</th>
              <td data-label="Customer">${ours === "" ? "none" : ours}</td>
              <td data-label="Listed">${theirs.length === 0 ? "none" : theirs.join(", ")}</td>
              <td data-label="Compared">${badge(
                agreement,
                agreementLooks[agreement],
              )}${how === agreement || how === "absent" ? "" : html`
                <small>${how}</small>
              `}</td>
            </tr>
          `
        )}
      </tbody>
      </table>
    </div>
  `;
}
