import type { DeclaredPerson } from "./application_schema.ts";
import type { NormalizedPerson } from "./schema.ts";

/** A declared person with the persons who hold through them. */
export interface OwnerNode<Person> {
  readonly person: Person;
  readonly holders: readonly OwnerNode<Person>[];
}

/** The owners of a company, and the declared persons who own no part of it. */
export interface OwnerTree<Person> {
  readonly owners: readonly OwnerNode<Person>[];
  readonly others: readonly Person[];
}

type Named = Pick<DeclaredPerson | NormalizedPerson, "fullName" | "ownership" | "controlBasis">;

/**
 * Arranges declared persons by how they hold the company: a person who names another in the basis
 * of control holds through that person. Only shows the declaration and judges nothing. Persons who
 * name each other in a circle are at the top, and each person occurs once.
 */
export function ownerTree<Person extends Named>(persons: readonly Person[]): OwnerTree<Person> {
  const through = new Map<Person, Person>();
  for (const person of persons) {
    const basis = plain(person.controlBasis ?? "");
    const named = persons.filter((other) => other !== person && names(basis, other))
      .toSorted((a, b) => b.fullName.length - a.fullName.length)[0];
    if (named !== undefined && !reaches(through, named, person)) through.set(person, named);
  }
  const nodeOf = (person: Person): OwnerNode<Person> => ({
    person,
    holders: persons.filter((other) => through.get(other) === person).map(nodeOf),
  });
  const isNamed = (person: Person) => [...through.values()].includes(person);
  const tops = persons.filter((person) => !through.has(person));
  const isOwner = (person: Person) =>
    person.ownership !== null || person.controlBasis !== null || isNamed(person);
  return {
    owners: tops.filter(isOwner).map(nodeOf),
    others: tops.filter((person) => !isOwner(person)),
  };
}

/** Words in lower case, separated by single spaces. */
function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim();
}

function names(basis: string, { fullName }: Named): boolean {
  const name = plain(fullName);
  return name !== "" && ` ${basis} `.includes(` ${name} `);
}

/** Whether one person already holds through the other. */
function reaches<Person>(through: ReadonlyMap<Person, Person>, from: Person, to: Person): boolean {
  for (let at: Person | undefined = from; at !== undefined; at = through.get(at)) {
    if (at === to) return true;
  }
  return false;
}
