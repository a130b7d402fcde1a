import { foldName } from "./clean_text.ts";
import { hasLegalForm } from "./legal_form.ts";
import type { NormalizedPerson } from "./schema.ts";

/** A declared person, where it stands, and what its name comes to: read once, compared often. */
export interface Declared extends NormalizedPerson {
  /** Such as `persons[0]`. */
  readonly path: string;
  /** The name by which two rows may be one person. */
  readonly foldedName: string;
  /** Whether it owns and its name carries a legal form: a company, which has no date of birth. */
  readonly isCorporateOwner: boolean;
}

/** The declared persons of an application in their order. */
export function declaredOf(persons: readonly NormalizedPerson[]): readonly Declared[] {
  return persons.map((person, at) => ({
    ...person,
    path: `persons[${at}]`,
    foldedName: foldName(person.fullName),
    isCorporateOwner: owns(person) && hasLegalForm(person.fullName),
  }));
}

function owns({ ownership, roles }: NormalizedPerson): boolean {
  return ownership !== null || roles.includes("ubo") || roles.includes("shareholder");
}

/** Whether two rows declare one person: by name, where no date of birth says otherwise. */
export function isSamePerson(one: Declared, other: Declared): boolean {
  return one.foldedName === other.foldedName &&
    (one.dob === null || other.dob === null || one.dob === other.dob);
}
