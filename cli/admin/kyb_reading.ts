import { ok } from "../../base/result.ts";
import type { ApplicationId, KybApplication, KybCheck } from "../../core/kyb/application_schema.ts";
import { isOpen, lastJudgement } from "../../core/kyb/applications/open_findings.ts";
import { type ApplicationRecord, recordRows } from "../../core/kyb/applications/record_rows.ts";
import type { RecordedReviewDraft } from "../../core/kyb/review_schema.ts";
import type { DraftId, KybDraft, NormalizedPerson } from "../../core/kyb/schema.ts";
import type { ClientRecords } from "../../kv/clients.ts";
import { type Done, failed } from "../command.ts";
import { writeListing } from "../listing.ts";
import { printable, type Terminal } from "../terminal.ts";
import type { OpenedKyb } from "./kyb_tools.ts";
import type { KybCommand } from "./kyb_arguments.ts";

type Asked<Kind> = Extract<KybCommand, { kind: Kind }>;

/** Drafts that are listed, the newest. */
const draftsMax = 200;

/** A draft or an application, as the list shows it. */
interface Row {
  readonly id: string;
  readonly status: KybApplication["status"] | "DRAFT";
  readonly clientId: string | null;
  readonly at: string;
  readonly legalName: string;
  readonly registryCountry: string | null;
  readonly registryNumber: string | null;
  readonly recommendation: string;
}

/** Writes what waits and what was decided: drafts, one applicant's together, then applications. */
export async function listKyb(
  { json }: Asked<"kyb list">,
  { drafts, applications, mode }: OpenedKyb,
  terminal: Terminal,
): Promise<Done> {
  const rows = async function* (): AsyncGenerator<Row> {
    for (const draft of await drafts.list(mode, draftsMax)) {
      const { id, createdAt: at, deterministic, recommendation } = draft;
      yield rowOf({ id, status: "DRAFT", clientId: null, at, recommendation, ...deterministic });
    }
    for await (const application of applications.list()) {
      if (application.mode === mode) yield rowOf({ ...application, at: application.acceptedAt });
    }
  };
  await writeListing<Row>({
    rows: rows(),
    columns: {
      ID: ({ id }) => id,
      STATUS: ({ status }) => status,
      CLIENT: ({ clientId }) => clientId ?? "-",
      SINCE: ({ at }) => at,
      COMPANY: ({ legalName }) => legalName,
      REGISTER: ({ registryCountry, registryNumber }) =>
        `${registryCountry ?? "?"} ${registryNumber ?? "?"}`,
      ADVICE: ({ recommendation }) => recommendation,
    },
    toJson: (row) => row,
    json,
    piped: "json",
  }, terminal);
  return ok(null);
}

function rowOf(
  { id, status, clientId, at, legalName, registryCountry, registryNumber, recommendation }: Row,
): Row {
  return { id, status, clientId, at, legalName, registryCountry, registryNumber, recommendation };
}

/** Writes one draft or application as its reviewers have to see it. */
export async function showKyb(
  { id, json }: Asked<"kyb show">,
  { drafts, applications, reviews }: OpenedKyb,
  terminal: Terminal,
): Promise<Done> {
  const draft = await drafts.find(id as DraftId);
  const found = draft === null ? await applications.find(id as ApplicationId) : null;
  if (draft === null && found === null) {
    return failed(`No draft or application has the ID ${id}`);
  }
  const review = found === null ? null : await reviews.latest(found.application.id);
  if (json) {
    const { application, checks } = found ?? {};
    terminal.out(`${JSON.stringify(draft ?? { application, checks, review }, null, 2)}\n`);
    return ok(null);
  }
  const lines = draft !== null
    ? linesOfDraft(draft)
    : found !== null
    ? [...linesOfApplication(found), ...linesOfReview(review)]
    : [];
  for (const line of lines) terminal.out(`${printable(line).trimEnd()}\n`);
  return ok(null);
}

function linesOfDraft(draft: KybDraft): readonly string[] {
  const { id, mode, createdAt, expiresAt, deterministic, evidence } = draft;
  const { registry, screenings } = evidence;
  return [
    `Draft        ${id} (${mode})`,
    `Made         ${createdAt}, kept until ${expiresAt}`,
    ...linesOfCompany(deterministic),
    `Advice       ${draft.recommendation}; the applicant was answered ${draft.answered}`,
    ...linesOfFlags(draft.flags),
    ...linesOfPersons(deterministic.persons.map((person) => ({ id: null, ...person }))),
    "",
    "Checks",
    `  register  ${registry.outcome}`,
    ...screenings.map(({ path, ...screening }) => `  ${path}  ${matchesOf(screening)}`),
  ];
}

