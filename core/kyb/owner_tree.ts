import type { DeclaredPerson } from "./application_schema.ts";
import type { NormalizedPerson } from "./schema.ts";

/** A declared person and those who hold through them. */
export interface OwnerNode<Person> {
  readonly person: Person;
  readonly holders: readonly OwnerNode<Person>[];
}

/** Who owns a company, and who is declared without owning any of it. */
export interface OwnerTree<Person> {
  readonly owners: readonly OwnerNode<Person>[];
  readonly others: readonly Person[];
}

type Named = Pick<DeclaredPerson | NormalizedPerson, "fullName" | "ownership" | "controlBasis">;

/**
 * Arranges declared persons by how they hold the company: who names another in the basis of their
 * control holds through that one. It only shows what was declared, and judges nothing: who names each
 * other in a circle stands at the top, and each person stands in the tree once.
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

/** Words in lower case between single blanks. */
function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim();
}

function names(basis: string, { fullName }: Named): boolean {
  const name = plain(fullName);
  return name !== "" && ` ${basis} `.includes(` ${name} `);
}

/** Whether one holds through the other already. */
function reaches<Person>(through: ReadonlyMap<Person, Person>, from: Person, to: Person): boolean {
  for (let at: Person | undefined = from; at !== undefined; at = through.get(at)) {
    if (at === to) return true;
  }
  return false;
}
