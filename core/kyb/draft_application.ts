import { z } from "zod";
import { ok, type Result } from "../../base/result.ts";
import { openSteps } from "../../base/turns.ts";
import type { Unit } from "../../base/unit.ts";
import { uuidV7 } from "../../base/uuid.ts";
import type { Mode } from "../nouns.ts";
import { adviseNeeds, byPath } from "./advisory.ts";
import { askRegister, findingsOfRegister } from "./ask_register.ts";
import { foldName } from "./clean_text.ts";
import { declaredOf } from "./declared.ts";
import { drafterVersion } from "./drafters.ts";
import { judgeOwners } from "./judge_owners.ts";
import { judgePersons } from "./judge_persons.ts";
import { normalize, type Normalized } from "./normalize.ts";
import type { Drafted, KybPorts } from "./ports.ts";
import { type Finding, raise, recommend } from "./rules.ts";
import {
  type AdvisoryFlag,
  DraftId,
  type KybDraft,
  type NormalizedApplication,
  OnboardingDraft,
  type OnboardingRequest,
} from "./schema.ts";
import { findingsOfScreening, screenApplicant } from "./screen_applicant.ts";

/** A request as received, and its normal form, computed once for comparison and draft. */
export interface ReadApplication {
  readonly request: OnboardingRequest;
  readonly normalized: Normalized;
}

/** Converts a request to its normal form. */
export function readApplication(request: OnboardingRequest): ReadApplication {
  return { request, normalized: normalize(request) };
}

/** Input of {@link draftApplication}. */
export interface DraftApplication extends Pick<ReadApplication, "normalized"> {
  readonly unit: Unit;
  readonly mode: Mode;
}

/**
 * Drafts advice on an application in its normal form: looks up the register, judges owners and
 * directors, screens the company and every declared person, and records one draft. The applicant
 * reads the recommendation and notes about the form only, and nothing from lists and registers. A
 * model's answer affects neither.
 *
 * @see Screening §4, rule 8; decisions.md part 8; decisions-2.md part 16
 */
export async function draftApplication(
  ports: KybPorts,
  { unit, normalized, mode }: DraftApplication,
): Promise<Result<OnboardingDraft, never>> {
  const step = openSteps({ clock: ports.clock, nextTurn: ports.kyb.nextTurn });
  const { application } = normalized;
  const [drafted, registry, screenings] = await Promise.all([
    ports.kyb.drafter.draft(application),
    askRegister(ports, application),
    screenApplicant(ports, { step, mode }, application),
  ]);
  await step();
  const { table } = ports.kyb.rules;
  const declared = judge(ports, normalized);
  const found = [...findingsOfRegister(application, registry), ...declared];
  const all = [...found, ...findingsOfScreening(screenings)];
  await step();
  const recommendation = recommend(table, all);
  const withoutScreening = recommend(table, found);
  const draft: KybDraft = {
    ...headOf(ports, mode),
    normalized: drafted.application,
    deterministic: application,
    advisoryFlags: [...advice(normalized, declared), ...drafted.advisoryFlags],
    recommendation,
    recommendationWithoutScreening: withoutScreening,
    answered: ports.kyb.policy.applicantDetail === "minimal" ? withoutScreening : recommendation,
    flags: raise(table, all),
    evidence: { registry, screenings },
    drafter: drafterOf(ports, drafted),
  };
  ports.kyb.drafts.add(unit, draft);
  ports.audit.record(unit, {
    kind: "KYB_ONBOARDING_DRAFTED",
    draftId: draft.id,
    mode,
    recommendation,
    ruleSetHash: draft.drafter.ruleSetHash,
    drafter: draft.drafter.kind,
  });
  return ok(answerOf(draft));
}

/** Notes for the applicant about the declaration: how it was read, and what is missing. */
function advice(
  { advisoryFlags: notes }: Normalized,
  declared: readonly Finding[],
): readonly AdvisoryFlag[] {
  return [...notes, ...adviseNeeds(declared, notes)].toSorted(byPath);
}

