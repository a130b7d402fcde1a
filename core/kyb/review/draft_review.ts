import { ok, refuse, type Result } from "../../../base/result.ts";
import type { Unit } from "../../../base/unit.ts";
import { uuidV7 } from "../../../base/uuid.ts";
import type { TenantCaller } from "../../access/schema.ts";
import type { Mode } from "../../nouns.ts";
import type { FoundApplication } from "../application_ports.ts";
import type { ApplicationId } from "../application_schema.ts";
import { evidenceOf } from "./evidence_of.ts";
import { judgeRecord } from "./judge_record.ts";
import type { ReviewPorts } from "../review_ports.ts";
import { ReviewDraft, ReviewDraftId } from "../review_schema.ts";
import { writeRationale } from "./write_rationale.ts";

/** An application, and the caller that requests its review. */
export interface AskedReview {
  /** A caller with the staff role. */
  readonly caller: TenantCaller;
  readonly applicationId: ApplicationId;
  readonly mode: Mode;
}

/** Input of {@link draftReview}. */
export interface DraftReview extends AskedReview {
  readonly unit: Unit;
}

/** The reason why no draft is made. */
export interface ReviewRefusal {
  readonly code: "not_found" | "kyb_application_not_reviewable";
}

/**
 * Drafts advice on an application that waits for its review, from the stored evidence alone. The
 * application stays unchanged; if it is decided or judged meanwhile, the commit fails.
 *
 * @see Screening §4, rule 9; decisions.md part 8
 */
export async function draftReview(
  ports: ReviewPorts,
  { unit, ...asked }: DraftReview,
): Promise<Result<ReviewDraft, ReviewRefusal>> {
  const found = await findForReview(ports, asked);
  if (found === null) return refuse({ code: "not_found" });
  const { application, checks } = found;
  if (application.status !== "NEEDS_REVIEW" || application.keptUntil !== null) {
    return refuse({ code: "kyb_application_not_reviewable" });
  }
  found.hold(unit);
  const { drafts, rules: { table, ruleSetHash }, settings } = ports.kyb.reviews;
  const now = ports.clock.now();
  const { recommendation, reasons } = judgeRecord(table, { application, checks, settings, now });
  const draft = ReviewDraft.parse({
    draftId: ReviewDraftId.parse(uuidV7(ports)),
    applicationId: application.id,
    recommendation,
    rationale: writeRationale(table, reasons),
    evidence: evidenceOf(application, checks),
    createdAt: now.toString({ smallestUnit: "millisecond" }),
  });
  const judgedBy = { ruleSet: table.ruleSet, ruleSetHash, settings };
  await drafts.add(unit, { ...draft, judgedBy });
  ports.audit.record(unit, {
    kind: "KYB_REVIEW_DRAFTED",
    clientId: asked.caller.clientId,
    applicationId: application.id,
    reviewDraftId: draft.draftId,
    mode: application.mode,
    recommendation,
    ruleSetHash,
  });
  return ok(draft);
}

/**
 * Finds an application for its reviewer.
 *
 * @returns null for an unknown application, one of another mode, and for the applicant itself,
 *   which must learn nothing
 */
export async function findForReview(
  { kyb: { applications } }: Pick<ReviewPorts, "kyb">,
  { caller, applicationId, mode }: AskedReview,
): Promise<FoundApplication | null> {
  const found = await applications.find(applicationId);
  if (found === null || found.application.mode !== mode) return null;
  return isApplicant(caller, found) ? null : found;
}

/**
 * Whether the caller is the applicant. In a sandbox, a caller that names no client is staff
 * (decisions.md part 1).
 */
function isApplicant(caller: TenantCaller, { application: { clientId } }: FoundApplication) {
  return caller.clientId === clientId && !(caller.kind === "sandbox" && !caller.named);
}
