import { Buffer } from "node:buffer";
import type { Unit } from "../../base/unit.ts";
import type { ClientId } from "../access/schema.ts";
import { hasLapsed, isCleared, markCandidates } from "../screening/cleared/mark_candidates.ts";
import { markDecided } from "../screening/cleared/mark_decided.ts";
import { subjectText } from "../screening/cleared/subject_text.ts";
import type { Decided } from "../screening/decide.ts";
import { decisionEvent, decisionOf } from "../screening/decision_of.ts";
import { queueRow, unsaid } from "../screening/queue/row.ts";
import { raiseMatch } from "../screening/raise_match.ts";
import { hitsOf, isAmong, withHits } from "./hits.ts";
import type { FilledSlot, RunMonitoringPorts } from "./ports.ts";

/** Estimated bytes of a decision's row, audit entry, event and keys. */
const besideBytes = 2_000;

/** The outcome for a customer. */
export interface Opened {
  readonly isHit: boolean;
  /** Bytes added to the commit; 0 if no decision was opened. */
  readonly bytes: number;
  /** Checks added to the commit. */
  readonly checks: number;
}

/**
 * Opens a decision about a customer with a new match: one whose entry, in the same form, is in no
 * decision about the same data. If reviewers have cleared the customer of every new match, none is
 * opened; the matches count as new again when a clearing ends.
 */
export async function openDecision(
  ports: RunMonitoringPorts,
  { unit, client, slot, decided }: {
    readonly unit: Unit;
    readonly client: ClientId;
    readonly slot: FilledSlot;
    readonly decided: Decided;
  },
): Promise<Opened> {
  const { subject } = slot;
  const { subjectRef } = subject;
  const hits = hitsOf(decided);
  const fresh = hits.filter((hit) => !isAmong(subject.hits, hit));
  if (fresh.length === 0) return { isHit: false, bytes: 0, checks: 0 };
  const { mode } = decided.response.meta;
  const request = { ...subject.request, subjectRef };
  const decidedAt = ports.clock.now();
  const pairs = await ports.clearedPairs.ofSubject({ owner: client, mode, subjectRef });
  const text = subjectText(request);
  const { candidates } = markCandidates({
    candidates: decided.response.candidates,
    entries: decided.entries,
    pairs: pairs.standing,
    isOfSubject: (mac) => ports.clearedPairs.isMacOf(mac, client, text),
    now: decidedAt,
  });
  const cleared = new Set(candidates.filter(isCleared).map(({ entityId }) => entityId));
  const isOpen = ({ entity }: { readonly entity: string }) => !cleared.has(entity);
  if (!fresh.some(isOpen)) return { isHit: true, bytes: 0, checks: 0 };
  const marked = await markDecided(ports, { unit, client, request, decidedAt, decided, pairs });
  const rules = await ports.reviewRules.get(client, { fresh: false });
  const decision = decisionOf(marked, { clientId: client, decidedAt, rules, origin: "monitoring" });
  const row = queueRow(decision, unsaid, null);
  ports.decisions.addMany(unit, [{ decision, row }]);
  ports.audit.record(unit, decisionEvent(decision));
  raiseMatch(ports, unit, { decision, row });
  const next = {
    ...{ ...subject, decisionId: decision.id },
    hits: withHits(subject.hits, hits, hits.filter(isOpen)),
  };
  slot.found(unit, next);
  const checks = 1 + (decision.response.candidates.some(hasLapsed) ? pairs.checks : 0);
  return { isHit: true, bytes: besideBytes + storedBytes(decision) + storedBytes(next), checks };
}

/** Bytes of a value encrypted and encoded in base64. */
function storedBytes(value: unknown): number {
  return 4 / 3 * Buffer.byteLength(JSON.stringify(value));
}