/** Returns the implausible statements about declared persons. */
function judge(
  { clock, kyb }: Pick<KybPorts, "clock" | "kyb">,
  { application, advisoryFlags, nominees }: Normalized,
): readonly Finding[] {
  const { table } = kyb.rules;
  const today = clock.now().toZonedDateTimeISO("UTC").toPlainDate();
  const declared = declaredOf(application.persons);
  const owners = judgeOwners(table, declared);
  const isNoted = (at: string) =>
    owners.some(({ code, path }) => code === "NOMINEE_HINT" && path === at);
  return [
    ...owners,
    ...nominees.filter((path) => !isNoted(path))
      .map((path) => ({ code: "NOMINEE_HINT", path }) as const),
    ...judgePersons({ rules: table, advisoryFlags, today }, application, declared),
  ];
}

function headOf(
  ports: Pick<KybPorts, "clock" | "random" | "kyb">,
  mode: Mode,
): Pick<KybDraft, "id" | "mode" | "createdAt" | "expiresAt"> {
  const now = ports.clock.now();
  const written = (instant: Temporal.Instant) => instant.toString({ smallestUnit: "millisecond" });
  return {
    id: DraftId.parse(uuidV7(ports)),
    mode,
    createdAt: written(now),
    expiresAt: written(now.add({ hours: 24 * ports.kyb.draftDays })),
  };
}

function drafterOf({ kyb }: Pick<KybPorts, "kyb">, { by }: Drafted): KybDraft["drafter"] {
  return { ...by, version: drafterVersion, ruleSetHash: kyb.rules.ruleSetHash };
}

/** The part of a draft that the applicant reads. */
function answerOf(
  draft: Pick<KybDraft, "id" | "answered" | "advisoryFlags" | "normalized" | "createdAt">,
): OnboardingDraft {
  const { id, answered, advisoryFlags, normalized, createdAt } = draft;
  // In the order of the schema, as a replay will have it.
  return OnboardingDraft.parse({
    draftId: id,
    recommendation: answered,
    advisoryFlags,
    normalized,
    createdAt,
  });
}

/**
 * Returns the owner of an onboarding's idempotency key: the applicant (decisions.md part 3),
 * including the court if one is named (decisions-3.md part 20). An applicant without a valid
 * number, such as `n/a`, is identified by name, since others write the same.
 */
export function applicantOf({ request, normalized: { application } }: ReadApplication): string {
  const { registryCountry, registryNumber, registryCourt } = application;
  const country = registryCountry ?? foldName(request.registryCountry);
  const isNumbered = registryNumber !== null && /\d/.test(registryNumber);
  const name = isNumbered ? [] : [foldName(request.legalName)];
  const court = registryCourt === null ? [] : [foldName(registryCourt)];
  return JSON.stringify([country, registryNumber, ...court, ...name]);
}

/**
 * The form by which two requests of one applicant are equal: computed without a model and without
 * the court.
 */
export function comparedForm(
  { normalized: { application } }: ReadApplication,
): Omit<NormalizedApplication, "registryCourt"> {
  const { registryCourt: _, ...compared } = application;
  return compared;
}

/** Reference that a replay of a draft stores; the draft contains the answer. */
const DraftReference = z.strictObject({ draftId: DraftId }).readonly();

/** Returns the reference from which {@link restoreDraft} makes the same answer again. */
export function draftReference({ draftId }: OnboardingDraft): z.infer<typeof DraftReference> {
  return { draftId };
}

/** Restores the answer of an earlier draft; null if the draft no longer exists. */
export async function restoreDraft(
  { kyb }: Pick<KybPorts, "kyb">,
  reference: unknown,
): Promise<OnboardingDraft | null> {
  const draft = await kyb.drafts.find(DraftReference.parse(reference).draftId);
  return draft === null ? null : answerOf(draft);
}
