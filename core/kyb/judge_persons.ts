import { foldName } from "./clean_text.ts";
import type { Declared } from "./declared.ts";
import { namesTwoPersons, saysNoName } from "./person_names.ts";
import type { Finding, FindingCode, RuleTable } from "./rules.ts";
import type { AdvisoryFlag, NormalizedApplication, NormalizedPerson } from "./schema.ts";

/** Text that people enter to try out a form. */
const samples: ReadonlySet<string> = new Set(
  "test|test test|tester|asdf|asdf asdf|qwerty|foo|bar|foo bar|john doe|jane doe|max mustermann|erika mustermann|lorem ipsum|sample|example|abc"
    .split("|"),
);

/** The context for judging a person. */
export interface JudgePersons {
  readonly rules: Pick<RuleTable, "personYearsMin" | "personYearsMax">;
  /** Notes of normalising: an unreadable value does not count as missing. */
  readonly advisoryFlags: readonly AdvisoryFlag[];
  readonly today: Temporal.PlainDate;
}

/**
 * Finds missing or implausible statements in the company's name and number and about each declared
 * person.
 */
export function judgePersons(
  beside: JudgePersons,
  { legalName, registryNumber }: Pick<NormalizedApplication, "legalName" | "registryNumber">,
  persons: readonly Declared[],
): readonly Finding[] {
  const isNoNumber = registryNumber !== null &&
    (isPlaceholder(registryNumber) || /^0+$/.test(registryNumber));
  return [
    ...judgeName(foldName(legalName), "legalName"),
    ...only(isNoNumber, "PLACEHOLDER_VALUE", "registryNumber"),
    ...persons.flatMap((person) => judgePerson(beside, person)),
    ...persons.flatMap((person, at) =>
      only(
        persons.some((other, n) => n < at && isConflict(other, person)),
        "DUPLICATE_PERSON_CONFLICT",
        person.path,
      )
    ),
  ];
}

function judgePerson(
  beside: JudgePersons,
  person: Declared,
): readonly Finding[] {
  const { path, fullName, foldedName, nationalities } = person;
  const name = `${path}.fullName`;
  const blank = judgeName(foldedName, name);
  const common = [
    ...blank,
    ...only(
      person.controlBasis !== null && isPlaceholder(person.controlBasis),
      "PLACEHOLDER_VALUE",
      `${path}.controlBasis`,
    ),
  ];
  if (person.isCorporateOwner) return common;
  const wasGiven = wasUnreadable(beside.advisoryFlags, `${path}.nationality`);
  return [
    ...common,
    ...only(namesTwoPersons(fullName), "NAME_TWO_PERSONS", name),
    ...only(blank.length === 0 && isSingleToken(foldedName), "NAME_SINGLE_TOKEN", name),
    ...only(/\p{N}/u.test(fullName), "NAME_HAS_DIGITS", name),
    ...judgeBirth(beside, person, `${path}.dob`),
    ...only(
      nationalities.length === 0,
      wasGiven ? "PERSON_NATIONALITY_UNKNOWN" : "PERSON_NATIONALITY_MISSING",
      `${path}.nationality`,
    ),
  ];
}

/** Scripts that write family and given name without a space: `王伟`, `김민수`. */
const together = /^[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\u30fc]{2,}$/u;

function isSingleToken(foldedName: string): boolean {
  return !foldedName.includes(" ") && !together.test(foldedName);
}

function judgeBirth(
  { rules, advisoryFlags, today }: JudgePersons,
  { dob }: NormalizedPerson,
  path: string,
): readonly Finding[] {
  if (dob === null) {
    const code = wasUnreadable(advisoryFlags, path) ? "PERSON_DOB_INVALID" : "PERSON_DOB_MISSING";
    return [{ code, path }];
  }
  const born = Temporal.PlainDate.from(dob);
  if (Temporal.PlainDate.compare(born, today) > 0) return [{ code: "PERSON_DOB_FUTURE", path }];
  const { years } = born.until(today, { largestUnit: "years" });
  return [
    ...only(years < rules.personYearsMin, "PERSON_MINOR", path),
    ...only(years > rules.personYearsMax, "PERSON_TOO_OLD", path),
  ];
}

const unreadable: ReadonlySet<string> = new Set([
  "DOB_AMBIGUOUS",
  "DOB_UNREADABLE",
  "NATIONALITY_UNREADABLE",
]);

function wasUnreadable(flags: readonly AdvisoryFlag[], path: string): boolean {
  return flags.some((flag) => flag.path === path && unreadable.has(flag.code));
}

/**
 * Whether two rows of one name contradict each other, or are namesakes; an operator must decide.
 */
function isConflict(one: Declared, other: Declared): boolean {
  if (one.foldedName !== other.foldedName) return false;
  const differs = <T>(a: T | null, b: T | null) =>
    a !== null && b !== null && JSON.stringify(a) !== JSON.stringify(b);
  const nationalitiesOf = ({ nationalities }: NormalizedPerson) =>
    nationalities.length === 0 ? null : nationalities;
  return differs(one.dob, other.dob) || differs(one.ownership, other.ownership) ||
    differs(nationalitiesOf(one), nationalitiesOf(other));
}

/** Finds an empty or made-up name. */
function judgeName(foldedName: string, path: string): readonly Finding[] {
  return saysNoName(foldedName)
    ? [{ code: "NAME_MISSING", path }]
    : only(samples.has(foldedName), "PLACEHOLDER_VALUE", path);
}

function isPlaceholder(text: string): boolean {
  const folded = foldName(text);
  return saysNoName(folded) || samples.has(folded);
}

function only(holds: boolean, code: FindingCode, path: string): readonly Finding[] {
  return holds ? [{ code, path }] : [];
}
