import type { KybCheck } from "../application_schema.ts";
import { dateOf, isOlder, judgedPhrase, type Reason, type Reviewed } from "./reasons.ts";
import { oldestDate, whenPhrase } from "./registry_dates.ts";
import type { ReasonCode } from "./review_table.ts";

/**
 * Judges the stored evidence of the register (rules R2 and R3). Only a recent `verified` supports
 * an approval, and no judgement replaces it. Its age is that of the older one of record and
 * snapshot.
 */
export function judgeRegistry(reviewed: Reviewed): readonly Reason[] {
  const { application, checks } = reviewed;
  const found = checks.filter((check) => check.kind === "registry");
  return found.length === 0
    ? [{ code: "REGISTRY_EVIDENCE_MISSING", evidenceIds: [application.draftId], values: {} }]
    : found.flatMap((check) => judgeOne(reviewed, check));
}

function judgeOne(
  { settings: { registryEvidenceDays: days }, now }: Reviewed,
  check: Extract<KybCheck, { kind: "registry" }>,
): readonly Reason[] {
  const { evidence } = check;
  const { checkedAt, number } = evidence;
  const oldest = oldestDate(evidence);
  const values = {
    date: dateOf(checkedAt),
    when: whenPhrase(evidence),
    oldest: dateOf(oldest),
    days: String(days),
    provider: "provider" in evidence ? evidence.provider : "",
    number: number?.normalized ?? "",
    country: number?.country ?? "",
    fault: "reason" in evidence && evidence.reason === "checksum" ? "check digit" : "form",
    field: "field" in evidence && evidence.field === "status" ? "status" : "name",
    judged: judgedPhrase(check),
  };
  const isOld = isOlder(oldest, days, now);
  const codes: readonly ReasonCode[] = [
    ...(evidence.outcome === "verified" && isOld ? [] : [codeOf(evidence)]),
    ...(isOld ? ["REGISTRY_EVIDENCE_OLD" as const] : []),
  ];
  return codes.map((code) => ({ code, evidenceIds: [check.id], values }));
}

function codeOf(evidence: Extract<KybCheck, { kind: "registry" }>["evidence"]): ReasonCode {
  switch (evidence.outcome) {
    case "verified":
      return "REGISTRY_VERIFIED";
    case "not_found":
      return evidence.isAuthoritative ? "REGISTRY_NOT_FOUND" : "REGISTRY_NOT_LISTED";
    case "inactive":
      return "REGISTRY_INACTIVE";
    case "mismatch":
      return "REGISTRY_MISMATCH";
    case "format_invalid":
      return "REGISTRY_NUMBER_INVALID";
    case "unavailable":
      return "REGISTRY_UNAVAILABLE";
    case "not_supported":
      return "REGISTRY_NOT_ASKED";
    default:
      return evidence satisfies never;
  }
}
