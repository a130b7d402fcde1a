import { foldName } from "./clean_text.ts";
import { hasLegalForm } from "./legal_form.ts";
import type { Finding, FindingCode, RuleTable } from "./rules.ts";
import type { NormalizedApplication, NormalizedPerson, Role } from "./schema.ts";

/** The whole, in the parts that shares are counted in. */
const wholeParts = 10_000;

/** A declared person and where it stands. */
interface Declared extends NormalizedPerson {
  readonly path: string;
}

type Thresholds = Pick<
  RuleTable,
  | "uboThresholdPercent"
  | "uboThresholdInclusive"
  | "unexplainedPercentMin"
  | "ownershipSumPartsMax"
>;

/**
 * Finds what is not plausible in who owns and who directs a company. A share that is known by its limits
 * counts by the one that finds more.
 */
export function judgeOwners(
  rules: Thresholds,
  { persons }: Pick<NormalizedApplication, "persons">,
): readonly Finding[] {
  const declared = persons.map((person, at) => ({ ...person, path: `persons[${at}]` }));
  return [
    ...judgeRoles(declared),
    ...declared.flatMap((person) => judgeShare(rules, person, declared)),
    ...judgeSums(rules, declared),
  ];
}

const has = ({ roles }: NormalizedPerson, role: Role) => roles.includes(role);

function judgeRoles(persons: readonly Declared[]): readonly Finding[] {
  const [anyUbo, officials] = [
    persons.some((person) => has(person, "ubo")),
    persons.filter((person) => has(person, "smo")),
  ];
  const hasReason = officials.some(({ controlBasis }) => controlBasis !== null);
  return [
    ...only(!persons.some((person) => has(person, "director")), "NO_DIRECTOR", "persons"),
    ...only(!anyUbo && officials.length === 0, "NO_UBO_AND_NO_SMO", "persons"),
    ...only(
      !anyUbo && officials.length > 0 && !hasReason,
      "SMO_FALLBACK_WITHOUT_REASON",
      "persons",
    ),
  ];
}

function judgeShare(
  rules: Thresholds,
  person: Declared,
  all: readonly Declared[],
): readonly Finding[] {
  const { path, ownership, controlBasis, fullName } = person;
  const isUbo = has(person, "ubo");
  const isOwner = isUbo || has(person, "shareholder") || ownership !== null;
  const share = `${path}.ownershipPercentage`;
  const isDeclaredUbo = isUbo || all.some((other) => has(other, "ubo") && isSame(other, person));
  const isCompany = isOwner && hasLegalForm(fullName);
  return [
    ...only(isUbo && ownership === null && controlBasis === null, "UBO_SHARE_MISSING", share),
    ...only(
      isUbo && ownership !== null && !reaches(rules, ownership.minimum) && controlBasis === null,
      "UBO_BELOW_THRESHOLD_WITHOUT_CONTROL_BASIS",
      share,
    ),
    ...only(
      ownership !== null && reaches(rules, ownership.maximum) && !isDeclaredUbo && !isCompany,
      "SHAREHOLDER_AT_THRESHOLD_NOT_UBO",
      share,
    ),
    ...only(isCompany, "CORPORATE_OWNER_UNRESOLVED", `${path}.fullName`),
    ...only(nominee.test(`${controlBasis ?? ""} ${fullName}`), "NOMINEE_HINT", path),
  ];
}

const nominee =
  /nominee|trustee|fiduciar|treuh[aä]nd|bare trust|on behalf of|nominaal|nomin[aā]l|fiduciaire|prête-nom|номинал/iu;

function reaches({ uboThresholdPercent, uboThresholdInclusive }: Thresholds, parts: number) {
  const threshold = uboThresholdPercent * wholeParts / 100;
  return uboThresholdInclusive ? parts >= threshold : parts > threshold;
}

/** How somebody holds: what is held through another one is in that one's share already. */
function kindOf({ controlBasis }: NormalizedPerson): "direct" | "indirect" | "voting" {
  const text = controlBasis ?? "";
  if (/vot(?:e|es|ing)\b|stimm|hääleõig|balssties|balsavimo|äänivalta/iu.test(text)) {
    return "voting";
  }
  return /indirect|mittelbar|kaudne|kaudselt|netie[sš]|through|via\b/iu.test(text)
    ? "indirect"
    : "direct";
}

function judgeSums(rules: Thresholds, persons: readonly Declared[]): readonly Finding[] {
  const sumOf = (...kinds: readonly ReturnType<typeof kindOf>[]) =>
    sumOfHolders(persons.filter((person) => kinds.includes(kindOf(person))));
  const isOver = (sum: number) => sum > rules.ownershipSumPartsMax;
  const unexplained = wholeParts - sumOf("direct", "indirect");
  return [
    ...only(
      isOver(sumOf("direct")) || isOver(sumOf("voting")),
      "OWNERSHIP_SUM_OVER_100",
      "persons",
    ),
    ...only(
      unexplained >= rules.unexplainedPercentMin * wholeParts / 100,
      "OWNERSHIP_UNEXPLAINED",
      "persons",
    ),
  ];
}

/** The least that all hold; who is declared twice, for two roles, holds once. */
function sumOfHolders(persons: readonly Declared[]): number {
  const holders: Declared[] = [];
  for (const person of persons) {
    if (person.ownership === null) continue;
    const at = holders.findIndex((other) => isSame(other, person) && isTwiceTold(other, person));
    if (at < 0) holders.push(person);
  }
  return holders.reduce((sum, { ownership }) => sum + (ownership?.minimum ?? 0), 0);
}

/** One share told in two rows of other roles; in two rows of one role it is two holdings. */
function isTwiceTold(one: NormalizedPerson, other: NormalizedPerson): boolean {
  return one.ownership?.minimum === other.ownership?.minimum &&
    one.ownership?.maximum === other.ownership?.maximum &&
    !one.roles.some((role) => other.roles.includes(role));
}

/** Whether two rows declare one person: by name, where no date of birth says otherwise. */
export function isSame(one: NormalizedPerson, other: NormalizedPerson): boolean {
  return foldName(one.fullName) === foldName(other.fullName) &&
    (one.dob === null || other.dob === null || one.dob === other.dob);
}

function only(holds: boolean, code: FindingCode, path: string): readonly Finding[] {
  return holds ? [{ code, path }] : [];
}
