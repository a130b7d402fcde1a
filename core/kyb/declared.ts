import { foldName } from "./clean_text.ts";
import { hasLegalForm } from "./legal_form.ts";
import type { NormalizedPerson } from "./schema.ts";

/**
 * A declared person, the place of the declaration, and the folded name: computed once, compared
 * often.
 */
export interface Declared extends NormalizedPerson {
  /** Such as `persons[0]`. */
  readonly path: string;
  /** The name by which two rows may be the same person. */
  readonly foldedName: string;
  /**
   * Whether the person is an owner whose name has a legal form: a company, which has no date of
   * birth.
   */
  readonly isCorporateOwner: boolean;
}

/** Returns the declared persons of an application in their order. */
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

/** Whether two rows declare one person: equal names without different dates of birth. */
export function isSamePerson(one: Declared, other: Declared): boolean {
  return one.foldedName === other.foldedName &&
    (one.dob === null || other.dob === null || one.dob === other.dob);
}