function linesOfApplication({ application, checks }: ApplicationRecord): readonly string[] {
  const { id, mode, status, clientId, acceptedAt, acceptedBy, decision, keptUntil } = application;
  return [
    `Application  ${id} (${mode})`,
    `Status       ${status}`,
    `Client       ${clientId}`,
    `Accepted     ${acceptedAt} by ${acceptedBy}, of draft ${application.draftId}`,
    ...(decision === null ? [] : [
      `Decided      ${decision.at} by ${decision.by}`,
      `Rationale    ${decision.rationale}`,
    ]),
    ...(keptUntil === null ? [] : [`Kept until   ${keptUntil}`]),
    ...linesOfCompany(application),
    `Advice       ${application.recommendation}`,
    ...linesOfFlags(application.flags),
    ...linesOfPersons(application.persons),
    "",
    "Checks",
    ...checks.flatMap((check) => linesOfCheck(check, application)),
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
  { legalName, registryCountry, registryNumber, contactEmail }: Pick<
    KybApplication,
    "legalName" | "registryCountry" | "registryNumber" | "contactEmail"
  >,
): readonly string[] {
  return [
    `Company      ${legalName}`,
    `Register     ${registryCountry ?? "?"} ${registryNumber ?? "?"}`,
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
    ...persons.map(({ id, fullName, roles, dob, nationalities, ownership, controlBasis }) =>
      [
        `  ${fullName}`,
        roles.join(" "),
        dob ?? "no date of birth",
        nationalities.join(" ") || "no nationality",
        ...(ownership === null ? [] : [shareOf(ownership)]),
        ...(controlBasis === null ? [] : [controlBasis]),
        ...(id === null ? [] : [id]),
      ].join("; ")
    ),
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
  const result = check.kind === "registry" ? check.evidence.outcome : matchesOf(check.evidence);
  const last = lastJudgement(check);
  return [
    `  ${check.id}  ${name}: ${result}${isOpen(check) ? "  OPEN" : ""}`,
    ...(last === null
      ? []
      : [`    ${last.judgement} by ${last.by}, ${last.at}: ${last.rationale}`]),
  ];
}

function matchesOf(
  { classification, candidates }: Pick<
    KybDraft["evidence"]["screenings"][number],
    "classification" | "candidates"
  >,
): string {
  const found = candidates.map(({ matchedName, source, listRef, score, isPep }) =>
    `${matchedName} (${isPep ? "PEP, " : ""}${source} ${listRef}, ${score.toFixed(1)})`
  );
  return [classification ?? "could not be screened", ...found].join("; ");
}

/** Writes the KYB rows of a client in full, also of one that was offboarded. */
export async function exportRecords(
  { clientId, out }: Asked<"kyb export">,
  { applications, clock }: OpenedKyb,
  { clients, ...terminal }: Terminal & { readonly clients: ClientRecords },
): Promise<Done> {
  const records: ApplicationRecord[] = [];
  for (const { id } of await applications.ofClient(clientId)) {
    const found = await applications.find(id);
    if (found !== null) records.push({ application: found.application, checks: found.checks });
  }
  if (records.length === 0) return failed(`No KYB record of ${clientId} is on file`);
  const rows = recordRows(clientId, await clients.find(clientId), records);
  const generatedAt = clock.now().toString({ smallestUnit: "millisecond" });
  const text = `${JSON.stringify({ clientId, generatedAt, ...rows }, null, 2)}\n`;
  if (out === "-") {
    terminal.out(text);
    return ok(null);
  }
  try {
    await Deno.writeTextFile(out, text, { createNew: true, mode: 0o600 });
  } catch (thrown) {
    if (!(thrown instanceof Deno.errors.AlreadyExists)) throw thrown;
    return failed(`${out} is there already: an export is never written over`);
  }
  terminal.err(
    `${records.length} applications of ${clientId} are in ${out}: keep it from others\n`,
  );
  return ok(null);
}
