import type { KybApplication, KybCheck } from "../../../core/kyb/application_schema.ts";
import { findingsToAcknowledge } from "../../../core/kyb/applications/acknowledge.ts";
import { isOpen, lastJudgement } from "../../../core/kyb/applications/open_findings.ts";
import type { ApplicationRecord } from "../../../core/kyb/applications/record_rows.ts";
import type { RecordedReviewDraft } from "../../../core/kyb/review_schema.ts";
import type { RegistryCheck } from "../../../core/kyb/registry_schema.ts";
import {
  type AcceptedDraft,
  isAccepted,
  type KybDraft,
  type NormalizedPerson,
  type ScreeningEvidence,
} from "../../../core/kyb/schema.ts";

/** The lines of a draft for its reviewers. */
export function linesOfDraft(draft: KybDraft | AcceptedDraft): readonly string[] {
  return isAccepted(draft) ? linesOfAccepted(draft) : linesOfWaiting(draft);
}

function linesOfAccepted({ id, mode, createdAt, acceptedAt, expiresAt }: AcceptedDraft) {
  return [
    `Draft        ${id} (${mode})`,
    `Made         ${createdAt}, kept until ${expiresAt}`,
    `Accepted     ${acceptedAt}: kyb list has its application`,
  ];
}

function linesOfWaiting(draft: KybDraft): readonly string[] {
  const { id, mode, createdAt, expiresAt, deterministic, evidence } = draft;
  const { registry, screenings } = evidence;
  const { persons } = deterministic;
  return [
    `Draft        ${id} (${mode})`,
    `Made         ${createdAt}, kept until ${expiresAt}`,
    ...linesOfCompany(deterministic),
    `Advice       ${draft.recommendation}; the applicant was answered ${draft.answered}`,
    ...linesOfFlags(draft.flags),
    ...linesOfPersons(persons.map((person) => ({ id: null, ...person }))),
    "",
    "Checks",
    `  register: ${outcomeOf(registry)}`,
    ...screenings.map(({ path, ...screening }) => {
      const person = persons.find((_, at) => path.startsWith(`persons[${at}].`));
      return `  ${person?.fullName ?? "company"}: ${matchesOf(screening)}`;
    }),
    "",
    `Next: kyb accept ${id} --client CLIENT --operator OPERATOR`,
  ];
}

/** The lines of an application for its reviewers, with the latest review draft if there is one. */
export function linesOfApplication(
  { application, checks }: ApplicationRecord,
  review: RecordedReviewDraft | null,
): readonly string[] {
  const { id, mode, status, clientId, acceptedAt, acceptedBy, decision, keptUntil } = application;
  return [
    `Application  ${id} (${mode})`,
    `Status       ${status}`,
    `Client       ${clientId}`,
    `Accepted     ${acceptedAt} by ${acceptedBy}, of draft ${application.draftId}`,
    ...(decision === null ? [] : [
      `Decided      ${decision.at} by ${decision.by}`,
      `Rationale    ${decision.rationale}`,
      ...(decision.acknowledged === undefined
        ? []
        : [`Despite      ${decision.acknowledged.join(", ")}`]),
    ]),
    ...(keptUntil === null ? [] : [`Kept until   ${keptUntil}`]),
    ...linesOfCompany(application),
    `Advice       ${application.recommendation}`,
    ...linesOfFlags(application.flags),
    ...linesOfPersons(application.persons),
    "",
    "Checks",
    ...checks.flatMap((check) => linesOfCheck(check, application)),
    ...linesOfReview(review),
    ...linesOfNext(application, checks),
  ];
}

function linesOfNext(
  application: KybApplication,
  checks: readonly KybCheck[],
): readonly string[] {
  const { id, status, acceptedBy, keptUntil } = application;
  if (status !== "NEEDS_REVIEW" || keptUntil !== null) return [];
  const open = checks.filter(isOpen).length;
  const despite = findingsToAcknowledge(application);
  return [
    "",
    ...(open === 0 ? [] : [
      `Next: judge what is OPEN (${open}), each by kyb check ${id} CHECK`,
      "        --judgement JUDGEMENT --rationale TEXT --operator OPERATOR",
    ]),
    `${open === 0 ? "Next" : "Then"}: kyb approve or kyb reject ${id}`,
    `        --rationale TEXT --operator OPERATOR, by another operator than ${acceptedBy}`,
    ...(despite.length === 0 ? [] : [
      "        An approval despite findings of registers and owners names each:",
      ...despite.map((code) => `        --acknowledge ${code}`),
    ]),
  ];
}

