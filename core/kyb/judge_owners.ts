import { type Declared, isSamePerson } from "./declared.ts";
import { hintsAtNominee } from "./nominee.ts";
import type { Finding, FindingCode, RuleTable } from "./rules.ts";
import type { NormalizedPerson, Role } from "./schema.ts";

/** The whole, in the unit of shares. */
const wholeParts = 10_000;

type Thresholds = Pick<
  RuleTable,
  | "uboThresholdPercent"
  | "uboThresholdInclusive"
  | "unexplainedPercentMin"
  | "ownershipSumPartsMax"
>;

/**
 * Finds implausible statements about the owners and directors of a company. A share known by its
 * limits counts by the limit that yields more findings.
 */
export function judgeOwners(
  rules: Thresholds,
  persons: readonly Declared[],
): readonly Finding[] {
  return [
    ...judgeRoles(persons),
    ...persons.flatMap((person) => judgeShare(rules, person, persons)),
    ...judgeSums(rules, persons),
  ];
}

const has = ({ roles }: NormalizedPerson, role: Role) => roles.includes(role);

function judgeRoles(persons: readonly Declared[]): readonly Finding[] {
  const fallback = fallbackOf(persons);
  return [
    ...only(!persons.some((person) => has(person, "director")), "NO_DIRECTOR", "persons"),
    ...only(fallback === "no_official", "NO_UBO_AND_NO_SMO", "persons"),
    ...only(fallback === "without_reason", "SMO_FALLBACK_WITHOUT_REASON", "persons"),
  ];
}

/** Persons who may replace beneficial owners if none is declared: senior managing officials. */
function fallbackOf(
  persons: readonly Declared[],
): "none" | "no_official" | "without_reason" | "with_reason" {
  if (persons.some((person) => has(person, "ubo"))) return "none";
  const officials = persons.filter((person) => has(person, "smo"));
  if (officials.length === 0) return "no_official";
  return officials.some(({ controlBasis }) => controlBasis !== null)
    ? "with_reason"
    : "without_reason";
}

function judgeShare(
  rules: Thresholds,
  person: Declared,
  all: readonly Declared[],
): readonly Finding[] {
  const { path, ownership, controlBasis, fullName, isCorporateOwner: isCompany } = person;
  const isUbo = has(person, "ubo");
  const share = `${path}.ownershipPercentage`;
  const isDeclaredUbo = isUbo ||
    all.some((other) => has(other, "ubo") && isSamePerson(other, person));
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
    ...only(hintsAtNominee(`${controlBasis ?? ""} ${fullName}`), "NOMINEE_HINT", path),
  ];
}

function reaches({ uboThresholdPercent, uboThresholdInclusive }: Thresholds, parts: number) {
  const threshold = uboThresholdPercent * wholeParts / 100;
  return uboThresholdInclusive ? parts >= threshold : parts > threshold;
}

/** The kind of a holding: an indirect one is already part of the share of its direct holder. */
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
  const held = persons.map((person) => ({ person, kind: kindOf(person) }));
  const of = (kind: ReturnType<typeof kindOf>) =>
    held.filter((one) => one.kind === kind).map(({ person }) => person);
  const isOver = (sum: number) => sum > rules.ownershipSumPartsMax;
  const [corporate, own] = [
    of("direct").filter(({ isCorporateOwner }) => isCorporateOwner),
    of("direct").filter(({ isCorporateOwner }) => !isCorporateOwner),
  ];
  // A holding through a declared company is part of that company's share.
  const explained = sumOfHolders(own, isOneShare) +
    Math.max(sumOfHolders(corporate, isOneShare), sumOfHolders(of("indirect"), isOneShare));
  const isUnexplained = wholeParts - explained >= rules.unexplainedPercentMin * wholeParts / 100 &&
    // Where no owner could be identified, the reason says so (Regulation (EU) 2024/1624 art. 63).
    fallbackOf(persons) !== "with_reason";
  return [
    ...only(
      isOver(sumOfHolders(of("direct"))) || isOver(sumOfHolders(of("voting"))) ||
        persons.some(({ ownership }) => isOver(ownership?.minimum ?? 0)),
      "OWNERSHIP_SUM_OVER_100",
      "persons",
    ),
    ...only(isUnexplained, "OWNERSHIP_UNEXPLAINED", "persons"),
  ];
}

/** Whether two rows of one person state the same holding. */
type SameHolding = (one: NormalizedPerson, other: NormalizedPerson) => boolean;

/** Sums the minimum shares of all holders; a person declared twice for one holding counts once. */
function sumOfHolders(
  persons: readonly Declared[],
  isSameHolding: SameHolding = isTwiceTold,
): number {
  const holders: Declared[] = [];
  for (const person of persons) {
    if (person.ownership === null) continue;
    if (!holders.some((other) => isSamePerson(other, person) && isSameHolding(other, person))) {
      holders.push(person);
    }
  }
  return holders.reduce((sum, { ownership }) => sum + (ownership?.minimum ?? 0), 0);
}

/** For shares that are accounted for: a repeated row explains no further share. */
function isOneShare(one: NormalizedPerson, other: NormalizedPerson): boolean {
  return one.ownership?.minimum === other.ownership?.minimum &&
    one.ownership?.maximum === other.ownership?.maximum;
}

/**
 * For shares that may be too high: one share in rows of different roles, and two holdings in rows
 * of one role.
 */
function isTwiceTold(one: NormalizedPerson, other: NormalizedPerson): boolean {
  return isOneShare(one, other) && !one.roles.some((role) => other.roles.includes(role));
}

function only(holds: boolean, code: FindingCode, path: string): readonly Finding[] {
  return holds ? [{ code, path }] : [];
}
