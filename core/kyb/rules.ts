import canonicalize from "canonicalize";
import { z } from "zod";
import { Sha256 } from "../nouns.ts";

/** Advice to the applicant, from the best to the worst. It is not a decision. */
export const recommendations = [
  "SUBMIT_RECOMMENDED",
  "NEEDS_INFO_RECOMMENDED",
  "DO_NOT_SUBMIT_RECOMMENDED",
] as const;

/** One of {@link recommendations}. */
export const Recommendation = z.enum(recommendations).meta({ id: "OnboardingRecommendation" });
export type Recommendation = z.infer<typeof Recommendation>;

/** Implausible statements about owners: findings for the operator, and notes for the applicant. */
export const ownershipCodes = [
  "SMO_FALLBACK_WITHOUT_REASON",
  "UBO_BELOW_THRESHOLD_WITHOUT_CONTROL_BASIS",
  "UBO_SHARE_MISSING",
  "OWNERSHIP_SUM_OVER_100",
  "OWNERSHIP_UNEXPLAINED",
  "SHAREHOLDER_AT_THRESHOLD_NOT_UBO",
  "CORPORATE_OWNER_UNRESOLVED",
  "NOMINEE_HINT",
] as const;
/** Codes of findings about named persons. */
export const nameCodes = [
  "DUPLICATE_PERSON_CONFLICT",
  "NAME_MISSING",
  "NAME_TWO_PERSONS",
  "NAME_SINGLE_TOKEN",
  "NAME_HAS_DIGITS",
  "PLACEHOLDER_VALUE",
] as const;

/** All findings of rules, registers and screening. */
export const FindingCode = z.enum([
  "ENTITY_SANCTIONS_CONFIRMED",
  "PERSON_SANCTIONS_CONFIRMED",
  "REGISTRY_INACTIVE",
  "REGISTRY_NOT_FOUND_AUTHORITATIVE",
  "REGISTRY_NUMBER_MISSING",
  "REGISTRY_NUMBER_FORMAT_INVALID",
  "REGISTRY_NUMBER_CHECKSUM_INVALID",
  "REGISTRY_UNAVAILABLE",
  "REGISTRY_NOT_FOUND",
  "REGISTRY_NAME_MISMATCH",
  "UNKNOWN_COUNTRY",
  "NO_DIRECTOR",
  "NO_UBO_AND_NO_SMO",
  ...ownershipCodes,
  "PERSON_DOB_MISSING",
  "PERSON_DOB_INVALID",
  "PERSON_DOB_FUTURE",
  "PERSON_MINOR",
  "PERSON_TOO_OLD",
  "PERSON_NATIONALITY_MISSING",
  "PERSON_NATIONALITY_UNKNOWN",
  ...nameCodes,
  "SCREENING_POSSIBLE_MATCH",
  "SCREENING_NOT_POSSIBLE",
  "SCREENING_NAME_UNREAD",
  "PEP_FOUND",
  "REGISTRY_NOT_SUPPORTED",
]);
export type FindingCode = z.infer<typeof FindingCode>;

/** The severity of a flag, set by its group in the rule table. */
const Severity = z.enum(["info", "warning", "critical"]);

/** A finding and its place. */
export interface Finding {
  readonly code: FindingCode;
  /** Such as `persons[0].dob`. */
  readonly path: string;
}

/** A finding in the words of the rule table. */
export const RaisedFlag = z.object({
  code: FindingCode,
  severity: Severity,
  path: z.string(),
  message: z.string(),
}).readonly();
export type RaisedFlag = z.infer<typeof RaisedFlag>;

const Rule = z.strictObject({ code: FindingCode, message: z.string().min(1) }).readonly();

const Group = z.strictObject({
  recommendation: Recommendation,
  severity: Severity,
  rules: z.array(Rule).min(1).readonly(),
}).readonly();

/**
 * The rule table, from `rules.json`; drafts pin its hash. The groups are ordered from the worst to
 * the best, and every finding belongs to exactly one.
 */
export const RuleTable = z.strictObject({
  /** Name of this set of rules. */
  ruleSet: z.string(),
  /** Share from which a person is a beneficial owner (Regulation (EU) 2024/1624 art. 52). */
  uboThresholdPercent: z.int().min(1).max(50),
  /** Whether the exact threshold counts: yes by the regulation, no in older practice. */
  uboThresholdInclusive: z.boolean(),
  /** Minimum unaccounted share, in percent, that may belong to a missing owner. */
  unexplainedPercentMin: z.int().min(1).max(100),
  /** Maximum sum of shares, in 1/10,000 of the whole, with room for rounding. */
  ownershipSumPartsMax: z.int().min(10_000).max(11_000),
  personYearsMin: z.int().min(0).max(30),
  personYearsMax: z.int().min(90).max(150),
  groups: z.array(Group).readonly(),
}).readonly().superRefine(({ groups }, context) => {
  const order = groups.map(({ recommendation }) => recommendations.indexOf(recommendation));
  if (order.join() !== "2,1,0") {
    context.addIssue({ code: "custom", message: "groups stand from the worst to the best" });
  }
  const codes = groups.flatMap(({ rules }) => rules.map(({ code }) => code));
  if (codes.length !== FindingCode.options.length || new Set(codes).size !== codes.length) {
    context.addIssue({ code: "custom", message: "every finding stands in exactly one group" });
  }
});
export type RuleTable = z.infer<typeof RuleTable>;

/** The rules in use, with the hash that pins them. */
export interface KybRules {
  readonly table: RuleTable;
  /** SHA-256, hex, of the RFC 8785 form of the table. */
  readonly ruleSetHash: string;
}

/** Pins a rule table by its hash. */
export async function pinKybRules(table: RuleTable): Promise<KybRules> {
  return { table, ruleSetHash: await hashOfJson(table) };
}

/** SHA-256, hex, of the RFC 8785 form of a value. */
export async function hashOfJson(value: unknown): Promise<string> {
  const text = canonicalize(value);
  if (text === undefined) throw new Error("Only JSON values have a canonical form");
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Sha256.parse(new Uint8Array(digest).toHex());
}

/** The recommendation for all findings: that of the table's first group with a finding. */
export function recommend(
  { groups }: Pick<RuleTable, "groups">,
  findings: readonly Finding[],
): Recommendation {
  const codes = new Set(findings.map(({ code }) => code));
  const first = groups.find(({ rules }) => rules.some(({ code }) => codes.has(code)));
  return first?.recommendation ?? "SUBMIT_RECOMMENDED";
}

/** Converts every finding to a flag, in the order of the table. */
export function raise(
  { groups }: Pick<RuleTable, "groups">,
  findings: readonly Finding[],
): readonly RaisedFlag[] {
  return groups.flatMap(({ severity, rules }) =>
    rules.flatMap(({ code, message }) =>
      findings.filter((finding) => finding.code === code)
        .map(({ path }) => ({ code, severity, path, message }))
    )
  );
}