function linesOfReview(review: RecordedReviewDraft | null): readonly string[] {
  if (review === null) return [];
  const { recommendation, createdAt, rationale } = review;
  return [
    "",
    `Latest review draft, ${createdAt}: ${recommendation}`,
    ...rationale.split("\n").map((sentence) => `  ${sentence}`),
  ];
}

function linesOfCompany(
  { legalName, registryCountry, registryNumber, registryCourt, contactEmail }: Pick<
    KybApplication,
    "legalName" | "registryCountry" | "registryNumber" | "registryCourt" | "contactEmail"
  >,
): readonly string[] {
  return [
    `Company      ${legalName}`,
    `Register     ${registryCountry ?? "?"} ${registryNumber ?? "?"}${
      registryCourt === null ? "" : `, ${registryCourt}`
    }`,
    `Contact      ${contactEmail ?? "-"}`,
  ];
}

function linesOfFlags(flags: KybDraft["flags"]): readonly string[] {
  return [
    "",
    "Findings",
    ...(flags.length === 0 ? ["  none"] : flags.map(
      ({ severity, code, path, message }) =>
        `  ${severity.padEnd(8)}  ${code}  ${path}: ${message}`,
    )),
  ];
}

function linesOfPersons(
  persons: readonly (NormalizedPerson & { readonly id: string | null })[],
): readonly string[] {
  return [
    "",
    "Persons",
    ...(persons.length === 0 ? ["  none"] : persons.map(
      ({ id, fullName, roles, dob, nationalities, ownership, controlBasis }, at) =>
        [
          // As paths of findings count them, and as review drafts do.
          `  persons[${at}], declared person ${at + 1}: ${fullName}`,
          roles.join(" "),
          dob ?? "no date of birth",
          nationalities.join(" ") || "no nationality",
          ...(ownership === null ? [] : [shareOf(ownership)]),
          ...(controlBasis === null ? [] : [controlBasis]),
          ...(id === null ? [] : [id]),
        ].join("; "),
    )),
  ];
}

function shareOf({ minimum, maximum }: NonNullable<NormalizedPerson["ownership"]>): string {
  const percent = (parts: number) => `${parts / 100}`;
  return minimum === maximum
    ? `${percent(minimum)} %`
    : `${percent(minimum)} to ${percent(maximum)} %`;
}

function linesOfCheck(check: KybCheck, { persons }: KybApplication): readonly string[] {
  const name = check.kind === "person_screening"
    ? persons.find(({ id }) => id === check.personId)?.fullName ?? check.personId
    : check.kind === "registry"
    ? "register"
    : "company";
  const result = check.kind === "registry" ? outcomeOf(check.evidence) : matchesOf(check.evidence);
  const last = lastJudgement(check);
  return [
    `  ${check.id}  ${name}: ${result}${isOpen(check) ? "  OPEN" : ""}`,
    ...(last === null
      ? []
      : [`    ${last.judgement} by ${last.by}, ${last.at}: ${last.rationale}`]),
  ];
}

function outcomeOf(check: RegistryCheck): string {
  const by = "provider" in check ? ` by ${check.provider}` : "";
  const asked = `${check.outcome}${by}, ${check.checkedAt}${datesOf(check)}`;
  switch (check.outcome) {
    case "mismatch":
      return `${asked}: another ${check.field === "status" ? "status" : "name"}`;
    case "format_invalid":
      return `${asked}: wrong ${check.reason === "format" ? "form" : "check digit"}`;
    default:
      return asked;
  }
}

/** The dates of record and snapshot, if the register states them. */
function datesOf(check: RegistryCheck): string {
  if (!("evidenceHash" in check)) return "";
  const { recordUpdatedAt, snapshotAt } = check;
  const dates = [
    ...(recordUpdatedAt === undefined ? [] : [`record of ${recordUpdatedAt}`]),
    ...(snapshotAt === undefined ? [] : [`snapshot of ${snapshotAt}`]),
  ];
  return dates.length === 0 ? "" : ` (${dates.join(", ")})`;
}

function matchesOf(
  { classification, candidates, nameCoverage }: Pick<
    ScreeningEvidence,
    "classification" | "candidates" | "nameCoverage"
  >,
): string {
  const found = candidates.map(({ matchedName, source, listRef, score, isPep }) =>
    `${matchedName} (${isPep ? "PEP, " : ""}${source} ${listRef}, ${score.toFixed(1)})`
  );
  const unread = nameCoverage?.unreadScripts ?? [];
  return [
    classification ?? "could not be screened",
    ...(unread.length === 0 ? [] : [`compared with nothing: ${unread.join(", ")}`]),
    ...found,
  ].join("; ");
}
