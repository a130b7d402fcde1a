import type { FindingCode } from "../rules.ts";
import type { Role } from "../schema.ts";
import { dateOf, type Reason, type Reviewed } from "./reasons.ts";
import type { ReasonCode, ReviewTable } from "./review_table.ts";
import { personSubject, subjectOfPath, theCompany } from "./subjects.ts";

/** Reasons that each flag of onboarding gives by itself. */
const ofFlagsAlone: readonly ReasonCode[] = ["OWNERSHIP_DOUBTFUL", "INFORMATION_MISSING"];
/** Reasons that a flag also gives if its evidence no longer exists. */
const alsoOfFlags: readonly ReasonCode[] = [
  "SANCTIONS_CONFIRMED",
  "REGISTRY_NOT_FOUND",
  "REGISTRY_INACTIVE",
  "DIRECTOR_MISSING",
  "OWNER_MISSING",
];

/** Judges the declaration and the findings of onboarding about it (rules R5 to R7). */
export function judgeDeclaration(table: ReviewTable, reviewed: Reviewed): readonly Reason[] {
  return [
    ...judgeFlags(table, reviewed),
    ...judgeCountries(reviewed),
    ...judgeRoles(reviewed),
  ];
}

function judgeFlags({ reasons }: ReviewTable, { application }: Reviewed): readonly Reason[] {
  const ruleOf = new Map(
    reasons.flatMap((rule) => rule.flags.map((flag) => [flag, rule] as const)),
  );
  return application.flags.flatMap(({ code: flag, path, message }): readonly Reason[] => {
    const code = ruleOf.get(flag)?.code;
    if (code === undefined || !ofFlagsAlone.includes(code)) return [];
    return [{ code, evidenceIds: [application.draftId], values: { flag, path, message } }];
  });
}

/**
 * Judges flags without stored evidence: a finding stays even if the record that it came from is
 * gone.
 */
export function judgeLostEvidence(
  { reasons }: ReviewTable,
  { application }: Reviewed,
  given: readonly Reason[],
): readonly Reason[] {
  return reasons.flatMap(({ code, flags }): readonly Reason[] => {
    if (!alsoOfFlags.includes(code) || given.some((reason) => reason.code === code)) return [];
    const flag = application.flags.find((one) => flags.includes(one.code));
    if (flag === undefined) return [];
    const values = {
      subject: subjectOfPath(application.persons, flag.path),
      date: dateOf(application.draftedAt),
      provider: "that onboarding asked",
    };
    return [{ code, evidenceIds: [application.draftId], values }];
  });
}

function judgeCountries(
  { application, settings: { highRiskCountries } }: Reviewed,
): readonly Reason[] {
  const { draftId, persons, registryCountry } = application;
  const declared = [
    { subject: theCompany, countries: registryCountry === null ? [] : [registryCountry] },
    ...persons.map(({ nationalities: countries }, at) => ({
      subject: personSubject(persons, at),
      countries,
    })),
  ];
  return declared.flatMap(({ subject, countries }): readonly Reason[] => {
    const risky = countries.filter((country) => highRiskCountries.includes(country));
    const values = { subject, countries: risky.join(", ") };
    return risky.length === 0
      ? []
      : [{ code: "HIGH_RISK_COUNTRY", evidenceIds: [draftId], values }];
  });
}

function judgeRoles({ application: { draftId, persons, flags } }: Reviewed): readonly Reason[] {
  const has = (role: Role) => persons.some(({ roles }) => roles.includes(role));
  const isFlagged = (code: FindingCode) => flags.some((flag) => flag.code === code);
  const hasOfficial = persons.some(({ roles, controlBasis }) =>
    roles.includes("smo") && controlBasis !== null
  );
  const isDirected = has("director") && !isFlagged("NO_DIRECTOR");
  const isOwned = (has("ubo") || hasOfficial) && !isFlagged("NO_UBO_AND_NO_SMO");
  const owner = has("ubo")
    ? "a beneficial owner"
    : "a senior managing official with the reason why no owner is named";
  const codes: readonly ReasonCode[] = isDirected && isOwned ? ["PERSONS_DECLARED"] : [
    ...(isDirected ? [] : ["DIRECTOR_MISSING" as const]),
    ...(isOwned ? [] : ["OWNER_MISSING" as const]),
  ];
  return codes.map((code) => ({ code, evidenceIds: [draftId], values: { owner } }));
}
