import { z } from "zod";
import type { AuditEntry } from "../audit/entry.ts";
import type { ClientId } from "../access/schema.ts";
import type { Classification } from "../screening/candidate_schema.ts";
import { CountedDecision } from "./counted_decision.ts";
import { drawSample, type SampledEntry } from "./draw_sample.ts";
import { ListEvent, type ListPeriod, openListPeriods } from "./list_periods.ts";
import { openRuns, RunEvent, type RunEvidence } from "./run_evidence.ts";
import { type MatchEvidence, matchEvidence } from "./match_evidence.ts";
import type { EvidencePorts } from "./ports.ts";

/** The requested evidence. */
export interface EvidenceAsked {
  /** Start of the period, inclusive. */
  readonly from: Temporal.Instant;
  /** Before this moment. */
  readonly to: Temporal.Instant;
  /** Null: every client. */
  readonly clientId: ClientId | null;
  /** Decisions that are drawn. */
  readonly sample: number;
  /** The seed of the sample: the same seed draws the same decisions from the same log. */
  readonly seed: string;
}

/** Decisions by one set of rules. */
export interface RulesUsed {
  readonly engineVersion: string;
  readonly gatesHash: string;
  readonly ensembleWeightsHash: string;
  readonly decisions: number;
  readonly firstAt: string;
  readonly lastAt: string;
}

/** Evidence about a period, for an examiner. */
export interface Evidence {
  readonly entries: number;
  readonly decisions: Readonly<Record<Classification, number>>;
  readonly lists: readonly ListPeriod[];
  readonly rules: readonly RulesUsed[];
  /** Runs of the monitoring that ended in the period. */
  readonly runs: readonly RunEvidence[];
  /** Every decision that is not CLEAR, in the order of the log. */
  readonly matches: readonly MatchEvidence[];
  readonly sample: readonly SampledEntry[];
  /** Unproven ranges that the log itself records. */
  readonly gaps: readonly LogGap[];
}

/** Unproven entries, as named by an `AUDIT_GAP` of the period. */
const AuditGap = z.object({
  kind: z.literal("AUDIT_GAP"),
  from: z.int(),
  to: z.int(),
  entries: z.int(),
  cause: z.string(),
}).readonly();

/** A gap, with its recording time. */
export interface LogGap extends Omit<z.infer<typeof AuditGap>, "kind"> {
  readonly at: string;
}

/**
 * Collects evidence about a period from the audit log and the stored decisions: the lists in force,
 * the rules of decisions, the outcomes of matches until the end of the period, and a sample of
 * decisions. Counts live decisions only.
 */
export async function collectEvidence(
  { entries, decisions }: EvidencePorts,
  asked: EvidenceAsked,
): Promise<Evidence> {
  const lists = openListPeriods(asked);
  const rules = new Map<string, RulesUsed>();
  const sample = drawSample(asked);
  const counts = { CLEAR: 0, POSSIBLE_MATCH: 0, CONFIRMED_MATCH: 0 };
  const matches: { readonly entry: AuditEntry; readonly decision: CountedDecision }[] = [];
  const gaps: LogGap[] = [];
  const runs: RunEvidence[] = [];
  const ended = openRuns();
  const isAsked = ({ clientId }: { readonly clientId: ClientId }) =>
    asked.clientId === null || asked.clientId === clientId;
  let count = 0;
  for await (const entry of entries) {
    const at = Temporal.Instant.from(entry.at);
    if (Temporal.Instant.compare(at, asked.to) >= 0) continue;
    const inForce = ListEvent.safeParse(entry.event);
    if (inForce.success) {
      lists.add(at, inForce.data);
      ended.record(inForce.data.snapshotId, at);
    }
    const run = RunEvent.safeParse(entry.event);
    const ending = run.success && isAsked(run.data) ? ended.end(run.data, entry.at) : null;
    if (Temporal.Instant.compare(at, asked.from) < 0) continue;
    count++;
    if (ending !== null) runs.push(ending);
    const gap = AuditGap.safeParse(entry.event);
    if (gap.success) gaps.push({ ...gap.data, at: entry.at });
    const { success, data: decision } = CountedDecision.safeParse(entry.event);
    if (!success || !isAsked(decision)) continue;
    counts[decision.classification]++;
    countRules(rules, entry.at, decision);
    sample.add(decision.decisionId, entry.seq);
    if (decision.classification !== "CLEAR") matches.push({ entry, decision });
  }
  const found: MatchEvidence[] = [];
  for (const { entry, decision } of matches) {
    const { decisionId: id } = decision;
    const [stored, said] = await Promise.all([decisions.findUnscoped(id), decisions.said(id)]);
    found.push(matchEvidence({ entry, decision, stored, said, to: asked.to }));
  }
  return {
    entries: count,
    decisions: counts,
    lists: lists.end(),
    rules: [...rules.values()],
    runs,
    matches: found,
    sample: sample.drawn(),
    gaps,
  };
}

function countRules(rules: Map<string, RulesUsed>, at: string, decision: CountedDecision): void {
  const { engineVersion, gatesHash, ensembleWeightsHash } = decision;
  const key = [engineVersion, gatesHash, ensembleWeightsHash].join();
  const known = rules.get(key);
  rules.set(key, {
    ...{ engineVersion, gatesHash, ensembleWeightsHash },
    decisions: (known?.decisions ?? 0) + 1,
    firstAt: known?.firstAt ?? at,
    lastAt: at,
  });
}
