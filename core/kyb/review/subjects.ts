import type { DeclaredPerson, KybCheck } from "../application_schema.ts";
import type { Role } from "../schema.ts";

/** The company, at the start of a sentence. */
export const theCompany = "The company";

const roles: Readonly<Record<Role, string>> = {
  ubo: "beneficial owner",
  director: "director",
  smo: "senior managing official",
  shareholder: "shareholder",
  authorised_representative: "authorised representative",
  other: "other role",
};

/** Names a declared person by place and roles: a rationale contains no text of the applicant. */
export function personSubject(persons: readonly DeclaredPerson[], at: number): string {
  const person = persons[at];
  if (person === undefined) return "A declared person";
  return `Declared person ${at + 1} (${person.roles.map((role) => roles[role]).join(", ")})`;
}

/** The screened party of a check. */
export function subjectOfCheck(persons: readonly DeclaredPerson[], check: KybCheck): string {
  return check.kind === "person_screening"
    ? personSubject(persons, persons.findIndex(({ id }) => id === check.personId))
    : theCompany;
}

/** The party that the path of a flag refers to, such as `persons[0].fullName`. */
export function subjectOfPath(persons: readonly DeclaredPerson[], path: string): string {
  const at = /^persons\[(\d+)\]/.exec(path)?.[1];
  return at === undefined ? theCompany : personSubject(persons, Number(at));
}
