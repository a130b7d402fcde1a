import { html } from "hono/html";
import type { DeclaredPerson } from "../../../core/kyb/application_schema.ts";
import { type OwnerNode, ownerTree } from "../../../core/kyb/owner_tree.ts";
import type { NormalizedPerson } from "../../../core/kyb/schema.ts";
import type { Html } from "../../html/layout.ts";

/** A declared person, before or after the draft was accepted. */
type Person = NormalizedPerson | DeclaredPerson;

/** Words for the roles of a declared person. */
const roleWords = {
  ubo: "beneficial owner",
  director: "director",
  smo: "senior managing official",
  shareholder: "shareholder",
  authorised_representative: "authorised representative",
  other: "other role",
} as const;

/** The owners of a company as a tree with their shares, then who else was declared. */
export function renderOwners(legalName: string, persons: readonly Person[]): Html {
  const { owners, others } = ownerTree(persons);
  return html`
    <ul class="tree">
      <li><strong>${legalName}</strong>
      ${owners.length === 0 ? html`<p>No owner is declared.</p>` : renderNodes(owners)}
      </li>
    </ul>
    ${others.length === 0 ? "" : html`
      <h3>Declared without a share</h3>
      <ul>${others.map((person) => html`<li>${describe(person)}</li>`)}</ul>
    `}
  `;
}

function renderNodes(nodes: readonly OwnerNode<Person>[]): Html {
  return html`<ul>${
    nodes.map(({ person, holders }) =>
      html`<li>${describe(person)}${holders.length === 0 ? "" : renderNodes(holders)}</li>`
    )
  }</ul>`;
}

function describe({ fullName, roles, dob, nationalities, ownership, controlBasis }: Person): Html {
  const details = [
    roles.map((role) => roleWords[role]).join(", "),
    dob ?? "no date of birth",
    nationalities.join(" ") || "no nationality",
  ].join("; ");
  return html`<strong>${fullName}</strong>${
    ownership === null ? "" : html`
      <span class="share">${shareOf(ownership)}</span>
    `
  }<br /><small>${details}</small>${
    controlBasis === null ? "" : html`<br /><small>Control: ${controlBasis}</small>`
  }`;
}

/** A share in words. */
export function shareOf({ minimum, maximum }: NonNullable<Person["ownership"]>): string {
  const percent = (parts: number) => `${parts / 100}`;
  return minimum === maximum
    ? `${percent(minimum)} %`
    : `${percent(minimum)} to ${percent(maximum)} %`;
}
